"""Pages: their tags, and what an expression is on them in Chromium, if it is there."""

import json
import re
import shutil
import subprocess
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = next((path for name in NAMES if (path := shutil.which(name))), None)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium runs the page's script")

LISTENS = "<script>var errors = []; addEventListener('error', e => errors.push(e.message))</script>"
ASKS = """<script>{ let answer; try { answer = { is: %s } } catch (error)
  { answer = { threw: String(error.stack) } }
  parent.postMessage(JSON.stringify({ ...answer, errors }), "*") }</script>"""
AROUND = """<iframe style="width: %dpx; height: 900px; border: 0" %s></iframe><script>
  onmessage = heard => { document.body.innerHTML = "<pre id=answer></pre>";
    document.getElementById("answer").textContent = heard.data }</script>"""


def asked(
    html: str,
    question: str,
    folder: Path,
    address: str = "",
    width: int = 1280,
    is_in_notebook: bool = False,
) -> Any:
    """What an expression is on a page of some width; what is thrown anywhere is an error.

    In a notebook the page is the text of a frame, and has no address of its own.
    """
    assert BROWSER is not None
    html = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', LISTENS, html)
    html = html.replace("</body>", f"{ASKS % question}</body>")
    (folder / "asked.html").write_text(html)
    source = f'srcdoc="{escape(html)}"' if is_in_notebook else f'src="asked.html{address}"'
    around = folder / "around.html"
    around.write_text(f'<meta charset="utf-8"><body>{AROUND % (width, source)}')
    done = subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,900",
         "--virtual-time-budget=60000", f"--user-data-dir={folder / 'profile'}", "--dump-dom",
         f"file://{around}"],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    found = re.search(r'<pre id="answer">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stdout[-2000:] + done.stderr[-2000:]
    answer = json.loads(unescape(found[1]))
    assert "is" in answer, answer
    assert answer["errors"] == []
    return answer["is"]


class Outline(HTMLParser):
    """Tags and their attributes, which open and close in pairs; what a page would load."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.loads: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        own = dict(attributes)
        self.tags.append((tag, own))
        self.open += [] if tag in ("img", "input", "meta") else [tag]
        self.loads += [tag] if tag in ("link", "iframe", "object", "embed") else []
        addresses = [own.get(name) or "#" for name in ("src", "href", "action")]
        self.loads += [one for one in addresses if not one.startswith(("#", "data:"))]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def values(self, name: str) -> list[str]:
        """The values of an attribute, of all tags that have it."""
        return [own[name] or "" for _, own in self.tags if name in own]
