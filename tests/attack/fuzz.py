"""Fuzz the readers of text, guided by what Python code a text reaches (atheris).

`python -m attack.fuzz SECONDS [READER ...]`, from tests/, as `make fuzz` calls it: each reader for
as long, in a process of its own, from its corpus and from real texts. What is wrong is printed and
kept in build/fuzz/READER.found. Then the texts are cut down to those that reach what no smaller one
does, which become the corpus that the suite replays.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any

from attack.fuzz_one import BUILD, text_of
from attack.readers import CORPUS, READERS, kept

LONGEST = {"results": 16_000, "plans": 1_500}  # bytes of a text
MAX = 24_000  # bytes of the corpus of a reader
SLOW_S, MAX_MB = 10, 2_000


def attack(name: str, seconds: int) -> None:
    """Fuzz a reader, and cut its texts down to a corpus."""
    texts, least = BUILD / name, BUILD / f"{name}.least"
    write_all(texts, [*READERS[name].seeds(), *kept(name)])
    limits = (f"-max_len={LONGEST.get(name, 4_000)}", f"-timeout={SLOW_S}",
              f"-rss_limit_mb={MAX_MB}", f"-artifact_prefix={BUILD / name}-")  # fmt: skip
    known = words(name)
    run(name, f"-max_total_time={seconds}", "-len_control=0", f"-dict={known}", *limits, texts)
    for path in least.glob("*"):
        path.unlink()
    least.mkdir(exist_ok=True)
    run(name, "-merge=1", *limits, least, texts)
    keep(name, [text_of(path.read_bytes()) for path in least.iterdir()])


def write_all(folder: Path, texts: Iterable[str]) -> None:
    """Write texts into a folder, a file for each."""
    folder.mkdir(parents=True, exist_ok=True)
    for text in texts:
        data = text.encode(errors="surrogateescape")
        (folder / blake2b(data, digest_size=10).hexdigest()).write_bytes(data)


def words(name: str) -> Path:
    """A file of the words of real texts, which the fuzzer puts elsewhere."""
    found = {word for text in READERS[name].seeds() for word in re.findall(r"[\w-]{3,20}=?", text)}
    path = BUILD / f"{name}.words"
    path.write_text("".join(f'"{word}"\n' for word in sorted(found)[:1_000]))
    return path


def run(name: str, *arguments: Any) -> None:
    """Fuzz a reader in a process, which may die."""
    line = [sys.executable, "-m", "attack.fuzz_one", name, *map(str, arguments)]
    log = BUILD / f"{name}.log"
    with log.open("ab") as file:
        status = subprocess.run(line, stderr=file, stdout=file, check=False).returncode
    if status:
        print(f"{name}: ended with status {status}, see {log}; the text lies beside it")


def keep(name: str, texts: list[str]) -> None:
    """Write the corpus of a reader: the shortest texts, as many as there is room for."""
    lines: list[str] = []
    size = 0
    for text in sorted(texts, key=lambda text: (len(text), text)):
        line = json.dumps(text) + "\n"
        size += len(line)
        if size > MAX:
            break
        lines.append(line)
    CORPUS.mkdir(exist_ok=True)
    (CORPUS / f"{name}.jsonl").write_text("".join(sorted(lines)))
    found = BUILD / f"{name}.found"
    problems = len(found.read_text().splitlines()) if found.exists() else 0
    print(f"{name}: {len(lines)} of {len(texts)} texts kept; {problems} findings", flush=True)


def main(given: list[str]) -> None:
    """Run what the command line names."""
    BUILD.mkdir(parents=True, exist_ok=True)
    for name in given[1:] or READERS:
        attack(name, int(given[0]))


if __name__ == "__main__":
    main(sys.argv[1:])
