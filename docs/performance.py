"""Write the figures of `rbsim bench` into performance.md: python docs/performance.py [SECONDS]."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).with_name("performance.md")
BEGIN, END = "<!-- made by docs/performance.py -->\n", "<!-- the end of what it makes -->\n"


def report(seconds: str) -> str:
    """Return what the command prints, as a block of code."""
    told = subprocess.run(
        [sys.executable, "-m", "rbsim", "bench", "--quiet", "--seconds", seconds],
        check=True, capture_output=True, text=True, env={**os.environ, "COLUMNS": "100"},
    )  # fmt: skip
    return f"```text\n{told.stdout.strip()}\n```\n"


def with_report(page: str, made: str) -> str:
    """Return the page with what was made between its marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{made}\n{END}{after}"


if __name__ == "__main__":
    made = report(*(sys.argv[1:] or ["40"]))
    PAGE.write_text(with_report(PAGE.read_text(), made))
