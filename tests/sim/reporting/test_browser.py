"""Pages in a browser: on a phone and on a desktop."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from support.reports import page

pytest.importorskip("matplotlib", reason="rbsim report needs matplotlib")

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
               None)  # fmt: skip
# Headless windows have a least width, so the page is put in a frame as wide as a phone.
MEASURE = """<!DOCTYPE html><html><body style="margin:0">
<iframe src="page.html" style="width:WIDTHpx;height:800px;border:0" onload="
  const page = this.contentDocument, root = page.documentElement;
  const boxes = [...page.querySelectorAll('svg')].map(one => one.getBoundingClientRect());
  const texts = [...page.querySelectorAll('svg')].filter(one => {
    const box = one.getBoundingClientRect();
    return [...one.querySelectorAll('text')].some(text => {
      const own = text.getBoundingClientRect();
      return own.left < box.left - 2 || own.right > box.right + 2;
    });
  });
  const deaf = [...page.querySelectorAll('svg [tabindex]')].filter(one => {
    one.focus();
    one.scrollIntoView();
    const box = one.getBoundingClientRect(), path = one.querySelector('path');
    const under = page.elementFromPoint((box.left + box.right) / 2, box.top + 0.3 * box.height);
    return page.activeElement !== one || under !== path
      || getComputedStyle(path).stroke === 'none' || getComputedStyle(path).strokeWidth !== '4px';
  });
  document.body.dataset.found = JSON.stringify({
    width: root.scrollWidth, height: root.scrollHeight, figures: boxes.length,
    hidden: [...page.querySelectorAll('.scroll')].filter(one => one.scrollWidth > one.clientWidth
      && (getComputedStyle(one).backgroundImage.match(/gradient/g) || []).length !== 4).length,
    least: Math.min(...boxes.map(box => Math.min(box.width, box.height))),
    deaf: deaf.map(one => one.getAttribute('aria-label')),
    cut: texts.map(one => one.querySelector('title').textContent),
  });"></iframe></body></html>
"""


@pytest.mark.full
@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium to open the page in")
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", ["ladder", "every"])
def test_it_fits_in_a_browser(stores: Path, tmp_path: Path, name: str, width: int) -> None:
    """On a phone and on a desktop; a table that does not fit scrolls, and shows that it does."""
    shutil.copy(stores / f"{name}.html", tmp_path / "page.html")
    (tmp_path / "frame.html").write_text(MEASURE.replace("WIDTH", str(width)))
    done = subprocess.run(
        [BROWSER or "", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
         "--no-first-run", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--allow-file-access-from-files", "--virtual-time-budget=5000",
         f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom",
         (tmp_path / "frame.html").as_uri()],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    said = re.search(r'data-found="(.*?)"', done.stdout)
    assert said is not None, done.stderr
    found = json.loads(said[1].replace("&quot;", '"'))
    assert found["width"] <= width
    assert found["hidden"] == 0
    assert found["height"] > 800
    assert found["figures"] == page(stores, name).count("<svg")
    assert found["least"] > 40
    assert found["cut"] == []
    assert found["deaf"] == []
