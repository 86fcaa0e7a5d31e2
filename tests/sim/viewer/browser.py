"""A page in Chromium, if it is there: what its script says of every position of its games."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = next((path for name in NAMES if (path := shutil.which(name))), None)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium runs the page's script")


def asked(html: str, question: str, folder: Path, address: str = "", width: int = 1280) -> Any:
    """What an expression is on a page, its script having run; what it throws is an error."""
    assert BROWSER is not None
    html = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", html)
    script = (
        "let answer; try { answer = {is: " + question + "} } catch (error) "
        "{ answer = {threw: String(error.stack)} }"
        "document.body.innerHTML = '<pre id=answer></pre>';"
        "document.getElementById('answer').textContent = JSON.stringify(answer)"
    )
    file = folder / "asked.html"
    file.write_text(html.replace("</body>", f"<script>{script}</script></body>"))
    done = subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--window-size={width},900",
         f"--user-data-dir={folder / 'profile'}", "--dump-dom", f"file://{file}{address}"],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    found = re.search(r'<pre id="answer">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stdout[-2000:] + done.stderr[-2000:]
    answer = json.loads(unescape(found[1]))
    assert "is" in answer, answer
    return answer["is"]
