"""Positions as text: what is read, what is refused and in what words."""

import pickle
import random
import re
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rbcore
from attack.readers import problem
from rbcore.board.notation import filled_in
from support.mixtures import mixtures
from support.players import shuffled
from support.quick import fewer

STANDARD = rbcore.variant("standard")
DEALT = rbcore.Position.deal(STANDARD, 1, 0).notation
SEAT, TURNED, HEIGHTS, HOUSES, FIRST, SECOND = DEALT.split(" ")


def line(**changes: str) -> str:
    fields = {"seat": SEAT, "turned": TURNED, "heights": HEIGHTS, "houses": HOUSES}
    fields |= {"first": FIRST, "second": SECOND} | changes
    return " ".join(fields.values())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "fields"),
        ("0 -", "fields"),
        (DEALT.replace(" ", "  ", 1), "fields"),
        (line(seat="2"), "seat: '2'"),
        (line(seat="٠"), "seat"),
        (line(turned="ZZ"), "turned-up card: 'ZZ'"),
        (line(turned="2"), "turned-up card: '2'"),
        (line(turned="2c3c"), "turned-up card"),
        (line(turned="(2c)"), "turned-up card"),
        (line(heights="c--d--h--"), "foundations"),
        (line(heights="c-Ad--h--s--"), "taller pile first"),
        (line(heights="c1-d--h--s--"), "foundations"),
        (line(heights="d--c--h--s--"), "foundations"),
        (line(houses=HOUSES + "|-"), "houses: 8"),
        (line(houses="-"), "houses: 8"),
        (line(houses="(2c)" + HOUSES), "house 1: no card"),
        (line(houses="9c8c" + HOUSES[2:]), "house 1: 8c does not lie on 9c"),
        (line(houses="9c9d" + HOUSES[2:]), "house 1: 9d does not lie on 9c"),
        (line(first=FIRST.replace("/", "", 1)), "player 0"),
        (line(first=FIRST.replace("(", "", 1)), "reserve 0"),
        (line(first=FIRST.replace(")", "", 1)), "not closed"),
        (line(first="()" + FIRST), "hold no card"),
        (line(first=FIRST.replace("/-", "/")), "waste 0: this is empty"),
        (line(first="-/-/-"), "appears|has no card left"),
        (line(second=FIRST), "appears 1 time,|appears 3 times"),
        (DEALT + " colour=red", "'colour' is not a key"),
        (DEALT + " base=A", "'base' is not a key"),
        (DEALT + " turn", "KEY=VALUE"),
        (DEALT + " turn=1 turn=1", "appears twice"),
        (DEALT + " turn=-1", "turn: '-1'"),
        (DEALT + " turn=٣", "turn"),
        (DEALT + " turn=99999999999", "turn"),
        (DEALT + " idle=1", "idle: 2 numbers"),
        (DEALT + " idle=1,70000", "idle"),
        (DEALT + "\n", "'-\\\\n'|waste 1"),
        (DEALT + "9" * 3_000, "characters"),
    ],
)
def test_bad_lines_are_refused_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        rbcore.Position.parse(text, STANDARD)
    assert "\n" not in str(caught.value)


def test_a_reserve_must_have_surfaced() -> None:
    reserve, rest = FIRST.split("/", 1)
    hidden = f"({reserve.replace('(', '').replace(')', '')})/{rest}"
    with pytest.raises(ValueError, match="reserve 0: its top card must be face up"):
        rbcore.Position.parse(line(first=hidden), STANDARD)


def test_hands_are_written_without_parentheses() -> None:
    reserve, hand, waste = FIRST.split("/")
    with pytest.raises(ValueError, match="hand 0"):
        rbcore.Position.parse(line(first=f"{reserve}/({hand[:2]}){hand[2:]}/{waste}"), STANDARD)


def test_whoever_has_no_card_has_won_and_is_to_move() -> None:
    rules = rbcore.variant("standard,houses-each=0")
    text = "{} - c--d--h--s-- - -/-/- 2c/-/-"
    assert rbcore.Position.parse(text.format(0), rules, partial=True).winner == 0
    with pytest.raises(ValueError, match="player 0 has no card left"):
        rbcore.Position.parse(text.format(1), rules, partial=True)


def test_a_study_may_lack_cards_but_has_to_be_asked_for() -> None:
    text = line(first="-/2c/-", second="-/3c/-", houses="|".join("-" * 8))
    with pytest.raises(ValueError, match="appears 0 times"):
        rbcore.Position.parse(text, STANDARD)
    assert rbcore.Position.parse(text, STANDARD, partial=True).notation == text


def test_keys_are_read_in_any_order_and_written_in_one() -> None:
    position = rbcore.Position.parse(DEALT + " turn=7 idle=0,2", STANDARD)
    assert position.notation == DEALT + " idle=0,2 turn=7"
    assert (position.turn, position.idle) == (7, (0, 2))
    assert rbcore.Position.parse(DEALT + " idle=0,0 turn=0", STANDARD).notation == DEALT


def test_turns_are_counted_as_far_as_they_are_read() -> None:
    position = rbcore.Position.parse(DEALT + f" turn={2**32 - 1}", STANDARD)
    seat = position.seat
    while position.seat == seat:
        position.apply(position.moves()[-1])
    assert position.turn == 2**32 - 1
    assert rbcore.Position.parse(position.notation, STANDARD) == position


def test_equality_hash_copy_and_pickle() -> None:
    position = rbcore.Position.parse(DEALT, STANDARD)
    for twin in (position.copy(), deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert twin == position
        assert hash(twin) == hash(position)
        assert twin.rules == STANDARD
        twin.apply(twin.moves()[0])
        assert twin != position
        assert position.notation == DEALT
    assert position != rbcore.Position.parse(DEALT, rbcore.variant("cut-start"))
    assert position != DEALT


def test_fingerprints_tell_positions_apart_but_not_their_clocks() -> None:
    position = rbcore.Position.parse(DEALT, STANDARD)
    assert (
        position.fingerprint()
        == rbcore.Position.parse(DEALT + " idle=1,2 turn=9", STANDARD).fingerprint()
    )
    marks = {rbcore.Position.deal(STANDARD, 1, game).fingerprint() for game in range(2_000)}
    assert len(marks) == 2_000
    swapped = line(seat="1" if SEAT == "0" else "0")
    assert position.fingerprint() != rbcore.Position.parse(swapped, STANDARD).fingerprint()


@pytest.mark.parametrize(
    "move", ["", "x", "r>", ">F", "9>F", "r>9", "r>X", "r*2>3", "h>R0", "1>1>1"]
)
def test_what_is_no_move_is_refused(move: str) -> None:
    position = rbcore.Position.parse(DEALT, STANDARD)
    with pytest.raises(ValueError, match="is not a"):
        position.judge(move)


def test_an_illegal_move_changes_nothing() -> None:
    position = rbcore.Position.parse(DEALT, STANDARD)
    with pytest.raises(ValueError, match="not legal here"):
        position.apply("waste")
    assert position.notation == DEALT


@given(st.text(max_size=60))
@settings(max_examples=fewer(300), deadline=None)
def test_any_text(text: str) -> None:
    assert problem("positions", f"standard\t{text}") == ""


@given(st.text(alphabet="standard,reserve-size=0129houses-each", max_size=40))
@settings(max_examples=fewer(300), deadline=None)
def test_any_variant(text: str) -> None:
    try:
        rules = rbcore.variant(text)
    except ValueError as error:
        assert str(error)
    else:
        assert rbcore.variant(rbcore.variant_text(rules)) == rules


# ---- Views: read as positions the same again, with the same moves; nothing hidden shows in them

VARIANTS = [*rbcore.PRESETS, "covered,peek=yes", "cut-start,peek=once", "standard,group-moves=yes",
            "covered,group-moves=yes", *mixtures(6, seed=8)]  # fmt: skip


@pytest.mark.sample(4)
@pytest.mark.parametrize("variant", [*rbcore.PRESETS, "standard,second-face-up=9"])
def test_what_a_seat_may_do_is_in_its_view(variant: str) -> None:
    rules = rbcore.variant(variant)
    for number in range(3):
        game = rbcore.Game.deal(rules, 3, number)
        while not game.is_over and game.ply < 150:
            game.apply(game.choose("greedy"))
            if game.ply % 7:
                continue
            for view in (game.view(), game.view().remembered):
                position = rbcore.Position.parse(filled_in(view.notation, rules), rules)
                assert position.moves() == game.moves()
                assert position.view() == game.view()
            whole = game.position().notation
            assert filled_in(whole, rules) == whole


def test_more_hidden_cards_than_there_can_be() -> None:
    rules = rbcore.variant("standard")
    view = rbcore.Game.deal(rules, 1, 0).view().notation
    with pytest.raises(ValueError, match=r"\?\? appears 95 times, but only 94 cards are missing"):
        filled_in(view.replace("/?", "/???", 1), rules)
    assert filled_in("??", rules) == "??"


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_hidden_does_not_show(variant: str) -> None:
    rng = random.Random(variant)
    rules = rbcore.variant(variant)
    changed = 0
    for game in range(2):
        position, moves, _ = rbcore.trace(rules, ("greedy",) * rules.seats, 6, game, max_moves=80)
        for move in moves:
            other = shuffled(position, rng)
            changed += other.notation != position.notation
            view, again = position.view(), other.view()
            assert (view.notation, view, hash(view)) == (again.notation, again, hash(again))
            shown = re.sub(r" (known|seen)=\S+", "", position.notation)  # what a memory would have
            assert re.sub(r"\w\w|\?\?", "c", view.notation) == re.sub(r"\w\w|\*\*", "c", shown)
            for name in ("reserves", "hands", "wastes", "houses", "turned", "foundations", "idle"):
                assert getattr(view, name) == getattr(again, name)
            position.apply(move)
    assert changed > 30 or rules.seats == 3
