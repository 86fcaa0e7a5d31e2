"""Whether tests notice changes of the hot path: `python -m mutants [COUNT [SEED]]`, from tests/.

`--thin` changes what rbsim counts, estimates, stops by and keeps instead, and runs its own tests;
nothing is built for these.

Each mutant is built in a copy of the tree, as it is installed, and the quick tier runs until a
test fails, golden games first, as most changes alter these; what it lets pass goes through all
tests with `--full`. Survivors are to be looked at: a change may make no difference to any game.
Tests that fail without a change notice nothing, so the quick tier must pass before the first. What
came of each is kept in build/mutants.tsv: run again for the same tree, it goes on where it was.
"""

import hashlib
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

from mutants.sources import THIN, Mutant, mutants

ROOT = Path(__file__).parents[2]
PLACE = ROOT / "build" / "mutants"
PRISTINE, TREE = PLACE / "pristine", PLACE / "tree"
KEPT = PLACE.with_suffix(".tsv")  # the tree's digest, what was tried, what came of it
UNCHANGED, NOT_BUILT = "without a change", "not built"
COUNT, SEED = 60, 1
SECONDS = {"quick": 900, "full": 3_600}  # for loops that a mutant never ends
SOON = ("tests/oracles/test_golden_mixtures.py", "tests/oracles/test_golden.py", "tests/core/moves")
# Tests of the thin layer.
ABOUT = ("figures", "intervals", "until", "study", "store", "starting", "comparing", "runs",
         "results", "lucks", "ladders", "kinds", "headlines", "show")  # fmt: skip
# What plays for minutes, and signals that have to be heard within seconds, which they may not be on
# a busy machine.
APART = ("tests/test_examples.py", "tests/docs/test_tutorials.py",
         "tests/docs/test_example_programs.py", "tests/sim/cli/test_machine.py")  # fmt: skip


def run(
    words: list[str], place: Path, seconds: int = 3_600, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run Python in a tree, as the package of that tree."""
    environment = {**os.environ, "PYTHONPATH": str(place / "src"), **more}
    return subprocess.run(
        [sys.executable, *words],
        cwd=place, env=environment, capture_output=True, text=True, timeout=seconds, check=False,
    )  # fmt: skip


def build(place: Path) -> bool:
    """Build what has changed; whether it could be built."""
    return run(["setup.py", "build_ext", "--inplace"], place).returncode == 0


def copied() -> str:
    """Copy what git knows of the checkout, and return its digest."""
    shutil.rmtree(PLACE, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    digest = hashlib.sha256()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (PRISTINE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, PRISTINE / name)
            if name.startswith(("src/", "tests/", "setup.py")):
                digest.update(name.encode() + (ROOT / name).read_bytes())
    if not build(PRISTINE):
        sys.exit("the checkout itself cannot be built")
    return digest.hexdigest()[:16]


def kept(digest: str) -> dict[str, str]:
    """Return what came of what has been tried in this tree."""
    if not KEPT.exists():
        return {}
    lines = [line.split("\t") for line in KEPT.read_text().splitlines()]
    return {name: said for tree, name, said in lines if tree == digest}


def keep(digest: str, name: str, said: str) -> None:
    """Add what came of one."""
    with KEPT.open("a") as file:
        file.write(f"{digest}\t{name}\t{said}\n")


def verdict(tier: str, *paths: str, place: Path = TREE) -> str | None:
    """Return which test of a tier a tree fails, or that it never ends; None if it passes."""
    words = ["-m", "pytest", "-n", "auto", "-x", "-p", "no:cacheprovider",
             *paths, *(f"--ignore={name}" for name in APART)]  # fmt: skip
    try:
        done = run([*words, "--quick"] if tier == "quick" else words, place, SECONDS[tier])
    except subprocess.TimeoutExpired:
        return "no end"
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return (failed or [f"status {done.returncode}"])[0][:100] if done.returncode else None


def tried(one: Mutant, with_full: bool) -> str:
    """Build a mutant and return what noticed it, `survived`, or that it cannot be built."""
    shutil.rmtree(TREE, ignore_errors=True)
    shutil.copytree(PRISTINE, TREE, symlinks=True)
    path = TREE / "src" / "rbcore" / one.file
    path.write_text(one.applied(path.read_text()))
    if not build(TREE):
        return NOT_BUILT
    tiers = [("quick", SOON), ("quick", ()), ("full", ())]
    for tier, paths in tiers if with_full else tiers[:2]:
        noticed = verdict(tier, *paths)
        if noticed is not None:
            return f"{tier}: {noticed}"
    return "survived"


def thin(count: int, seed: int) -> None:
    """Try so many mutants of the thin layer, and count those that its tests notice."""
    own = PLACE.with_name("mutants-thin")
    shutil.rmtree(own, ignore_errors=True)
    shutil.copytree(ROOT / "src" / "rbsim", own / "src" / "rbsim")
    shutil.copytree(ROOT / "tests", own / "tests")
    for name in ("src/rbcore", "src/rbpatience", "docs", "pyproject.toml"):
        (own / name).symlink_to(ROOT / name)
    tests = {path.stem: path for path in (own / "tests" / "sim").rglob("test_*.py")}
    paths = [str(tests[f"test_{name}"]) for name in ABOUT if f"test_{name}" in tests]
    words = ["-m", "pytest", "-x", "-q", "--quick", "-p", "no:cacheprovider", *paths]
    every = [None, *mutants(ROOT / "src" / "rbsim", THIN)]
    every[1:] = random.Random(seed).sample(every[1:], min(count, len(every) - 1))
    noticed = 0
    for one in every:
        whole = "" if one is None else (ROOT / "src" / "rbsim" / one.file).read_text()
        if one is not None:
            (own / "src" / "rbsim" / one.file).write_text(one.applied(whole))
        try:
            done = run(words, own, SECONDS["quick"])
            failed = [x for x in done.stdout.splitlines() if x.startswith(("FAILED", "ERROR"))]
            said = (failed or [f"status {done.returncode}"])[0][:100] if done.returncode else ""
        except subprocess.TimeoutExpired:
            said = "no end"
        if one is None:
            if said:
                sys.exit(f"the checkout itself fails: {said}")
            continue
        (own / "src" / "rbsim" / one.file).write_text(whole)
        noticed += bool(said)
        print(f"{one}: {said or 'survived'}", flush=True)
    print(f"{noticed} of {len(every) - 1} noticed")


def main(count: int, seed: int, with_full: bool) -> None:
    """Try so many mutants, drawn by a seed, and count who noticed them."""
    digest = copied()
    found = kept(digest)
    if UNCHANGED not in found:
        failed = verdict("quick", place=PRISTINE)
        if failed is not None:
            sys.exit(f"the checkout itself fails: {failed}")
        keep(digest, UNCHANGED, "passes")
    every = list(mutants(PRISTINE / "src" / "rbcore"))
    random.Random(seed).shuffle(every)
    counts = {"quick": 0, "full": 0, "survived": 0}
    for one in every:
        if sum(counts.values()) == count:
            break
        said = found.get(str(one))
        if said is None or (said == "survived" and with_full):
            said = tried(one, with_full)
            keep(digest, str(one), said)
        if said != NOT_BUILT:
            counts[said.partition(":")[0]] += 1
            print(f"{one}: {said}", flush=True)
    print(", ".join(f"{name} {number}" for name, number in counts.items()))


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    count, seed = [*numbers, *(COUNT, SEED)[len(numbers) :]]
    if "--thin" in sys.argv:
        thin(count, seed)
    else:
        main(count, seed, "--full" in sys.argv)
