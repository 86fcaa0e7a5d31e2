"""Patience in a terminal: by numbers and by clicks, and what every key says."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from rbpatience import playing
from rbpatience.board import Board
from rbpatience.book import GAMES, known_games
from rbpatience.solving.solver import solve_board, solve_pack
from rbsim.table.apps import PatienceApp
from rbsim.table.seated_patience import SeatedPatience, between
from support.seated_apps import hurry, place_of, said, screen, sit_at, told, until

pytest.importorskip("textual")

Steps = Callable[[PatienceApp, Pilot[Any]], Awaitable[None]]
OWN = ["royal-marriage", "push-pin", "discards", "elevens-and-courts", "shah", "petits-paquets",
       "gallery"]  # fmt: skip


def sit(game: str, steps: Steps) -> PatienceApp:
    """Sit down at a deal, and take some steps."""
    return sit_at(PatienceApp(SeatedPatience(game, 1, 0)), steps, (80, 50))


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where games are kept."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "rbsim"


def advised(game: SeatedPatience) -> int | None:
    """The adviser's move, or the first where it would make none."""
    return (game.board.advice or 0) if game.board.moves else None


async def clicked(app: PatienceApp, pilot: Pilot[Any], number: int) -> None:
    """Click the piles of a move until it is made; of several that have them, type its number."""
    made, one = len(app.game.record), app.game.choices()[number]
    for key in one.piles:
        if len(app.game.record) == made:
            cards = one.cards if key == one.piles[0] else 1
            await pilot.click(app.board, offset=place_of(app.board, key, cards))
            await pilot.pause()
    if len(app.game.record) == made:
        assert f"{number + 1}) {one.words}" in said(app) or " others" in said(app)
        await pilot.press("escape", *str(number + 1), "enter")


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["trefoil", "klondike", "juvenile", *OWN])
def test_moves_by_numbers_and_by_clicks(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The adviser's, in turn: both make the same game, whose last moves have keys alone."""
    hurry(monkeypatch)

    async def steps(app: PatienceApp, pilot: Pilot[Any]) -> None:
        twin = SeatedPatience(game, 1, 0)
        while (number := advised(twin)) is not None and len(twin.record) < 80:
            twin.move(number)
            if len(twin.record) % 2 and len(twin.record) < 20:
                await clicked(app, pilot, number)
            else:
                await pilot.press(*str(number + 1), "enter")
            await until(lambda: app.game.record == twin.record)
        assert app.game.board.piles == twin.board.piles
        assert app.game.board.foundations == twin.board.foundations
        if not twin.board.moves:
            assert "deals" in said(app) or "e begins the next" in said(app)

    sit(game, steps)


def test_all_moves_are_named() -> None:
    """Some at a time, and those whose numbers go on as what was typed."""

    async def steps(app: PatienceApp, pilot: Pilot[Any]) -> None:
        while app.game.choices()[0].kind == "turn":
            app.press("space")
        named, choices = "", app.game.choices()
        assert len(choices) > 20
        for _ in range(len(choices) // 8 + 1):
            named += said(app) + "; "
            app.press("m")
        assert named.startswith(said(app))  # round again
        for number, one in enumerate(choices, 1):
            assert f"{number}) {one.words}; " in named
        app.press("1")
        app.press("7")
        assert said(app) == f"17) {choices[16].words} [17]"
        app.press("9")
        assert said(app).startswith(f"No move has such a number. 1) {choices[0].words}; ")
        app.press("backspace")
        app.press("enter")
        assert app.game.record[-1] == 16

    sit("royal-marriage", steps)


def test_commands() -> None:
    async def steps(app: PatienceApp, pilot: Pilot[Any]) -> None:
        app.press("i")
        assert f"The adviser would: {app.game.advice()}. 1) " in said(app)
        app.press("v")
        await until(lambda: "solver examined" in said(app))
        assert "From here the game can be won" in said(app)
        assert "positions. 1) " in said(app)
        app.press("1")
        assert said(app).endswith("[1]")
        app.press("enter")
        assert (app.game.record, app.number) == ([0], "")
        app.press("n")
        assert (app.game.number, app.game.record, told(app)) == (1, [], ["Another game."])
        app.game = SeatedPatience("nationale", 1, 0)
        app.press("n")
        app.press("e")
        assert "No deal follows" in said(app)
        app.press("2")
        app.press("enter")
        app.press("u")
        assert app.game.record == []
        app.press("u")
        assert "no move to take back" in said(app)
        await pilot.press("9", "9", "9", "enter")
        assert "There is no move 999; there are 1. 1) Q" in said(app)
        await pilot.resize_terminal(80, 14)
        await pilot.press("?")
        assert "type one, and Enter plays it" in " ".join(shown := screen(app))
        await pilot.press("down")
        assert screen(app)[1:-3] == shown[2:-2]
        await pilot.press("x")
        await pilot.click(app.board, offset=(79, 0))
        assert "There is no pile" in said(app)

    sit("nationale", steps)


# ---- seated patience -----------------------------------------------------------------------------


NAMES = [game.name for game in (*GAMES.values(), *known_games().values()) if game.is_decided]


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", NAMES)
def test_a_random_walk(name: str) -> None:
    """Every move has piles on the table and words of its own; cards named lie face up there."""
    game, draws = SeatedPatience(name, 1, 0), random.Random(1)
    for _ in range(15):
        choices, scene = game.choices(), game.scene()
        assert len(choices) == len(game.board.moves)
        piles = {pile.key: pile for pile in scene.piles}
        assert len({one.words for one in choices}) == len(choices)
        for one in choices:
            assert one.piles
            assert set(one.piles) <= set(piles)
            if one.words[0] in "A23456789TJQK" and one.piles[0][0] != "f":
                assert one.words[0] in {card[0] for card in piles[one.piles[0]].face_up}
        if not choices:
            if game.is_over:
                break
            game.next_deal()
            continue
        number = draws.randrange(len(choices))
        assert number in between(choices, *choices[number].piles)
        game.move(number)
    made, line = list(game.record), str(game.board.piles)
    while game.record:
        game.undo()
    assert str(game.board.piles) == str(Board(name, playing.deal(name, 1, 0)).piles)
    for number in made:
        game.move(number) if number >= 0 else game.next_deal()
    assert str(game.board.piles) == line


def test_the_end_of_a_game() -> None:
    """A way that the solver finds comes out; the adviser's leads to where no move is left."""
    game = SeatedPatience("nationale", 1, 0)
    assert solve_board(game.board)[0] == "solvable"
    for move in solve_pack("nationale", playing.deal("nationale", 1, 0))[2]:
        assert not game.is_over
        game.move(game.board.moves.index(move))
    assert game.is_over
    assert game.board.won
    game = SeatedPatience("golf", 1, 0)
    while not game.is_over:
        assert game.advice() == game.choices()[game.board.advice or 0].words
        game.move(game.board.advice or 0)
    assert not game.board.won
    with pytest.raises(ValueError, match="There is no move 1000; there are 0"):
        game.move(999)


def test_deals_and_what_is_refused() -> None:
    game = SeatedPatience("trefoil", 1, 0)
    with pytest.raises(ValueError, match="no move to take back"):
        game.undo()
    game.next_deal()
    game.next_deal()
    with pytest.raises(ValueError, match="No deal follows"):
        game.next_deal()
    game.undo()
    game.next_deal()
    columns = SeatedPatience("klondike", 1, 0).scene().captions
    assert "".join(one.lines[0] for one in columns) == "1234567"
    with pytest.raises(ValueError, match="the player decides nothing"):
        SeatedPatience("talkative", 1, 0)
