"""Quantity: what can be asked of games, as one table; heads, sentences and goals read it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import partial


class Form(Enum):
    """How a number is written: a share in per cent, a difference of shares, a number, a change."""

    SHARE = "share"
    DIFFERENCE = "difference"
    NUMBER = "number"
    CHANGE = "change"
    WHOLE = "whole number"


@dataclass(frozen=True)
class Quantity:
    """What a figure estimates: its key in data and plans, and its words in sentences and heads.

    Of what outcomes decide, `weights` has the number of a game by its outcome, 0 if missing;
    outcomes are those of `rbsim.sums.joint_outcomes.CODES`, from the view of a seat. An unfinished
    game might have given `low` to `high`.
    """

    key: str
    words: str
    form: Form = Form.SHARE
    weights: Mapping[str, int] = field(default_factory=dict, hash=False)
    low: int = 0
    high: int = 1


_difference = partial(Quantity, form=Form.DIFFERENCE, low=-1, high=1)
_number = partial(Quantity, form=Form.NUMBER)

LEADING = {"win": 1, "loss": -1, "third": -1}
PLACES = ("starter", "second", "third")  # in turn order

_ALL = (
    _difference("advantage", "advantage", weights=LEADING),
    _difference("decided_advantage", "advantage, decided games", weights=LEADING),
    _difference("advantage_together", "advantage, all together", weights=LEADING),
    Quantity("starter_wins", "starter wins", weights={"win": 1}),
    Quantity("other_wins", "other wins", weights={"loss": 1, "third": 1}),
    Quantity("second_wins", "second wins", weights={"loss": 1}),
    Quantity("third_wins", "third wins", weights={"third": 1}),
    Quantity("stalemate", "stalemate", weights={"stalemate": 1}),
    Quantity("standoff", "standoff", weights={"standoff": 1}),
    Quantity("unfinished", "unfinished", weights={"unfinished": 1}, low=1),
    _difference("lead", "lead", weights={"win": 1, "loss": -1}),
    _difference("lead_by_elo", "lead by Elo"),
    Quantity("variance_share", "share of the variance"),
    _difference("common_share", "in common to both starts"),
    Quantity("won", "won", weights={"win": 1}),
    Quantity("lost", "lost", weights={"loss": 1}),
    Quantity("drawn", "drawn", weights={"stalemate": 1, "standoff": 1}),
    Quantity("deals_better", "deals better"),
    Quantity("deals_worse", "deals worse"),
    Quantity("first_of_two", "games with the first of two"),
    Quantity("elo", "Elo", Form.CHANGE),
    _number("turns", "turns"),
    _number("moves", "moves"),
    _number("decided_turns", "turns, decided games"),
    _number("decided_moves", "moves, decided games"),
    *(
        _number(f"{place}_{own}", f"{place}'s {own}")
        for own in ("score", "offences", "calls")
        for place in PLACES
    ),
    _number("give_ups", "stalemate searches given up"),
    Quantity("first_starter_wins", "first starter wins"),
    Quantity("unfinished_games", "unfinished games"),
    _number("games", "games"),
    _number("winner_score", "winner's score"),
    _number("other_score", "others' score"),
    Quantity("wins", "comes out"),
    _number("cards_left", "cards left"),
    _number("passes", "passes"),
    _number("hits", "hits in the first pass"),
    _number("pairs_left", "pairs left at the end"),
    _number("pairs_stuck", "pairs left when first stuck"),
)
QUANTITIES: Mapping[str, Quantity] = {one.key: one for one in _ALL}


def key_of(words: str) -> str:
    """Return the key that words stand for: `starter-wins`, `starter wins` and `starter's score`.

    Examples
    --------
    >>> key_of("starter's score"), key_of("starter-wins")
    ('starter_score', 'starter_wins')
    """
    return words.replace("'s", "").replace(" ", "_").replace("-", "_")


def words_of(key: str) -> str:
    """Return a quantity in words, of those that follow from others too.

    Examples
    --------
    >>> words_of("turns_q50"), words_of("stalemate_anytime"), words_of("seat_0_wins")
    ('turns, median', 'stalemate, at every look', 'seat 0 wins')
    """
    if key in QUANTITIES:
        return QUANTITIES[key].words
    quantile = re.fullmatch(r"(.+)_q(\d\d)", key)
    if quantile is not None:
        share = "median" if quantile[2] == "50" else f"{int(quantile[2])}% quantile"
        return f"{words_of(quantile[1])}, {share}"
    for end, words in (("_anytime", ", at every look"), ("_of_arm", "")):
        if key.endswith(end):
            return words_of(key.removesuffix(end)) + words
    return key.replace("_", " ")


def form_of(key: str) -> Form:
    """Return how a quantity is written; a share unless the table says otherwise.

    Examples
    --------
    >>> form_of("advantage_anytime").value
    'difference'
    """
    one = QUANTITIES.get(key.removesuffix("_anytime"))
    return Form.SHARE if one is None else one.form
