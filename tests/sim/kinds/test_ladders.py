"""Ladders: duels by hand, Elo against an independent fit, and how often their intervals hold."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy import optimize, stats

import rbsim
from rbsim.estimates.tally import UNFINISHED, Tally
from rbsim.kinds.ladders import ELO, Scale, better_and_worse, p_of, rating, share
from rbsim.result import Result
from rbsim.study.run import Played
from support.drawn import LOSS, STANDOFF, WIN, duels, duels_of, holds, tally_of

PLAYERS = ("uniform", "greedy", "weighted")
Z95 = stats.norm.ppf(0.975)


def sums(arms: list[np.ndarray]) -> list[Tally]:
    return [tally_of(own) for own in arms]


def everybody(players: int) -> list[tuple[int, int]]:
    """Every two players, as `duels` draws them."""
    return list(combinations(range(players), 2))


def elo_of(arms: list[np.ndarray], players: int, fate: int = 0) -> Scale:
    return Scale(sums(arms), everybody(players), [fate] * len(arms))


def test_duels_are_those_of_the_rows() -> None:
    found = rbsim.ladder(*PLAYERS, games=300, seed=3)
    leads, won, lost = np.zeros(300), 0, 0
    for seat, players in enumerate(("greedy:weighted", "weighted:greedy")):
        rows = rbsim.simulate(games=300, players=players, seed=3, rows=True).games
        won, lost = won + np.sum(rows["winner"] == seat), lost + np.sum(rows["winner"] == 1 - seat)
        leads += (rows["winner"] == seat) * 0.5 - (rows["winner"] == 1 - seat) * 0.5
    own = {"player": "greedy", "opponent": "weighted"}
    lead = found.figure("lead", **own)
    assert lead.estimate == pytest.approx(leads.mean())
    assert lead.standard_error == pytest.approx(stats.sem(leads))
    assert (lead.n, found.figure("won", **own).count, found.figure("lost", **own).count) == (
        600, won, lost)  # fmt: skip
    better, worse = int(np.sum(leads > 0)), int(np.sum(leads < 0))
    assert found.figure("deals_better", **own).count == better
    assert found.figure("deals_worse", **own).count == worse
    assert lead.p == pytest.approx(stats.binomtest(better, better + worse).pvalue)
    shares = [found.figure(name, **own).estimate
              for name in ("won", "lost", "stalemate", "standoff", "unfinished")]  # fmt: skip
    assert sum(shares) == pytest.approx(1)


def test_what_never_varies_is_not_known_for_sure() -> None:
    tally = tally_of([[WIN] * 50, [WIN] * 50])  # seat 0 always wins
    assert share("lead", tally).interval == pytest.approx((-0.0714, 0.0714), abs=1e-4)
    assert p_of(tally) == 1
    low, high = Scale([tally], [(0, 1)], [0]).rating(0, 1, 0.95)[1:3]
    assert low == pytest.approx(-high)
    assert high == pytest.approx(ELO * Z95 * 4 * math.sqrt(0.25 / 100))


@pytest.mark.full
def test_the_exact_test_of_equals_errs_once_in_twenty_at_most() -> None:
    rng = np.random.default_rng(6)
    ps = [p_of(tally_of(duels(rng, [0, 0], [80])[0])) for _ in range(500)]
    assert holds([p > 0.05 for p in ps], 0.95)
    assert p_of(tally_of(duels(rng, [0.6, 0], [300])[0])) < 0.001


def test_the_test_counts_unfinished_games_against_who_leads() -> None:
    def duel(left: int, is_turned: bool = False) -> Tally:
        first = [WIN] * 30 + [LOSS] * 10 + [UNFINISHED] * left
        second = [LOSS] * 30 + [WIN] * 10 + [UNFINISHED] * left
        return tally_of([second, first] if is_turned else [first, second])

    wanted = stats.binomtest(30, 45).pvalue
    assert p_of(duel(5)) == p_of(duel(5, is_turned=True)) == pytest.approx(wanted)
    assert p_of(duel(25)) == 1
    assert better_and_worse(duel(5), -1) == (30, 15)


def test_elo_of_two_is_the_closed_form() -> None:
    (arms,) = duels(np.random.default_rng(1), [0.5, 0.0], [400], draws=0.1)
    points = {WIN: 1.0, LOSS: 0.0, STANDOFF: 0.5}
    shares = np.array([(points[a] + 1 - points[b]) / 2 for a, b in zip(*arms, strict=True)])
    middle = shares.mean()
    found = rating([tally_of(arms)], [(0, 1)], 0, 1, 0.95)
    assert found.estimate == pytest.approx(400 * math.log10(middle / (1 - middle)))
    error = stats.sem(shares) / (middle * (1 - middle))
    assert found.half == pytest.approx(ELO * Z95 * error)
    assert found.undecided == (found.estimate, found.estimate)


def points_of(arms: list[np.ndarray]) -> np.ndarray:
    """The share of points of the first player of each duel."""
    won = np.array([1.0, 0.0, 0.5, 0.5, 0.5, 0.5])
    return np.array([(won[own[0]] + 1 - won[own[1]]).mean() / 2 for own in arms])


def test_elo_is_the_scale_of_the_greatest_likelihood() -> None:
    """All duels weighing the same, whatever their length; found by an optimizer."""
    arms = duels(np.random.default_rng(2), [0.0, 0.4, -0.3, 1.5], [200, 60, 300, 80, 90, 150], 0.05)
    points, pairs = points_of(arms), everybody(4)

    def loss(places: np.ndarray) -> float:
        odds = np.array([0.0, *places])
        expected = np.array([1 / (1 + math.exp(odds[j] - odds[i])) for i, j in pairs])
        return -float(points @ np.log(expected) + (1 - points) @ np.log(1 - expected))

    places = [0.0, *optimize.minimize(loss, np.zeros(3), tol=1e-12).x]
    for i, j in pairs:
        found = rating(sums(arms), everybody(4), i, j, 0.95)
        assert found.estimate == pytest.approx(ELO * (places[i] - places[j]), abs=0.01)
        assert found.n == 2 * sum(len(own[0]) for own, two in zip(arms, pairs, strict=True)
                                  if i in two)  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("deals", [[200] * 6, [60, 100, 300, 60, 200, 300]])
def test_elo_intervals_hold(deals: list[int]) -> None:
    """Of four players, three of them told from the first, whether duels are alike long or not."""
    strengths, rng = [0.0, 0.4, 0.3, 1.5], np.random.default_rng(12)
    covered: list[list[bool]] = [[], [], []]
    for _ in range(250):
        elo = elo_of(duels(rng, strengths, deals, draws=0.04), 4)
        for player in (1, 2, 3):
            _, low, high, _ = elo.rating(player, 0, 0.95)
            covered[player - 1].append(low <= ELO * strengths[player] <= high)
    assert all(holds(one, 0.94) for one in covered)
    assert not all(holds(one, 0.99) for one in covered)  # nor are they too wide


def test_duels_with_the_same_deals_are_not_taken_for_independent() -> None:
    """Players 1 and 2 play alike, so that 0 has the same games against either."""
    covered, rng = [], np.random.default_rng(14)
    for _ in range(200):
        alike, split = duels_of(rng, [0.4, 0.0], [200] * 2)
        _, low, high, _ = elo_of([alike, alike, split], 3).rating(0, 1, 0.95)
        covered.append(low <= ELO * 0.4 <= high)
    assert holds(covered, 0.95)
    assert not all(covered)  # nor are they too wide


TRIANGLE = [10.0, 20.0, 70.0]  # Elo of 0 above 1, 0 above 2 and 1 above 2: no scale has all three


def on_one_scale(elos: list[float]) -> tuple[float, ...]:
    """What Elo estimates of three players' true differences: all duels weighing the same."""
    shares = 1 / (1 + 10 ** (-np.array(elos) / 400))

    def off(places: np.ndarray) -> np.ndarray:
        one, other = places
        left = shares - 1 / (1 + 10 ** (-np.array([one - other, one, other]) / 400))
        return np.array([left[0] + left[1], left[2] - left[0]])

    one, other = optimize.root(off, [0.0, 0.0], tol=1e-12).x
    return one - other, one, other


def test_elo_and_misfits_have_standard_errors() -> None:
    """Of which the interval has as many as Student's t of 63 degrees of freedom asks for."""
    found = rbsim.ladder("greedy", "uniform", "greedy~0.3", games=300, seed=1)
    named = [one for one in found.figures if one.quantity in ("elo", "misfit") and one.method]
    with_ends = [one for one in named if math.isfinite(one.high - one.low)]
    assert {one.quantity for one in with_ends} == {"elo", "misfit"}
    for one in with_ends:
        assert one.half / one.standard_error == pytest.approx(stats.t.ppf(0.975, 63), rel=0.02)
    halves = [one.standard_error for one in found.at(0.5).figures if one.quantity == "elo"]
    assert [e for e in halves if e > 0] == [
        o.standard_error for o in with_ends if o.quantity == "elo"
    ]


@pytest.mark.full
def test_misfits_hold() -> None:
    rng, truth = np.random.default_rng(10), on_one_scale(TRIANGLE)[2]
    beyond, covered = math.tanh(70 / (2 * ELO)) - math.tanh(truth / (2 * ELO)), []
    for _ in range(200):
        arms = duels_of(rng, [one / ELO for one in TRIANGLE], [400] * 3)
        value, half, _ = elo_of(arms, 3).misfit(2, 0.95)
        covered.append(abs(value - beyond) <= half)
    assert holds(covered, 0.95)
    assert not all(covered)  # nor are they too wide
    fits = elo_of(duels(rng, [0.0, 0.4], [200]), 2).misfit(0, 0.95)
    assert fits[0] == pytest.approx(0, abs=1e-12)


WON = np.array([[WIN] * 50, [LOSS] * 50])
SPLIT = np.array([[WIN] * 25 + [LOSS] * 25, [WIN, LOSS] * 25])


def test_scales_of_players_who_win_all_have_no_misfit() -> None:
    assert elo_of([WON, WON, SPLIT], 3).misfit(2, 0.95)[:2] == (0, math.inf)


def test_who_wins_all_has_a_bound_that_holds() -> None:
    strengths, rng, covered, infinite = [0.0, 0.5, 5.0], np.random.default_rng(3), [], 0
    for _ in range(300):
        found = rating(sums(duels(rng, strengths, [25] * 3)), everybody(3), 2, 0, 0.95)
        infinite += math.isinf(found.high)
        assert math.isinf(found.estimate) == math.isinf(found.high)
        assert 100 < found.low < math.inf
        covered.append(found.low <= ELO * 5.0 <= found.high)
    assert 50 < infinite < 250
    assert holds(covered, 0.94)


def test_a_chain_of_players_who_win_all() -> None:
    """One above all, two equals, one below all: bounds either way, equals as if by themselves."""
    elo = elo_of([WON, WON, WON, SPLIT, WON, WON], 4)
    assert elo.rating(1, 2, 0.95) == elo_of([SPLIT], 2).rating(0, 1, 0.95)
    top, bottom = elo.rating(0, 1, 0.95), elo.rating(3, 1, 0.95)
    assert top[1] > 200
    assert top[2] == top[0] == math.inf
    assert bottom[:3] == pytest.approx((-math.inf, -math.inf, -top[1]))
    assert math.isnan(top[3])
    assert elo.rating(0, 3, 0.95)[1] > top[1]
    shown = rating(sums([WON, WON, WON, SPLIT, WON, WON]), everybody(4), 0, 1, 0.95)
    assert shown.text == f"above all (over {shown.low:.0f})"


@pytest.mark.full
@pytest.mark.parametrize("fate", [WIN, LOSS])
def test_unfinished_games_may_come_out_either_way(fate: int) -> None:
    """Of the first player's games in seat 0 some are cut off that it would all win, or lose."""
    strengths, rng = [0.0, 0.3, 0.6], np.random.default_rng(4)
    covered: dict[str, list[bool]] = {"elo": [], "lead": []}
    for _ in range(200):
        arms = duels(rng, strengths, [300] * 3)
        for own in arms[:2]:
            own[0][(own[0] == fate) & (rng.random(300) < 0.2)] = UNFINISHED
        found = rating(sums(arms), everybody(3), 1, 0, 0.95)
        assert found.undecided is not None
        assert found.undecided[0] < found.estimate < found.undecided[1]
        covered["elo"].append(found.low <= ELO * 0.3 <= found.high)
        lead = share("lead", tally_of(arms[0]))
        covered["lead"].append(lead.low <= math.tanh(-0.15) <= lead.high)
    assert holds(covered["elo"], 0.95)
    assert holds(covered["lead"], 0.95)


def test_a_rating_that_unfinished_games_may_make_infinite_has_a_bound() -> None:
    wins = WON.copy()
    wins[1, :5] = UNFINISHED
    found = rating([tally_of(wins)], [(0, 1)], 0, 1, 0.95)
    assert found.undecided is not None
    assert math.isfinite(found.undecided[0])
    assert found.undecided[1] == found.high == math.inf
    assert found.text == f"{found.estimate:+.0f} (over {found.low:,.0f})"


def with_sums(found: Result, tallies: list[Tally]) -> Result:
    """A result of other games than were played."""
    return Result(found.kind, found.study, Played(tallies, found.played.watches), found.level)


def test_the_headline_says_which_duel_one_scale_does_not_fit() -> None:
    found, rng = rbsim.ladder(*PLAYERS, games=20, seed=1), np.random.default_rng(13)
    again = with_sums(found, sums(duels_of(rng, [0.0, 0.0, 0.8], [2_000] * 3)))
    assert "among these players only, and one scale does not fit all duels; " in again.headline
    assert found.headline.endswith("Ratings hold among these players only.")
    assert "alone" not in rbsim.ladder(*PLAYERS[:2], games=20).headline


def test_players_without_a_decided_game_have_no_order() -> None:
    played = rbsim.ladder("greedy", "planner", "uniform", games=10, max_turns=1)
    assert played.headline == (
        "greedy, planner and uniform cannot be ranked: none of the 60 games was finished."
    )
    two = rbsim.ladder("greedy", "planner", games=10)
    level = with_sums(two, sums([np.full((2, 10), STANDOFF)]))
    assert level.headline == (
        "greedy and planner cannot be ranked: each won as many games as it lost, and 0 were not "
        "finished."
    )


def test_two_of_a_class_are_named_apart() -> None:
    first = rbsim.Player(lambda view, moves: moves[0], name="first")
    with pytest.raises(ValueError, match=r"first is given twice; .* with rbsim.Player\(.*name="):
        rbsim.ladder(first, rbsim.Player(first.choose, name="first"), games=1)


def test_what_one_scale_expects_is_shown_of_three_players() -> None:
    shown = [" ".join(str(rbsim.ladder(*PLAYERS[:n], games=20)).split()) for n in (2, 3)]
    assert ["expected lead" in one for one in shown] == [False, True]


def test_steps_of_the_ladder_are_tested_and_no_others() -> None:
    found = rbsim.ladder(*PLAYERS, games=100, seed=1, anchor="greedy")
    leads = [one for one in found.figures if one.quantity == "lead"]
    steps = [one for one in leads if not math.isnan(one.p_adjusted)]
    assert [one.labels["players"] for one in steps] == ["uniform:greedy", "greedy:weighted"]
    least = min(steps, key=lambda one: one.p)
    assert least.p_adjusted == pytest.approx(min(1, 2 * least.p))
    shown = [one for one in found.report(full=True).tables if "lead, Holm's p" in one.head]
    assert [row[2] for table in shown for row in table.rows] == [one.p for one in leads]
    anchor = found.figure("elo", player="greedy", opponent="greedy")
    assert anchor.estimate == 0
    assert np.isnan(anchor.interval).all()


# ---- ladders that grow ---------------------------------------------------------------------------

MORE = ("uniform", "greedy", "weighted", "planner")


def played(found: Result) -> int:
    """Games that were played now, not read from a store."""
    every = sum(tally.n * 2 for tally in found.tallies)
    return every - found.played.read


@pytest.mark.full
@pytest.mark.parametrize("gauntlet", [False, True])
def test_a_ladder_grows_in_its_store(gauntlet: bool, tmp_path: Path) -> None:
    options = {"games": 60, "seed": 3, "gauntlet": gauntlet}
    whole = rbsim.ladder(*MORE, **options)
    for players, new in ((2, 1), (3, 1 if gauntlet else 2), (4, 1 if gauntlet else 3)):
        found = rbsim.ladder(*MORE[:players], store=tmp_path / "store", **options)
        assert played(found) == new * 120
    assert found == whole == rbsim.load(tmp_path / "store")
    assert played(rbsim.ladder(*MORE, store=tmp_path / "store", **options)) == 0
    for others in (MORE[:3], MORE[::-1], ("uniform", "weighted+memory", *MORE[1:])):
        with pytest.raises(ValueError, match="keeps the games of uniform, greedy, weighted, pla"):
            rbsim.ladder(*others, store=tmp_path / "store", **options)
    with pytest.raises(ValueError, match="keeps another study: arm 0 has seed 3, not 4"):
        rbsim.ladder(*MORE, store=tmp_path / "store", **(options | {"seed": 4}))
    # More games of all, and then one more player with as many.
    more = options | {"games": 80}
    assert rbsim.ladder(*MORE, store=tmp_path / "store", **more) == rbsim.ladder(*MORE, **more)


@pytest.mark.full
def test_ladders_that_share_players_and_deals_are_added(tmp_path: Path) -> None:
    options = {"games": 60, "seed": 3}
    whole = rbsim.ladder(*MORE, **options)
    first = rbsim.ladder(*MORE[:3], **options)
    second = rbsim.ladder("uniform", "greedy", "planner", **options)
    both = first + second
    assert {figure.labels["players"] for figure in both.figures if figure.quantity == "lead"} == {
        "uniform:greedy", "uniform:weighted", "greedy:weighted", "uniform:planner",
        "greedy:planner",
    }  # fmt: skip
    for two in ("uniform:greedy", "greedy:weighted", "greedy:planner"):
        assert both.figure("lead", players=two).interval == (
            whole.figure("lead", players=two).interval
        )
    assert "greedy" in both.headline
    both.save(tmp_path / "both.json")
    assert rbsim.load(tmp_path / "both.json") == both
    assert both + rbsim.ladder("weighted", "planner", **options) == whole
    # The rest of a gauntlet, and who met in the other order.
    gauntlet = rbsim.ladder(*MORE, gauntlet=True, **options)
    joined = gauntlet + rbsim.ladder("weighted", "greedy", "planner", **options)
    assert len(joined.tallies) == 6
    for name in MORE:
        assert joined.figure("elo", player=name, opponent="uniform").estimate == pytest.approx(
            whole.figure("elo", player=name, opponent="uniform").estimate
        )
    with pytest.raises(ValueError, match="share a player and have the same rules, deals"):
        first + rbsim.ladder("weighted+memory", "greedy~0.2", **options)
    with pytest.raises(ValueError, match="share a player and have the same rules, deals"):
        first + rbsim.ladder("uniform", "planner", games=60, seed=4)
    with pytest.raises(ValueError, match="both have games 0 to 59 of seed 3"):
        first + rbsim.ladder(*MORE[:3], **options)
    with pytest.raises(ValueError, match="has all duels of the second"):
        first + rbsim.ladder(*MORE[1:3], **options)
    assert (first + rbsim.ladder(*MORE[:3], games=60, seed=4)).tallies[0].n == 120


def test_a_gauntlet_has_the_duels_of_its_first_player() -> None:
    players = ("weighted", "greedy", "planner")
    found = rbsim.ladder(*players, gauntlet=True, games=60, seed=3)
    whole = rbsim.ladder(*players, games=60, seed=3)
    leads = [figure for figure in found.figures if figure.quantity == "lead"]
    assert [figure.labels["player"] for figure in leads] == ["weighted"] * 2
    for figure in leads:
        assert figure.interval == whole.figure("lead", players=figure.labels["players"]).interval
        # With no duel more than players have places, each rating is that of its duel.
        points = (1 + figure.estimate) / 2
        elo = found.figure("elo", player=figure.labels["opponent"], opponent="weighted")
        assert elo.estimate == pytest.approx(-400 * math.log10(points / (1 - points)))
    assert not [figure for figure in found.figures if figure.quantity == "misfit"]
    assert "one scale does not fit" not in found.headline
    assert next(table for table in found.report().tables if table.title == "Ratings").head == (
        "player", "Elo", "games",
    )  # fmt: skip
