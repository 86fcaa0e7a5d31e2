"""How games are dealt: handicaps of the start, and what lies face down shuffled anew."""

import re
from collections import Counter

import numpy as np
import pytest
from scipy import stats

import rbcore
from rbcore.api.position import View
from rbcore.cards.text import UNKNOWN, read_cards
from rbcore.players.names import parse_player
from support.positions import at, cards, texts
from support.quick import fewer

LIMITED = "standard,houses-each=1,first-moves=2"
SHOWN = "face-down,houses-each=1,starter-face-up=1,second-face-up=2"


def piles(variant: str, game: int) -> tuple[rbcore.Position, list[list[str]]]:
    p = rbcore.Position.deal(rbcore.variant(variant), 9, game)
    return p, texts(p).piles


@pytest.mark.parametrize("preset", ["standard", "simplified", "face-down"])
@pytest.mark.parametrize("game", range(6))
def test_v18_bottom_cards_change_piles_one_by_one(preset: str, game: int) -> None:
    p, before = piles(preset, game)
    q, after = piles(f"{preset},starter-reserve=2,second-reserve=3", game)
    assert p.seat == q.seat
    assert texts(p).houses == texts(q).houses
    (reserve, hand, _), (longer, shorter, _) = before[p.seat], after[p.seat]
    assert longer == f"({hand[2:4]}{hand[:2]}{reserve[1:]}"
    assert shorter == hand[4:]
    (reserve, hand, _), (shorter, longer, _) = before[1 - p.seat], after[1 - p.seat]
    assert shorter == f"({reserve[7:]}"
    assert longer == reserve[5:7] + reserve[3:5] + reserve[1:3] + hand


def test_v18_a_longer_reserve_begins_as_the_shorter_one() -> None:
    """So games under neighbouring handicaps are alike as long as they can be."""
    for game in range(10):
        longer, shorter = (piles(f"standard,starter-reserve={n}", game) for n in (5, 4))
        seat = longer[0].seat
        assert longer[1][seat][0][3:] == shorter[1][seat][0][1:]


@pytest.mark.parametrize("left", [None, 2, 1, 0])
def test_v19_moves_to_houses_and_loads_count_down(left: int | None) -> None:
    """Nothing is left after two; the space no longer bars the hand (5.3)."""
    key = "" if left is None else f" left={left}"
    p = at(LIMITED, f"0 - {{}} Qd|Ks 9c/2h/- 8c/3h4h/-{key}")
    if left == 0:
        assert p.moves() == ["turn"]
        assert [p.judge(move) for move in ("1>2", "r>R", "turn", "pass")] == [4, 4, 0, 5]
        return
    assert sorted(p.moves()) == ["1>2", "r>R", "turn"]
    p.apply("1>2")
    assert ("left" in p.notation) == (left is not None)
    if left == 1:
        assert p.moves() == ["turn"]
        assert [p.judge(move) for move in ("r>1", "r>R", "turn")] == [4, 4, 0]
        p.apply("turn")
        assert p.moves() == ["waste"]
        p.apply("waste")
        assert "left" not in p.notation
    else:
        assert "turn" not in p.moves()
        assert p.judge("turn") == 3


def test_v19_foundations_are_free_and_compulsory() -> None:
    p = at(LIMITED, "0 - {} Qd|As Ad/2h/- 9c/3h/- left=0")
    assert p.moves() == ["r>F"]
    p.apply("r>F")
    assert p.moves() == ["2>F"]
    p.apply("2>F")
    assert p.notation.endswith("left=0")
    assert p.moves() == ["turn"]
    assert at(LIMITED, "0 - {} Qd|Ks Jc/-/- 9c/3h/- left=0").moves() == ["pass"]
    assert at(LIMITED, "0 Jc {} Qd|Ks 9c/2h/- 8c/3h/- left=0").moves() == ["waste"]


@pytest.mark.parametrize(
    ("axes", "line"),
    [
        ("must-load=yes", "Qd|Ks 9c/2h/- 8c/3h/-"),
        ("must-make-spaces=yes", "Qd|Ks 9c/2h/- 3c/3h/-"),
        ("release=any", "6c5d|6s 9c/2h/- 3c/3h/-"),
        ("group-moves=yes", "Qd|Ks 9c/2h/- 3c/3h/-"),
        ("load-match=any-suit", "Qd|Ks 9c/2h/- 8h/3h/-"),
    ],
)
def test_v19_the_limit_stands_above_what_variants_compel(axes: str, line: str) -> None:
    variant = f"{LIMITED},{axes}"
    assert at(variant, f"0 - {{}} {line} left=0").moves() == ["turn"]
    assert at(variant, f"0 - {{}} {line}").moves() != ["turn"]


def test_v19_a_group_counts_as_one_move() -> None:
    variant = "crossley,houses-each=1,first-moves=2"
    p = at(variant, "0 - {} KsQhJs|- 9c/2h/- 3c/3h/- left=2")
    p.apply("1*2>2")
    assert p.notation.endswith("left=1")
    p.apply("2*2>1")
    assert p.moves() == ["turn"]


def test_v19_the_next_seat_is_free() -> None:
    rules = rbcore.variant("standard,first-moves=1")
    for number in range(20):
        game = rbcore.Game.deal(rules, 3, number)
        placed = 0
        while game.turn == 0:
            move = game.choose("greedy")
            placed += ">" in move and not move.endswith("F")
            game.apply(move)
        assert placed <= 1
        assert "left" not in game.position().notation


@pytest.mark.parametrize(
    ("variant", "key", "words"),
    [
        ("standard,houses-each=1", "left=1", "'left' is not a key"),
        (LIMITED, "left=3", "from 0 to 2"),
        (LIMITED, "left=1 turn=1", "the first turn is over"),
    ],
)
def test_v19_notation_refuses(variant: str, key: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        at(variant, f"0 - {{}} Qd|Ks 9c/2h/- 8c/3h/- {key}")


# ---- V20: reserves face up ---------------------------------------------------------------------


def face_up(pile: str) -> list[str]:
    """The cards of a pile behind the parenthesis of those face down."""
    return cards(pile.rpartition(")")[2])


@pytest.mark.parametrize("preset", ["standard", "simplified", "waste-available", "high-start"])
@pytest.mark.parametrize("game", range(6))
def test_v20_cards_under_the_tops_lie_face_up(preset: str, game: int) -> None:
    """What lies where, and who starts, stays."""
    p, _ = piles(preset, game)
    q, after = piles(f"{preset},starter-face-up=2,second-face-up=4", game)
    assert re.sub("[()]", "", q.notation) == re.sub("[()]", "", p.notation)
    assert [len(face_up(after[seat][0])) for seat in (p.seat, 1 - p.seat)] == [3, 5]
    assert rbcore.Position.parse(q.notation, q.rules) == q


def test_v20_what_v18_moved_counts_too() -> None:
    axes = "starter-reserve=2,second-reserve=3,starter-face-up=14,second-face-up=9"
    p, before = piles("standard,starter-reserve=2,second-reserve=3", 0)
    _, after = piles(f"standard,{axes}", 0)
    assert [after[seat][0] for seat in (0, 1)] == [
        "".join(cards(before[seat][0])) for seat in (0, 1)
    ]
    assert len(cards(after[p.seat][0])) == 15


def test_v20_both_seats_see_them_and_nothing_below() -> None:
    """In views, arrays and determinizations, and whatever lies face down."""
    rules = rbcore.variant("standard,starter-face-up=2,second-face-up=4")
    looked = set()
    for number in range(6):
        game = rbcore.Game.deal(rules, 9, number)
        while game.turn < 3:
            looked.add((number, game.seat))
            reserves = [one[0] for one in texts(game.position()).piles]
            shown = [face_up(one) for one in reserves]
            assert [[c for c in one if c != "??"] for one in game.view().reserves] == shown
            assert [len(one) for one in game.view().reserves] == [len(cards(r)) for r in reserves]
            sample = texts(game.determinize(number)).piles
            assert [face_up(one[0]) for one in sample] == shown
            seen = game.observation().reserves[0]  # from the seat to move on
            for own, pile in zip(seen, (shown[game.seat], shown[1 - game.seat]), strict=True):
                there = own[own != 0].tolist()
                assert there[len(there) - len(pile) :] == read_cards("".join(pile), "")
                assert set(there[: len(there) - len(pile)]) <= {UNKNOWN}
            game.apply(game.choose("greedy"))
    assert len(looked) == 12


def test_v20_only_the_top_is_available_and_takes_loads() -> None:
    variant = "standard,houses-each=1,starter-face-up=1,second-face-up=1"
    p = at(variant, "0 - {} 7s|Ks Ad5c/2h/- 6s9d/3h/-")
    assert p.moves() == ["turn"]  # neither Ad to its foundation nor 7s on 6s
    assert [p.judge(move) for move in ("r>F", "1>R")] == [4, 4]
    loaded = at(variant, "0 - {} 8d|Ks Ad5c/2h/- 6s9d/3h/-")
    loaded.apply("1>R")
    assert texts(loaded).reserve(1) == "6s9d8d"


def test_v20_cards_come_to_the_top_in_their_order() -> None:
    p = at("standard,houses-each=1,starter-face-up=1", "0 - {} 6d|Ks (9h3c)Ad5c/2h/- -/3h/-")
    p.apply("r>1")
    assert (texts(p).reserve(0), p.moves()) == ("(9h3c)Ad", ["r>F"])
    p.apply("r>F")
    assert texts(p).reserve(0) == "(9h)3c"


@pytest.mark.parametrize(
    ("line", "reserve"),
    [
        ("0 - {} Ac|Kh (2c3d4s9d)/2h/- (5c6c7c)/4h/- first=01", "(2c3d)4s9d"),
        ("0 - {} Ac|Kh (2c3d4s9d)/2h/- (5c6c7c)/4h/- first=01 turn=2", "(2c3d)4s9d"),
        ("0 - {} Ac|Kh (2c3d4s9d)/2h/- (5c6c7c)/4h/- first=01 turn=1", "(2c)3d4s9d"),
        ("1 - {} Ac|Kh (5c6c)7c/4h/- (2c3d4s9d)/2h/- first=1 turn=1", "(2c)3d4s9d"),
        ("0 - {} Ac|Kh (9d)/2h/- (5c6c7c)/4h/- first=01", "9d"),
        ("0 - {} Ac|Kh (8d9d)/2h/- (5c6c7c)/4h/- first=01 turn=3", "8d9d"),
    ],
)
def test_v20_a_reserve_face_down_is_turned_up_with_more(line: str, reserve: str) -> None:
    """Who started follows from the turns that were ended (V12)."""
    p = at(SHOWN, line)
    other = texts(p).reserve(1 - p.seat)
    p.apply("1>F")
    assert texts(p).reserve(p.seat) == reserve
    assert texts(p).reserve(1 - p.seat) == other
    assert at(SHOWN, p.notation).fingerprint() == p.fingerprint()


def test_v20_of_a_game_face_down_each_reserve_has_its_own() -> None:
    rules = rbcore.variant("face-down,starter-face-up=3,second-face-up=5")
    for number in range(20):
        game = rbcore.Game.deal(rules, 3, number)
        assert not face_up(texts(game.position()).reserve(1 - game.seat))
        starter, most = game.seat, [0, 0]
        while game.turn < 2:
            for seat in (0, 1):
                shown = len(face_up(texts(game.position()).reserve(seat)))
                most[seat] = most[seat] or shown
            game.apply(game.moves()[-1])
        assert [most[starter], most[1 - starter]] == [4, 6]


def test_v20_what_a_called_stop_puts_back_is_remembered() -> None:
    """The move that is taken back had both cards turned up, not the third (V12)."""
    line = "0 - c5-d--h4-s-- 6c5h|4s (2c3d9d)/2h/- (5c6c)/4h/- first=01"
    game = rbcore.Game.start(at(SHOWN, line))
    assert game.attempt("2>1", called=True) == 2
    assert game.view().reserves[0] == ("??", "??", "??")
    assert game.view().remembered.reserves[0] == ("??", "3d", "9d")
    assert " seen=r0*2" in game.position().notation


def rows_of(variant: str, player: str) -> np.ndarray:
    rows = np.zeros(300, rbcore.GAME)
    rbcore.play(rbcore.variant(variant), (player,) * 2, 9, 0, rows)
    return rows


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("player", "uses"),
    [
        ("uniform", False),
        ("greedy", False),
        ("weighted", False),
        ("planner", True),
        ("lookahead", True),
        ("lookahead+memory", True),
    ],
)
@pytest.mark.parametrize("preset", ["standard", "face-down"])
def test_v20_who_plans_makes_use_of_them(preset: str, player: str, uses: bool) -> None:
    plain = rows_of(preset, player)
    for axis in ("starter-face-up=12", "second-face-up=12"):
        changed = (rows_of(f"{preset},{axis}", player) != plain).sum()
        assert changed > 100 if uses else changed == 0


# ---- deals shuffled and played anew: what stays the same, and what is drawn ----------------------

ENOUGH = 1e-4  # smallest p-value let pass; the seeds are fixed
SEED = 4


def open_cards(position: rbcore.Position) -> tuple[object, ...]:
    """What lies face up, and whose turn it is; the next card of a hand is nobody's but its own."""
    view: View = position.view()
    sizes = [len(hand) for hand in view.hands]
    return view.seat, view.houses, view.reserves, view.wastes, view.foundations, sizes


def own_cards(position: rbcore.Position) -> list[Counter[str]]:
    """The cards of each pack that are in reserves, houses and hands; three seats have one pack."""
    houses, each = position.houses, position.rules.houses_each
    seats = range(position.rules.seats)
    piles = [
        [position.hands[i], position.reserves[i], *houses[i * each : (i + 1) * each]] for i in seats
    ]
    # A house that is out of use is None.
    cards = [Counter(card for pile in own for card in pile or ()) for own in piles]
    return [sum(cards, Counter())] if len(cards) == 3 else cards


@pytest.mark.parametrize("variant", [*rbcore.PRESETS, "standard,second-face-up=9"])
def test_what_lies_face_up_stays_and_who_starts(variant: str) -> None:
    rules = rbcore.variant(variant)
    for game in range(8):
        deal = rbcore.Position.deal(rules, SEED, game)
        shuffled = [rbcore.Position.deal(rules, SEED, game, shuffle) for shuffle in range(1, 4)]
        assert rbcore.Position.deal(rules, SEED, game, 0) == deal
        for one in shuffled:
            assert open_cards(one) == open_cards(deal)
            assert own_cards(one) == own_cards(deal)
            assert rbcore.Position.parse(one.notation, rules) == one
        assert len({one.notation for one in (deal, *shuffled)}) == 4


def test_every_hidden_card_is_as_likely_at_every_place() -> None:
    rules = rbcore.variant("standard")
    deal = rbcore.Position.deal(rules, SEED, 0)
    hidden = [*deal.hands[1], *deal.reserves[1][:-1]]
    card = hidden[5]
    places = Counter[int]()
    for shuffle in range(1, 1 + fewer(6_000)):
        one = rbcore.Position.deal(rules, SEED, 0, shuffle)
        places[[*one.hands[1], *one.reserves[1][:-1]].index(card)] += 1
    copies = hidden.count(card)
    counts = [places[i] for i in range(len(hidden) - copies + 1)]
    assert copies == 1
    assert stats.chisquare(counts).pvalue > ENOUGH


@pytest.mark.parametrize("player", ["uniform", "greedy", "weighted~0.1", "lookahead+memory"])
def test_replicates_differ_only_where_players_draw(player: str) -> None:
    played = []
    for replicate in range(2):
        rows = np.zeros(20, rbcore.game_dtype(2))
        rules, players = rbcore.variant("standard"), (player, player)
        rbcore.play(rules, players, SEED, 0, rows, replicate=replicate)
        played.append(rows)
        _, moves, row = rbcore.trace(rules, players, SEED, 3, replicate=replicate)
        assert row == rows[3]
        assert len(moves) == row["moves"]
    assert (played[0]["starter"] == played[1]["starter"]).all()
    alike = (played[0] == played[1]).mean()
    assert alike < 0.2 if parse_player(player).draws else alike == 1


def test_slips_are_drawn_anew() -> None:
    slips = (rbcore.Attention.careless(0.3),) * 2
    played = []
    for replicate in range(2):
        rows = np.zeros(20, rbcore.GAME)
        rbcore.play(rbcore.variant("standard"), ("greedy",) * 2, SEED, 0, rows, attention=slips,
                    replicate=replicate)  # fmt: skip
        played.append(rows)
    assert (played[0]["offences"] != played[1]["offences"]).any(axis=1).mean() > 0.5


@pytest.mark.parametrize("name", ["shuffle", "replicate"])
def test_numbers_out_of_range_are_refused(name: str) -> None:
    rows = np.zeros(1, rbcore.GAME)
    with pytest.raises(ValueError, match=name):
        rbcore.play(rbcore.variant("standard"), ("greedy",) * 2, 1, 0, rows, **{name: -1})
