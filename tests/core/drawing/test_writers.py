"""SVG, text, pixels and files of drawings."""

import re
import sys
from base64 import b64decode
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from drawable import PATIENCE, VARIANTS, boards, positions, scenes

import rbcore
from rbcore.drawing.drawn import Drawing
from rbcore.drawing.scene import HIDDEN, Scene
from rbcore.drawing.shapes import PAINTS, RANKS, SUITS, commands, lattice
from rbcore.drawing.text import OFF, RED, Style, text, text_words

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    """An SVG whose ids, references and classes fit together."""
    root = ElementTree.fromstring(svg)
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    used = {str(one.get("href"))[1:] for one in root.iter(f"{SVG}use")}
    symbols = {str(one.get("id")) for one in root.iter(f"{SVG}symbol")}
    assert used == symbols
    assert set(str(root.get("aria-labelledby")).split()) <= set(ids)
    style = "".join(root.find(f"{SVG}style").itertext())  # type: ignore[union-attr]
    light, dark = style.split("@media(prefers-color-scheme:dark)")
    root_id = root.get("id")
    for one in root.iter():
        for role in (one.get("class") or "").split():
            assert f"#{root_id} .{role}{{" in light
            assert role == "rank" or f"#{root_id} .{role}{{" in dark
    for role in ("red", "black"):  # lines stay lines, though the dark page fills the role anew
        assert f"#{root_id} .{role}.rank{{fill:none;stroke:{PAINTS[role].fill[0]}}}" in light
        assert PAINTS[role].fill[0] == PAINTS[role].fill[1]
    assert all(rule.startswith(f"#{root_id}") for rule in light.split("}")[:-1])
    return root


@pytest.mark.sample(3)
@pytest.mark.parametrize("variant", VARIANTS)
def test_svg_is_whole(variant: str) -> None:
    for _, scene in scenes(variant):
        svg = Drawing(scene).svg
        root = parsed(svg)
        assert (root.get("width"), root.get("role")) == ("860", "img")
        assert root.find(f"{SVG}title").text == scene.title  # type: ignore[union-attr]
        said = str(root.find(f"{SVG}desc").text)  # type: ignore[union-attr]
        assert all(pile.name in said for pile in scene.piles)
        assert len(svg) < 32_000
        assert "NaN" not in svg


@pytest.mark.full
def test_svg_has_no_hidden_card() -> None:
    """Not in an attribute, not in the words: a view of other hidden cards has the same bytes."""
    for variant in VARIANTS:
        for position in positions(variant):
            other = position.view().determinize(seed=9)
            one, two = position.view().draw(), other.view().draw()
            assert (one.svg, one.text) == (two.svg, two.text)


def test_descriptions_tell_all_that_is_seen() -> None:
    position = positions("standard")[2]
    said = str(parsed(position.draw().svg).find(f"{SVG}desc").text)  # type: ignore[union-attr]
    words = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
    suits = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
    for number, house in enumerate(position.houses, 1):
        told = [f"{words.get(rank, rank)} of {suits[suit]}" for rank, suit in house or ()]
        assert f"house {number}: {', '.join(told) or 'empty'}" in said
    assert f"hand of seat 0: {len(position.hands[0])} face down" in said


def test_notebooks_show_an_image_with_words() -> None:
    """Of elements of SVG a notebook that nobody trusts keeps the text alone."""
    position = positions("standard")[1]
    html = position._repr_html_()
    assert html == position._repr_html_()
    image = ElementTree.fromstring(html.replace(">", "/>"))
    kind, _, data = image.attrib["src"].partition(",")
    assert (image.tag, kind) == ("img", "data:image/svg+xml;base64")
    assert b64decode(data).decode() == position.draw().svg
    assert image.attrib["alt"].startswith("Russian Bank, standard: turn")
    assert "foundation of clubs" in image.attrib["alt"]


def test_what_notebooks_show() -> None:
    """A terminal gets the text, but a list of games its lines as before."""

    class Printer:
        def __init__(self, depth: int) -> None:
            self.stack, self.said = [object()] * depth, ""

        def text(self, words: str) -> None:
            self.said += words

    (board, *_) = boards("klondike")
    for thing in (positions("standard")[0], positions("standard")[0].view(), board):
        alone, nested = Printer(1), Printer(2)
        thing._repr_pretty_(alone, False)
        thing._repr_pretty_(nested, False)
        assert alone.said + "\n" == thing.draw().text
        assert nested.said == repr(thing)
        assert thing._repr_html_().startswith("<img ")
    drawing = board.draw()
    assert str(drawing) == drawing.text
    assert repr(drawing) == f"<Drawing Patience: klondike, {board.left} left>"


@pytest.mark.sample(4)
@pytest.mark.parametrize("variant", VARIANTS)
def test_text_shows_every_card(variant: str) -> None:
    for view, scene in scenes(variant):
        lines = text(scene).splitlines()
        assert max(map(len, lines)) <= 80
        assert lines[0] == scene.heading
        plain = text(scene, Style(ascii=True))
        assert plain.isascii()
        assert Counter(re.findall("[A2-9TJQK][cdhs]", plain)) == expected(scene)
        for pile in scene.piles:
            if pile.down:
                assert f"[{pile.down}]" in plain
        coloured = text(scene, Style(colour=True))
        assert coloured.replace(RED, "").replace(OFF, "") == text(scene)
        red = re.findall(re.escape(RED) + "(.*?)" + re.escape(OFF), coloured)
        assert Counter(red) == Counter(re.findall("[A2-9TJQK][♥♦]", text(scene)))
        assert f"Seat {view.seat}" in plain


def expected(scene: Scene) -> Counter[str]:
    """The cards that a text names: all but of stacks the top, of wastes the last four."""
    cards: Counter[str] = Counter()
    for pile in scene.piles:
        up = [card for card in pile.cards if card != HIDDEN]
        cards.update(up[-1:] if pile.shape == "stack" else up[-4:] if pile.most else up)
    return cards


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", PATIENCE)
def test_patience_games_are_written(name: str) -> None:
    for board in boards(name):
        scene = board.draw().scene
        parsed(board.draw().svg)
        plain = board.draw().ascii
        assert plain.isascii()
        assert max(map(len, plain.splitlines())) <= 80
        assert Counter(re.findall("[A2-9TJQK][cdhs]", plain)) == expected(scene)


def test_an_example_in_text() -> None:
    rules = rbcore.variant("standard")
    game = rbcore.Game.deal(rules, 1, 0)
    for _ in range(60):
        game.apply(game.choose("greedy"))
    assert (
        game.draw().ascii
        == """\
turn 6, seat 1 to move
  [9] 3h 2h             > Seat 1, to move, 39 left           7s Ts ..     [26]
                       Jd Qc Kh 8 Ac    .c     1 9h 8c 7d
                       8c 9d Tc 7 2d    .d     2 Ks Qd Jc Th
                             3h 6 .h    .h     3 6d 5s 4h
                          7c 8d 5 2s    As     4 Qs
  [29]  ..    7: 6h Kc Qc Kc        Seat 0, 39 left                     Kd [2]
"""
    )


def test_counts_are_drawn() -> None:
    """Of backs how many there are; of a waste how many cards, if there are more than one."""
    for _, scene in scenes("standard"):
        told = re.findall(r'<text class="pilled"[^>]*>([0-9]+)<', Drawing(scene).svg)
        counts = [pile.down for pile in scene.piles if pile.down]
        counts += [
            len(pile.cards)
            for pile in scene.piles
            if pile.key[0] in "wr" and not pile.down and len(pile.cards) > 1
        ]
        assert Counter(map(int, told)) == Counter(counts)


def test_words_are_escaped() -> None:
    scene = replace(next(scenes("standard"))[1], title="<b> & </title>")
    assert parsed(Drawing(scene).svg).find(f"{SVG}title").text == scene.title  # type: ignore[union-attr]


def test_marks_of_the_last_move() -> None:
    (scene,) = [one for _, one in list(scenes("standard"))[1:2]]
    svg = Drawing(scene.marked("H1", "H2")).svg
    assert svg.count('class="from"') == svg.count('class="to"') == 1
    assert 'class="to"' not in Drawing(scene).svg


def test_glyphs_are_paths_of_four_commands() -> None:
    for path in (*RANKS.values(), *SUITS.values(), lattice(53, 75, 8)):
        read = list(commands(path))
        assert {command for command, _ in read} <= set("MLCZ")
        assert all(len(points) == {"M": 1, "L": 1, "C": 3, "Z": 0}[sign] for sign, points in read)
        assert all(-0.1 <= x <= 53 and -0.1 <= y <= 75 for _, points in read for x, y in points)
    assert len(set(SUITS.values())) == 4


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("page", [0, 1], ids=["light", "dark"])
def test_contrast(page: int) -> None:
    """Of words and indices 4.5 at least, of places 3 (WCAG 2.2)."""

    def contrast(ink: str, ground: str) -> float:
        both = sorted((luminance(ink), luminance(ground)))
        return (both[1] + 0.05) / (both[0] + 0.05)

    def fill(role: str) -> str:
        return PAINTS[role].fill[page]

    pairs = [("red", "card"), ("black", "card"), ("pilled", "pill"), ("ink", "felt"),
             ("soft", "felt"), *((f"seat{i}", ground) for i in range(3)
                                 for ground in ("felt", f"band{i}"))]  # fmt: skip
    for ink, ground in pairs:
        assert contrast(fill(ink), fill(ground)) >= 4.5, (ink, ground)
    for role in ("place", "space"):
        assert contrast(PAINTS[role].line[page], fill("felt")) >= 3


# ---- files ---------------------------------------------------------------------------------------


@pytest.mark.full
def test_files(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="png and pdf need matplotlib")
    drawing = positions("standard")[2].draw()
    starts = {"svg": b"<svg", "txt": b"turn", "png": b"\x89PNG", "pdf": b"%PDF"}
    for kind, start in starts.items():
        file = tmp_path / f"board.{kind}"
        drawing.save(file)
        first = file.read_bytes()
        assert first.startswith(start)
        drawing.save(str(file), force=True)
        assert file.read_bytes() == first
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted(f"board.{k}" for k in starts)


def test_files_that_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = positions("standard")[0].draw()
    for name in ("board.gif", "board", "board.SVG"):
        with pytest.raises(ValueError, match=r"end it in one of \.svg, \.png, \.pdf, \.txt"):
            drawing.save(tmp_path / name)
    (tmp_path / "board.svg").write_text("mine")
    with pytest.raises(TypeError, match="force='no' is not True or False"):
        drawing.save(tmp_path / "board.svg", force="no")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="exists; choose another name"):
        drawing.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text() == "mine"
    with pytest.raises(OSError, match="nowhere"):
        drawing.save(tmp_path / "nowhere" / "board.svg")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for kind in ("png", "pdf"):
        with pytest.raises(ValueError, match="matplotlib is not installed"):
            drawing.save(tmp_path / f"board.{kind}")
    with pytest.raises(ValueError, match="matplotlib is not installed"):
        drawing.pixels()
    assert [one.name for one in tmp_path.iterdir()] == ["board.svg"]


def test_pixels_are_those_of_the_scene() -> None:
    """A card is white where it lies, a back is not, and the table is green around them."""
    pytest.importorskip("matplotlib", reason="pixels need matplotlib")
    scene = positions("standard")[1].draw().scene
    pixels = Drawing(scene).pixels()
    assert pixels.shape == (scene.height, scene.width, 3)
    hand, house = scene.pile("h0"), scene.pile("H4")

    def at(x: float, y: float) -> str:
        return "#" + "".join(f"{n:02x}" for n in pixels[int(y), int(x)])

    assert at(house.x + 30, house.y + 40) == PAINTS["card"].fill[0]
    assert at(hand.x + 2, hand.y + 40) == PAINTS["back"].fill[0]
    assert at(20, 200) == PAINTS["felt"].fill[0]


@pytest.mark.sample(15)
@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("variant", VARIANTS)
def test_words_of_a_text_know_their_cards(variant: str, width: int) -> None:
    """Each is what its pile has there, none upon another, and none beyond the page."""
    for _, scene in scenes(variant):
        for line in text_words(scene, Style(ascii=True), width):
            for one, after in pairwise(line):
                assert one.column + one.size <= after.column
            assert line[-1].column + line[-1].size <= width
            for one in line:
                if one.cards:
                    assert scene.pile(one.key).cards[-one.cards] == one.text
        named = {one.key for line in text_words(scene, width=width) for one in line}
        assert named - {""} == {pile.key for pile in scene.piles}
