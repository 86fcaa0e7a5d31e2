"""What a player knows of cards that lie face down: by memory, by sight, by looking once."""

import random
from collections import Counter

import numpy as np
import pytest

import rbcore
from oracles import twin
from rbcore.board import notation
from rbcore.cards.text import cards_text, read_cards
from support.mirror import mirrored, mirrored_move
from support.players import VARIANTS, shuffled
from support.positions import texts

WITH_MEMORY = (
    "weighted+memory", "planner+memory", "search-12+memory", "lookahead+memory", "nested+memory",
    "thorough+memory", "frugal+memory",
)  # fmt: skip
STANDARD = rbcore.variant("standard")


def known_hands(position: rbcore.Position) -> list[tuple[str, ...]]:
    """The hands of a position as a player with memory has them, from its text alone."""
    setup = notation.read(position.notation, position.rules)
    hands = []
    for seat, cards in enumerate(position.hands):
        known = len(cards) if seat in setup.known else setup.seen.get(notation.HAND + seat, 0)
        hands.append(("??",) * (len(cards) - known) + cards[len(cards) - known :])
    return hands


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hand_that_was_a_waste_is_known_and_no_other(variant: str) -> None:
    rules = rbcore.variant(variant)
    known = 0
    for game in range(3):
        position, moves, _ = rbcore.trace(
            rules, ("weighted~0.1",) * rules.seats, 8, game, max_moves=400
        )
        was_waste: set[int] = set()
        for n, move in enumerate(moves):
            if move == "turn" and not position.hands[position.seat]:
                was_waste.add(position.seat)
            position.apply(move)
            if n % 4 != game:
                continue
            setup = notation.read(position.notation, rules)
            assert setup.known == was_waste
            assert setup.seen == {}
            assert rbcore.Position.parse(position.notation, rules) == position
            view = position.view()
            if position.winner is None and rules.peek == "no":
                assert set("".join(view.hands[position.seat])) <= {"?"}
                assert list(view.remembered.hands) == known_hands(position)
            known += any("??" not in hand for hand in view.remembered.hands if hand)
    assert known > 5 or rules.ranks < 13  # few hands of small packs are turned


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_not_remembered_changes_no_move(variant: str) -> None:
    rng = random.Random(variant)
    rules = rbcore.variant(variant)
    for game in range(2):
        players = tuple(rng.choice(WITH_MEMORY[:2]) for _ in range(rules.seats))
        position, moves, _ = rbcore.trace(rules, players, 6, game, max_moves=150)
        for n, move in enumerate(moves):
            if n % 3 == game:
                other = shuffled(position, rng, memory=True)
                assert other.view().remembered == position.view().remembered
                for player in WITH_MEMORY:
                    chosen = position.choose(player, game=game)
                    assert other.choose(player, game=game) == chosen, (player, other.notation)
            position.apply(move)


def late_positions(variant: str = "standard", games: int = 6) -> list[rbcore.Position]:
    """Positions in which some hand was a waste."""
    rules = rbcore.variant(variant)
    found = []
    for game in range(games):
        position, moves, _ = rbcore.trace(rules, ("weighted",) * rules.seats, 8, game)
        for n, move in enumerate(moves):
            if n % 5 == 0 and " known=" in position.notation:
                found.append(position.copy())
            position.apply(move)
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", ["standard", "simplified", "three-player", "covered"])
def test_determinizations_keep_what_is_remembered(variant: str) -> None:
    others = 0
    for seed, position in enumerate(late_positions(variant)):
        sample = position.view().determinize(seed, memory=True)
        assert sample.view().remembered == position.view().remembered
        assert sample.moves() == position.view().remembered.moves() == position.moves()
        assert position.view().remembered.determinize(seed) == sample
        other = shuffled(position, random.Random(1), memory=True)
        assert other.view().determinize(seed, memory=True) == sample
        others += position.view().determinize(seed).view().remembered != position.view().remembered
    assert others > 5


def test_memory_changes_moves() -> None:
    """Of `search` often, since its worlds are others."""
    positions = late_positions()
    for name, share in (("weighted", 0.005), ("search-12", 0.05)):
        other = [p.choose(name) != p.choose(name + "+memory") for p in positions]
        assert np.mean(other) > share, name


@pytest.mark.full
def test_memory_wins() -> None:
    """`search` wins more with its memory than without; 55 in 100 were measured."""
    rows = [np.zeros(150, rbcore.GAME) for _ in range(2)]
    for seat in range(2):
        players = ("search-24+memory", "search-24")[:: 1 - 2 * seat]
        rbcore.play(STANDARD, players, 12, 0, rows[seat])
    won = sum(np.sum(rows[seat]["winner"] == seat) for seat in range(2))
    assert won > 150


@pytest.mark.parametrize("variant", ["standard", "covered", "face-down"])
def test_no_seat_remembers_better(variant: str) -> None:
    for position in late_positions(variant, 4)[::3]:
        other = mirrored(position)
        move = position.choose("planner+memory")
        assert other.choose("planner+memory") == mirrored_move(move, position.rules)


LINE = "0 - c--d--h--s-- 5h|6s Ah/4c9d/- (2c3c)3d/9dJc/-"
SMALL = rbcore.variant("standard,houses-each=1")


@pytest.mark.parametrize(("keys", "hands", "reserve"), [
    ("", (("??", "??"), ("??", "??")), ("??", "??", "3d")),
    ("known=0", (("4c", "9d"), ("??", "??")), ("??", "??", "3d")),
    ("known=0,1", (("4c", "9d"), ("9d", "Jc")), ("??", "??", "3d")),
    ("seen=h0", (("??", "9d"), ("??", "??")), ("??", "??", "3d")),
    ("known=1 seen=h0*2,r1", (("4c", "9d"), ("9d", "Jc")), ("??", "3c", "3d")),
])  # fmt: skip
def test_notation_says_what_is_known(
    keys: str, hands: tuple[tuple[str, ...], ...], reserve: tuple[str, ...]
) -> None:
    line = f"{LINE} {keys}".strip()
    position = rbcore.Position.parse(line, SMALL, partial=True)
    view = position.view()
    assert view.remembered.hands == hands
    assert view.remembered.reserves[1] == reserve
    assert view.hands == (("??", "??"), ("??", "??"))
    assert " known=" not in view.notation
    assert " seen=" not in view.notation
    assert view.remembered.remembered == view.remembered
    assert position.fingerprint() == rbcore.Position.parse(LINE, SMALL, partial=True).fingerprint()
    assert rbcore.Position.parse(position.notation, SMALL, partial=True) == position


@pytest.mark.parametrize(("keys", "message"), [
    ("known=", "known: '' is not a list of seats"),
    ("known=2", "known: '2' is not a list of seats"),
    ("known=1,0", "known: '1,0' is not a list of seats"),
    ("seen=h2", "seen: 'h2' is not a pile with face-down cards"),
    ("seen=1", "seen: '1' is not a pile with face-down cards"),
    ("seen=h0,h0", "seen: 'h0' is not a pile with face-down cards, or is named twice"),
    ("seen=h0*3", "seen: h0 has 2 unknown face-down cards, not 3"),
    ("seen=h0*0", "seen: h0 has 2 unknown face-down cards, not 0"),
    ("seen=r0", "seen: r0 has 0 unknown face-down cards"),
    ("known=0 seen=h0", "seen: h0 has 0 unknown face-down cards, not 1"),
])  # fmt: skip
def test_notation_refuses(keys: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message.replace('(', '.')}"):
        rbcore.Position.parse(f"{LINE} {keys}", SMALL, partial=True)


def test_a_seat_that_has_not_laid_out_has_no_known_hand() -> None:
    rules = rbcore.variant("wrangle")
    line = rbcore.Position.deal(rules, 1, 0).notation
    with pytest.raises(ValueError, match=r"^known: seat . has not laid out yet"):
        rbcore.Position.parse(f"{line} known=0,1", rules)


def test_unseen_cards_are_those_face_down() -> None:
    for variant in ("standard", "three-player", "simplified", "covered"):
        for position in late_positions(variant, 2)[::7]:
            setup = notation.read(position.notation, position.rules)
            for memory in (False, True):
                hidden = [c for p in setup.players for c in p.reserve.cards[: p.reserve.down]]
                hidden += [c for house in setup.houses for c in house.cards[: house.down]]
                for seat, player in enumerate(setup.players):
                    if not (memory and seat in setup.known):
                        hidden += player.hand.cards
                view = position.view().remembered if memory else position.view()
                assert sorted(view.unseen) == sorted(cards_text([c]) for c in hidden)


@pytest.mark.full
def test_what_a_called_stop_puts_back_is_remembered() -> None:
    """The card that a `turn` over a space turned up, by positions that say so (`seen=`)."""
    twins, attention = twin.variant("standard"), (rbcore.Attention({"space": 1.0}, 1.0),) * 2
    agreed = by_memory = 0
    for game in range(60):
        start, moves, _ = rbcore.trace(
            STANDARD, ("weighted+memory",) * 2, 3, game, attention=attention, max_moves=400
        )
        state = twin.read(start.notation, twins)
        seen: set[int] = set()
        for move in moves:
            own = state.own
            line = twin.write(state)
            put_back = ",".join(f"h{s}" for s in sorted(seen) if not state.players[s].known)
            fields = line.split(" idle=") if " idle=" in line else [line]
            told = " seen=".join([fields[0], put_back]) if put_back else fields[0]
            if move == "turn!" and own.hand:
                seen.add(state.seat)
            elif move == "turn":
                seen.discard(state.seat)
            elif move != "stop" and put_back and not any(house.vacant for house in state.houses):
                told = " idle=".join([told, *fields[1:]])
                position = rbcore.Position.parse(told, STANDARD)
                assert position.choose("weighted+memory") == move
                agreed += 1
                other = rbcore.Position.parse(line, STANDARD)
                by_memory += other.choose("weighted+memory") != move
            if move == "stop":
                if twin.winner(state) is None:
                    twin.end_turn(state, twins)
            elif not move.endswith("!"):
                twin.apply(state, move, twins)
    assert agreed > 50
    assert by_memory > 0


def test_a_game_remembers_what_a_called_stop_puts_back() -> None:
    """In its position, view and arrays; not once the attempt is taken back."""
    line = "0 - c--d--h--s-- 5h|- (2c)Ah/4c9d/- -/9dJc/-"
    game = rbcore.Game.start(rbcore.Position.parse(line, SMALL, partial=True))
    assert game.view().remembered.hands[0] == ("??", "??")
    game.attempt("turn", called=True)
    assert game.stopped
    assert " seen=h0" in game.position().notation
    assert game.view().remembered.hands[0] == ("??", "9d")
    assert game.view().hands[0] == ("??", "??")
    seen = game.observation()
    assert seen.remembered[0, 0, :3].tolist() == [14, 16 + 9, 0]
    assert seen.next_card[0] == 14
    assert game.determinize(1, memory=True).hands[0][-1] == "9d"
    game.undo()
    assert game.view().remembered.hands[0] == ("??", "??")


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", ["standard", "three-player", "covered", "simplified"])
def test_arrays_hold_the_same_memory(variant: str) -> None:
    rules = rbcore.variant(variant)
    known = 0
    for number in range(2):
        game = rbcore.Game.deal(rules, 8, number)
        while not game.is_over:
            seen, view = game.observation(), game.view().remembered
            for n in range(rules.seats):
                hand = view.hands[(game.seat + n) % rules.seats]
                cards = [14 if c == "??" else read_cards(c, "")[0] for c in hand]
                assert seen.remembered[0, n].tolist() == cards + [0] * (111 - len(cards))
                assert seen.hands[0, n] == len(hand)
                known += bool(hand) and "??" not in hand
            count = Counter(read_cards(c, "")[0] for c in view.unseen)
            assert seen.unseen[0].tolist() == [count[card] for card in range(64)]
            game.apply(game.choose("weighted"))
    assert known > 50


# ---- `+sight`: a player that sees all cards plays as one with memory to whom all are known -------

WITH_SIGHT = ("weighted", "planner", "search-12", "lookahead", "nested", "thorough", "frugal")


def all_known(position: rbcore.Position) -> rbcore.Position:
    """The position when all its cards have been seen: hands as wastes, the others put back."""
    rules = position.rules
    setup = notation.read(position.notation, rules)
    for seat, player in enumerate(setup.players):
        setup.seen[notation.HAND + seat] = len(player.hand.cards)
        setup.seen[notation.RESERVE + seat] = player.reserve.down
    setup.seen |= {pile: house.down for pile, house in enumerate(setup.houses)}
    setup.seen = {pile: count for pile, count in setup.seen.items() if count}
    setup.known = set()
    return rbcore.Position.parse(notation.write(setup, rules), rules)


@pytest.mark.sample(3)
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_plays_as_with_all_cards_known(variant: str) -> None:
    rules = rbcore.variant(variant)
    tried = 0
    for game in range(2):
        players = ("planner~0.1",) * rules.seats
        position, moves, _ = rbcore.trace(rules, players, 15, game, max_moves=120)
        for n, move in enumerate(moves):
            if n % 12 == game:
                known = all_known(position)
                for player in WITH_SIGHT:
                    seen = position.choose(player + "+sight", game=game)
                    assert seen == known.choose(player + "+memory", game=game), position.notation
                tried += 1
            position.apply(move)
    assert tried > (3 if rules.ranks < 13 else 10)  # games of a small pack are short


@pytest.mark.sample(1)
@pytest.mark.parametrize("player", ["search-12", "lookahead", "nested", "thorough", "frugal"])
def test_hidden_cards_change_its_moves(player: str) -> None:
    rng, rules = random.Random(player), rbcore.variant("standard")
    changed = 0
    for game in range(6):
        position, moves, _ = rbcore.trace(rules, ("planner",) * 2, 4, game, max_moves=150)
        for n, move in enumerate(moves):
            if n % 10 == 0:
                other = shuffled(position, rng)
                chosen = position.choose(player + "+sight")
                changed += other.choose(player + "+sight") != chosen
                assert other.choose(player) == position.choose(player)
            position.apply(move)
    assert changed > 2


# ---- peek=once (V11): a seat looks at its next hand card as its turn begins, and knows no other

LOOKING = ["cut-start", "early-turn", "face-down", "three-player", "wrangle", "here-and-there"]


@pytest.mark.full
@pytest.mark.parametrize("variant", LOOKING)
def test_a_seat_knows_a_card_from_the_start_of_its_turn_till_it_turns(variant: str) -> None:
    rules, blind = rbcore.variant(f"{variant},peek=once"), rbcore.variant(variant)
    knew = turned = empty = 0
    for game in range(4):
        position, moves, _ = rbcore.trace(rules, ("greedy",) * rules.seats, 3, game, max_moves=600)
        looks = True  # till something is turned
        for move in moves:
            seat = position.seat
            hand = texts(position).hand(seat)
            text = position.notation
            looked = " looked=1" in text
            assert looked == (looks and hand != "-")
            shown = position.view().hands[seat][-1:]
            assert shown == (() if hand == "-" else (hand[-2:] if looked else "??",))
            unlooked = rbcore.Position.parse(text.replace(" looked=1", ""), blind)
            assert unlooked.moves() == position.moves()
            marks = [p.fingerprint() for p in (rbcore.Position.parse(text, rules), unlooked)]
            assert marks[0] == marks[1]
            knew += looked and move == "turn"
            turned += move == "turn" and not looked and not empty
            empty += hand == "-" and looks
            position.apply(move)
            looks = move in ("waste", "pass") or (looks and move != "turn")
    assert knew
    assert turned
    assert empty


def test_games_by_chance_are_those_without_looking_and_others_are_not() -> None:
    rows = {}
    for player in ("uniform", "greedy"):
        for peek in ("no", "once", "yes"):
            rows[player, peek] = np.zeros(200, rbcore.GAME)
            rules = rbcore.variant(f"standard,peek={peek}")
            rbcore.play(rules, (player,) * 2, 9, 0, rows[player, peek])
    assert (rows["uniform", "no"] == rows["uniform", "once"]).all()
    assert (rows["greedy", "no"] != rows["greedy", "once"]).any()
    assert (rows["greedy", "yes"] != rows["greedy", "once"]).any()


def test_greedy_makes_a_space_for_a_card_that_it_has_looked_at() -> None:
    rules = rbcore.variant("standard,houses-each=2,peek=once")
    line = "0 - c--d--h--s-- Th9s|JsTd|Jc|Kc -/2h3h/- 5c/6s/-"
    for key, first in (("", "turn"), (" looked=1", "1>2")):
        position = rbcore.Position.parse(line + key, rules, partial=True)
        assert position.notation == line + key
        assert position.choose("greedy") == first


def test_what_has_been_looked_at_in_notation() -> None:
    rules = rbcore.variant("cut-start,peek=once,early-turn=yes")
    dealt = rbcore.Position.deal(rules, 1, 0).notation
    assert dealt.endswith(" fresh=1 looked=1")
    bare = dealt.removesuffix(" fresh=1 looked=1")
    assert rbcore.Position.parse(f"{bare} turn=3 looked=1 fresh=1", rules).notation == (
        f"{bare} fresh=1 looked=1 turn=3"
    )
    assert rbcore.Position.parse(bare, rules) != rbcore.Position.parse(bare + " looked=1", rules)
    position = rbcore.Position.parse(dealt, rules)
    position.apply("turn")
    seat, _, rest = bare.partition(" ")
    empty = rest.split(" ")
    piles = empty[3 + int(seat)].split("/")
    empty[3 + int(seat)] = f"{piles[0]}/-/{piles[1]}"
    for text, words in (
        (bare + " looked=0", "looked: '0' is not 1"),
        (f"{position.notation} looked=1", "looked: a card is turned up"),
        (f"{seat} {' '.join(empty)} looked=1", "looked: the hand has no card"),
    ):
        with pytest.raises(ValueError, match=words):
            rbcore.Position.parse(text, rules)
    with pytest.raises(ValueError, match="'looked' is not a key of these rules"):
        rbcore.Position.parse(bare + " looked=1", rbcore.variant("peek"))


def test_the_axis_is_text() -> None:
    with pytest.raises(ValueError, match="peek=True is not a choice; use one of no, once, yes"):
        rbcore.Rules(peek=True)  # type: ignore[arg-type]
