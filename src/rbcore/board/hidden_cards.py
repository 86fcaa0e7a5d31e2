"""Hidden cards: a view's line, read as the position that it may be of."""

from __future__ import annotations

import re
from collections import Counter

from rbcore.board import notation
from rbcore.cards.ranges import count_text
from rbcore.cards.text import JOKER, RANKS, SUITS, UNKNOWN, card_text
from rbcore.rules.definition import Rules

HIDDEN = card_text(UNKNOWN)
CARD = re.compile(rf"[{RANKS}][{SUITS}]|{re.escape(card_text(JOKER))}")


def filled_in(line: str, rules: Rules) -> str:
    """Return a view's line with cards in place of each `??`: those that it lacks, as they come.

    What the seat to move may do there is the same however they lie. A line without `??` is returned
    as it is.

    Raises
    ------
    ValueError
        In one sentence, if the line lacks fewer cards than it has `??`.
    """
    hidden = line.count(HIDDEN)
    if not hidden or line.count(" ") < 3 + rules.seats:  # or it is no position at all
        return line
    missing = _missing(line, rules)
    if len(missing) < hidden:
        raise ValueError(
            f"{HIDDEN} stands {count_text(hidden, 'times')}, and only "
            f"{count_text(len(missing), 'cards')} are not in the line"
        )
    cards = iter(missing)
    return re.sub(re.escape(HIDDEN), lambda _: next(cards), line)


def _missing(line: str, rules: Rules) -> list[str]:
    """The cards of the packs that a line does not show, a joker last."""
    suits, ranks = SUITS[: rules.suits], RANKS[: rules.ranks]
    every = [rank + suit for suit in suits for rank in ranks] * rules.packs
    every += [card_text(JOKER)] * (rules.seats == 3)
    _, turned, foundations, *piles = line.split(" ")[: 4 + rules.seats]
    shown = Counter(CARD.findall(" ".join((turned, *piles))))
    key = re.search(rf" base=([{RANKS}])", line)
    base = RANKS.index(key[1]) if key else 0
    heights = notation.read_foundations(foundations, rules.packs, base)
    for suit, built in zip(SUITS, heights, strict=True):
        shown.update(RANKS[(base + n) % 13] + suit for height in built for n in range(height))
    left = Counter(every) - shown
    return [card for card in dict.fromkeys(every) for _ in range(left[card])]
