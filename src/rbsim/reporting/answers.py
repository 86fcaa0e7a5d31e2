"""Answers: what a study found, and what it compares with what, in a sentence each."""

from __future__ import annotations

import math
from collections.abc import Sequence

import rbcore
from rbsim.pictures.figures import DIFFERENCE, ELO, SHARE, LabelledEstimate, labelled
from rbsim.reporting.stored import StoredStudy
from rbsim.results.summary import Summary
from rbsim.studies.axis_sweep import Sweep
from rbsim.studies.comparison import Comparison
from rbsim.studies.round_robin import Ladder
from rbsim.studies.starter_advantage import Advantage

StudyResult = Advantage | Comparison | Ladder | Sweep | None

ERROR = 0.05  # of all tests together


def answer(result: StudyResult, names: Sequence[str], summaries: Sequence[Summary]) -> str:
    """Return what a study found, with the interval of each figure."""
    if isinstance(result, Advantage):
        return _worth(result)
    if isinstance(result, Comparison):
        return _differing(result)
    if isinstance(result, Ladder):
        return _strongest(result)
    shown = [
        (name, labelled(name, summary.played_advantage))
        for name, summary in zip(names, summaries, strict=True)
    ]
    if len(shown) == 1:
        return _starters(summaries[0])
    return _extremes(shown)


def _starters(summary: Summary) -> str:
    wins, losses = (labelled("", summary.rates[name]) for name in ("starter wins", "other wins"))
    lead = labelled("", summary.played_advantage)
    return (
        f"Starters win {wins.text(SHARE)} of games and other seats {losses.text(SHARE)}: an "
        f"advantage of {lead.text(DIFFERENCE)}, as played."
    )


def _extremes(shown: Sequence[tuple[str, LabelledEstimate]]) -> str:
    """Return the arms with the largest and the smallest advantage; nothing is tested."""
    order = sorted(shown, key=lambda one: one[1].value)
    (low_name, low), (high_name, high) = order[0], order[-1]
    doubt = "; their intervals overlap" if low.high >= high.low else ""
    return (
        f"The advantage as played is largest in {high_name}, "
        f"{high.text(DIFFERENCE)}, and smallest in {low_name}, {low.text(DIFFERENCE)}{doubt}."
    )


def _worth(result: Advantage) -> str:
    effect = result.effects["advantage"]
    causal, played = (
        labelled("", one).text(DIFFERENCE) for one in (effect.causal, effect.as_played)
    )
    return (
        f"Starting is worth {causal} of games won less games lost, with the luck of the deal "
        f"cancelled; as played, which adds the luck of who starts, it is {played}."
    )


def _differing(result: Comparison) -> str:
    """Return the variants that differ from the first by Holm's test, and in what."""
    first, *others = result.variants
    found = {
        variant: [name for name, one in figures.items() if one.adjusted < ERROR]
        for variant, figures in zip(others, result.differences, strict=True)
    }
    telling = [f"{variant} in {', '.join(names)}" for variant, names in found.items() if names]
    silent = [variant for variant, names in found.items() if not names]
    sentences = []
    if telling:
        sentences.append(f"These differ from {first}: {'; '.join(telling)}.")
    if silent:
        which = ", ".join(silent)
        sentences.append(f"Of {which} these games show no difference from {first}.")
    return f"{' '.join(sentences)} (Holm's p below {ERROR} of all tests in the tables.)"


def _strongest(result: Ladder) -> str:
    best, *others = result.ranking
    steps = [_step(result, *pair) for pair in zip(result.ranking, others, strict=False)]
    return f"{best} has the highest rating: {', which is '.join(steps)}."


def _step(result: Ladder, stronger: str, weaker: str) -> str:
    one = result.rating(stronger, weaker)
    if not all(map(math.isfinite, (*one.extremes, *one.interval))):
        return f"further above {weaker} than these games can tell"
    text = LabelledEstimate("", one.value, *one.interval, extremes=one.extremes).text(ELO)
    doubt = ", which may be chance," if one.interval[0] <= 0 else ""
    return f"{text} Elo above {weaker}{doubt}"


def compared(stored: StoredStudy, result: StudyResult) -> str:
    """Return what is compared with what, and on which deals."""
    if isinstance(result, Advantage):
        return (
            "Compared: the same deals as the variant has them start, and with each seat starting."
        )
    if isinstance(result, Comparison):
        first, *others = result.variants
        unlike = [name for arm, name in enumerate(others, 1) if result.unlike(arm)]
        paired = [name for name in others if name not in unlike]
        words = [f"Compared: each variant with {first}, and not with another."]
        if paired:
            words.append(f"On the same deals, game by game: {', '.join(paired)}.")
        if unlike:
            words.append(f"On deals of their own, as they deal otherwise: {', '.join(unlike)}.")
        return " ".join(words)
    if isinstance(result, Ladder):
        rules = rbcore.variant_text(stored.study.arms[0].rules)
        return f"Compared: every two players at {rules}, on the same deals in both seatings."
    if len(stored.study.arms) == 1:
        return "Nothing is compared: there is one variant and one set of players."
    arms = stored.study.arms
    questions = []
    if len({arm.rules for arm in arms}) > 1:
        questions.append("Whether two variants differ is a question for rbsim compare.")
    if len({arm.player_text for arm in arms}) > 1 and any(arm.rules.seats == 2 for arm in arms):
        questions.append("Which of two players is better is a question for rbsim ladder.")
    nothing = "Nothing is tested: arms stand side by side, each with its own interval."
    return " ".join([nothing, *questions])
