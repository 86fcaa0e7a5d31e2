"""Players compiled by others: what they are told, asked for and held to, in C by ctypes."""

import ctypes
import pickle

import numpy as np
import pytest

import rbcore
from rbcore.api.position import features
from rbcore.players.weights import FEATURES
from support.compiled import outside_library, outside_player
from support.outside import build, needs_compiler, printed

pytestmark = needs_compiler

VARIANTS = ["standard", "three-player", "covered", "peek", "crossley", "wrangle", "here-and-there"]
SUITS, RANKS = "cdhs", "A23456789TJQK"


def played(players, variant="standard", games=20, **options):
    rows = np.zeros(games, rbcore.game_dtype(rbcore.variant(variant).seats))
    done = rbcore.play(variant, players, 5, 0, rows, **options)
    return rows[:done]


# ---- what a player is told ----------------------------------------------------------------------


def card_number(card):
    if card == "??":
        return 14
    return (
        15
        if card not in {r + s for r in RANKS for s in SUITS}
        else (16 * SUITS.index(card[1]) + RANKS.index(card[0]) + 1)
    )


def test_the_numbers_of_cards_are_those_of_the_header():
    assert [card_number(card) for card in ("Ac", "Kd", "Th", "2s", "??")] == [1, 29, 42, 50, 14]


KNOWLEDGE = ("", "+memory", "+sight")


def told(position, is_dealt=False, knows=""):
    """What the player that writes down is told of a position, a list of numbers."""
    library = outside_library()
    ctypes.c_int32.in_dll(library, "is_dealt").value = is_dealt
    position.choose(outside_player("telling", called=f"telling{knows}"))
    count = ctypes.c_int32.in_dll(library, "told_count").value
    return list((ctypes.c_int32 * 20000).in_dll(library, "told"))[:count]


def positions(variant, apart=3):
    """Positions of a game with two moves or more, some moves apart."""
    game = rbcore.Game.deal(variant, 4, 1)
    for _ in range(60):
        for _ in range(apart):
            if not game.is_over:
                game.apply(game.choose("uniform"))
        if game.is_over:
            return
        if len(game.moves()) > 1:
            yield game.position()


def piles_of(seen, seats, houses):
    """All piles of a view, in the numbers of the header."""
    piles = [()] * 22
    for i, house in enumerate(seen.houses):
        piles[i] = house or ()
    for seat in range(seats):
        piles[9 + seat] = seen.reserves[seat]
        piles[12 + seat] = seen.wastes[seat]
        piles[16 + seat] = seen.hands[seat]
    piles[19 + seen.seat] = (seen.turned,) if seen.turned else ()
    return piles


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_player_is_told_what_the_view_of_its_seat_has(variant):
    rules = rbcore.variant(variant)
    for position in positions(variant):
        numbers = iter(told(position))
        seen = position.view()
        head = [next(numbers) for _ in range(5)]
        assert head == [seen.seat, rules.seats, rules.houses, seen.turn, seen.seat]
        piles = piles_of(seen, rules.seats, rules.houses)
        for number, pile in enumerate(piles):
            if number == 15:
                assert [next(numbers) for _ in range(3)] == [0, 0, 0]
                continue
            length, face_down, top = (next(numbers) for _ in range(3))
            cards = [next(numbers) for _ in range(length)]
            assert cards == [card_number(card) for card in pile], number
            assert top == (cards[-1] if cards else 0)
            hidden = length if 16 <= number < 19 else cards.count(14)
            assert number < 9 or face_down >= hidden - 1 or face_down == hidden
        heights = [next(numbers) for _ in range(4)]
        assert sum(heights) + sum(map(len, piles)) == len(rules_cards(rules))
        moves = position.moves()
        for move in moves:
            kind, source, destination, card = (next(numbers) for _ in range(4))
            assert kind == kind_of(move), move
            assert card == expected_card(move, piles, source, seen), move
            weights = [next(numbers) for _ in range(33)]
            value = next(numbers)
            if not move.endswith(">F"):
                assert weights == features(position, [move], False, False), move
                assert value == value_of(weights), move
            after = next(numbers)
            known = position.copy()
            known.apply(move)
            if (
                move not in ("turn", "waste", "pass")
                and known.seat == seen.seat
                and is_known(position, known)
            ):
                assert after == len(known.moves()), move
            assert max(source, destination) < 22
        assert next(numbers, None) is None


def rules_cards(rules):
    position = rbcore.Position.deal(rules, 1, 1)
    cards = [
        card for pile in (*position.reserves, *position.hands, *position.wastes) for card in pile
    ]
    cards += [card for house in position.houses or () for card in house or ()]
    return cards


def kind_of(move):
    if move in ("turn", "waste", "pass"):
        return {"turn": 3, "waste": 4, "pass": 5}[move]
    place = move.partition(">")[2]
    return 0 if place == "F" else 1 if place[0].isdigit() else 2


def expected_card(move, piles, source, seen):
    if move == "pass":
        return 0
    if move == "turn":
        hand, waste = seen.hands[seen.seat], seen.wastes[seen.seat]
        return card_number(hand[-1] if hand else waste[0])
    extra = int(move.partition(">")[0].partition("*")[2] or 1) - 1
    return card_number(piles[source][len(piles[source]) - 1 - extra])


def value_of(weights):
    return sum(w * n for w, n in zip(FEATURES.values(), weights, strict=True))


def is_known(before, after):
    """Whether a move turned no card up that the seat had not seen."""
    return len(after.view().unseen) == len(before.view().unseen)


def test_a_dealt_table_keeps_to_what_is_seen():
    for position in list(positions("standard"))[:10]:
        seen = position.view()
        piles = piles_of(seen, 2, 8)
        numbers = iter(told(position, is_dealt=True))
        next(numbers)
        for number, pile in enumerate(piles):
            length, _, _ = (next(numbers) for _ in range(3))
            cards = [next(numbers) for _ in range(length)]
            if number != 15:
                pairs = zip(cards, map(card_number, pile), strict=True)
                assert all(14 not in (a,) and b in (a, 14) for a, b in pairs)


def test_what_a_seat_knows_is_in_the_name():
    remembered = []
    for position in positions("standard", 25):
        unseen = {knows: told(position, knows=knows)[5:200].count(14) for knows in KNOWLEDGE}
        assert unseen["+sight"] < unseen[""] / 2
        assert unseen["+sight"] <= unseen["+memory"] <= unseen[""]
        remembered.append(unseen[""] - unseen["+memory"])
    assert max(remembered) > 0
    with pytest.raises(ValueError, match="write memory or sight after \\+"):
        outside_player("telling").named("telling+more")


def test_valuing_a_view_chooses_as_the_values_say():
    position = rbcore.Position.deal("standard", 3, 0)
    move = position.choose(outside_player("valuing"))
    values = {m: value_of(features(position, [m], False, False)) for m in position.moves()}
    assert move == max(values, key=values.get)


# ---- games --------------------------------------------------------------------------------------


def order(move):
    """The order of the loader of outside.c, as a player in Python has it."""
    if move.endswith(">F"):
        return 0
    if ">R" in move or ">W" in move:
        return 1
    return 1 + {"r": 1, "h": 2, "w": 3}.get(move[0], 5 if ">" in move else 4)


@pytest.mark.parametrize("variant", VARIANTS)
def test_games_are_those_of_moves_asked_for_one_by_one(variant):
    """So moves are told in the order of rbcore.View.moves, of three seats too."""
    rules = rbcore.variant(variant)
    rows = played((outside_player("loader"),) * rules.seats, variant, 3, max_moves=2_000)
    for row in rows:
        game = rbcore.Game.deal(variant, 5, int(row["index"]), max_moves=2_000)
        while not game.is_over:
            game.apply(min(game.moves(), key=order))
        assert game.row() == row


def test_whole_games_pools_traces_and_matches_agree():
    loader = outside_player("loader")
    rows = played((loader, "greedy"))
    pool_rows = np.zeros_like(rows)
    assert rbcore.GamePool("standard", (loader, "greedy"), 5, rows=pool_rows).done == len(rows)
    assert (pool_rows == rows).all()
    start, moves, row = rbcore.trace("standard", (loader, "greedy"), 5, 7)
    assert row == rows[7]
    game = rbcore.Game.start(start, seed=5, game=7)
    for move in moves:
        assert game.choose(loader if game.seat == 0 else "greedy") == move
        game.apply(move)
    assert game.row() == row
    other = rbcore.Game.deal("standard", 5, 7)
    other.play_out((loader, "greedy"))
    assert other.row() == row
    rules = rbcore.variant("standard,target=50")
    matches = np.zeros(2, rbcore.match_dtype(2))
    assert rbcore.play_matches(rules, (loader, "greedy"), 5, 0, matches) == 2
    assert matches["games"].min() >= 1


def test_games_of_one_that_draws_are_the_same_again_in_any_order():
    drawing = outside_player("drawing")
    rows = played((drawing,) * 2, games=6)
    again = np.zeros(3, rows.dtype)
    rbcore.play("standard", (drawing,) * 2, 5, 3, again)
    assert (again == rows[3:]).all()
    assert len(set(rows["moves"].tolist())) > 1


def counts():
    library = outside_library()
    return [ctypes.c_int64.in_dll(library, name).value for name in ("states_made", "states_freed")]


def test_a_state_is_made_and_freed_for_each_game_and_seat():
    before = counts()
    counting = outside_player("counting", has_state=True)
    rows = played((counting, counting), games=10)
    assert [now - then for now, then in zip(counts(), before, strict=True)] == [20, 20]
    pool_rows = np.zeros_like(rows)
    rbcore.GamePool("standard", (counting, counting), 5, rows=pool_rows, width=3)
    made, freed = counts()
    assert made == freed == before[0] + 40
    assert (pool_rows == rows).all()
    assert (
        rows["moves"].tolist()
        != played((outside_player("loader"),) * 2, games=10)["moves"].tolist()
    )
    game = rbcore.Game.deal("standard", 5, 3)
    game.play_out(counting)
    assert game.row() == rows[3]


def test_a_pool_with_an_external_player_keeps_the_states_of_its_slots():
    counting = outside_player("counting", has_state=True)

    def rows_at(width):
        rows = np.zeros(6, rbcore.game_dtype(2))
        pool = rbcore.GamePool("standard", (counting, 0), 5, rows=rows, width=width, max_moves=500)
        while pool.done < 6:
            pool.step(pool.observe().legal.argmax(axis=1)) if pool.gather(0) else None
        return rows

    before = counts()
    assert (rows_at(1) == rows_at(4)).all()
    assert counts()[0] - before[0] == counts()[1] - before[1] > 0


def test_slips_are_those_of_any_compiled_player():
    attention = [rbcore.Attention({"reserve": 0.5}, 0.5)] * 2
    rows = played((outside_player("loader"),) * 2, attention=attention)
    assert rows["offences"].sum() > 0
    assert (rows["outcome"] == 0).any()


def test_search_and_an_outside_player_meet():
    rows = played((outside_player("loader"), "search-5"), games=1)
    assert len(rows) == 1
    _, _, row = rbcore.trace("standard", (outside_player("loader"), "search-5"), 5, 0)
    assert row == rows[0]


# ---- what it is held to -------------------------------------------------------------------------


def wrong(name, error, match):
    player = outside_player(name)
    with pytest.raises(error, match=match) as raised:
        played((player, "greedy"))
    rbcore.play("standard", ("greedy", "greedy"), 5, 0, np.zeros(1, rbcore.game_dtype(2)))
    game = rbcore.Game.deal("standard", 5, 0)
    for _ in range(40):
        if not game.is_over and game.turn < 6:
            game.apply(min(game.moves(), key=order))
    line = game.notation
    if len(game.moves()) > 1:
        with pytest.raises(error):
            game.choose(player)
        assert game.notation == line
    with pytest.raises(error):
        rbcore.GamePool("standard", (player, "greedy"), 5, rows=np.zeros(9, rbcore.GAME))
    with pytest.raises(error):
        rbcore.trace("standard", (player, "greedy"), 5, 0)
    with pytest.raises(error):
        rbcore.Game.deal("standard", 5, 0).play_out((player, "greedy"))
    return raised.value


def test_an_answer_out_of_range_is_told_with_game_seed_and_turn():
    error = wrong("beyond", ValueError, r"is not the number of a move; there are \d+, from 0 on")
    assert "beyond in standard, game 0 of seed 5, turn " in str(error)
    assert ", seat 0: " in str(error)


def test_one_that_fails_is_told_with_game_seed_and_turn():
    error = wrong("failing", RuntimeError, "choose failed with -1")
    assert "failing in standard, game 0 of seed 5, turn " in error.__notes__[0]


def test_a_state_that_is_not_made_is_told():
    library = outside_library()
    player = rbcore.CompiledPlayer(library.loader, library.no_state, abi=1, name="stateless")
    with pytest.raises(RuntimeError, match="new_state returned NULL") as raised:
        played((player, "greedy"))
    assert "stateless in standard, game 0 of seed 5" in raised.value.__notes__[0]


def test_a_turn_without_end_leaves_its_game_unfinished():
    player = outside_player("endless")
    rows = played((player, "greedy"), games=5, max_turn_moves=500)
    assert (rows["outcome"] == 3).any()
    assert player.longest_turn == 500
    seed, game, turn, seat = player.longest_turn_at
    assert (seed, seat) == (5, 0)
    assert (rows["outcome"][game], rows["turns"][game]) == (3, turn)
    longer = played((player, "greedy"), games=1, max_moves=3_000)
    assert longer["moves"].max() <= 3_000


def test_a_raised_stop_ends_between_moves():
    stop = np.ones(1, np.uint8)
    assert len(played((outside_player("loader"),) * 2, stop=stop)) == 0


# ---- what is no player --------------------------------------------------------------------------


def test_an_address_needs_the_version_that_it_was_built_against():
    loader = outside_library().loader
    with pytest.raises(ValueError, match="an address does not show what it was built against"):
        rbcore.CompiledPlayer(loader)
    with pytest.raises(ValueError, match=r"choose was built against version 2 of .*rebuild it"):
        rbcore.CompiledPlayer(loader, abi=2)
    address = ctypes.cast(loader, ctypes.c_void_p).value
    player = rbcore.CompiledPlayer(address, abi=1, name="loader")
    assert {player} == {outside_player("loader")}
    with pytest.raises(TypeError, match="choose is 'greedy', not a compiled function"):
        rbcore.CompiledPlayer("greedy", abi=1)


def capsule(name):
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = (
        ctypes.py_object,
        [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p],
    )
    return new(ctypes.cast(outside_library().loader, ctypes.c_void_p), name, None)


KEPT = [b"int32_t (rb_turn_v1 const *, void *)", b"int32_t (rb_turn_v7 const *, void *)", b"void"]


def test_the_name_of_a_capsule_is_its_signature_and_version():
    right, newer, other = map(capsule, KEPT)
    assert rbcore.CompiledPlayer(right, name="loader") == outside_player("loader")
    with pytest.raises(ValueError, match=r"built against version 7 of rbcore/players\.h, and this"):
        rbcore.CompiledPlayer(newer)
    with pytest.raises(ValueError, match="is a capsule named 'void'; it should be named 'int32_t"):
        rbcore.CompiledPlayer(other)


def test_none_is_half_made():
    made = rbcore.CompiledPlayer
    for attempt in (lambda: made.__new__(made), made, lambda: object.__new__(made)):
        with pytest.raises(TypeError):
            attempt()
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Mine", (made,), {})


def test_one_that_no_module_names_cannot_be_pickled():
    with pytest.raises(TypeError, match="no module names it"):
        pickle.dumps(outside_player("loader"))


RAISING = """
from libc.stdint cimport int32_t

from rbcore.players cimport rb_turn

cdef api int32_t choose(const rb_turn* turn, void* state) except -1 nogil:
    if turn.turns < 2:
        return turn.move_count - 1
    with gil:
        raise KeyError("mine")
"""


@pytest.mark.full
def test_what_a_function_of_cython_raises_is_raised_with_a_note(tmp_path):
    build(RAISING, tmp_path, f"-I{rbcore.get_include()}")
    script = (
        "import numpy as np, rbcore, outside\n"
        "player = rbcore.CompiledPlayer(outside.__pyx_capi__['choose'], name='raising')\n"
        "try:\n"
        "    rbcore.play('standard', (player, 'greedy'), 5, 0, np.zeros(3, rbcore.GAME))\n"
        "except KeyError as error:\n"
        "    print(error, *error.__notes__)\n"
    )
    assert printed(script, tmp_path).startswith(
        "'mine' raised by raising in standard, game 0 of seed 5, turn "
    )
