"""Playing: all arms of a study, to the end or until their goals are reached."""

from __future__ import annotations

from collections.abc import Sequence

from rbsim.pipeline.engine import Sink, Source, play
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.running.batch import Progress


def play_arms(
    study: Study,
    source: Source,
    progress: Progress | None = None,
    sinks: Sequence[Sink] = (),
) -> Tally:
    """Play a study: paired arms side by side, others one after another.

    Parameters
    ----------
    study : Study
        The arms and their goal.
    source : Source
        Plays the games, or reads them.
    progress : callable, optional
        Called with (games done, games in all).
    sinks : sequence of callables
        Each is called with all rows, as `sink(arm, rows)`, in order.

    Returns
    -------
    Tally
        Exact sums, and how playing for a goal ended.
    """
    if study.paired:
        return play(study, source, None, progress, sinks)
    tally = Tally()
    for arm in range(len(study.arms)):
        told = None if progress is None else _after(progress, arm, study)
        own = play(study, source, [arm], told, sinks)
        tally.merge(own)
        tally.stopped += own.stopped
    return tally


def _after(progress: Progress, arm: int, study: Study) -> Progress:
    """Return what tells progress of one arm as that of all, those before it being played."""
    before, after = arm * study.count, (len(study.arms) - arm - 1) * study.count

    def tell(done: int, total: int) -> None:
        # An arm that stopped early counts in full once it has.
        progress(before + done + study.count - total, before + study.count + after)

    return tell
