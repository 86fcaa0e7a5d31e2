"""The table in a terminal: whole games by keys and mouse, what every key says, Stop!, files."""

from __future__ import annotations

import asyncio
import string
from itertools import cycle
from pathlib import Path
from threading import Event
from typing import Any

import pytest

pytest.importorskip("textual")

from textual import events
from textual.pilot import Pilot

import rbcore
from rbsim.games.files import read
from rbsim.games.transcript import move_text
from rbsim.table import apps
from rbsim.table import screen as table_screen
from rbsim.table.apps import BankApp
from rbsim.table.seated_game import Reply, SeatedGame, ends
from rbsim.table.series import Series
from support.seated_apps import (
    by_keys,
    by_mouse,
    hurry,
    keys_of,
    own_turn,
    place_of,
    said,
    screen,
    sit,
    told,
    until,
)
from support.sitters import AGAINST, SEED, deal, offended, own_move, play, recorded


@pytest.mark.full
def test_the_end_of_a_game_and_the_next(tmp_path: Path) -> None:
    """What an opponent does is told move by move, and at last the points."""
    path = tmp_path / "mine.games"
    begun = play(SeatedGame(deal()), len(recorded("standard")) - 40)

    async def steps(app: BankApp, pilot: Pilot[Any]) -> None:
        await own_turn(app)
        while not app.game.is_over:
            await by_keys(app, own_move(app.game))
            await own_turn(app)
        words = [one.words for one in app.game.record[len(begun.record) - 8 :]]
        first = f"The game continues after {begun.game.ply} moves, the last of them:"
        assert told(app) == [first, *words]
        winner = {0: "you", 1: "greedy"}[app.game.game.winner or 0]
        assert f"The game is over: won by {winner}. Points: you" in said(app)
        await pilot.press("space")
        assert "The game is over" in said(app)
        app.press("u")
        assert said(app).startswith("The game goes on again. ")
        await by_keys(app, own_move(app.game))
        await own_turn(app)
        await pilot.press("n")
        assert app.game.begun.game == 4
        await pilot.press("x")
        assert (app.game.seat, app.game.begun.game) == (1, 4)
        await own_turn(app)
        await by_keys(app, own_move(app.game))
        await pilot.press("ctrl+c")

    sit(Series(begun.transcript(), path), steps)
    first, second = read(path)
    assert list(first.moves) == recorded("standard")
    assert (second.game, second.players, second.outcome) == (4, ("greedy/2", "person"), None)


def test_a_refusal_names_the_clause_and_changes_nothing(tmp_path: Path) -> None:
    async def steps(app: BankApp, pilot: Pilot[Any]) -> None:
        scene = app.game.scene()
        await pilot.press("r", "1")
        assert "r>1 is not legal here." in said(app)
        assert "(4.2)" in said(app)
        for key in ("enter", "h"):
            app.press(key)
            assert said(app).startswith("No card is turned up: Space turns one")
        app.press("escape")
        app.press("3")
        assert said(app).startswith("3 has no legal place. The top card of the reserve fits")
        app.press("9")  # which is nothing, and lets go
        assert app.game.scene() == scene
        assert (told(app), app.draft.text) == ([], "")

    sit(Series(deal(), tmp_path / "mine.games"), steps)


def test_places_light_up(tmp_path: Path) -> None:
    """Also where there are no colours: by lines below and by reversing."""

    async def steps(app: BankApp, pilot: Pilot[Any]) -> None:
        play(app.game, 60)
        while not app.game.is_own_turn:
            play(app.game, len(app.game.record) + 1)
        move = next(one for one in app.game.game.moves() if ">" in one)
        source, _, place = move.partition(">")
        for sign in source:
            app.press(sign)
        await pilot.pause()
        assert place in said(app)
        assert marked(app, "reverse") == [ends(move, app.game.seat, 2)[0]]
        lit = marked(app, "underline")
        scene = app.game.scene()
        assert lit
        assert set(lit) == set(app.game.places(source, scene))
        await pilot.press("escape")
        assert marked(app, "reverse") == marked(app, "underline") == []

    sit(Series(deal(), tmp_path / "mine.games"), steps)


def marked(app: BankApp, look: str) -> list[str]:
    """The keys of the piles that are shown so on the screen."""
    found = []
    for y in range(app.board.size.height):
        strip = app.screen._compositor.render_strips()[app.board.region.y + y]
        column = 0
        for segment in strip:
            if segment.style is not None and getattr(segment.style, look):
                word = app.board.word_at(column - app.board._left, y)
                assert word is not None
                found.append(word.key)
            column += segment.cell_length
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", ["standard", "three-player", "crossley"])
def test_any_size(variant: str, tmp_path: Path) -> None:
    """From 60 columns to 200 every pile is on the screen, and clicks find it."""

    async def steps(app: BankApp, pilot: Pilot[Any]) -> None:
        play(app.game, 80)
        app.show_board()
        await pilot.resize_terminal(59, 30)
        await pilot.pause()
        assert "The table needs 60 columns; the terminal has 59." in " ".join(screen(app))
        for width, height in ((60, 30), (80, 30), (133, 40), (200, 60), (200, 24), (61, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            shown = screen(app)
            assert app.board.size.height == len(app.board._lines)
            for pile in app.game.scene().piles:
                x, y = place_of(app.board, pile.key)
                word = app.board.word_at(x - app.board._left, y)
                assert word is not None
                assert word.key == pile.key
                assert app.board.region.y + y < height
                assert shown[app.board.region.y + y][x : x + word.size] == word.text.rstrip()
            assert max(map(len, shown)) <= width

    sit(Series(deal(variant), tmp_path / "mine.games"), steps)


@pytest.mark.full
def test_no_key_does_nothing_without_a_word(tmp_path: Path) -> None:
    """Signs, keys without a sign, and keys with others."""
    named = ["tab", "shift+tab", "up", "down", "left", "right", "home", "end", "pageup", "delete",
             "f1", "f12", "ctrl+a", "ctrl+p", "ctrl+s", "insert", "escape", "backspace",
             "space", "enter"]  # fmt: skip
    signs = [one for one in string.printable.strip() if one not in "q?"]

    async def steps(app: BankApp, pilot: Pilot[Any]) -> None:
        for key in [*named, "é", "語"]:
            app.say("")
            await (pilot.press(key) if key in named else asyncio.sleep(0, app.press(key)))
            await own_turn(app)
            assert said(app), key
        for sign in signs:
            app.draft.clear()
            app.say("")
            app.press(sign)
            assert said(app), sign
            await own_turn(app)
        await pilot.press("?")
        await pilot.pause()
        assert "Space" in "\n".join(screen(app))
        await pilot.press("f5")
        await pilot.click(app.board, offset=(0, 0))
        assert "There is no pile" in said(app)

    sit(Series(deal(), tmp_path / "mine.games"), steps)


def test_keys_close_together_close_the_help_once(tmp_path: Path) -> None:
    async def steps(app: BankApp, pilot: Pilot[Any]) -> None:
        await pilot.press("?")
        await pilot.pause()
        shown = app.screen
        assert isinstance(shown, table_screen.HelpScreen)
        for _ in range(2):  # the second before the first has closed it
            shown.on_key(events.Key("space", " "))
        await pilot.pause()
        assert app.screen is not shown
        app.press("s")
        assert said(app)

    sit(Series(deal(), tmp_path / "mine.games"), steps)


def test_one_calls_stop_rightly_and_wrongly(tmp_path: Path) -> None:
    """As long as the move is shown."""
    game, move = offended()

    async def rightly(app: BankApp, pilot: Pilot[Any]) -> None:
        app.press("s")
        assert said(app).startswith("Stop! ")
        assert app.game.record[-1].entry == f"{move}!"
        assert " ".join(told(app)).endswith(app.game.record[-1].words)
        app.press("s")
        assert "already been called" in said(app)

    async def again(app: BankApp, pilot: Pilot[Any]) -> None:
        assert told(app)[0].startswith(f"The game continues after {app.game.game.ply} moves")
        for number in range(40):
            app.tell(str(number))
        await pilot.resize_terminal(80, 20)
        await until(lambda: "39" in screen(app))

    async def wrongly(app: BankApp, pilot: Pilot[Any]) -> None:
        app.press("s")
        assert said(app).startswith("Stop! The move was legal, so nothing follows.")
        assert app.game.record == legal.record

    app = sit(Series(game.transcript(), tmp_path / "mine.games"), rightly, pace=1_000.0)
    assert app.game.game.ply < len(app.game.record)
    sit(app.series, again, pace=1_000.0)
    legal = play(SeatedGame(deal()), 1)
    while legal.record[-1].seat == 0:
        play(legal, len(legal.record) + 1)
    sit(Series(legal.transcript(), tmp_path / "mine.games"), wrongly, pace=1_000.0)


def test_undo_hints_and_resigning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(apps, "PLAYOUTS", 200)

    async def steps(app: BankApp, pilot: Pilot[Any]) -> None:
        await pilot.press("u")
        assert "no move to take back" in said(app)
        move = own_move(app.game)
        await by_keys(app, move)
        app.press("u")
        assert told(app)[-1] == f"Taken back: {move}."
        assert not app.game.record
        await pilot.press("i")
        await until(lambda: "is best" in said(app))
        assert "playouts by weighted, which would play " in said(app)
        assert move_text(app.game.game, move) in said(app)
        await pilot.press("o")
        await until(lambda: "You win" in said(app))
        assert said(app).endswith("playouts by weighted.")
        await by_keys(app, move)
        app.press("g")
        assert "Press g again" in said(app)
        app.press("r")
        app.press("escape")
        app.press("g")
        assert not app.game.is_over
        app.press("g")
        assert "resigned. Points: you 0" in said(app)

    sit(Series(deal(), tmp_path / "mine.games"), steps)


def test_keys_are_heard_beside_an_opponent_that_thinks(monkeypatch, tmp_path):
    """It is left alone with it when one takes a move back, or gets up."""
    begun, done = Event(), Event()

    def think(reply: Reply) -> None:
        begun.set()
        done.wait(60)
        reply.move = reply.game.choose(reply.player)

    monkeypatch.setattr(Reply, "think", think)
    path = tmp_path / "mine.games"

    async def steps(app: BankApp, pilot: Pilot[Any]) -> None:
        while app.game.is_own_turn:
            await by_keys(app, own_move(app.game))
        await until(begun.is_set)
        made = len(app.game.record)
        app.press("space")
        assert said(app) == "It is the turn of seat 1."
        app.press("+")
        assert "0.3 s" in said(app)
        app.press("u")
        assert app.game.is_own_turn
        done.set()
        await pilot.pause(0.05)
        assert len(app.game.record) == made - 1
        done.clear()
        begun.clear()
        await by_keys(app, own_move(app.game))
        await until(begun.is_set)
        await pilot.press("ctrl+c")

    app = sit(Series(deal(), path), steps)
    done.set()
    assert app.return_code == 0
    [kept] = read(path)
    assert kept.moves == tuple(one.entry for one in app.game.record)


def test_a_disk_that_is_full_is_told_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def keep(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(table_screen, "keep", keep)

    async def steps(app: BankApp, pilot: Pilot[Any]) -> None:
        await by_keys(app, own_move(app.game))
        await until(lambda: "could not be saved" in said(app))
        assert "No space left" in said(app)

    sit(Series(deal(), tmp_path / "mine.games"), steps)


SHORT = {
    "standard": 17_072, "reserve-11": 38_106, "reserve-12": 30_952, "waste-available": 8_976,
    "cut-start": 17_072, "high-start": 10_582, "tableau-start": 17_072, "strict": 4_308,
    "strict-fewest": 4_308, "covered": 2_192, "early-turn": 17_072, "peek": 15_260,
    "face-down": 17_072, "crossley": 12_451, "simplified": 24_456, "three-player": 19_568,
    "wrangle": 3_651, "wrangle-open": 1_251, "here-and-there": 18_041,
}  # fmt: skip


@pytest.mark.sample(1)
@pytest.mark.parametrize(("variant", "mouse"), list(zip(rbcore.PRESETS, cycle([False, True]))))
def test_a_whole_game(variant: str, mouse: bool, monkeypatch: Any, tmp_path: Path) -> None:
    """By keys, or by mouse from the other side; it, its file and its points are those of rbcore."""
    hurry(monkeypatch)
    rules, game, seat = rbcore.variant(variant), SHORT.get(variant, 0), int(mouse)
    _, moves, row = rbcore.trace(rules, [AGAINST] * rules.seats, SEED, game)

    async def steps(app: BankApp, pilot: Pilot[Any]) -> None:
        await own_turn(app)
        while not app.game.is_over:
            move, before = own_move(app.game), len(app.game.record)
            if mouse:
                await by_mouse(app, pilot, move)
            else:
                await pilot.press(*keys_of(app, move))
            await until(lambda before=before: len(app.game.record) > before)
            await own_turn(app)
        assert "The game is over: won by " in said(app)
        await pilot.press("q")

    series = Series(deal(variant, seat, game=game), tmp_path / "mine.games")
    app = sit(series, steps, (100, 40) if mouse else (80, 30))
    assert [one.entry for one in app.game.record] == list(moves)
    assert sum(one.seat == seat for one in app.game.record) >= 12
    assert app.game.game.row() == row
    [kept] = read(series.path)
    assert list(kept.moves) == list(moves)
    assert (kept.outcome, kept.scores) == ("win", app.game.game.scores())
    assert kept.players[seat] == "person"
