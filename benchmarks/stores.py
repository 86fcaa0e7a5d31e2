"""What stores and results of many pieces cost: CPU seconds and memory by the number of pieces.

    python benchmarks/stores.py [PIECES]...         10 100 1000 unless given
    python benchmarks/stores.py pieces              what a piece from elsewhere sends and costs

Each line is a process of its own, so that its memory is that of one call.
"""

import json
import pickle
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import rbsim
from rbsim.files import sealed
from rbsim.games.picking import pick
from rbsim.study import run
from rbsim.study.spans import Span
from rbsim.study.store import check_store, open_store

GAMES = 64  # in a piece


def make_store(folder: Path, pieces: int) -> None:
    """Write a store of so many pieces."""
    study = rbsim.simulate(games=1).study.over(Span(1, (0,), GAMES * pieces))
    (arm,) = study.arms
    rows = arm.empty_rows(GAMES * pieces)
    arm.play(0, rows)
    with open_store(folder / "store", study.record, study.arms) as store:
        for start in range(0, len(rows), GAMES):
            games = range(start, start + GAMES)
            store.take([store.write(0, games, rows[start : games.stop])])


def make(folder: Path, pieces: int) -> None:
    """Write a store of so many pieces, and so many files of results."""
    make_store(folder, pieces)
    rbsim.simulate(games=GAMES).save(folder / "0.json")
    document = json.loads((folder / "0.json").read_text())
    del document["digest"]
    for piece in range(1, pieces):
        document["provenance"]["arms"][0]["first"] = GAMES * piece
        (folder / f"{piece}.json").write_bytes(sealed(document))


def opened(folder: Path, pieces: int) -> None:
    """Open a store and leave it as it is."""
    study = rbsim.simulate(games=1).study.over(Span(1, (0,), GAMES * pieces))
    with open_store(folder / "store", study.record, study.arms):
        pass


CALLS: dict[str, Callable[[Path, int], object]] = {
    "open": opened,
    "resume": lambda folder, pieces: rbsim.simulate(
        games=GAMES * pieces, store=folder / "store", threads=1
    ),
    "check": lambda folder, _: check_store(folder / "store"),
    "merge a store": lambda folder, _: rbsim.load(folder / "store"),
    "games --where": lambda folder, _: list(pick(folder / "store", where="turns > 900")),
    "merge files": lambda folder, pieces: rbsim.load(
        *(folder / f"{piece}.json" for piece in range(pieces))
    ),
}


def measure(line: str, folder: Path, pieces: int) -> None:
    """Do what a line says once, and print its CPU seconds and the most memory."""
    begin = time.process_time()
    CALLS[line](folder, pieces)
    seconds = time.process_time() - begin
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{pieces:6,} pieces  {line:14}  {seconds:7.2f} s  {memory:5.0f} MB", flush=True)


AXES = ("reserve-size=5..20", "first-moves=1..13")
STUDIES = {
    "simulate": (lambda: rbsim.simulate(games=1), 50_000),
    "advantage": (lambda: rbsim.advantage("standard", games=1), 20_000),
    "sweep of 16 values": (lambda: rbsim.sweep("reserve-size=5..20", games=1), 5_000),
    "sweep of 208, whole": (lambda: rbsim.sweep(*AXES, games=1), 1_500),
    "sweep of 208, a piece": (lambda: rbsim.sweep(*AXES, games=1), run.SOME_FAR_GAMES),
}  # with games of each arm in a piece


def measure_pieces(times: int = 20) -> None:
    """Print what a piece of each study sends, and the CPU time of who takes it."""
    for name, (play, games) in STUDIES.items():
        study = play().study
        parts = range(min(len(study.parts), run.MAX_FAR_ROWS // games))
        piece = run.Piece(range(games), parts, {})
        sent = pickle.dumps(run.play_piece(piece, study.portable))
        taken = run.Played([run.Tally() for _ in parts], [])
        run._add(taken, pickle.loads(sent), with_rows=False, sinks=[])
        begin = time.process_time()
        for _ in range(times):
            run._add(taken, pickle.loads(sent), with_rows=False, sinks=[])
        seconds = (time.process_time() - begin) / times
        print(f"{name:22}  {len(sent) / 1000:6,.0f} kB  {1000 * seconds:5.1f} ms", flush=True)


def main(words: list[str]) -> None:
    """Measure all lines for numbers of pieces, or one of them in this process."""
    if words == ["pieces"]:
        measure_pieces()
        return
    if words and words[0] in CALLS:
        measure(words[0], Path(words[1]), int(words[2]))
        return
    for pieces in map(int, words or ("10", "100", "1000")):
        with tempfile.TemporaryDirectory() as folder:
            make(Path(folder), pieces)
            for line in CALLS:
                subprocess.run([sys.executable, __file__, line, folder, str(pieces)], check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
