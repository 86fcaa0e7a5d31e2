"""Outcomes of real deals in several arms, for the tests of what is played until it is known.

    python tests/data/outcomes.py

plays 300,000 deals of `greedy` in each, a minute of CPU, and writes outcomes.npz beside itself:
entry [i, j] of a table is how many deals had the outcome i (CODES) in the first arm and j in the
second. Arms of `advantage` are as played and with either seat starting.
"""

from pathlib import Path

import numpy as np

import rbsim
from rbsim.estimates.tally import K, codes_of

DEALS = 300_000
STUDIES = {
    "advantage": lambda: rbsim.advantage("standard", games=DEALS, seed=3, rows=True),
    "compare": lambda: rbsim.compare("standard", "strict", games=DEALS, seed=3, rows=True),
    "ladder": lambda: rbsim.ladder("greedy", "weighted", games=DEALS // 3, seed=3, rows=True),
}


def main() -> None:
    """Play, and write the tables."""
    tables = {}
    for name, play in STUDIES.items():
        found = play()
        view = 0 if name == "ladder" else None  # a ladder's outcomes are seen from seat 0
        codes = [codes_of(found.arm_rows(arm=arm), 2, view) for arm in range(len(found.study.arms))]
        table = np.zeros((K,) * len(codes), np.int32)
        np.add.at(table, tuple(codes), 1)
        tables[name] = table
    np.savez_compressed(Path(__file__).with_name("outcomes.npz"), **tables)


if __name__ == "__main__":
    main()
