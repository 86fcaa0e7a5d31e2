"""Lists of presets and axes, players, and patience games; one patience game card by card."""

import inspect
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from importlib.resources import files
from itertools import chain, groupby
from textwrap import wrap
from typing import Any

import numpy as np

import rbcore
from rbcore.cards.ranges import MAX_WORD, check_range, count_text, printable
from rbcore.drawing.text import PLAIN
from rbcore.rules.definition import PROJECT, Rules, hyphened, value_text, value_words, values_text
from rbcore.rules.variants import NAMED, differences, nearest_preset
from rbpatience import playing
from rbpatience.book import GAMES, known_games
from rbpatience.layouts import MAX_TEXT
from rbpatience.numbered import numbered_deal
from rbpatience.playing import MAX_EVENTS, OUTCOMES
from rbpatience.solving import solver
from rbsim.arms.arm import Arm
from rbsim.arms.forms import Form, form_arm, more_work, work_of
from rbsim.cli import console, options
from rbsim.cli.options import Keeping, Output
from rbsim.estimates.figures import Figure, rate
from rbsim.files import user_path
from rbsim.options import SEED, StudyOptions, read_whole
from rbsim.table.seated_patience import SeatedPatience
from rbsim.variants import read_variant

PATIENCE_WIDTH = 78
WIDTH = 80  # columns
LEGAL = "the legal moves"
SEEN = "face-up cards"
REMEMBERED = "face-up cards, and hands that were once wastes"

Described = dict[str, Any]


def variants(variant: str | None = None, *, as_json: bool = False) -> None:
    """List presets and the axes of the rules, or say how a variant differs from the standard game.

    variant VARIANT: The variant to describe: a preset (strict), a preset with changes
      (strict,reserve-size=11), or the name of a variant file.
    """
    if variant is None:
        described, lines = [*presets(), *programs(), *axes()], list_lines()
    else:
        name, rules = read_variant(variant)
        described, lines = changes(rules, name) + left_over(name), variant_lines(rules, name)
    console.print_list(described, lines, as_json)


def players(*, as_json: bool = False) -> None:
    """List the built-in players: their rules of play, knowledge, strength and speed."""
    described = [{"kind": "player", **asdict(entry)} for entry in ENTRIES]
    console.print_list(described, player_lines(), as_json)


def presets() -> list[Described]:
    """Return all presets, each with its name, summary and source."""
    return [
        {"kind": "preset", "name": name, "summary": preset.summary, "source": preset.source}
        for name, preset in rbcore.PRESETS.items()
    ]


def programs() -> list[Described]:
    """Return the profiles of programs, each with its source and how the program differs."""
    return [
        {
            "kind": "program",
            "name": name,
            "summary": program.summary,
            "source": program.source,
            "differs": list(program.differs),
        }
        for name, program in rbcore.PROGRAMS.items()
    ]


def axes() -> list[Described]:
    """Return all axes, each with its name, values (the standard one first), meaning and clause."""
    return [
        {
            "kind": "axis",
            "name": hyphened(axis.name),
            "values": values_text(axis.name),
            "meaning": axis.metadata["meaning"],
            "clause": axis.metadata["clause"],
        }
        for axis in fields(Rules)
    ]


def changes(rules: Rules, variant: str) -> list[Described]:
    """Return what a variant changes, each with its source: the nearest preset or this project."""
    preset = NAMED[nearest_preset(rules)]
    described = []
    for name, value in differences(rules, Rules()).items():
        source = Rules.__dataclass_fields__[name].metadata["source"]
        if name in preset.changes and preset.changes[name] == value:
            source = PROJECT if name in preset.chosen else preset.source
        words = value_words(name, value)
        described.append(
            {
                "kind": "change",
                "variant": variant,
                "axis": hyphened(name),
                "value": value,
                "words": words,
                "source": source,
            }
        )
    return described


def left_over(name: str) -> list[Described]:
    """Return how a program still differs from its profile; nothing for other variants."""
    differs = NAMED[name].differs if name in NAMED else ()
    return [{"kind": "difference", "variant": name, "words": words} for words in differs]


def list_lines() -> Iterator[str]:
    """Yield a line for each preset, then one for each program and one for each axis."""
    yield "Presets:"
    for preset in presets():
        yield from _entry(preset["name"], 16, f"{preset['summary']} ({preset['source']})")
    yield ""
    yield "Programs, as closely as axes describe them:"
    for program in programs():
        yield from _entry(program["name"], 16, f"{program['summary']} ({program['source']})")
    yield ""
    yield "Axes, with the standard value first; write a variant as preset,axis=value,...:"
    for axis in axes():
        words = f"{axis['meaning']} ({axis['clause']}): {axis['values']}"
        yield from _entry(axis["name"], 22, words)


def variant_lines(rules: Rules, name: str) -> Iterator[str]:
    """Yield the description of one variant: a sentence for each change, under its source."""
    summary = NAMED[name].summary if name in NAMED else rbcore.variant_text(rules)
    yield from wrap(name if name == summary else f"{name}: {summary}", WIDTH)
    described = changes(rules, name)
    if not described:
        yield "The rules of the standard game, unchanged."
    for source in dict.fromkeys(change["source"] for change in described):
        yield ""
        head = f"Chosen by {source}" if source == PROJECT else f"From {source}"
        yield from wrap(f"{head}:", WIDTH)
        for change in described:
            if change["source"] == source:
                axis = f"{change['axis']}={value_text(change['value'])}"
                yield from _entry(axis, 28, change["words"])
    for number, difference in enumerate(left_over(name)):
        if number == 0:
            yield from ("", "The program itself still differs:")
        yield from _entry("-", 1, difference["words"])


def _entry(name: str, width: int, words: str) -> Iterator[str]:
    """Yield a name with its description wrapped beside it."""
    lines = wrap(words, WIDTH - width - 3, break_long_words=False, break_on_hyphens=False)
    yield f"  {name:{width}} {lines[0]}"
    yield from (f"  {'':{width}} {line}" for line in lines[1:])


@dataclass(frozen=True)
class Entry:
    """The description of a player in the list."""

    name: str
    version: int  # the one measured; a test demands new figures for a new version
    plays: str  # how it chooses
    knows: str  # of the cards
    # Relative to `search` in the standard game, each deal from both seats: the estimate and the
    # ends of its 95% interval; all 0 for `search` itself.
    elo: tuple[int, int, int]
    games_per_second: int  # standard games between two of this player on one core


# In the order of rbcore.PLAYERS; docs/players.md says how the figures were measured.
ENTRIES = (
    Entry(
        "uniform",
        1,
        "a legal move at random, all equally likely",
        LEGAL,
        (-1239, -1355, -1120),
        22_800,
    ),
    Entry(
        "greedy",
        2,
        "the first legal move in this order: put a card on a foundation; load the reserve card, or "
        "put it on a house; do the same with the turned-up card; load a house card; move a house "
        "card to another house, if this frees a card for a foundation, or a house; turn; waste",
        SEEN,
        (-215, -223, -207),
        67_900,
    ),
    Entry(
        "weighted",
        3,
        "the move that leads to the layout with the highest value, a weighted sum of features",
        SEEN,
        (-176, -183, -168),
        22_800,
    ),
    Entry(
        "planner",
        4,
        "the moves of its turn that lead to the layout with the highest value",
        SEEN,
        (-72, -82, -61),
        1_506,
    ),
    Entry(
        "search",
        4,
        "of the sequences that `planner` rates highest, the one that wins most playouts, with "
        "hidden cards dealt at random",
        SEEN,
        (0, 0, 0),
        24,
    ),
    Entry(
        "lookahead",
        1,
        "of the sequences for its turn, the one with the highest value after the opponent's reply",
        SEEN,
        (-17, -27, -8),
        1_085,
    ),
    Entry("lookahead+memory", 1, "as `lookahead`", REMEMBERED, (28, 18, 38), 840),
    Entry(
        "frugal",
        1,
        "as `nested` for four turns, with a wider search of which it keeps fewer sequences",
        SEEN,
        (28, 13, 43),
        180,
    ),
    Entry("frugal+memory", 1, "as `frugal`", REMEMBERED, (113, 98, 128), 165),
    Entry(
        "nested",
        1,
        "as `lookahead`, but values the position after six turns, with `lookahead` in all seats",
        SEEN,
        (10, 0, 21),
        96,
    ),
    Entry("nested+memory", 1, "as `nested`", REMEMBERED, (114, 103, 125), 77),
    Entry(
        "thorough",
        1,
        "as `nested`, with more sequences, and also with the hidden cards dealt at random",
        SEEN,
        (57, 34, 80),
        23,
    ),
    Entry("thorough+memory", 1, "as `thorough`", REMEMBERED, (168, 142, 195), 22),
    # Its standard games are those of `planner`, so the figures are too.
    Entry(
        "steady",
        1,
        "as `planner`, but it rarely goes in circles where the waste is available",
        SEEN,
        (-72, -82, -61),
        1_506,
    ),
)


def player_lines() -> Iterator[str]:
    """Yield two lines for each player."""
    yield "Players, with Elo relative to search in the standard game, and speed:"
    for entry in ENTRIES:
        estimate, low, high = entry.elo
        strength = f"Elo {estimate:+d} ({low:+d} to {high:+d})" if any(entry.elo) else "Elo 0"
        speed = f"{entry.games_per_second:,} games a second"
        yield from _entry(entry.name, 17, entry.plays)
        yield f"  {'':17} version {entry.version}; {strength}; {speed}"
        yield f"  {'':17} knows {entry.knows}"
    yield ""
    yield "name+memory remembers cards, name+sight sees all cards, and name~0.1 plays 1 move in"
    yield "10 at random. search-500 plays 500 playouts."


# ---- patience ----

LABEL = 28
LIST = 30  # columns before the description of a game in the list
HOW = {"forced": "; nothing is decided", "best": " in the best order"}  # after the odds, by player
NOUNS = {"thrown": "out", "kept": "kept"}
FOR_ONE = ("forms", "players", "seed")  # all other options are for many games


def patience(
    call: Any,
    values: Any,
    output: Output,
    keeping: Keeping,
    *,
    every: bool = False,
    deal: str | None = None,
    layout: str | None = None,
    work: int | None = None,
    memory: int | None = None,
) -> None:
    """List patience games, play many deals of one or several, or show one deal card by card.

    every: Play every game, with each choice for the rules that sources leave open.
    deal N: Show deal N card by card. ms:11982 means deal 11982 of Microsoft FreeCell, and pysol:7
      means deal 7 of PySolFC (docs/patience/layouts.md).
    layout FILE: Read a layout from a file (- for standard input), show it, and let the player
      finish the game.
    work N: Number of positions that the solver may examine in a game; 100,000 by default.
    memory N: Memory that the solver may use, in MiB; 1,024 by default.
    """
    named = values["forms"] or []
    values["players"] = players = _with_work(values["players"], work, memory)
    defaults = inspect.signature(call).parameters
    changed = {key for key, value in values.items() if value != defaults[key].default} - {*FOR_ONE}
    if deal is not None or layout is not None:
        option = "--deal" if layout is None else "--layout"
        if deal is not None and layout is not None:
            raise ValueError("--deal and --layout exclude each other; give one of them")
        if changed or output != Output(quiet=output.quiet):
            no = ", ".join(sorted(changed)) or "--json, --full, files"
            raise ValueError(f"{option} prints text only; leave out {no}")
        if len(named) != 1:
            raise ValueError(f"{option} needs exactly one game; `rbsim patience` lists them")
        if layout is not None:
            print(
                show_layout(named[0], read_text(layout), f"as in {layout}", values["seed"], players)
            )
        elif not str(deal)[:1].isdecimal() and not str(deal).startswith("-"):
            text = numbered_deal(Form(named[0]).game, str(deal))
            print(show_layout(named[0], text, f"deal {deal}", values["seed"], players))
        else:
            number = check_range("deal", read_whole(str(deal)), 0, MAX_WORD)
            print(show_game(named[0], number, values["seed"], players))
    elif every and named:
        raise ValueError(f"--all includes {named[0]}; leave out one of them")
    elif not (every or named):
        if changed or players is not None or output != Output(as_json=output.as_json):
            raise ValueError("name a game to play, or give --all; otherwise games are only listed")
        console.print_list([*patience_dicts()], patience_lines(), output.as_json)
    else:
        options.play_and_show(call, values, output, keeping)


def _with_work(players: str | None, work: int | None, memory: int | None) -> str | None:
    """Return the players, with work and memory added to the solvers among them."""
    if work is None and memory is None:
        return players
    names = [name.strip() for name in (players or "solver").split(",")]
    if not any(name.startswith("solver") for name in names):
        raise ValueError("--work and --memory are for the solver; add solver to --players")
    work = check_range("work", solver.WORK if work is None else work, 1, solver.MAX_WORK)
    ending = f"-{work}"
    if memory is not None:
        check_range("memory", memory, solver.MIN_MEMORY, solver.MAX_MEMORY)
        ending += f"-{memory}"
    for name in names:
        if name.startswith("solver-"):
            raise ValueError(f"{name} sets the work, as --work does; leave out one of them")
    return ",".join(name + ending if name == "solver" else name for name in names)


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for `-`; ValueError if there is none."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(MAX_TEXT + 1).decode()
        with user_path(name).open("rb") as file:
            return file.read(MAX_TEXT + 1).decode()
    except OSError as error:
        raise ValueError(f"{printable(name)} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{printable(name)} is not text") from None


def patience_lines() -> list[str]:
    """Return lines for each game: number, name, description, players, readings, odds."""
    lines = []
    odds = known_odds()
    for game in chain(GAMES.values(), known_games().values()):
        first, *rest = wrap(game.line, PATIENCE_WIDTH - LIST)
        if len(game.every_player) > 1:
            rest += wrap(f"--players {', '.join(game.every_player)}", PATIENCE_WIDTH - LIST)
        for key, values in game.readings.items():
            rest += wrap(f"{game.name},{key}={' or '.join(values)}", PATIENCE_WIDTH - LIST)
        if game.rules.also:
            rest += wrap(f"also {', '.join(game.rules.also)}", PATIENCE_WIDTH - LIST)
        if game.homonym:
            rest += wrap(game.homonym, PATIENCE_WIDTH - LIST)
        if game.name in odds:
            player, wins = odds[game.name]
            how = HOW.get(player, f" by {player}")
            rest += wrap(f"comes out {wins.text}{how}", PATIENCE_WIDTH - LIST)
        number = "-" if game.number == game.name else game.number
        lines.append(f"{number:<8} {game.name:<20} {first}")
        lines += [" " * LIST + line for line in rest]
    return lines


def patience_dicts() -> Iterator[Described]:
    """Yield all games as plain values for JSON."""
    odds = known_odds()
    for game in chain(GAMES.values(), known_games().values()):
        player, wins = odds.get(game.name, ("", None))
        yield {
            "kind": "patience",
            "number": game.number,
            "name": game.name,
            "line": game.line,
            "also": list(game.rules.also),
            "homonym": game.homonym,
            "version": game.version,
            "players": list(game.every_player),
            "player_versions": [*map(game.versioned, game.every_player)],
            "readings": {key: list(values) for key, values in game.readings.items()},
            "odds": wins
            and {
                "player": player,
                "estimate": wins.estimate,
                "low": wins.low,
                "high": wins.high,
                "games": wins.n,
            },
        }


def known_odds() -> dict[str, tuple[str, Figure]]:
    """Return how often games come out for the best player, if their rules have not changed."""
    kept = json.loads(files("rbsim.cli").joinpath("patience_odds.json").read_text("utf-8"))
    return {
        name: (count["player"], rate("wins", count["won"], count["games"], count["undecided"]))
        for name, count in kept.items()
        if Form(name).digest == count["digest"]
    }


def show_game(game: str, number: int, seed: int = SEED, players: str | None = None) -> str:
    """Return one game as text: its pack, each card or move, and how it ends."""
    form = Form(game)
    arm = _arm_of_one(form, players, seed, number)
    head = f"{_title(form)}, game {number:,} of seed {seed}, by {arm.player_text}"
    if form.game.is_decided:
        seated = SeatedPatience(game, seed, number)
        head += f"\n{seated.board}"
    note = [form.game.homonym] if form.game.homonym else []
    if work_of(arm):
        return "\n".join([head, *solved_lines(seated, arm), *note])
    pack = playing.deal(form.game, seed, number)
    row, story = playing.play_pack(form.game, pack, arm.player_text, seed, number)
    return "\n".join([head, *story_lines(form.game.pile_names, pack, row, story), *note])


def show_layout(
    game: str, text: str, where: str, seed: int = SEED, players: str | None = None
) -> str:
    """Return a laid-out game as text, and how a player continues it or the solver wins it."""
    form = Form(game)
    arm = _arm_of_one(form, players, seed, 0)
    seated = SeatedPatience(game, seed, 0, text)
    head = f"{_title(form)}, {where}, by {arm.player_text}\n{seated.board}"
    if count := seated.board.unknown:
        cards = count_text(count, "cards")
        return f"{head}\n{cards} unknown (??), so neither a player nor the solver can continue"
    if work_of(arm):
        return "\n".join([head, *solved_lines(seated, arm)])
    row, story = seated.board.play(arm.player_text, seed)
    return "\n".join([head, *story_lines(form.game.pile_names, "", row, story)])


def _title(form: Form) -> str:
    number_text = "" if form.game.number == form.game.name else f"no. {form.game.number} "
    return f"{number_text}{form.text}"


def _arm_of_one(form: Form, players: str | None, seed: int, number: int) -> Arm:
    """Return the arm of the player that shows a game."""
    if players and "," in players:
        raise ValueError(f"players={players} names several; one player shows a game, so name one")
    return form_arm(form, players, 1, StudyOptions(seed=seed, first=number))


def solved_lines(seated: SeatedPatience, arm: Arm) -> Iterator[str]:
    """Yield whether a solver that sees all cards wins a game, and its moves."""
    work, memory = work_of(arm), solver.memory_of(arm.player_text)
    status, looked, way = solver.solve_board(seated.board, work, memory)
    more = ""
    if status == "undecided" and looked >= work:
        most = f"--work {more_work(arm)} searches further"
        more = f"; {most if more_work(arm) > work else '--work is at its maximum'}"
    elif status == "undecided":
        more = "; its lines are longer than the solver can follow, whatever --work is"
    elif status == "out of memory":
        more = f"; --memory {2 * memory} allows it more"
    yield f"{status}, with all cards known; {count_text(looked, 'positions')} examined{more}"
    at, board = 1, seated.board
    moves = (
        seated.move(board.moves.index(move)) if move in board.moves else seated.next_deal()
        for move in (way and solver.shorten(board, way))
    )
    for words, alike in groupby(moves):
        times = len([*alike])
        again = f", {times} times" if times > 1 else ""
        yield f"{at:4}  {words}{again}"
        at += times


def story_lines(
    piles: Mapping[int, str], pack: str, row: np.void, story: Sequence[tuple[str, str, int, int]]
) -> Iterator[str]:
    """Yield the lines of a game; consecutive cards that move the same way share a line."""
    if pack:
        yield from _line("pack", [pack[i : i + 2] for i in range(0, len(pack), 2)])
    yield "from -> to, and the cards that move this way one after another:"
    if story[:1] and story[0][0] != "pass":
        yield "pass 1"
    ways = groupby(story, lambda event: (event[0], 0 if event[0] in NOUNS else event[2], event[3]))
    for (event, place, source), told in ways:
        if event == "pass":
            yield f"pass {place}"
            continue
        at = {"waste": 126 - place, "foundation": 128 + place}.get(event, place)
        to = NOUNS.get(event) or piles[at]
        way = f"{piles[source]} -> {to}" if source >= 0 else to
        yield from _line(f"  {way}", [PLAIN.card(card) for _, card, *_ in told])
    if len(story) == MAX_EVENTS:
        yield "... the rest of the game is not shown"
    outcome = OUTCOMES[int(row["outcome"])]
    yield f"{outcome}, {int(row['left'])} left" if outcome != "won" else "won"


def _line(label: str, cards: Sequence[str]) -> list[str]:
    at = max(LABEL, len(label) + 1)
    whole, below = max(PATIENCE_WIDTH, at + 40), " " * at
    return wrap(" ".join(cards), whole, initial_indent=f"{label:<{at}}", subsequent_indent=below)
