"""Tests under valgrind's memcheck: values that nobody wrote, and memory that is not ours.

`python -m attack.memcheck tests/core/api` runs the quick tier of tests, and ends with status 1 if a
report begins in code of ours. Python's own integers are made of bytes that it has not written,
and whatever reads such an integer is reported, so a report counts by where its value was made.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from collections.abc import Iterator
from pathlib import Path

ALLOCATORS = "vgpreload"  # in the name of valgrind's own object, which allocates for all
OURS = ("/rbcore/", "/rbpatience/")


def begins(stack: xml.Element) -> str:
    """Return the object in which the first frame of a stack lies that is not valgrind's."""
    for frame in stack.iter("frame"):
        name = frame.findtext("obj", "")
        if ALLOCATORS not in name:
            return name
    return ""


def reports(text: str) -> Iterator[tuple[str, bool]]:
    """Give what each report of memcheck's XML says, and whether it begins in code of ours.

    Memory that is still held at the end is not one; XML has it whatever is asked for.
    """
    for error in xml.fromstring(text).iter("error"):
        kind, stacks = error.findtext("kind", ""), error.findall("stack")
        if kind.startswith("Leak"):
            continue
        frames = [frame for stack in stacks for frame in stack.iter("frame")]
        lines = [
            " ".join(frame.findtext(key, "") for key in ("ip", "fn", "obj")) for frame in frames
        ]
        # A value's last stack is that of its making; of memory that is not ours, its use counts.
        begun = stacks[-1 if kind.startswith(("Uninit", "Syscall")) else 0]
        yield "\n  ".join([kind, *lines]), any(map(begins(begun).__contains__, OURS))


def main(*tests: str) -> int:
    """Run tests under memcheck, and print what begins in code of ours."""
    if not shutil.which("valgrind"):
        sys.exit("valgrind is not installed; memory cannot be checked without it")
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "memcheck.xml"
        ended = subprocess.run(
            [
                "valgrind", "--track-origins=yes", "--error-limit=no",
                "--child-silent-after-fork=yes",
                "--xml=yes", f"--xml-file={said}", sys.executable,
                "-m", "pytest", "-p", "no:cacheprovider", "--quick", "-q", *tests,
            ],
            env=os.environ | {"PYTHONMALLOC": "malloc"},
        )  # fmt: skip
        found = list(reports(said.read_text()))
    ours = [words for words, is_ours in found if is_ours]
    print(*ours, f"{len(found)} reports, {len(ours)} begin in code of ours", sep="\n")
    return ended.returncode or bool(ours)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
