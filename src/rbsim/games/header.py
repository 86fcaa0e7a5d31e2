"""Header: the lines of a game file that say what decided a game, and how it ended."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import rbcore
from rbcore.board.notation import OUTCOMES
from rbcore.cards.ranges import MOST_WORD, known_names, shown
from rbcore.rules.definition import hyphened, value_text
from rbcore.rules.limits import Limits
from rbcore.rules.variants import differences
from rbsim.arms.arm import attention_of, join_seats, seat_texts
from rbsim.games.transcript import Transcript

STANDARD = "standard"
FIRST, LAST = "variant", "position"
DEFAULTS = {"slip": "0", "watch": "1", "call": "always"}  # of what says how attentive seats are
LINE = re.compile(r"([a-z][a-z-]*):(?: (.*))?")


def head_lines(transcript: Transcript, end: rbcore.Game) -> Iterator[str]:
    """Yield the header of a game, given how it stands after its last move."""
    rules, attention = transcript.rules, transcript.attention
    changes = differences(rules, rbcore.variant(STANDARD)).items()
    limits = vars(transcript.limits).items()
    values = {
        FIRST: rbcore.variant_text(rules),
        "axes": ",".join(f"{hyphened(axis)}={value_text(value)}" for axis, value in changes)
        or None,
        "games-version": transcript.games_version,
        "seed": transcript.seed,
        "game": transcript.game,
        "shuffle": transcript.shuffle or None,
        "replicate": transcript.replicate or None,
        "match": transcript.match,
        "players": join_seats(transcript.players) if transcript.players else None,
        **seat_texts(attention),
        "slips-version": attention and transcript.slips_version,
        "limits": ",".join(f"{hyphened(name)}={number}" for name, number in limits),
        "starter": transcript.starter,
        "outcome": end.outcome,
        "winner": end.winner if end.outcome == "win" else None,
        "scores": ",".join(map(str, end.scores())) if end.is_over else None,
        LAST: transcript.start.notation,
    }
    for key, value in values.items():
        if value is not None:
            yield f"{key}: {value}"


def read_key(values: dict[str, Any], key: str, text: str) -> None:
    """Take a line of a header; ValueError for one that is wrong."""
    if key not in READERS:
        raise ValueError(f"{key[:40]} is no key of a header; {known_names(key, READERS)}")
    if key in values:
        raise ValueError(f"{key}: the key stands twice")
    values[key] = rbcore.variant(text) if key == FIRST else READERS[key](key, text, values[FIRST])


def begun(values: Mapping[str, Any]) -> Transcript:
    """Return the game of a header, without moves."""
    usual = [values.get(key, own) for key, own in DEFAULTS.items()]
    slip, watch, call, rules = *usual, values[FIRST]
    attention = attention_of(slip, watch, rules.seats, call) if "slip" in values else None
    apart = (FIRST, LAST, "axes", "winner", *DEFAULTS)
    named = {key.replace("-", "_"): one for key, one in values.items() if key not in apart}
    made = Transcript(values[LAST], (), attention=attention, **named)
    check_deal(made)
    return made


def check_deal(transcript: Transcript) -> None:
    """Raise ValueError if a game of a seed does not begin as it is dealt (2, 3)."""
    numbers = (transcript.seed, transcript.game, transcript.games_version)
    others = (transcript.match or None, transcript.shuffle or None, transcript.replicate or None)
    if numbers == (None, None, None) and others == (None, None, None):
        return
    seed, game, version = numbers
    if seed is None or game is None or version is None:
        raise ValueError("seed, game and games-version stand together, or none of them")
    match = transcript.match
    if match is not None and game // rbcore.MATCH_GAMES != match:
        raise ValueError(
            f"match: game {game} is of match {game // rbcore.MATCH_GAMES}, not {match}"
        )
    if version != rbcore.GAMES_VERSION:
        return  # whose deals nobody knows here
    rules, start = transcript.rules, transcript.start
    if match is not None and rules.starter == "alternate":  # 3.5
        rules = replace(rules, starter=f"seat-{start.seat}")
    if rbcore.Position.deal(rules, seed, game, transcript.shuffle).notation != start.notation:
        raise ValueError(
            f"position: this is not how game {game} of seed {seed} is dealt; leave out seed, game "
            "and games-version if it is another game"
        )
    if transcript.starter != start.seat:
        raise ValueError(f"starter: seat {start.seat} starts game {game} of seed {seed}")


def wrong_end(
    transcript: Transcript, winner: int | None, end: rbcore.Game
) -> tuple[str, str] | None:
    """Return the key of what is said of the end and is not so, and a sentence; None if all is."""
    said = {"outcome": transcript.outcome, "winner": winner, "scores": transcript.scores}
    found: dict[str, object] = dict.fromkeys(said)
    if end.is_over:
        found = {"outcome": end.outcome, "winner": end.winner, "scores": end.scores()}
    for key, value in said.items():
        if value is not None and value != found[key]:
            if not end.is_over:
                return key, f"{key}: the game is not over after its last move"
            return key, f"{key}: the moves lead to {found[key]}, not to {value}"
    return None


# ---- values ------------------------------------------------------------------------------------


def _number(key: str, text: str, most: int = MOST_WORD) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) <= most):
        raise ValueError(f"{key}: {shown(text)} is not a whole number from 0 to {most}")
    return int(text)


def _whole(key: str, text: str, rules: rbcore.Rules) -> int:
    return _number(key, text)


def _seat(key: str, text: str, rules: rbcore.Rules) -> int:
    return _number(key, text, rules.seats - 1)


def _axes(key: str, text: str, rules: rbcore.Rules) -> None:
    """Check axes: a preset may have had others when the file was written."""
    own = rbcore.variant(f"{STANDARD},{text}")
    if own != rules:
        raise ValueError(
            f"axes: these are those of {rbcore.variant_text(own)}, "
            f"not of {rbcore.variant_text(rules)}"
        )


def _players(key: str, text: str, rules: rbcore.Rules) -> tuple[str, ...]:
    names = text.split(":")
    if "" in names or len(names) not in (1, rules.seats):
        raise ValueError(f"players: {shown(text)} is not one name, or {rules.seats} with colons")
    return tuple(names * rules.seats if len(names) == 1 else names)


def _attention(key: str, text: str, rules: rbcore.Rules) -> str:
    slip, watch, call = (DEFAULTS | {key: text}).values()
    attention_of(slip, watch, rules.seats, call)
    return text


def _limits(key: str, text: str, rules: rbcore.Rules) -> Limits:
    given: dict[str, int] = {}
    for part in text.split(","):
        name, _, number = part.partition("=")
        if name not in map(hyphened, vars(Limits())) or name.replace("-", "_") in given:
            raise ValueError(f"limits: {shown(part)} is not one of max-turns=N, max-moves=N and "
                             "search-limit=N, each once")  # fmt: skip
        given[name.replace("-", "_")] = _number(name, number)
    return Limits(**given)


def _outcome(key: str, text: str, rules: rbcore.Rules) -> str:
    if text not in OUTCOMES:
        raise ValueError(f"outcome: {shown(text)} is not one of {', '.join(OUTCOMES)}")
    return text


def _scores(key: str, text: str, rules: rbcore.Rules) -> tuple[int, ...]:
    parts = text.split(",")
    if len(parts) != rules.seats or not all(re.fullmatch(r"-?[0-9]{1,9}", one) for one in parts):
        raise ValueError(f"scores: {shown(text)} is not {rules.seats} whole numbers with commas")
    return tuple(map(int, parts))


READERS: dict[str, Callable[[str, str, rbcore.Rules], Any]] = {
    FIRST: lambda key, text, rules: rules,
    "axes": _axes,
    **dict.fromkeys(("games-version", "seed", "game", "shuffle", "replicate", "match"), _whole),
    "players": _players,
    **dict.fromkeys(DEFAULTS, _attention),
    "slips-version": _whole,
    "limits": _limits,
    "starter": _seat,
    "outcome": _outcome,
    "winner": _seat,
    "scores": _scores,
    LAST: lambda key, text, rules: rbcore.Position.parse(text, rules),
}
