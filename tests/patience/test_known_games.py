"""Well-known games by their descriptions, against the verdicts of a published solver.

`known-games.tsv` has deals with what Solvitaire found out of them in five seconds (Blake and Gent,
commit 2398305): a game that it has won can be won, and one that it has searched to the end cannot,
but for simple-simon, whose rules are narrower there. Its groups move whole, ours by any part: the
deals of klondike and northwest-territory that it calls unsolvable were searched again with that.
"""

import random
from collections import Counter, defaultdict
from itertools import chain, takewhile

import pytest

from rbcore.cards.text import RANKS
from rbpatience import playing
from rbpatience.board import Board
from rbpatience.book import find_game, known_games
from rbpatience.solving import solver
from support.patience import FIXTURES, cards, draws, make, played

WORK = 20_000
# How many deals of each game are decided with so little work, at least.
DECIDED = {
    "bakers-game": 29, "beleaguered-castle": 20, "black-hole": 14, "canfield": 25, "eight-off": 30,
    "fan": 14, "forty-thieves": 0, "free-cell": 26, "king-albert": 15, "klondike": 28,
    "klondike-deal-1": 28, "northwest-territory": 29, "seahaven-towers": 27, "simple-simon": 17,
    "streets-and-alleys": 12,
}  # fmt: skip
WORDS = {"solved": "solvable", "unsolvable": "unsolvable"}


def deals() -> dict[str, list[tuple[str, str]]]:
    """Packs of each game in dealing order, with verdicts."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in (FIXTURES / "known-games.tsv").read_text().splitlines():
        name, _, deal, verdict, _ = line.split("\t")
        tableau, *others = deal.split(";")
        parts = dict(one.split("=") for one in others)
        piles = tableau.split("/")
        # Ours has its highest column on the right.
        table = "".join(reversed(piles) if name.startswith("klondike") else piles)
        if name == "canfield":
            pack = parts["reserve"] + parts["foundations"] + table + parts["stock"]
        else:
            pack = table + "".join(parts.get(one, "") for one in ("cells", "reserve", "stock"))
        found.setdefault(name, []).append((pack, verdict))
    return found


DEALS = deals()


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", DECIDED)
def test_no_verdict_is_contradicted(name: str) -> None:
    game = "klondike,turn=1" if name == "klondike-deal-1" else name
    verdicts = Counter[str]()
    for pack, known in DEALS[name]:
        status, _, way = solver.solve_pack(game, pack, WORK)
        verdicts[status] += 1
        if known != "timed-out" and status != "undecided":
            assert status == WORDS[known] or (name, known) == ("simple-simon", "unsolvable"), pack
        board = Board(game, pack)
        make(board, *way)
        assert board.won == (status == "solvable")
    assert len(DEALS[name]) - verdicts["undecided"] >= DECIDED[name]


def test_every_game_has_deals_of_the_solver_or_is_named_here() -> None:
    without = {
        "bakers-dozen", "cruel", "golf", "pyramid-of-28", "russian-solitaire", "scorpion",
        "spider", "thumb-and-pouch", "yukon",
    }  # fmt: skip
    assert set(known_games()) == {name for name in DEALS if name != "klondike-deal-1"} | without


@pytest.mark.sample(15)
@pytest.mark.parametrize("name", known_games())
def test_a_known_game_is_played_by_all_its_players(name: str) -> None:
    game = find_game(name)
    for player in game.players:
        rows = played(name, player, 100)
        assert ((rows["outcome"] == 1) == (rows["left"] == 0)).all()
        assert (rows["left"] <= 104).all()


def advised(board: Board) -> int | None:
    """P.5, of columns by colours or suits and cells: the first move of the highest worth."""
    piles = defaultdict(list, {pile: cards(text) for pile, text in board.piles.items()})
    ups = [cards(text) for text in board.foundations]
    wanted = {
        f"{RANKS[RANKS.index(up[-1][0]) + 1]}{up[-1][1]}" for up in ups if up and len(up) < 13
    }
    wanted |= {f"A{suit}" for suit in "cdhs"} - {up[0] for up in ups if up}
    columns = [*board.groups["tableau"]]

    def takes(on: str, card: str) -> bool:
        red = on[1] in "dh", card[1] in "dh"
        fits = red[0] != red[1] if board.rules.name == "free-cell" else on[1] == card[1]
        return fits and RANKS.index(on[0]) == RANKS.index(card[0]) + 1

    costs = {}
    for pile in columns:
        over = list(takewhile(lambda card: card not in wanted, reversed(piles[pile])))
        if len(over) < len(piles[pile]):
            tops = [piles[one][-1] for one in columns if one != pile and piles[one]]
            kept = [card for card in over if not any(takes(top, card) for top in tops)]
            costs[pile] = len(over), len(kept), pile
    dug = min(costs, key=costs.__getitem__, default=-1)

    def worth(kind: str, source: int, target: int, _: int) -> int:
        if kind == "play":
            return 5001 + len(piles[source])
        if target == dug:
            return -1
        card, *under = [*piles[source][::-1], ""]
        if piles[target]:
            well = source in columns and under[0] and takes(under[0], card)
            return 4000 if source == dug else -1 if well else 2501 + RANKS.index(card[0])
        if source == dug:
            return 1500 if target in columns else 1000
        return 900 if target in columns and source not in columns else -1

    values = [worth(*move) for move in board.moves]
    return values.index(max(values)) if max(values, default=-1) > 0 else None


@pytest.mark.parametrize("name", ["free-cell", "bakers-game", "eight-off", "seahaven-towers"])
def test_with_cells_the_adviser_digs(name: str) -> None:
    rng = random.Random(name)
    for number in range(30):
        board = Board(name, playing.deal(name, 5, number))
        for _ in range(150):
            advice = board.advice
            assert advice == advised(board)
            if not board.moves:
                break
            board.move(rng.randrange(len(board.moves)) if advice is None else advice)
    rows = played(name, "adviser", 30, seed=5)
    assert set(rows["outcome"]) <= {0, 1}  # it resigns what it can do nothing with


def test_a_complete_run_leaves_and_a_game_of_runs_can_be_won() -> None:
    """Simple Simon with suits in order, broken where a column is full."""
    spades, clubs, diamonds, hearts = ([rank + suit for rank in "KQJT98765432A"] for suit in "scdh")
    columns = [
        spades[:8], clubs[:8], diamonds[:8], hearts[:7], hearts[7:], spades[8:],
        clubs[8:12], [clubs[12], *diamonds[8:10]], diamonds[10:12], diamonds[12:],
    ]  # fmt: skip
    pack = "".join(chain.from_iterable(columns))
    board = Board("simple-simon", pack)
    assert not any(move[0] == "play" for move in board.moves)
    make(board, ("shift", 5, 0, 5))
    assert ("play", 0, 3, 13) in board.moves
    make(board, ("play", 0, 3, 13))
    assert 0 not in board.piles
    status, _, way = solver.solve_pack("simple-simon", pack, WORK)
    assert status == "solvable"
    assert sum(move[0] == "play" for move in way) == 4


@pytest.mark.parametrize("number", [72, 98, 124])
def test_ways_of_scorpion_follow_its_rules(number: int) -> None:
    """The rules of `scorpion.toml`, written again: each way of the solver keeps them and wins."""
    pack = playing.deal("scorpion", 1, number)
    dealt = cards(pack)
    piles = [dealt[7 * pile : 7 * pile + 7] for pile in range(7)]
    down = [3, 3, 3, 3, 0, 0, 0]
    stock = dealt[49:]

    def follows(on: str, card: str) -> bool:
        return on[1] == card[1] and RANKS.index(on[0]) == RANKS.index(card[0]) + 1

    for kind, source, target, count in solver.solve_pack("scorpion", pack, WORK)[2]:
        if kind == "turn":
            for pile, card in enumerate(stock):
                piles[pile].append(card)
            stock = []
            continue
        assert count <= len(piles[source]) - down[source]
        tail = piles[source][-count:]
        del piles[source][-count:]
        if kind == "play":
            assert "".join(card[0] for card in tail) == RANKS[::-1]
            assert len({card[1] for card in tail}) == 1
        else:
            assert kind == "shift"
            assert follows(piles[target][-1], tail[0]) if piles[target] else tail[0][0] == "K"
            piles[target] += tail
        down[source] = min(down[source], max(0, len(piles[source]) - 1))
    assert not any(piles)
    assert not stock


@pytest.mark.parametrize("player", ["adviser", "uniform"])
@pytest.mark.parametrize("text", ["klondike", "klondike,turn=1", "canfield"])
def test_redeals_without_end_end_when_they_bring_nothing(text: str, player: str) -> None:
    """C.6: lost after twenty passes running, each of which left all cards that it turned."""
    ends = Counter[str]()
    for game, row in enumerate(played(text, player, 40, seed=5)):
        board = Board(text, playing.deal(text, 5, game), 5, game)
        below = draws(5, game, 2)
        barren, turned, deal = 0, len(board.stock), board.deal
        least = fewest = board.left
        while board.moves and not board.won and barren < 20 and board.idle < 400:
            chosen = board.advice if player == "adviser" else None
            board.move(below(len(board.moves)) if chosen is None else chosen)
            fewest = min(fewest, board.left)
            if board.deal > deal:
                brought = len(board.stock) < turned or fewest < least
                barren = 0 if brought else barren + 1
                turned, least, deal = len(board.stock), fewest, board.deal
        end = "won" if board.won else "lost" if not board.moves or barren == 20 else "given up"
        ends[end if barren < 20 else "barren"] += 1
        assert (playing.OUTCOMES[row["outcome"]], row["left"], row["passes"]) == (
            end, board.left, board.deal,
        )  # fmt: skip
    assert ends["barren"]
