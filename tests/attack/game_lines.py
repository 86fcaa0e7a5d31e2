"""Lines of games with a forged history, plan, turn, Stop and end are read and played on.

Only ValueError in a sentence may come out of the reader. What it takes prints and reads back equal,
pickles, makes moves and takes them back, and is played out. Rounds run in child processes, so that
a crash is told from a finding.
"""

import pickle
import random
import re

import rbcore
from attack.changes import mutate
from attack.children import findings

GAMES = 100_000
TOGETHER = 500  # rounds of a child
VARIANTS = ("standard", "strict,plan-limit=1", "covered", "peek", "three-player", "here-and-there",
            "wrangle", "crossley", "simplified")  # fmt: skip
RULES = [rbcore.variant(name) for name in VARIANTS]
PLAYERS = ("uniform", "greedy", "weighted", "planner", "lookahead+memory", "search-1~0.5")
SHORT = {"max_turns": 150, "max_moves": 300, "search_limit": 50}
NUMBERS = (0, 1, 2, 7, 10**9, 2**31, 2**32 - 1, 2**32, 2**63, 2**64 - 1, 2**64)
CARELESS = rbcore.Attention.careless(0.3, 0.7)


def played(rules: rbcore.Rules, rng: random.Random) -> rbcore.Game:
    """A game under way: at any move, some with a plan, some after a called Stop."""
    game = rbcore.Game.deal(rules, rng.randrange(9), rng.randrange(99), **SHORT)
    for _ in range(rng.choice((0, 5, 80, 300))):
        if game.is_over:
            break
        game.apply(game.choose("greedy" if rng.random() < 0.7 else "uniform"))
    if not game.is_over and rng.random() < 0.5:
        game.apply(game.choose("planner"))
    if rng.random() < 0.3:
        _offend(game, rng)
    return game


def _offend(game: rbcore.Game, rng: random.Random) -> None:
    """Try some moves, legal or not, and call Stop at an offence."""
    for move in rng.sample(rbcore.action_texts(game.rules, game.seat), 12):
        if game.is_over or game.stopped:
            return
        try:
            game.attempt(move, called=True)
        except ValueError:
            continue


def forge(game: rbcore.Game, rng: random.Random) -> str:
    """The line of a game with one to three parts that it did not get by play."""
    position, _, keys = game.notation.partition(" ; ")
    parts = dict(part.split("=", 1) for part in keys.split(" "))
    for _ in range(rng.randint(1, 3)):
        key = rng.choice(("history", "history", "plan", "turn", "stopped", "outcome", "count"))
        if key == "history":
            parts["history"] = ",".join(_history(parts.get("history", ""), rng))
        elif key == "plan":
            parts["plan"] = _plan(game, rng)
        elif key == "turn":
            position = re.sub(" turn=[0-9]+", "", position)
            position += f" turn={rng.choice((0, 1, 3, 149, 150, 151, 10**9, 2**32 - 1, 2**32))}"
        elif key == "stopped":
            parts["stopped"] = str(rng.randrange(8))
        elif key == "outcome":
            parts["outcome"] = rng.choice(("win", "stalemate", "standoff", "unfinished", ""))
        else:
            name = rng.choice(("moves", "give_ups", "play", "lapses", "offences", "calls", "seed"))
            number = str(rng.choice(NUMBERS))
            several = name in ("offences", "calls")
            parts[name] = ",".join([number] * game.rules.seats) if several else number
    line = f"{position} ; " + " ".join(f"{key}={value}" for key, value in parts.items())
    return mutate(line, rng) if rng.random() < 0.2 else line


def _history(now: str, rng: random.Random) -> list[str]:
    """A history that is longer, shorter, all the same, or what it was and more."""
    one = f"{rng.getrandbits(64):016x}"
    more = [one if rng.random() < 0.5 else f"{rng.getrandbits(64):016x}"
            for _ in range(rng.choice((0, 1, 2, 20, 149, 150, 151, 1_000)))]  # fmt: skip
    old = now.split(",") if now and rng.random() < 0.5 else []
    return [*old, *more][rng.randrange(3) :]


def _plan(game: rbcore.Game, rng: random.Random) -> str:
    """A player's plan of any moves."""
    moves = rbcore.action_texts(game.rules, rng.randrange(game.rules.seats))
    some = rng.choices(moves, k=rng.choice((0, 1, 2, 10, 63, 64, 65, 1_000)))
    return ",".join([rng.choice((*PLAYERS, "nobody")), *some])


def hold(game: rbcore.Game) -> None:
    """Fail unless a game that was read prints, pickles, steps back and forth, and plays out."""
    rng = random.Random(game.notation)
    _same(game)
    assert pickle.loads(pickle.dumps(game)) == game
    assert game.determinize(seed=1).view() == game.view()
    _step(game.clone(), rng)
    if not game.is_over:
        _play_out(game.clone(), rng.choice(PLAYERS), rng)


def _same(game: rbcore.Game) -> None:
    again = rbcore.Game.parse(
        game.notation, game.rules, partial=True, attention=game.attention, **vars(game.limits)
    )
    assert (again, again.notation) == (game, game.notation)


def _step(game: rbcore.Game, rng: random.Random) -> None:
    """Make moves of all kinds, and take back half of them."""
    for _ in range(5):
        if game.is_over:
            return
        before = game.notation
        kind = rng.randrange(3)
        if kind == 0:
            game.apply(rng.choice(game.moves()))
        elif kind == 1:
            game.attempt(game.choose(rng.choice(PLAYERS[:4])))
        else:
            _offend(game, rng)
        _same(game)
        if kind < 2 and rng.random() < 0.5:
            game.undo()
            assert game.notation == before
    game.clone().observation()


def _play_out(game: rbcore.Game, player: str, rng: random.Random) -> None:
    outcome = game.play_out(player, seed=rng.choice((None, 5)))
    assert (game.is_over, game.outcome) == (True, outcome)
    assert len(game.scores()) == game.rules.seats
    assert game.row()["turns"] == game.turn
    _same(game)


def line_of(number: int, seed: int) -> tuple[str, rbcore.Rules, random.Random]:
    """The line of a round, its rules, and chance for the rest of the round."""
    rng = random.Random(f"{seed}-{number}")
    rules = rng.choice(RULES)
    return forge(played(rules, rng), rng), rules, rng


def problem(number: int, seed: int) -> str | None:
    """Read and play on the line of a round; return what is wrong, or None."""
    line, rules, rng = line_of(number, seed)
    attention = (CARELESS,) * rules.seats if rng.random() < 0.3 else None
    try:
        game = rbcore.Game.parse(line, rules, partial=True, attention=attention, **SHORT)
    except ValueError as error:
        return None if str(error).isprintable() else f"says {str(error)[:200]!r}"
    try:
        hold(game)
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    return None


def attack(rounds: int = GAMES, seed: int = 1) -> tuple[int, list[str]]:
    """Forge so many lines; return how many, and the findings."""
    found = findings(rounds, lambda number: problem(number, seed), TOGETHER)
    return rounds, [f"{line_of(number, seed)[0]!r}: {words}" for number, words in found]
