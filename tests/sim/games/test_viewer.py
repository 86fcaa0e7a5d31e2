"""The page on which games are stepped through: its script against the core, and what it refuses."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from hashlib import sha256
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest

import rbcore
from rbcore.drawing.drawn import svg
from rbcore.drawing.scene import HIDDEN
from rbcore.drawing.tables import lay_out
from rbsim.estimates.figures import Figure
from rbsim.games import Course, JudgedMove, Transcript, page, read
from rbsim.games.opinion import Line
from rbsim.games.transcript import line_words, move_words
from rbsim.games.viewer import lines
from support.browser import Outline, asked, needs_browser

VARIANTS = [*rbcore.PRESETS, "three-player,covered-houses=yes", "standard,houses-each=1"]
SLIPPING = rbcore.Attention(
    slips=dict.fromkeys(rbcore.PRIORITIES, 0.3) | {"misplacing": 0.1}, watch=0.5
)
EVIL = '</script><script>alert("&1")</script><!-- {{script}} {{data}} <img src=x onerror=alert(2)>'


def traced(variant: str, *, slips: bool = False, **more: Any) -> Transcript:
    """A game as compiled players play it."""
    rules = rbcore.variant(variant)
    attention = (SLIPPING,) * rules.seats if slips else None
    game = Transcript.traced(
        rules, ("greedy",) * rules.seats, 2, 1, max_turns=60, attention=attention
    )
    return replace(game, **more)


def replayed(one: Transcript) -> list[rbcore.Position]:
    """The position at the start and after every move."""
    game, found = rbcore.Game.start(one.start, max_moves=100_000), [one.start]
    for entry in one.moves:
        if entry != "stop":
            game.attempt(entry.rstrip("!?"), called=entry.endswith("!"))
        found.append(game.position())
    return found


def data_of(html: str) -> Any:
    text = re.search(r'<script id="data" type="application/json">(.*?)</script>', html, re.DOTALL)
    assert text
    return json.loads(text[1])


STATES = """D.games.map((_, g) => { open(g); const far = stateAt(steps.length - 1);
  kept = []; return steps.map((_, i) => { const s = stateAt(i);
  const piles = s.piles.map((p, k) => [G.tables[0].piles[k][0], p.cards.join(""), p.down]);
  return [s.seat, s.turn, piles] }) })"""


@pytest.mark.full
@needs_browser
def test_every_position_is_the_cores(tmp_path: Path) -> None:
    """Of every preset, with offences that stand and Stops that are called; also going backwards."""
    games = [traced(variant, slips=i % 2 == 0) for i, variant in enumerate(VARIANTS)]
    assert all(sign in "".join(one.moves) for one in games[::2] for sign in "!?")
    found = asked(page(games), STATES, tmp_path)
    for one, states in zip(games, found, strict=True):
        positions = replayed(one)
        assert len(states) == len(positions) == len(one.moves) + 1
        for position, (seat, turn, piles) in zip(positions, states, strict=True):
            assert (seat, turn) == (position.seat, position.turn)
            cards = {key: text for key, text, _ in piles}
            down = {key: number for key, _, number in piles}
            view = position.view()
            for s in range(position.rules.seats):
                assert cards[f"h{s}"] == "".join(position.hands[s])
                assert cards[f"w{s}"] == "".join(position.wastes[s])
                assert cards[f"t{s}"] == (position.turned if s == position.seat else "")
                if position.rules.reserve_size:
                    assert cards[f"r{s}"] == "".join(position.reserves[s])
                    assert down[f"r{s}"] == view.reserves[s].count(HIDDEN)
            for number, house in enumerate(position.houses, 1):
                assert cards[f"H{number}"] == "".join(house or ())
                assert down[f"H{number}"] == (view.houses[number - 1] or ()).count(HIDDEN)
            tops = {pile.key: "".join(pile.cards) for pile in lay_out(view).piles}
            for key in cards:
                if key[0] == "F":
                    assert cards[key] == tops[key]


SHAPE = re.compile(r'<(rect|use|text) class="([^"]+)"([^>]*?)/?>([^<]*)')


def drawn(svg: str) -> list[tuple[str, str, str, str, list[float]]]:
    """The shapes of a picture: tag, roles, glyph, words, and their lengths."""
    return [
        (tag, role, "".join(re.findall(r'href="#\w+-(\w+)"', rest)), words,
         [float(n) for n in re.findall(r'"(-?[0-9.]+)"', rest)])
        for tag, role, rest, words in SHAPE.findall(svg)
    ]  # fmt: skip


@pytest.mark.full
@needs_browser
@pytest.mark.parametrize("narrow", [False, True])
def test_the_script_draws_what_python_draws(tmp_path: Path, narrow: bool) -> None:
    """Shape for shape, at both widths, cards, counts, signs and words; every fifth position."""
    variants = ("standard", "three-player", "covered", "peek", "wrangle", "here-and-there")
    games = [traced(variant) for variant in variants]
    question = """D.games.map((_, g) => { open(g); now = 0;
      const fifths = steps.slice(0, -1).map((_, i) => i).filter(i => i % 5 == g % 5);
      return fifths.map(i => { const s = stateAt(i);
        if (G.peek) sight = "seat" + s.seat; return picture(s, null).drawn }) })"""
    found = asked(page(games), question, tmp_path, width=500 if narrow else 1280)
    for i, (one, pictures) in enumerate(zip(games, found, strict=True)):
        for position, picture in zip(replayed(one)[i % 5 : -1 : 5], pictures, strict=True):
            scene = lay_out(position.view(), narrow=narrow, next_cards=True)
            ours, its = drawn(svg(scene)), drawn(picture)
            assert [shape[:4] for shape in its] == [shape[:4] for shape in ours]
            for mine, other in zip(ours, its, strict=True):
                assert other[4] == pytest.approx(mine[4], abs=0.11), mine


@pytest.mark.full
@needs_browser
def test_steps_words_and_addresses(tmp_path: Path) -> None:
    """Each control goes where it says; an address names a move; comments and clauses are shown."""
    one = traced("standard", comments={4: EVIL})
    other = traced("wrangle")
    html = page([one, other], title=EVIL)
    last = len(one.moves)
    question = """(() => { const at = []; const press = id => { $(id).click(); at.push(now); };
      for (const id of ["first", "on", "on", "back", "turn-on", "turn-back"]) press(id);
      for (const id of ["last", "on", "first", "back"]) press(id);
      show(4); const comment = $("comment").textContent, address = location.hash;
      const marked = $("list").querySelector("[aria-current]").dataset.move;
      const said = [$("words").textContent, marked];
      sight = "open"; const backs = told(stateAt(0)).match(/[0-9]+ face down/g);
      location.hash = "#g2m7"; visit();
      return [at, comment, address, said, [which, now], document.title, backs,
        document.querySelectorAll("script").length, document.querySelectorAll("img").length] })()"""
    at, comment, address, said, there, title, backs, scripts, images = asked(
        html, question, tmp_path
    )
    first_turn = one.moves.index("waste") + 1
    assert at == [0, 1, 2, 1, first_turn, 0, last, last, 0, 0]
    assert comment == EVIL
    assert address == "#g1m4"
    assert said[0].startswith(f"Seat {one.start.seat}: ")
    assert said[1] == "4"
    assert there == [1, 7]
    assert title == EVIL
    assert backs == ["34 face down"] * 2  # of both hands all but the next card
    assert (scripts, images) == (4, 0)  # data, script, the question and what listens
    past_the_end = asked(html, "[which, now]", tmp_path, "#g1m99999")
    assert past_the_end == [0, last]


def pretty(card: str) -> str:
    rank, suit = card
    return rank.replace("T", "10") + dict(zip("cdhs", "♣♦♥♠", strict=True))[suit] + "\ufe0e"


GOLDEN = Path(__file__).parents[2] / "oracles" / "golden" / "offences.games"


def test_an_offence_is_shown_with_its_number() -> None:
    """The line of each attempt has its verdict; only a called one of 4 or 5 passes the turn."""
    for offence, game in enumerate(list(read(GOLDEN))[:6], 1):
        signs = set()
        for line in list(lines(game.start, game.moves))[1:]:
            entry, sign, changes = line.split("\t")
            if sign[:1] in ("!", "?"):
                signs.add(sign)
                passes = entry.endswith("!") and offence in (4, 5)
                assert changes.startswith("@") == (passes or entry == "waste")
                assert bool(changes) == (passes or entry[-1] not in "!?")
            elif entry == "stop":
                assert not changes
        assert signs == {f"!{offence}", f"?{offence}"}


def test_a_wrong_stop_is_shown_as_one() -> None:
    """The line of a legal move at which Stop was called has the verdict, and what is paid (V34)."""
    for game in list(read(GOLDEN))[6:]:
        lines_of = [line.split("\t") for line in list(lines(game.start, game.moves))[1:]]
        wrong = [(sign, changes) for entry, sign, changes in lines_of if entry == "waste!"]
        paid = [changes for sign, changes in wrong if sign == "!0"]
        assert paid
        assert all(changes.startswith("@") for changes in paid)


@pytest.mark.full
@needs_browser
def test_attempts_at_any_pile_are_shown(tmp_path: Path) -> None:
    """Each is stepped to without an error, and names the piles of its card and its place."""
    game = list(read(GOLDEN))[4]
    question = (
        "steps.map((_, i) => { show(i); return [i ? ends(i) : [], $('clause').textContent] })"
    )
    steps = asked(page([game]), question, tmp_path)[1:]
    for (replayed, entry), (piles, clause) in zip(game.replay(), steps, strict=True):
        if entry[-1] in "!?" and entry[:-1] != "pass":
            own, other = replayed.seat, 1 - replayed.seat
            keys = {"R": f"r{other}", "W": f"w{other}", "H": f"h{other}", "w": f"w{own}",
                    "r": f"r{own}", "F": None}  # fmt: skip
            source, place = entry[:-1].split(">")
            assert piles == [keys.get(source, f"H{source[0]}"), keys.get(place, f"H{place}")]
            assert clause == "offence 5"


@pytest.mark.sample(1)
@needs_browser
@pytest.mark.parametrize("variant", ["standard", "wrangle", "covered"])
def test_moves_in_words(variant: str, tmp_path: Path) -> None:
    one = traced(variant, slips=True)
    told = asked(page([one]), "steps.map((_, i) => [words(i), clauseOf(i)])", tmp_path)
    assert told[0] == ["The start", ""]
    game = rbcore.Game.start(one.start, max_moves=100_000)
    clauses, compels = 0, game.rules.foundations_compulsory
    for entry, (words, clause) in zip(one.moves, told[1:], strict=True):
        assert "undefined" not in words
        assert "null" not in words
        legal = game.moves()
        if entry == "stop":
            assert words == "the turn ends after Stop"
            continue
        if entry[-1] in "!?":
            follows = "Stop!" if entry.endswith("!") else "Nobody calls Stop: it is taken back."
            verdict = game.judge(entry[:-1])
            assert words == f"tries {entry[:-1]}. {follows} {verdict.words}"
            assert clause == f"offence {int(verdict)}"
        elif compels and entry in legal and all(move.endswith(">F") for move in legal):
            assert clause == ("5.1" if "r>F" in legal else "5.2")
            clauses += 1
        elif entry == "turn":
            card = game.hands[game.seat][-1:] or game.wastes[game.seat][:1]
            assert words.startswith(f"turns up {pretty(card[0])}")
        elif entry == "waste":
            assert words.startswith(f"{pretty(game.turned)} to the waste, the turn ends")
        elif entry[0] in "123456789":
            house = game.houses[int(entry[0]) - 1] or ()
            assert words.startswith(f"{pretty(house[-1])} from house {entry[0]} to ")
        if entry[-1] not in "!?" and entry not in ("turn", "waste", "pass"):
            said = words.replace("\ufe0e", "").partition(" (an offence")[0]
            assert said == move_words(game, entry).replace("\ufe0e", "")
        game.attempt(entry.rstrip("!?"), called=entry.endswith("!"))
    assert (clauses > 5) == compels


def test_a_line_in_words() -> None:
    """Only what is known before it is made: not the card that is turned up."""
    game = rbcore.Game.deal("standard", 1, 0)
    assert line_words(game, ["r>F", "r>2", "turn"]) == (
        "A♠ from the reserve to a foundation, then Q♦ from the reserve to house 2, then turn a "
        "card up"
    )
    three = rbcore.Game.deal("three-player", 1, 0)
    words = [move_words(three, move) for move in ("1>R2", "h>F", "waste", "pass", "4>3")]
    assert words[0].endswith(" from house 1 to seat 2’s reserve")
    assert words[3] == "pass"


@needs_browser
def test_a_badge_says_that_it_is_a_rule_and_a_legend_what_the_pencil_is(tmp_path: Path) -> None:
    game = traced("standard", comments={4: "Here."})
    question = """(() => { const at = steps.findIndex((_, i) => clauseOf(i) == "5.2"); show(at);
      return [at, $("clause").textContent, $("board").innerHTML.includes("rule 5.2"),
        $("list").querySelector("[aria-current] b").textContent, $("remarked").hidden,
        document.querySelector("#moves h2").textContent] })()"""
    at, clause, is_on_board, badge, hidden, head = asked(page([game]), question, tmp_path)
    assert at > 0
    assert (clause, is_on_board, badge) == ("compulsory by rule 5.2", True, "rule 5.2")
    assert not hidden
    assert head == "Moves ✎ has a remark, below the board"
    assert asked(page([traced("standard")]), '$("remarked").hidden', tmp_path)


def judged(one: Transcript) -> Course:
    """The course of a game of which two moves cost something, the worse one later."""

    def at(number: int, rate: float, cost: float) -> JudgedMove:
        share = Figure("won", rate, rate, rate, 400)
        return JudgedMove(number, 3, 1, one.moves[number], share, Line(("x",), ("x",)), cost, 0.01)

    moves = [at(i, 0.5 + i / 1000, 0.0) for i in range(len(one.moves))]
    return Course(one, ("weighted",) * 2, tuple(moves), (at(19, 0.9, 0.52), at(7, 0.4, 0.1)))


@pytest.mark.full
@needs_browser
@pytest.mark.parametrize("width", [390, 1280])
def test_a_mistake_is_a_click_away(tmp_path: Path, width: int) -> None:
    """On the curve and in the list, the worst first; nothing is wider than the screen."""
    one = replace(traced("standard"), comments={20: "Said before."})
    html = page([traced("standard"), judged(one)])
    question = """(() => { const hidden = $("chances").hidden, seen = []; open(1); show(0);
      for (const box of ["marks", "mistakes"])
        for (const button of $(box).querySelectorAll("button")) {
          button.click(); seen.push([box, now, button.textContent, $("comment").textContent]); }
      $("curve").dispatchEvent(new MouseEvent("click", { clientX: 1e6 })); const far = now; go(20);
      const current = document.querySelectorAll("#mistakes [aria-current]").length;
      const wide = [...document.querySelectorAll("#viewer *")].filter(e => {
        const b = e.getBoundingClientRect(); return b.width && b.right > innerWidth + 1 });
      return [hidden, seen, $("caption").textContent, far, current, innerWidth,
        wide.map(e => e.id || e.tagName), document.querySelector(".scale").textContent] })()"""
    found = asked(html, question, tmp_path, width=width)
    hidden, seen, caption, far, current, inner, wide, scale = found
    assert (hidden, inner, wide) == (True, width, [])
    assert {(box, at) for box, at, _, _ in seen} == {
        (box, at) for box in ("marks", "mistakes") for at in (8, 20)
    }
    worst, other = [(at, text, said) for box, at, text, said in seen if box == "mistakes"]
    assert worst[:2] == (20, f"1Move 20, turn 3, seat 1: {one.moves[19]} costs {COST}; better: x")
    assert worst[2] == f"Said before. This move costs {COST}; better: x"
    assert other[0] == 8
    assert caption.startswith("Seat 0 (greedy): chance of winning after each move, by playouts of")
    assert (far, current, scale) == (len(one.moves), 1, "100%50%0%")


COST = "52.0% (50.0 to 53.9)"


@pytest.mark.full
@needs_browser
def test_a_notebook_steps_through_a_transcript(tmp_path: Path) -> None:
    """In a frame whose page has no address of its own."""
    one = traced("standard")
    html = one._repr_html_()
    assert f'<iframe srcdoc="{escape(page([one]))}" title=' in html
    flat = html[html.index('<div class="rbsim-flat">') :]  # of a notebook that nobody trusts
    assert one.title in flat
    assert " ".join(one.moves) in unescape(flat)
    assert flat.count('<img alt="Russian Bank, standard: turn 1') == 1
    question = '($("on").click(), $("number").textContent)'
    assert asked(page([one]), question, tmp_path, is_in_notebook=True) == f"1 / {len(one.moves)}"


def test_nothing_that_is_said_can_run() -> None:
    """Names and comments stay text, and the browser may run the page's own script alone."""
    one = traced("standard")
    plain = page([one])
    html = page([replace(one, players=(EVIL, EVIL), comments={0: EVIL})], title=EVIL)
    for text in (plain, html):
        outline = Outline(text)
        tags = outline.tags
        assert not outline.loads
        assert [one for one, _ in tags].count("script") == 2
        assert "img" not in [one for one, _ in tags]
        assert not [name for _, attributes in tags for name in attributes if name.startswith("on")]
        policy = next(one["content"] for _, one in tags if "http-equiv" in one)
        script = text[text.rindex("<script>") + len("<script>") : text.rindex("</script>")]
        seal = base64.b64encode(sha256(script.encode()).digest()).decode()
        assert policy == (
            f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{seal}'"
        )
    assert data_of(html)["games"][0]["comments"] == {"0": EVIL}
    assert EVIL.partition("/")[0] in data_of(html)["games"][0]["title"]


def test_without_a_script_there_are_table_and_moves() -> None:
    one = traced("simplified")
    html = page([one])
    inside = html[html.index("<noscript>") : html.index("</noscript>")]
    assert "<svg" in inside
    assert " ".join(one.moves).replace(">", "&gt;") in inside


@pytest.mark.parametrize(("moves", "words"), [
    (["r>9"], "move 1, 'r>9': '9' is not a place"),
    (["waste"], "move 1, 'waste': waste is not legal here"),
    (["{}", "stop it"], "move 2, 'stop it': 'stop it' is not a move"),
    (["{}!"], "move 1, .*: nobody offends in a game without slips"),
])  # fmt: skip
def test_wrong_moves_are_refused(moves: list[str], words: str) -> None:
    start = traced("standard").start
    first = traced("standard").moves[0]
    with pytest.raises(ValueError, match=words):
        page([Transcript(start, tuple(move.format(first) for move in moves))])
    with pytest.raises(ValueError, match="at least one game"):
        page([])
