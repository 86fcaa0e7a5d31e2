"""Scenes: every card once, nothing that is hidden, nothing upon anything else."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from drawable import PATIENCE, VARIANTS, boards, hidden, positions, scenes, shown

import rbcore
from rbcore.drawing.scene import HIDDEN, NARROW, Pile, Scene, pile_words
from rbcore.drawing.shapes import Box, Glyph, shapes
from rbcore.drawing.tables import lay_out
from rbpatience import playing

RANKS, SUITS = "A23456789TJQK", "cdhs"
Edges = tuple[float, float, float, float]


@pytest.mark.sample(15)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_card_is_there_once(variant: str) -> None:
    """Those in sight as such, the others as backs; what a view has not seen is in no sight."""
    rules = rbcore.variant(variant)
    for view, scene in scenes(variant):
        pack = Counter({rank + suit: rules.packs for rank in RANKS for suit in SUITS})
        pack["**"] = rules.seats == 3
        unseen = Counter(view.unseen)
        jokers = pack["**"] - unseen["**"]  # one may be set aside
        assert Counter(shown(scene)) == pack - unseen - Counter({"**": jokers})
        assert hidden(scene) == len(view.unseen)


@pytest.mark.sample(8)
@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_pile_is_drawn(variant: str, narrow: bool) -> None:
    """All cards of houses and reserves; of a waste the last ones and their number."""
    for _, scene in scenes(variant, narrow=narrow):
        drawn = list(shapes(scene))
        placed = [one for pile in scene.piles for one in pile.placed(scene.sizes)]
        faces = [one for one in placed if one.card != HIDDEN]
        assert len(faces) == sum(isinstance(one, Box) and one.role == "card" for one in drawn)
        assert len(placed) - len(faces) == sum(one.role == "back" for one in drawn)
        for pile in scene.piles:
            cards = [one.card for one in pile.placed(scene.sizes) if one.card != HIDDEN]
            if pile.key[0] in "Hr":
                assert cards == list(pile.face_up)
            elif pile.cards and pile.key[0] != "h":
                assert cards[-1] == pile.cards[-1]
        suits = Counter(one.name for one in drawn if isinstance(one, Glyph) and one.name in SUITS)
        outlined = Counter(one.name for one in drawn if one.role == "outline")
        uncovered = Counter(
            one.card[1] for one in faces if one.seen == scene.sizes.width and one.card != HIDDEN
        )
        assert suits == Counter(one.card[1] for one in faces) + uncovered + outlined


@pytest.mark.sample(6)
@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_hidden_is_in_a_scene(variant: str) -> None:
    """Hidden cards dealt otherwise leave the scene as it was; so does a game in the position."""
    for position in positions(variant):
        scene = lay_out(position.view())
        other = position.view().determinize(seed=5)
        assert lay_out(other.view()) == scene
        assert rbcore.Game.start(other).draw().scene == scene
        assert position.draw().scene == scene
        known = {card for pile in scene.piles for card in pile.cards}
        assert known <= {*position.view().unseen} | {HIDDEN} | set(shown(scene))
        if position.winner is None:
            moved = position.copy()
            moved.apply(position.moves()[0])
            assert lay_out(moved.view()) != scene


def test_a_known_next_card_is_shown() -> None:
    position = next(one for one in positions("peek") if one.hands[one.seat])
    scene = lay_out(position.view())
    own, other = scene.pile(f"h{position.seat}"), scene.pile(f"h{1 - position.seat}")
    assert own.cards[-1] == position.hands[position.seat][-1]
    assert set(own.cards[:-1]) | set(other.cards) <= {HIDDEN}
    back, face = own.placed(scene.sizes)
    assert (back.card, back.folded) == (HIDDEN, len(own.cards) - 1)
    assert face.card == own.cards[-1]


def test_of_a_remembered_hand_the_next_card_is_shown() -> None:
    """Not the others, though the view that remembers knows them."""
    rules = rbcore.variant("standard,houses-each=1")
    line = "0 - c--d--h--s-- 5h|6s Ah/4c9d/- -/9dJc2s/- known=1"
    view = rbcore.Position.parse(line, rules, partial=True).view().remembered
    assert view.hands[1] == ("9d", "Jc", "2s")
    assert lay_out(view).pile("h1").cards == (HIDDEN, HIDDEN, "2s")


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("variant", ["standard", "covered", "peek", "three-player"])
def test_of_every_card_as_much_is_seen_as_is_said(variant: str, narrow: bool) -> None:
    """Up to where the next one begins; of backs below others a strip for their number."""
    for _, scene in scenes(variant, narrow=narrow):
        for pile in scene.piles:
            placed = pile.placed(scene.sizes)
            for one, following in pairwise(placed):
                assert abs(following.x - one.x) == pytest.approx(one.seen)
                assert one.seen == scene.sizes.back or one.card != HIDDEN
            assert not placed or placed[-1].seen == scene.sizes.width


def test_what_ends_a_game_is_said() -> None:
    won = positions("standard")[-1]
    assert won.winner is not None
    scene = lay_out(won.view())
    assert scene.heading == f"seat {won.winner} has won"
    assert scene.band is None
    assert "has won" in {line for caption in scene.captions for line in caption.lines}
    cut = rbcore.Game.start(positions("standard")[0], max_turns=1)
    while not cut.is_over:
        cut.apply(cut.choose("greedy"))
    assert cut.draw().scene.heading == "unfinished, nobody has won"
    assert cut.draw().scene.band is None


def test_signs_of_houses() -> None:
    rules = rbcore.variant("three-player")
    closed = next(one for one in positions("three-player") if "|x" in one.notation)
    signs = [pile.sign for pile in lay_out(closed.view()).piles if pile_words(pile) == "closed"]
    assert signs == ["closed"]
    assert rules.houses == 9
    start = lay_out(positions("wrangle")[0].view())
    assert sum(pile_words(pile) == "not laid yet" for pile in start.piles) == 4


def edges(pile: Pile, scene: Scene) -> Edges:
    """The box that a pile covers, with its place if it is empty."""
    sizes, placed = scene.sizes, pile.placed(scene.sizes)
    xs = [one.x for one in placed] or [pile.x]
    ys = [one.y for one in placed] or [pile.y]
    return min(xs), min(ys), max(xs) + sizes.width, max(ys) + sizes.height


def overlaps(scene: Scene) -> list[tuple[str, str]]:
    """The pairs of piles that lie upon each other."""
    found = []
    for one, other in combinations(scene.piles, 2):
        left, up, right, down = edges(one, scene)
        left2, up2, right2, down2 = edges(other, scene)
        if min(right, right2) - max(left, left2) > 0.1 and min(down, down2) - max(up, up2) > 0.1:
            found.append((one.key, other.key))
    return found


def is_inside(scene: Scene) -> bool:
    boxes = [edges(pile, scene) for pile in scene.piles]
    return all(
        x >= 0 and y >= 0 and right <= scene.width + 0.1 and down <= scene.height + 0.1
        for x, y, right, down in boxes
    )


@pytest.mark.sample(2)
@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_lies_upon_anything_else(variant: str, narrow: bool) -> None:
    for _, scene in scenes(variant, narrow=narrow):
        assert overlaps(scene) == []
        assert is_inside(scene)
        assert scene.width == (390 if narrow else 860)


def test_indices_can_be_read_on_a_phone() -> None:
    """Also those of a house of thirteen, whose strips are the narrowest."""
    rules = rbcore.variant("standard,houses-each=1")
    house = "".join(rank + suit for rank, suit in zip(RANKS[::-1], "shshshshshshs", strict=True))
    line = f"0 - c--d--h--s-- {house}|{house} 2c/4c/- -/9d/-"
    scene = lay_out(rbcore.Position.parse(line, rules, partial=True).view(), narrow=True)
    drawn = [
        one for one in shapes(scene) if isinstance(one, Glyph) and one.role in ("red", "black")
    ]
    ranks = [one for one in drawn if one.name in RANKS]
    assert len(ranks) == 27
    assert min(one.height for one in ranks) == NARROW.rank >= 11
    assert min(one.width for one in drawn) >= 5
    seen = sorted(one.x for one in ranks if one.x > 210)
    assert min(b - a for a, b in pairwise(seen)) > 7


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", PATIENCE)
def test_patience_games_are_drawn(name: str) -> None:
    """Every card of the pack is there but for those thrown out; none twice."""
    game, rules = PATIENCE[name], PATIENCE[name].rules
    pack = playing.deal(game, 1, 0)
    cards = Counter(pack[i : i + 2] for i in range(0, len(pack), 2))
    throws = rules.discard.equal or rules.discard.sum or rules.discard.alone
    out = []
    for board in boards(name):
        scene = board.draw().scene
        seen = Counter(shown(scene))
        twice = {card: n for card, n in seen.items() if n > game.pack.decks}
        assert twice == {}
        assert hidden(scene) == len(board.stock) // 2 + sum(board.face_down.values())
        out.append(len(shown(scene)) + hidden(scene) - cards.total())
        narrow = board.draw(narrow=True).scene
        assert narrow.width == 390
        assert (shown(narrow), hidden(narrow)) == (shown(scene), hidden(scene))
        for one in (scene, narrow):
            assert is_inside(one)
            crowded = 9 if one is narrow else 13  # columns of a grid, which then cover each other
            if not any(
                group.cover == "pyramid" or (group.grid and group.count > crowded)
                for group in rules.piles.values()
            ):
                assert overlaps(one) == []
    if not throws and rules.custom not in ("row", "gallery", "covered", "queens"):
        laid = [one.base for one in rules.foundations.values()]
        assert set(out) == {len("".join(laid)) // 2}  # what was set out, and none is lost


def test_pyramids_and_circles() -> None:
    (first, *_) = boards("pyramid-of-28")
    scene = first.draw().scene
    rows = Counter(pile.y for pile in scene.piles if pile.key.startswith("pyramid"))
    assert [rows[y] for y in sorted(rows)] == [1, 2, 3, 4, 5, 6, 7]
    (first, *_) = boards("clock")
    hours = [pile for pile in first.draw().scene.piles if pile.name == "foundation of hours"]
    middle = [sum(xy) / 12 for xy in zip(*((one.x, one.y) for one in hours), strict=True)]
    distances = {
        round(((one.x - middle[0]) ** 2 + (one.y - middle[1]) ** 2) ** 0.5) for one in hours
    }
    assert len(hours) == 12
    assert len(distances) == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_any_seat_can_be_below(variant: str) -> None:
    """The same cards lie where another seat's would; the seat's own row is the last."""
    for position in positions(variant)[1:]:
        view, seats = position.view(), position.rules.seats
        usual = lay_out(view)
        for below in range(seats):
            scene = lay_out(view, below=below)
            assert {one.key: one.cards for one in scene.piles} == {
                one.key: one.cards for one in usual.piles
            }
            assert {(one.x, one.y) for one in scene.piles if one.key[0] in "hHtFr"} == {
                (one.x, one.y) for one in usual.piles if one.key[0] in "hHtFr"
            }
            rows = {seat: scene.pile(f"h{seat}").y for seat in range(seats)}
            assert max(rows, key=lambda seat: rows[seat]) == below
            assert [one.key for one in scene.piles if one.y == rows[below] and one.key[0] in "rhtw"]
