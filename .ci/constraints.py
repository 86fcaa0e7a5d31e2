"""Write .ci/constraints.txt: the newest versions of all that CI installs, from a report of pip.

`make constraints` runs it; what then fails is to be mended before the file is committed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

HEAD = """\
# The versions that `make` and CI install, of tools and of what the program needs, so that a run can
# be repeated; for Python 3.11 on Linux. Users' installs are not bound to them. `make constraints`
# writes this file anew.
"""


def main(report: Path) -> None:
    """Write the file, given the report of `pip install --dry-run --report`."""
    found = [one["metadata"] for one in json.loads(report.read_text())["install"]]
    pins = {f"{one['name']}=={one['version']}" for one in found if one["name"] != "russian-bank"}
    text = HEAD + "".join(f"{pin}\n" for pin in sorted(pins, key=str.lower))
    Path(__file__).with_name("constraints.txt").write_text(text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
