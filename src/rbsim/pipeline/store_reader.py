"""Store reader: the rows of a stored study as a source, which plays no game and changes nothing."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rbsim.pipeline import store
from rbsim.pipeline.engine import Chunk, Told
from rbsim.pipeline.study import Study
from rbsim.running.chunks import split


@dataclass(frozen=True)
class StoreReader:
    """A source of the rows of a study that its store has."""

    folder: Path
    study: Study

    def chunks(
        self, span: range, arms: Sequence[int], with_rows: bool, told: Told | None = None
    ) -> Generator[Chunk, None, None]:
        """Yield the chunks of a span of some arms, as rbsim.pipeline.engine.Source."""
        for piece in split(span, self.study.shard, self.study.block):
            read = {
                arm: store.read_shard(self.folder, self.study.arms[arm], arm, piece) for arm in arms
            }
            rows = {arm: shard for arm, shard in read.items() if shard is not None}
            if len(rows) < len(read):
                raise ValueError(self._missing_sentence(piece, arms))
            yield Chunk(len(piece), self.study.tally(rows), rows)

    def rest(self, arm: int, games: int) -> None:
        """Do nothing: reading a store does not change it."""

    def _missing_sentence(self, piece: range, arms: Sequence[int]) -> str:
        """Return a sentence on the games missing up to the next look; `piece` lacks the first."""
        start = piece.start // self.study.block * self.study.block
        block = range(start, min(start + self.study.block, self.study.count))
        pieces = list(split(block, self.study.shard, self.study.block))
        missing = sum(
            len(one)
            for one in pieces
            for arm in arms
            if store.find_shard(self.folder, arm, one.start) is None
        )
        whose = f" of arm {arms[0]}" if len(arms) == 1 < len(self.study.arms) else ""
        which = "its" if self.study.goal is None else "the next"
        return (
            f"{self.folder} still lacks {missing:,} of {which} {len(block) * len(arms):,} "
            f"games{whose}; give the command that began it again, and it plays them"
        )
