"""`rbsim compare` and `rbsim sweep`."""

from __future__ import annotations

import math
from dataclasses import fields, replace

import numpy as np
import pytest
from scipy import stats

import rbcore
import rbsim
from rbcore.rules.definition import Rules
from rbsim.cli.main import run
from rbsim.stats.inference import fisher, holm, mcnemar, paired_difference, unpaired_difference
from rbsim.studies.axis_sweep import grid
from rbsim.studies.comparison import DEAL
from support.mixtures import VALUES
from support.positions import texts
from support.tables import count, row, table


def cards(rules: rbcore.Rules, seat: int, starter: int) -> list[str]:
    """Where a seat's cards lie: reserve, houses, hand, whatever is face up."""
    dealt = rbcore.Position.deal(replace(rules, starter=f"seat-{starter}"), 4, 9)
    first = seat * rules.houses_each
    piles = [texts(dealt).reserve(seat), *texts(dealt).houses[first : first + rules.houses_each]]
    return [
        pile.translate(str.maketrans("", "", "()")) for pile in [*piles, texts(dealt).hand(seat)]
    ]


@pytest.mark.parametrize("axis", [a.name for a in fields(Rules) if a.name != "starter"])
def test_which_axes_change_the_deal(axis: str) -> None:
    standard = Rules(starter="cut")
    needs = {"must_uncover": {"covered_houses": True}, "seats": {"houses_each": 3}}
    base = replace(standard, **needs.get(axis, {}))  # type: ignore[arg-type]
    # The seat that starts has laid out in any case (V14), but V18 may change the other's reserve.
    seats = [(0, 1), (1, 0)] if axis == "second_reserve" else [(0, 0), (1, 1)]
    for value in VALUES[axis]:
        changed = replace(base, **{axis: value})  # type: ignore[arg-type]
        same = all(cards(base, *both) == cards(changed, *both) for both in seats)
        assert same == (axis not in DEAL)


def test_paired_figures_are_those_of_the_rows() -> None:
    found = rbsim.compare("standard", "crossley", games=600, seed=2).differences[0]
    both = [
        rbsim.simulate(v, games=600, seed=2, players="greedy") for v in ("crossley", "standard")
    ]
    own, first = (result.games for result in both)
    assert own is not None
    assert first is not None
    turns = own["turns"].astype(float) - first["turns"]
    assert found["turns"].difference == pytest.approx(turns.mean())
    half = 1.959964 * turns.std(ddof=1) / math.sqrt(600)
    low, high = found["turns"].interval  # games of up to 1,000 turns may come, so it is wider
    assert low < turns.mean() - half < turns.mean() + half < high < 0
    assert found["turns"].p < 0.05
    wins = [(r["outcome"] == 0) & (r["winner"] == r["starter"]) for r in (own, first)]
    gained, lost = np.sum(wins[0] & ~wins[1]), np.sum(~wins[0] & wins[1])
    assert found["starter wins"].difference == pytest.approx((gained - lost) / 600)
    assert found["starter wins"].p == pytest.approx(
        stats.binomtest(int(gained), int(gained + lost)).pvalue
    )
    leads = [
        (r["outcome"] == 0) * np.where(r["winner"] == r["starter"], 1.0, -1) for r in (own, first)
    ]
    lead = leads[0] - leads[1]
    assert found["advantage"].difference == pytest.approx(lead.mean())
    assert found["advantage"].p == pytest.approx(
        2 * stats.norm.sf(abs(lead.mean()) / (lead.std(ddof=1) / math.sqrt(600)))
    )


def test_deals_of_another_kind_are_compared_unpaired() -> None:
    found = rbsim.compare("standard", "reserve-11", "cut-start", games=400, seed=2)
    assert [arm.first for arm in found.study.arms] == [0, 400, 0]
    assert "reserve-11 deals otherwise than standard (reserve-size)" in next(found.sections()).words
    assert [bool(found.unlike(arm)) for arm in (1, 2)] == [True, False]
    methods = [
        row(found, "stalemate", variant=variant, against="standard")["method"]
        for variant in ("reserve-11", "cut-start")
    ]
    assert methods == ["Agresti-Caffo", "Tango"]
    own = rbsim.simulate("reserve-11", games=400, seed=2, first=400, players="greedy").games
    first = rbsim.simulate("standard", games=400, seed=2, players="greedy").games
    assert own is not None
    assert first is not None
    moves = found.differences[0]["moves"]
    assert moves.difference == pytest.approx(own["moves"].mean() - first["moves"].mean())
    assert math.isnan(moves.p)  # shown from 10,000 games on
    turns = found.differences[0]["turns"]
    test = stats.ttest_ind(own["turns"], first["turns"], equal_var=False)
    assert turns.interval[0] < test.confidence_interval().low
    assert turns.interval[1] > test.confidence_interval().high
    assert test.pvalue < turns.p <= 1
    wins = [int(np.sum((r["outcome"] == 0) & (r["winner"] == r["starter"]))) for r in (own, first)]
    exact = stats.fisher_exact([[w, 400 - w] for w in wins]).pvalue
    assert found.differences[0]["starter wins"].p == pytest.approx(exact)


def games_of(variant: str, **options: int) -> np.ndarray:
    rows = rbsim.simulate(variant, games=300, players="greedy", seed=2, **options).games
    assert rows is not None
    return rows


@pytest.mark.sample(1)
@pytest.mark.parametrize(("variant", "first"), [("strict", 0), ("reserve-11", 300)])
def test_unfinished_games_give_differences_two_ends(variant: str, first: int) -> None:
    """Against every unfinished game replaced by what it might have become, arm by arm."""
    found = rbsim.compare("standard", variant, games=300, seed=2, max_turns=40)
    rows = games_of("standard", max_turns=40), games_of(variant, first=first, max_turns=40)
    left = [r["outcome"] == rbcore.OUTCOMES.index("unfinished") for r in rows]
    assert min(map(np.sum, left)) > 60
    won = [(r["outcome"] == 0) & (r["winner"] == r["starter"]) for r in rows]
    drawn = [r["outcome"] == rbcore.OUTCOMES.index("standoff") for r in rows]
    leads = [w * 1 - ((r["outcome"] == 0) & ~w) for w, r in zip(won, rows, strict=True)]
    for name, values, fates in (
        ("starter wins", won, (0, 1)), ("standoff", drawn, (0, 1)),
        ("advantage", leads, (-1, 1)),
    ):  # fmt: skip
        one = found.differences[0][name]
        assert one.undecided is not None
        against, by = ([np.where(u, fate, v) for u, v in zip(left, values, strict=True)]
                       for fate in fates)  # fmt: skip
        for i, own in enumerate(found.variants):
            alone = found.figure(name, variant=own, against=None)
            assert alone.undecided == pytest.approx((against[i].mean(), by[i].mean()))
        assert one.undecided == pytest.approx(
            (against[1].mean() - by[0].mean(), by[1].mean() - against[0].mean())
        )
        low, high = one.interval
        assert low < one.undecided[0] < one.difference < one.undecided[1] < high
        assert one.p == 1  # as 0 lies between the ends
        if name == "advantage":
            worst = np.array(against[1] - by[0], float)
            error = worst.std(ddof=1) if first == 0 else math.hypot(
                against[1].std(ddof=1), by[0].std(ddof=1))  # fmt: skip
            assert low == pytest.approx(max(-2, worst.mean() - 1.959964 * error / 300**0.5))
        if name == "starter wins" and first == 0:
            counts = [int(np.sum((against[1] == i) & (by[0] == j)))
                      for i, j in ((1, 1), (1, 0), (0, 1), (0, 0))]  # fmt: skip
            assert low == pytest.approx(paired_difference(*counts)[0])
    assert found.differences[0]["unfinished"].undecided is None
    assert found.differences[0]["turns"].undecided is None


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", ["crossley", "face-down", "reserve-11"])
def test_p_is_that_of_the_end_nearer_to_no_difference(variant: str) -> None:
    """One variant is ahead at both ends, one behind, one is unpaired."""
    found = rbsim.compare("standard", variant, games=600, seed=2, max_turns=90).differences[0]
    rows = [
        rbsim.simulate(v, games=600, players="greedy", seed=2, first=first, max_turns=90).games
        for v, first in (("standard", 0), (variant, 600 * (variant == "reserve-11")))
    ]
    one = found["starter wins"]
    assert one.undecided is not None
    won, left = (
        [r is not None and test(r) for r in rows]
        for test in (
            lambda r: (r["outcome"] == 0) & (r["winner"] == r["starter"]),
            lambda r: r["outcome"] == rbcore.OUTCOMES.index("unfinished"),
        )
    )
    low, high = one.undecided
    assert low < high
    first, own = (won[0] | left[0], won[1]) if low > 0 else (won[0], won[1] | left[1])
    if variant == "reserve-11":
        assert one.p == pytest.approx(fisher(int(own.sum()), int(first.sum()), 600))
    else:
        assert one.p == pytest.approx(mcnemar(int((own & ~first).sum()), int((first & ~own).sum())))
        assert one.p > mcnemar(int((won[1] & ~won[0]).sum()), int((won[0] & ~won[1]).sum()))


def test_two_ends_are_shown_where_games_are_unfinished() -> None:
    found = rbsim.compare("standard", "strict", games=200, seed=2, max_turns=40)
    report = found.report()
    assert "unfinished games" in report.footnote
    stalemate = row(found, "stalemate", against="standard")
    assert stalemate["low"] < stalemate["undecided_low"] < stalemate["undecided_high"]
    every = next(t for t in found.report(full=True).tables if len(t.head) == 5)
    by_words = {cells[0]: cells[1:] for cells in every.rows}
    for name, one in found.differences[0].items():
        first, own, less, p = by_words[name]
        if one.undecided is not None:
            alone = [found.figure(name, variant=v, against=None) for v in found.variants]
            shown = [one for one in (first, own, less) if isinstance(one, rbsim.Figure)]
            ends = [each.undecided for each in (*alone, one)]
            assert [cell.undecided for cell in shown] == [pytest.approx(end) for end in ends]
            assert shown[2].interval == one.interval
        assert (p is None) == math.isnan(one.adjusted)
        assert p is None or p == pytest.approx(one.adjusted)
    whole = rbsim.compare("standard", "strict", games=20, seed=2)
    assert "unfinished" not in whole.report().footnote


def test_a_sweep_has_two_ends() -> None:
    found = rbsim.sweep("reserve-size=12,13", games=300, seed=2, max_turns=40)
    won, lost, left = (
        count(row(found, name, reserve_size=13))
        for name in ("starter_wins", "other_wins", "unfinished")
    )
    assert left > 60
    shown = row(found, "advantage", reserve_size=13)
    ends = shown["undecided_low"], shown["undecided_high"]
    assert ends == pytest.approx([(won - lost - left) / 300, (won - lost + left) / 300])
    cells = found.report().tables[0].rows[1]
    assert shown["low"] < ends[0] < ends[1] < shown["high"]
    assert isinstance(cells[1], rbsim.Figure)
    assert cells[1].undecided == pytest.approx(ends)
    wins = row(found, "starter_wins", reserve_size=13)
    assert wins["undecided_high"] == pytest.approx((won + left) / 300)
    assert "unfinished games may move these" in found.report().footnote


def test_holm_counts_all_that_is_shown() -> None:
    found = rbsim.compare("standard", "strict", "crossley", games=200, seed=2)
    flat = [one for differences in found.differences for one in differences.values()]
    smallest = min(flat, key=lambda one: one.p)
    assert smallest.adjusted == pytest.approx(min(1, smallest.p * len(flat)))


def test_seats_of_two_kinds() -> None:
    found = rbsim.compare("standard", "three-player", games=100, seed=2)
    assert math.isnan(found.differences[0]["third's score"].difference)
    assert found.figure("starter wins", variant="three-player", against=None).estimate < 0.6


@pytest.mark.parametrize(("gained", "lost"), [(0, 0), (1, 0), (7, 2), (40, 61), (5_000, 5_200)])
def test_mcnemar_is_the_binomial_test(gained: int, lost: int) -> None:
    exact = stats.binomtest(gained, gained + lost).pvalue if gained + lost else 1.0
    assert mcnemar(gained, lost) == pytest.approx(exact, rel=1e-6)
    assert mcnemar(lost, gained) == mcnemar(gained, lost)


@pytest.mark.parametrize(
    ("one", "other", "games"), [(0, 0, 9), (3, 0, 20), (9, 9, 9), (19, 15, 20), (480, 530, 1_000)]
)
def test_fisher_counts_the_tables_as_unlikely(one: int, other: int, games: int) -> None:
    both = one + other
    tables = [math.comb(games, k) * math.comb(games, both - k) for k in range(both + 1)]
    as_unlikely = sum(table for table in tables if table <= tables[one])
    assert fisher(one, other, games) == pytest.approx(as_unlikely / math.comb(2 * games, both))


def test_holm() -> None:
    assert holm([0.01, math.nan, 0.04, 0.03])[::2] == pytest.approx([0.03, 0.06])
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]


@pytest.mark.sample(1)
@pytest.mark.parametrize("rate", [0.0005, 0.3])
def test_intervals_cover(rate: float) -> None:
    """Simulated: of pairs that gain and lose at this rate, and of two arms with this rate."""
    rng = np.random.default_rng(8)
    n = 2_000
    gained, lost, _ = rng.multinomial(n, [rate, rate, 1 - 2 * rate], 3_000).T
    pairs = zip(gained.tolist(), lost.tolist(), strict=True)
    found = [paired_difference(0, up, down, n - up - down) for up, down in pairs]
    assert np.mean([low <= 0 <= high for low, high in found]) > 0.94
    one, other = rng.binomial(n, rate, (2, 3_000))
    found = list(map(unpaired_difference, one, other, [n] * 3_000))
    assert np.mean([low <= 0 <= high for low, high in found]) > 0.94


def test_compare_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["compare", "standard", "strict", "simplified", "--games", "60", "--json"]
    assert run(arguments) == 0
    shown = table(capsys.readouterr().out)
    own = dict.fromkeys(one["variant"] for one in shown if one["against"] is None)
    assert list(own) == ["standard", "strict", "simplified"]
    less = [one for one in shown if one["against"] == "standard"]
    assert {one["variant"] for one in less} == {"strict", "simplified"}
    assert {one["n"] for one in less} == {60}
    for variant in ("strict", "simplified"):
        mine, theirs = (row(shown, "moves", variant=v, against=None) for v in (variant, "standard"))
        change = row(less, "moves", variant=variant)
        assert change["estimate"] == pytest.approx(mine["estimate"] - theirs["estimate"])


def test_sweep_is_simulation_point_by_point(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sweep", "reserve-size=12..13", "release=no,any", "--games", "60", "--json"]
    assert run(arguments) == 0
    shown = table(capsys.readouterr().out)
    points = dict.fromkeys((one["reserve_size"], one["release"]) for one in shown)
    assert list(points) == [(12, "no"), (12, "any"), (13, "no"), (13, "any")]
    assert {one["variant"] for one in shown} == {"standard"}
    alone = rbsim.simulate("standard,release=any", games=60, seed=1, players="greedy")
    last = row(shown, "turns", reserve_size=13, release="any")
    assert last["estimate"] == alone.summary().turns.mean
    assert run(["sweep", "early-turn=no,yes", "--games", "60"]) == 0
    assert "yes" in capsys.readouterr().out


def test_grid() -> None:
    rules = [point.rules for point in grid(["reserve-size=5,8,11"], "strict")]
    assert [one.reserve_size for one in rules] == [5, 8, 11]
    assert {one.release for one in rules} == {"any"}


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "arguments",
    [
        ["compare", "standard"],
        ["compare", "standard", "standard,reserve-size=13"],
        ["compare", "standard", "nonsense"],
        ["sweep", "nonsense=1"],
        ["sweep", "reserve-size"],
        ["sweep", "reserve-size="],
        ["sweep", "reserve-size=8..5"],
        ["sweep", "reserve-size=5.."],
        ["sweep", "reserve-size=5..99999999"],
        ["sweep", "reserve-size=5,5"],
        ["sweep", "release=no..any"],
        ["sweep", "release=no,perhaps"],
        ["sweep", "reserve-size=5", "reserve-size=6"],
        ["sweep", "reserve-size=5", "early-turn=no", "peek=no"],
        ["sweep", "reserve-size=40..60"],
        ["sweep", "target=1..999", "reserve-size=1..9"],
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*arguments, "--games", "10"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
