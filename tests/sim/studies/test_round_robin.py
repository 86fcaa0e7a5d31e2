"""`rbsim ladder`: who beats whom, by how much, and when that is decided."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy import optimize, special, stats

import rbsim
from rbsim.cli.main import run
from rbsim.pipeline.stopping import GoalRule
from rbsim.pipeline.study import Tally
from rbsim.stats.figure import figure
from rbsim.stats.number_text import figure_text
from rbsim.studies.duel import Duel
from rbsim.studies.elo import ELO_PER_LOG_ODDS, Elo
from rbsim.studies.round_robin import KIND
from rbsim.sums.contrast_goals import ContrastGoal, lead_goal
from rbsim.sums.contrasts import ContrastSums
from rbsim.sums.joint_outcomes import CODES, K
from support.tables import count, row, table

WIN, LOSS, STANDOFF, UNFINISHED = map(CODES.index, ("win", "loss", "standoff", "unfinished"))
PLAYERS = ("uniform", "greedy", "weighted")


def joint_of(arms: list[np.ndarray]) -> np.ndarray:
    """Pairs.joint of outcomes by arm and deal; -1 where an arm rested."""
    marks = (np.array(arms)[:, None] == np.arange(K)[:, None]).astype(float)
    marks = marks.reshape(len(arms) * K, -1)
    flat = marks @ marks.T
    return flat.astype(np.int64).reshape(len(arms), K, len(arms), K)


def drawn(
    rng: np.random.Generator, strengths: list[float], deals: list[int], draws: float = 0.0
) -> list[np.ndarray]:
    """Outcomes of all duels of players whose strengths, in log odds, are known."""
    return drawn_duels(rng, [i - j for i, j in combinations(strengths, 2)], deals, draws)


def drawn_duels(
    rng: np.random.Generator, log_odds: list[float], deals: list[int], draws: float = 0.0
) -> list[np.ndarray]:
    """Outcomes of duels whose log odds are known, which need not fit one scale.

    The deal favours a seat, so that all games of a deal depend on each other.
    """
    most = max(deals)
    favour = rng.standard_normal(most)
    arms = []
    for odds, n in zip(log_odds, deals, strict=True):
        for own in (odds, -odds):
            share = 1 / (1 + math.exp(-own))
            luck = special.ndtr(0.7 * favour + math.sqrt(0.51) * rng.standard_normal(most))
            codes = np.where(luck < share - draws / 2, WIN, LOSS)
            codes[abs(luck - share) < draws / 2] = STANDOFF
            codes[n:] = -1
            arms.append(codes)
    return arms


def holds(covered: list[bool], nominal: float) -> bool:
    return sum(covered) >= stats.binom.ppf(1e-4, len(covered), nominal)


def test_elo_of_two_is_the_closed_form() -> None:
    arms = drawn(np.random.default_rng(1), [0.5, 0.0], [400], draws=0.1)
    points = {WIN: 1.0, LOSS: 0.0, STANDOFF: 0.5}
    shares = np.array([(points[a] + 1 - points[b]) / 2 for a, b in zip(*arms, strict=True)])
    share = shares.mean()
    found = Elo(joint_of(arms), 2).rating(0, 1)
    assert found.value == pytest.approx(400 * math.log10(share / (1 - share)))
    error = shares.std(ddof=1) / math.sqrt(400) / (share * (1 - share))
    half = (found.interval[1] - found.interval[0]) / 2
    assert half == pytest.approx(ELO_PER_LOG_ODDS * 1.959964 * error)
    assert found.extremes == (found.value, found.value)


@pytest.mark.full
@pytest.mark.parametrize("deals", [[200] * 6, [60, 100, 300, 60, 200, 300]])
def test_elo_intervals_hold(deals: list[int]) -> None:
    """Of four players, three of them told from the first, whether duels are alike long or not."""
    strengths, rng = [0.0, 0.4, 0.3, 1.5], np.random.default_rng(12)
    covered: list[list[bool]] = [[], [], []]
    for _ in range(250):
        elo = Elo(joint_of(drawn(rng, strengths, deals, draws=0.04)), 4)
        for player in (1, 2, 3):
            low, high = elo.rating(player, 0).interval
            covered[player - 1].append(low <= ELO_PER_LOG_ODDS * strengths[player] <= high)
    assert all(holds(one, 0.94) for one in covered)
    assert not all(holds(one, 0.99) for one in covered)  # nor are they too wide


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


def stops(arms: list[np.ndarray], goal: ContrastGoal) -> list[int]:
    """Where the project's own rule stops each duel of outcomes that are drawn."""
    most = len(arms[0])
    rule, playing = GoalRule(goal, range(len(arms)), most), list(range(len(arms)))
    tally, stopped = Tally(), [most] * (len(arms) // 2)
    for done in range(rule.block, most + 1, rule.block):
        codes = {arm: arms[arm][done - rule.block : done] for arm in playing}
        found = {
            number: ContrastSums.from_codes(one, codes)
            for number, one in enumerate(goal.contrasts)
            if one.arms[0] in playing
        }
        tally.merge(Tally(contrasts=found))
        left = rule.open_arms(tally, playing)
        for arm in set(playing) - set(left):
            stopped[arm // 2] = done
        playing = left
        if not playing:
            break
    return stopped


@pytest.mark.full
def test_elo_holds_where_no_scale_fits_and_duels_stop_by_themselves() -> None:
    """What is estimated does not hang on the stops, which leave one duel six times as long."""
    goal, rng, most = lead_goal("decided", 6), np.random.default_rng(9), 6_000
    assert goal is not None
    truths, covered = on_one_scale(TRIANGLE), [[], [], []]  # type: ignore[var-annotated]
    missing: list[bool] = []
    for _ in range(60):
        arms = drawn_duels(rng, [one / ELO_PER_LOG_ODDS for one in TRIANGLE], [most] * 3)
        deals = stops(arms, goal)
        for arm, codes in enumerate(arms):
            codes[deals[arm // 2] :] = -1
        elo = Elo(joint_of(arms), 3)
        for number, pair in enumerate(combinations(range(3), 2)):
            low, high = elo.rating(*pair).interval
            covered[number].append(low <= truths[number] <= high)
        missing.append(elo.misfit(2).interval[0] > 0)
    assert all(holds(one, 0.95) for one in covered)
    assert sum(missing) > 40  # the third duel is seen not to fit


@pytest.mark.full
def test_misfits_hold() -> None:
    """Of a triangle, and of unfinished games that all come out against one player."""
    rng, truth = np.random.default_rng(10), on_one_scale(TRIANGLE)[2]
    beyond = math.tanh(70 / (2 * ELO_PER_LOG_ODDS)) - math.tanh(truth / (2 * ELO_PER_LOG_ODDS))
    covered, cut = [], []
    for _ in range(120):
        arms = drawn_duels(rng, [one / ELO_PER_LOG_ODDS for one in TRIANGLE], [400] * 3)
        low, high = Elo(joint_of(arms), 3).misfit(2).interval
        covered.append(low <= beyond <= high)
        arms[4][(arms[4] == WIN) & (rng.random(400) < 0.2)] = UNFINISHED
        found = Elo(joint_of(arms), 3).misfit(2)
        assert found.extremes[0] < found.value < found.extremes[1]
        cut.append(found.interval[0] <= beyond <= found.interval[1])
    assert holds(covered, 0.95)
    assert not all(covered)  # nor are they too wide
    assert holds(cut, 0.95)


def test_nobody_is_the_strongest_where_no_game_was_decided() -> None:
    found = rbsim.ladder("greedy", "uniform", games=20, max_turns=1)
    assert found.headline == (
        "These games leave open who is strongest: too few of them were decided."
    )


def test_the_headline_says_which_duel_one_scale_does_not_fit() -> None:
    found, rng = rbsim.ladder(*PLAYERS, games=20, seed=1), np.random.default_rng(13)
    assert found.tally.joined is not None
    found.tally.joined.joint = joint_of(drawn_duels(rng, [0.0, 0.0, 0.8], [2_000] * 3))
    assert "alone, and one scale does not fit all duels: " in found.headline
    said = [
        f"{duel.first} leads {duel.second} by {figure_text(figure('lead', duel.lead))}, where it "
        f"says {100 * found.expected(duel):+.1f}%."
        for duel in (*found.duels, *(duel.reversed for duel in found.duels))
    ]
    assert any(one in found.headline for one in said)  # the three are equally far off
    misfit = found.misfits["greedy", "weighted"]
    assert misfit.value == pytest.approx(
        found.duels[2].lead.value - found.expected(found.duels[2]), abs=1e-12
    )
    assert misfit.interval[0] > 0
    fits = rbsim.ladder(*PLAYERS, games=20, seed=1)
    assert fits.headline.endswith("This scale is of these players alone.")
    assert "alone" not in rbsim.ladder(*PLAYERS[:2], games=20).headline


def test_scales_of_players_who_win_all_have_no_misfit() -> None:
    won = [np.full(50, WIN), np.full(50, LOSS)]
    split = [np.repeat([WIN, LOSS], 25), np.tile([WIN, LOSS], 25)]
    assert math.isnan(Elo(joint_of([*won, *won, *split]), 3).misfit(2).value)
    cut = [codes.copy() for codes in won]
    cut[0][:5] = UNFINISHED  # so that it might have won all
    assert math.isnan(Elo(joint_of([*cut, *won, *split]), 3).misfit(0).value)
    rng = np.random.default_rng(11)
    fits = Elo(joint_of(drawn(rng, [0.0, 0.4], [200])), 2).misfit(0)
    assert fits.value == pytest.approx(0, abs=1e-12)


def test_who_wins_all_has_a_bound_that_holds() -> None:
    strengths, rng = [0.0, 0.5, 5.0], np.random.default_rng(3)
    covered, infinite = [], 0
    for _ in range(300):
        found = Elo(joint_of(drawn(rng, strengths, [25] * 3)), 3).rating(2, 0)
        low, high = found.interval
        infinite += math.isinf(high)
        assert math.isinf(found.value) == math.isinf(high)
        assert 100 < low < math.inf
        covered.append(low <= ELO_PER_LOG_ODDS * 5.0 <= high)
    assert 50 < infinite < 250
    assert holds(covered, 0.94)


def test_a_chain_of_players_who_win_all() -> None:
    """One above all, two equals, one below all: bounds either way, equals as if by themselves."""
    n, split = 50, [np.repeat([WIN, LOSS], 25), np.tile([WIN, LOSS], 25)]
    won = [np.full(n, WIN), np.full(n, LOSS)]
    elo = Elo(joint_of([*won, *won, *won, *split, *won, *won]), 4)
    alone = Elo(joint_of(split), 2)
    assert elo.rating(1, 2) == alone.rating(0, 1)
    top, bottom = elo.rating(0, 1), elo.rating(3, 1)
    assert top.interval[0] > 200
    assert top.interval[1] == top.value == math.inf
    assert bottom.interval == pytest.approx((-math.inf, -top.interval[0]))
    assert elo.rating(0, 3).interval[0] > top.interval[0]
    assert not math.isfinite(top.value)


def test_what_never_varies_is_not_known_for_sure() -> None:
    split = [np.full(50, WIN), np.full(50, WIN)]  # seat 0 always wins
    low, high = Elo(joint_of(split), 2).rating(0, 1).interval
    assert low == pytest.approx(-high)
    assert high == pytest.approx(ELO_PER_LOG_ODDS * 1.959964 * 4 * math.sqrt(0.25 / 100))
    duel = Duel("a", "b", joint_of(split)[0, :, 1, :])
    assert duel.lead.interval == pytest.approx((-0.0714, 0.0714), abs=1e-4)
    assert duel.p == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("fate", [WIN, LOSS])
def test_unfinished_games_may_come_out_either_way(fate: int) -> None:
    """Of the first player's games in seat 0 some are cut off that it would all win, or lose."""
    strengths, rng = [0.0, 0.3, 0.6], np.random.default_rng(4)
    covered = {"elo": [], "lead": []}  # type: dict[str, list[bool]]
    for _ in range(200):
        arms = drawn(rng, strengths, [300] * 3)
        for arm in (0, 2):
            arms[arm][(arms[arm] == fate) & (rng.random(300) < 0.2)] = UNFINISHED
        joint = joint_of(arms)
        found = Elo(joint, 3).rating(1, 0)
        assert found.extremes[0] < found.value < found.extremes[1]
        covered["elo"].append(found.interval[0] <= ELO_PER_LOG_ODDS * 0.3 <= found.interval[1])
        low, high = Duel("a", "b", joint[0, :, 1, :]).lead.interval
        covered["lead"].append(low <= math.tanh(-0.15) <= high)
    assert holds(covered["elo"], 0.95)
    assert holds(covered["lead"], 0.95)


def test_rates_of_deals_hold() -> None:
    rng = np.random.default_rng(5)
    covered = []
    for _ in range(600):
        arms = drawn(rng, [2.5, 0.0], [150])
        low, high = Duel("a", "b", joint_of(arms)[0, :, 1, :]).rates["won"].interval
        covered.append(low <= 1 / (1 + math.exp(-2.5)) <= high)
    assert holds(covered, 0.94)


def test_the_exact_test_of_equals_errs_once_in_twenty_at_most() -> None:
    rng = np.random.default_rng(6)
    ps = [Duel("a", "b", joint_of(drawn(rng, [0, 0], [80]))[0, :, 1, :]).p for _ in range(500)]
    assert holds([p > 0.05 for p in ps], 0.95)
    stronger = Duel("a", "b", joint_of(drawn(rng, [0.6, 0], [300]))[0, :, 1, :])
    assert stronger.p < 0.001


def test_the_test_counts_unfinished_games_against_who_leads() -> None:
    table = np.zeros((K, K), np.int64)
    table[WIN, LOSS], table[LOSS, WIN], table[UNFINISHED, UNFINISHED] = 30, 10, 5
    p = Duel("a", "b", table).p
    assert p == Duel("b", "a", table.T).p == pytest.approx(stats.binomtest(30, 45).pvalue)
    table[UNFINISHED, UNFINISHED] = 25
    assert Duel("a", "b", table).p == 1


@pytest.mark.full
def test_equals_are_seldom_decided() -> None:
    """Three duels of equals, 12 looks at each: a wrong verdict anywhere once in twenty at most."""
    study = KIND.study({"players": PLAYERS, "games": 12_000, "until": "decided"})
    goal = study.goal
    assert isinstance(goal, ContrastGoal)
    shares = np.zeros((K, K))
    shares[WIN, WIN] = shares[LOSS, LOSS] = 0.27
    shares[WIN, LOSS] = shares[LOSS, WIN] = 0.23
    tables = np.random.default_rng(7).multinomial(1_000, shares.ravel(), (300, 3, 12)).cumsum(2)

    def decided(table: np.ndarray) -> bool:
        duel = Duel("a", "b", table.reshape(K, K))
        low, high = duel.lead.interval  # is narrower, and quicker to find
        return (low > 0 or high < 0) and goal.is_reached(duel.anytime(goal, study.count))

    clean = [not any(decided(t) for duel in run for t in duel) for run in tables]
    assert holds(clean, 0.95)
    better = np.random.default_rng(8).multinomial(12_000, shares.ravel())
    better = better.reshape(K, K)
    better[WIN, LOSS] += 600  # a lead of 5%
    assert decided(better)


def test_duels_are_those_of_the_rows() -> None:
    found = rbsim.ladder("uniform", "greedy", "weighted", games=300, seed=3)
    duel = found.duels[2]
    assert (duel.first, duel.second, duel.deals) == ("greedy", "weighted", 300)
    leads = np.zeros(300)
    won = 0
    for seat, players in enumerate(("greedy:weighted", "weighted:greedy")):
        rows = rbsim.simulate("standard", games=300, players=players, seed=3).games
        assert rows is not None
        won += int(np.sum(rows["winner"] == seat))
        leads += (rows["winner"] == seat) * 0.5 - (rows["winner"] == 1 - seat) * 0.5
    assert duel.lead.least.mean == pytest.approx(leads.mean())
    assert duel.lead.least.deviation == pytest.approx(leads.std(ddof=1))
    assert duel.rates["won"].extremes == (won / 600, won / 600)
    assert duel.better_and_worse(0) == (np.sum(leads > 0), np.sum(leads < 0))


def test_the_same_player_by_another_name_is_an_equal() -> None:
    found = rbsim.ladder("greedy", "greedy~0", games=200)
    duel = found.duels[0]
    assert duel.lead.extremes == (0, 0)
    assert duel.rates["won"] == duel.rates["lost"]
    assert duel.p == 1
    assert found.ratings["greedy~0"].value == pytest.approx(0)


def test_the_order_of_players_flips_signs_alone() -> None:
    one = rbsim.ladder(*PLAYERS, games=200, max_turns=60, anchor="greedy")
    other = rbsim.ladder(*reversed(PLAYERS), games=200, max_turns=60, anchor="greedy")
    for duel in one.duels:
        twin = next(d for d in other.duels if (d.second, d.first) == (duel.first, duel.second))
        low, high = duel.lead.interval
        assert duel.rates["unfinished"].value > 0
        assert twin.lead.interval == pytest.approx((-high, -low))
        assert twin.p == duel.p
    for player in PLAYERS:
        assert one.ratings[player].interval == pytest.approx(other.ratings[player].interval)
    low, high = one.rating("greedy", "weighted").interval
    assert one.rating("weighted", "greedy").interval == pytest.approx((-high, -low))


def test_duels_stop_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """At looks that neither threads nor other duels move; the games are those of a full ladder."""
    monkeypatch.setattr("rbsim.sums.contrast_goals.LEAD_BLOCK", 100)
    found = rbsim.ladder(*PLAYERS, games=400, until="decided", seed=2, threads=2)
    alone = rbsim.ladder("uniform", "greedy", games=400, until="decided", seed=2, threads=1)
    again = rbsim.ladder(*PLAYERS, games=400, until="decided", seed=2, threads=1)
    assert found.to_dict() == again.to_dict()
    deals = [duel.deals for duel in found.duels]
    assert deals[0] == deals[1] == 100 < deals[2]
    assert f"games 0 to {deals[2] - 1} at most;" in found.report().footnote
    assert (found.duels[0].table == alone.duels[0].table).all()
    for duel, stopped in zip(found.duels, found.tally.stopped, strict=True):
        assert stopped.interval == found.anytime(duel)
        assert (stopped.games, stopped.reached) == (duel.deals, found.reached(duel))
    assert [stopped.arms for stopped in found.tally.stopped] == [(0, 1), (2, 3), (4, 5)]
    full = rbsim.ladder(*PLAYERS, games=100, seed=2)
    assert (found.duels[1].table == full.duels[1].table).all()
    assert [math.isnan(p) for _, _, p, _ in found.steps] == [True, True]


def test_a_half_width_is_reached() -> None:
    found = rbsim.ladder("uniform", "greedy", games=50_000, until=0.1)
    shown = row(found, "lead_anytime")
    assert found.reached(found.duels[0])
    assert shown["high"] - shown["low"] <= 0.2
    assert shown["n"] < 100_000
    low, high = found.anytime(found.duels[0])
    assert found.anytime(found.duels[0].reversed) == (-high, -low)


def test_an_anchor_is_of_the_reading(tmp_path: Path) -> None:
    """A store is continued, read and merged with any anchor; the last one is kept."""
    pytest.importorskip("pyarrow", reason="stores need pyarrow")
    store, until = tmp_path / "store", {"until": 0.2, "max_turns": 60}
    for more in ({}, until):
        store = tmp_path / f"store-{len(more)}"
        first = rbsim.ladder(*PLAYERS, games=1_000, anchor="greedy", store=store, **more)
        files = {file: file.stat().st_mtime_ns for file in store.glob("*/*.parquet")}
        for anchor in PLAYERS:
            again = rbsim.ladder(*PLAYERS, games=1_000, anchor=anchor, store=store, **more)
            read = rbsim.load(store)
            assert isinstance(read, rbsim.studies.Ladder)
            assert read.anchor == anchor
            assert read == again == first.above(anchor)
            assert read.ratings[anchor].value == 0
        assert {file: file.stat().st_mtime_ns for file in store.glob("*/*.parquet")} == files
    rbsim.ladder(*PLAYERS, games=1_200, anchor="uniform", store=tmp_path / "store-0")
    grown = rbsim.load(tmp_path / "store-0")
    more = rbsim.ladder(*PLAYERS, games=100, first=1_200, anchor="weighted")
    joined = grown + more
    assert joined.anchor == "uniform"
    joined.above("greedy").save(tmp_path / "joined.json")
    assert rbsim.load(tmp_path / "joined.json") == joined.above("greedy")
    with pytest.raises(ValueError, match="anchor='nobody' does not play; there are"):
        joined.above("nobody")


def test_json_and_tables(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ladder", *PLAYERS, "--games", "100", "--anchor", "greedy"]
    assert run([*command, "--json"]) == 0
    shown = table(capsys.readouterr().out)
    anchor = row(shown, "elo", player="greedy", opponent="greedy")
    assert (anchor["estimate"], anchor["low"], anchor["high"]) == (0, None, None)
    names = ("won", "lost", "drawn", "unfinished", "stalemate", "standoff")
    counts = {name: count(row(shown, name, players="uniform:greedy")) for name in names}
    assert counts["won"] + counts["lost"] + counts["drawn"] + counts["unfinished"] == 200
    assert counts["drawn"] == counts["stalemate"] + counts["standoff"]
    tested = [one["players"] for one in shown if one["p_adjusted"] is not None]
    assert tested == [":".join(PLAYERS[:2]), ":".join(PLAYERS[1:])]
    assert row(shown, "elo", player="greedy", opponent="weighted")["low"] is not None
    assert run([*command, "--full"]) == 0
    text = capsys.readouterr().out
    assert "uniform against greedy" in text
    assert "misfit" in text
    assert "Elo above greedy" in text


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["greedy"], "a ladder has 2 to 16 players, not 1"),
        (["greedy", "uniform", "greedy"], "greedy is given twice; give it once"),
        (["greedy", "nobody"], "nobody"),
        (["greedy", "uniform", "--variant", "three-player"], "has 3 seats; a ladder is of games"),
        (["greedy", "uniform", "--anchor", "weighted"], "anchor='weighted' does not play"),
        (["greedy", "uniform", "--until", "soon"], "neither decided nor a half-width"),
        (["greedy", "uniform", "--until", "nan"], "out of range"),
        (["greedy", "uniform", "--until", "0"], "out of range"),
        (["greedy", "uniform", "--games", "0"], "games=0 is out of range"),
        (["greedy", "uniform", "--threads", "0"], "threads=0 is out of range"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ladder", "--games", "10", *arguments]) == 2
    errors = capsys.readouterr().err
    assert said in errors
    assert errors.count("\n") == 1


def test_until_must_be_a_number() -> None:
    with pytest.raises(ValueError, match="neither decided nor a half-width"):
        rbsim.ladder("greedy", "uniform", games=10, until=[])  # type: ignore[arg-type]


def test_everything_runs_from_end_to_end() -> None:
    """Steps, the lead by Elo and a rating that unfinished games make infinite."""
    found = rbsim.ladder("greedy", "weighted", games=60, max_turns=60, seed=1)
    (duel,) = found.duels
    against, by = duel.better_and_worse(-1), duel.better_and_worse(1)
    least, most = found.rating("greedy", "weighted").extremes
    leads = [math.tanh(end / (2 * ELO_PER_LOG_ODDS)) for end in (least, most)]
    assert found.expected_ends(duel) == pytest.approx(leads)
    # Of two players there is only one duel, which Elo fits; to the end, unfinished games included.
    assert leads == pytest.approx(duel.lead.extremes)
    assert leads[0] < found.expected(duel) < leads[1]
    better, worse = (row(found, f"deals_{name}") for name in ("better", "worse"))
    ends = [[one["undecided_low"], one["undecided_high"]] for one in (better, worse)]
    assert ends[0] == pytest.approx([against[0] / 60, by[0] / 60])
    assert ends[1] == pytest.approx([by[1] / 60, against[1] / 60])
    shown = row(found, "lead_by_elo")
    assert [shown["undecided_low"], shown["undecided_high"]] == pytest.approx(leads)
    wins = np.full(20, WIN), np.full(20, LOSS)
    wins[1][:5] = UNFINISHED
    rating = Elo(joint_of(list(wins)), 2).rating(0, 1)
    assert math.isfinite(rating.extremes[0])
    assert rating.extremes[1] == rating.interval[1] == math.inf
    assert (
        figure_text(figure("elo", rating))
        == f"{rating.value:+.0f} (over {rating.interval[0]:,.0f})"
    )
