"""What is shown of results: tables within a width, pictures of each sort, and the page."""

import re
import warnings
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest

import rbcore
import rbsim
from rbsim.estimates.figures import Figure, rate
from rbsim.kinds.comparing import compare
from rbsim.kinds.ladders import ladder
from rbsim.kinds.lucks import luck
from rbsim.kinds.runs import match, patience, simulate, sweep
from rbsim.kinds.starting import advantage, fair
from rbsim.result import Result
from rbsim.show.tables import Report, Table, TableLayout, pivot
from support.browser import Outline

STUDIES = {
    "simulate": lambda: simulate("standard", games=300, seed=1),
    "several": lambda: simulate("standard", "strict", games=200, players="greedy,uniform", seed=1),
    "curve": lambda: sweep("reserve-size=11..13", games=100, seed=1),
    "words": lambda: sweep("release=no,any", games=100, seed=1),
    "grid": lambda: sweep("release=no,any,fewest", "peek=no,yes", games=100, seed=1),
    "match": lambda: match("standard,target=50", matches=30, seed=1),
    "patience": lambda: patience("robert", "sympathy", games=300, seed=1),
    "advantage": lambda: advantage("standard", games=200, seed=1),
    "advantages": lambda: advantage("standard", "strict", games=200, seed=1),
    "compare": lambda: compare("standard", "waste-available", games=2_000, seed=1),
    "luck": lambda: luck("standard", games=100, seed=1),
    "fair": lambda: fair("standard", games=100, seed=1),
    "ladder": lambda: ladder("greedy", "uniform", "weighted", games=60, seed=1),
}


@cache
def result_of(name: str) -> Result:
    return STUDIES[name]()


@pytest.mark.parametrize("name", STUDIES)
@pytest.mark.parametrize("width", [60, 80, 100])
def test_tables_fit_and_lose_no_row(name, width):
    found = result_of(name)
    for full in (False, True):
        report = found.report(full)
        lines = list(report.text_lines(width))
        assert max(map(len, lines)) <= width
        text = "\n".join(lines)
        for table in report.tables:
            for row in table.rows:
                first = re.split(r"[ ,]", str(row[0]))[0]
                assert first in text
            if full:  # nothing is left out: every number stands somewhere
                for cell in (c for row in table.rows for c in row if isinstance(c, Figure)):
                    assert cell.text.partition(" (")[0].removesuffix(" points") in text


@pytest.mark.parametrize("width", [60, 80, 100])
def test_a_column_that_the_headline_names_stays(width):
    found = result_of("compare")
    report = found.report()
    heads = (head.partition(",")[0] for head in report.tables[0].head[1:])
    named = [head for head in dict.fromkeys(heads) if head in found.headline]
    body = "\n".join(report.text_lines(width)).partition("\n\n")[2]
    assert len(named) >= 3
    for head in named:
        assert all(word in body for word in head.split())
    for cell in report.tables[0].rows[0][1:]:
        if isinstance(cell, Figure) and cell.quantity in ("advantage", "nobody_wins", "turns"):
            assert cell.text.partition(" (")[0].removesuffix(" points") in body
    assert len(list(report.text_lines(80))) <= 28


def test_what_is_printed():
    found = result_of("advantage")
    assert str(found) == str(found.report())
    assert str(found).startswith("Starting is worth")
    assert found.headline in repr(found)
    assert "\n" not in repr(found)
    assert repr(found.report()) == f"<Report: {found.headline}>"
    assert repr(found.kind).startswith("<Kind advantage: ")
    html = found._repr_html_()
    assert html.count("<table") == 1
    assert '<img alt="Advantage, ' in html
    assert "<svg" not in html  # which a notebook that nobody trusts drops
    assert "\nstart " in str(found.report().tables[0])


def test_text_markdown_html_and_csv_of_one_table():
    open_game = rate("stalemate", 5, 100, left=20).of(variant="a|b")
    layout = TableLayout("Rates", ("variant",), ("stalemate", "unfinished"))
    table = pivot(layout, [open_game])
    assert table.head == ("variant", "stalemate")  # no column that no figure has
    report = Report("Answer.", (table,), ("origin",))
    assert "* Rates: stalemate, a|b: 25% if all 20 unfinished games had ended this" in str(report)
    assert "| a\\|b | 5% (2 to 34) \\* |" in report.markdown()
    assert "<caption>Rates</caption>" in report.html()
    head, row = table.data()
    assert head == ["variant", "stalemate", "stalemate, low", "stalemate, high"]
    assert row[0] == "a|b"
    assert row[1] == 0.05


def test_a_table_without_columns_has_no_rows(tmp_path):
    """As that of tests, where nothing is tested as play went on until something was known.

    What is read again makes all tables, so a file of it was called damaged.
    """
    open_game = rate("stalemate", 5, 100).of(variant="a")
    assert pivot(TableLayout("Tests", ("variant",), ("stalemate.p",)), [open_game]).rows == ()
    found = rbsim.compare("standard", "strict", games=2_000, until="20%", seed=1)
    titles = [table.title for table in found.report(full=True).tables]
    assert titles[-1] == "Variants, other figures"
    found.save(tmp_path / "kept.json")
    assert rbsim.load(tmp_path / "kept.json") == found


def test_notes_are_of_columns_that_are_shown():
    figures = (*(rate("stalemate", i, 1_000) for i in range(10, 18)), rate("turns", 5, 100, 20))
    table = Table("Wide", ("variant", *(f"column {i}" for i in range(9))), (("mine", *figures),))
    assert "* Wide: column 8, mine" in str(Report("Answer.", (table,), (), is_full=True))
    assert "column 8" not in str(Report("Answer.", (table,), (), is_full=False))


@pytest.mark.parametrize("name", STUDIES)
def test_every_answer_has_a_picture_that_names_what_was_played(name):
    pytest.importorskip("matplotlib").use("Agg")
    found = result_of(name)
    ax = found.plot()
    try:
        title = ax.get_title(loc="left").replace("\n", " ")
        assert str(found.figures[0].labels["variant"]) in title
        assert "players" in title
        assert "intervals of 95%" in title
        assert re.search(r"\d (games|deals|matches)", title)
        _check_nothing_over_marks(ax)
    finally:
        import matplotlib.pyplot as plt

        plt.close(ax.figure)


def _check_nothing_over_marks(ax):
    """Numbers of a forest plot stand beside its axes."""
    ax.figure.canvas.draw()
    right = ax.get_window_extent().x1
    for text in ax.texts:
        if text.get_text() and not ax.images:
            assert text.get_window_extent().x0 >= right


def test_forms_of_pictures():
    plt = pytest.importorskip("matplotlib.pyplot")
    rows, (axes) = plt.subplots(1, 4)
    result_of("several").plot(ax=axes[0])
    _check_rows(axes[0], result_of("several"))
    assert axes[0].yaxis_inverted()  # the first one on top
    assert any(list(line.get_xdata()) == [0, 0] for line in axes[0].lines)  # zero, of differences
    found = result_of("curve")
    assert found.plot("turns", ax=axes[1]) is axes[1]
    x, y = axes[1].lines[0].get_data()
    assert list(x) == [11, 12, 13]
    assert y[1] == found.figure("turns", reserve_size=12).estimate
    result_of("grid").plot(ax=axes[2])
    assert len(axes[2].texts) == 6
    result_of("simulate").plot("turns", ax=axes[3])
    heights = [bar.get_height() for bar in axes[3].patches]
    assert 99 < sum(heights) <= 100.0001
    plt.close(rows)


def _check_rows(ax, found):
    """A row a variant, the most to the last player first; in it a mark and a number of each."""
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["greedy", "uniform"]
    names = [t.get_text() for t in ax.get_yticklabels()]
    for at, (who, marks) in enumerate(zip(("greedy", "uniform"), ax.containers, strict=True)):
        worth = [100 * found.figure("advantage", variant=v, players=who).estimate for v in names]
        x, y = marks[0].get_data()
        assert [x[y.argsort()].tolist(), sorted(names)] == [worth, ["standard", "strict"]]
        texts = {t.xy[1]: t.get_text() for t in ax.texts[2 * at : 2 * at + 2]}
        assert texts == {row: f"{x:+.0f}" for row, x in enumerate(worth)}
    assert worth == sorted(worth, reverse=True)
    assert len({marks[0].get_marker() for marks in ax.containers}) == 2


def test_a_sweep_of_numbers_and_of_words_is_curves():
    """A line with its intervals for each word, along the numbers; the quantity is the title."""
    pytest.importorskip("matplotlib")
    for axes in (
        ("reserve-size=8..10", "release=no,any"),
        ("release=no,any", "reserve-size=8..10"),
    ):
        played = sweep(*axes, games=30, seed=1)
        ax = played.plot("turns")
        assert [line.get_label() for line in ax.get_lines()] == ["no", "any"]
        assert [list(line.get_xdata()) for line in ax.get_lines()] == [[8, 9, 10]] * 2
        for release, line in zip(("no", "any"), ax.get_lines(), strict=True):
            values = [
                played.figure("turns", release=release, reserve_size=size).estimate
                for size in (8, 9, 10)
            ]
            assert list(line.get_ydata()) == values
        assert len(ax.collections) == 2
        assert ax.get_legend().get_title().get_text() == "release"
        assert ax.get_title(loc="left").startswith("Turns\n")


def test_two_results_on_the_same_axes():
    """Two colours, a legend and a title of both; what the user drew is still there."""
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure as Picture

    first = sweep("reserve-size=8..10", games=30, seed=1)
    for second, names in (
        (sweep("reserve-size=8..10", games=30, seed=1, players="uniform"), ["greedy", "uniform"]),
        (sweep("reserve-size=8..10", games=30, seed=2), ["result 1", "result 2"]),
    ):
        ax = Picture().subplots()
        (mine,) = ax.plot([8, 10], [0, 0], label="mine")
        first.plot("turns", ax=ax)
        second.plot("turns", ax=ax)
        lines = ax.get_lines()
        assert lines[0] is mine
        assert [line.get_label() for line in lines[1:]] == names
        assert len({line.get_color() for line in lines[1:]}) == 2
        legend = [text.get_text() for text in ax.get_legend().get_texts()]
        assert legend == ["mine", *names]
        assert len(ax.collections) == 2
    assert "uniform" not in ax.get_title(loc="left")
    rows = Picture().subplots()
    for seed in (1, 2):
        simulate("standard", "strict", games=30, seed=seed).plot(ax=rows)
    assert [text.get_text() for text in rows.get_legend().get_texts()] == ["result 1", "result 2"]
    assert len(rows.get_yticks()) == 2


def test_pictures_of_games_that_were_cut_off():
    """Unfinished games are hatched and said; where there is no end an arrow goes to the edge."""
    plt = pytest.importorskip("matplotlib.pyplot")
    rows, axes = plt.subplots(1, 3)
    simulate("standard", games=500, seed=1, max_turns=40).plot("turns", ax=axes[0])
    hatched = [bar for bar in axes[0].patches if bar.get_hatch()]
    heights = [bar.get_height() for bar in axes[0].patches]
    assert 99 < sum(heights) <= 100.0001
    assert 50 < sum(bar.get_height() for bar in hatched) == hatched[-1].get_height() < 66
    texts = [text.get_text() for text in axes[0].get_legend().get_texts()]
    assert re.fullmatch(r"mean 36\.\d\d \(at least 35\.\d\d\)", texts[0])
    assert re.fullmatch(r"\d\d% unfinished, so at least this", texts[1])
    found = simulate("standard", "strict", games=500, seed=1, max_turns=60)
    found.plot("turns", ax=axes[1])
    arrows = [one for one in axes[1].texts if one.arrow_patch is not None]
    assert [arrow.xy[0] for arrow in arrows] == [axes[1].get_xlim()[1]] * 2
    assert axes[1].get_xlabel() == "Turns; an arrow: no bound"
    simulate("standard", "strict", games=500, seed=1).plot("moves", ax=axes[2])
    assert not [one for one in axes[2].texts if one.arrow_patch is not None]
    axes[2].clear()
    found = sweep("reserve-size=12..13", games=500, seed=1, max_turns=60)
    found.plot("turns", ax=axes[2])
    (band,) = axes[2].collections
    assert band.get_paths()[0].vertices[:, 1].max() == axes[2].get_ylim()[1]
    assert axes[2].get_ylabel() == "Turns; to the edge: no bound"
    plt.close(rows)


def test_an_even_chance_is_shown_where_it_is_not_zero():
    plt = pytest.importorskip("matplotlib.pyplot")
    ax = advantage("standard", "three-player", games=300, players="greedy", seed=1).plot()
    (ends,) = [
        ends
        for drawn in ax.collections
        for ends in getattr(drawn, "get_segments", list)()
        if ends[:, 0] == pytest.approx(-100 / 3)
    ]
    rows = [t.get_text() for t in ax.get_yticklabels()]
    assert rows[round(ends[:, 1].mean())] == "three-player\ndots: even chance"
    assert sum("even chance" in row for row in rows) == 1
    assert ax.get_legend() is None
    assert result_of("advantage").plot().get_legend() is None
    plt.close("all")


@pytest.mark.full
def test_picture_files(tmp_path):
    pytest.importorskip("matplotlib")
    found = result_of("advantages")
    for suffix, start in ((".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF")):
        one, two = tmp_path / f"one{suffix}", tmp_path / f"two{suffix}"
        found.save_picture(one)
        found.save_picture(two)
        assert one.read_bytes().startswith(start)
        assert one.read_bytes() == two.read_bytes()
        assert suffix != ".svg" or b'<svg role="img"' in one.read_bytes()
        with pytest.raises(ValueError, match="exists"):
            found.save_picture(one)
        found.save_picture(one, force=True)
    with pytest.raises(ValueError, match=r"\.svg"):
        found.save_picture(tmp_path / "one.gif")
    with pytest.raises(ValueError, match="no elo to draw"):
        found.plot("elo")
    with pytest.raises(ValueError, match="is not a quantity"):
        found.plot("beauty")


# What people set for figures of their own: LaTeX, which is not there, and a font that nobody has.
USERS = {"text.usetex": True, "font.family": "No Such Font", "font.size": 20, "figure.dpi": 50,
         "axes.facecolor": "red", "image.origin": "lower", "svg.fonttype": "none",
         "savefig.bbox": "standard", "svg.hashsalt": None}  # fmt: skip


@pytest.mark.sample(1)
@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
@pytest.mark.parametrize("name", ["several", "curve", "grid", "simulate"])
def test_pictures_are_the_same_whatever_the_user_has_set(name, suffix, tmp_path):
    mpl = pytest.importorskip("matplotlib")
    found, paths = result_of(name), [tmp_path / f"{name}{suffix}" for name in ("plain", "set")]
    for path, settings in zip(paths, ({}, USERS), strict=True):
        with mpl.rc_context(settings):
            found.save_picture(path)
    assert paths[0].read_bytes() == paths[1].read_bytes()


@pytest.mark.parametrize("name", ["several", "curve", "grid", "simulate"])
def test_a_plot_needs_no_latex(name):
    mpl, plt = (pytest.importorskip(f"matplotlib{own}") for own in ("", ".pyplot"))
    with mpl.rc_context({**USERS, "backend": "agg"}):
        figure = result_of(name).plot().figure
        figure.canvas.draw()
        figure.set_size_inches(9, 7)  # which makes more numbers on the axes
        figure.canvas.draw()
        plt.close(figure)


@pytest.mark.full
def test_pictures_change_no_setting(tmp_path):
    mpl, plt = (pytest.importorskip(f"matplotlib{own}") for own in ("", ".pyplot"))
    plt.switch_backend("agg")
    found, drawing = result_of("several"), rbcore.Position.deal("standard", seed=1, game=0).draw()
    ax = plt.figure().subplots()
    calls = [
        lambda: found.plot(),
        lambda: found.plot("turns", ax=ax),
        found._repr_html_,
        lambda: rbsim.report(found, out=tmp_path / "page.html", figures=True),
        drawing.pixels,
        *(lambda file=tmp_path / f"picture.{kind}": found.save_picture(file)
          for kind in ("svg", "png", "pdf")),
        *(lambda file=tmp_path / f"board.{kind}": drawing.save(file) for kind in ("png", "pdf")),
    ]  # fmt: skip
    for interactive in (False, True):
        with mpl.rc_context({"font.size": 13, "interactive": interactive}):
            before = dict(mpl.rcParams), mpl.get_backend(), [*warnings.filters]
            for call in calls:
                call()
                assert (dict(mpl.rcParams), mpl.get_backend(), warnings.filters) == before
        for path in tmp_path.iterdir():
            path.unlink()
    plt.close("all")


@pytest.mark.full
def test_pictures_of_several_threads_change_no_setting():
    mpl = pytest.importorskip("matplotlib")
    from rbsim.show.plot import picture

    found, before = result_of("advantage"), dict(mpl.rcParams)
    drawing = rbcore.Position.deal("standard", seed=1, game=0).draw()
    alone = picture(found.panel, found.asked)
    with ThreadPoolExecutor(4) as pool:
        boards = [pool.submit(drawing.pixels) for _ in range(4)]
        each = pool.map(lambda _: picture(found.panel, found.asked), range(8))
        assert {*each} == {alone}
        assert all(board.result().any() for board in boards)
    assert dict(mpl.rcParams) == before


@pytest.mark.full
def test_the_page_is_one_file_the_same_each_time(tmp_path):
    pytest.importorskip("matplotlib")
    from rbsim import report

    results = [result_of(name) for name in list(STUDIES)[1::3]]
    (first,) = report(*results, out=tmp_path / "one.html", title="All & more")
    second, *pictures = report(
        *results, out=tmp_path / "two.html", title="All & more", figures=True
    )
    assert first.read_bytes() == second.read_bytes()
    assert pictures
    assert all(one.suffix == ".svg" for one in pictures)
    text = first.read_text()
    outline = Outline(text)
    assert not outline.open
    assert not outline.loads
    assert "script" not in dict(outline.tags)
    ids, alts = outline.values("id"), outline.values("alt")
    assert len(ids) == len(set(ids))
    assert len(alts) >= len(results)
    assert all(len(one) > 60 for one in alts)
    assert "All &amp; more" in text
    assert "prefers-color-scheme" in text
    assert text.count("<h3>Unfinished games</h3>") == len(results)
    for one in results:
        assert f"&quot;seed&quot;: {one.study.arms[0].seed}" in text
    with pytest.raises(ValueError, match="exists"):
        report(*results, out=tmp_path / "one.html")
    with pytest.raises(ValueError, match="at least one result"):
        report(out=tmp_path / "three.html")
    with pytest.raises(ValueError, match="given twice"):
        report(tmp_path / "a", tmp_path / "a", out=tmp_path / "three.html")


@pytest.mark.full
def test_a_page_at_another_level(tmp_path):
    pytest.importorskip("matplotlib")
    from rbsim import report

    (page,) = report(result_of("simulate"), out=tmp_path / "p.html", level=0.99)
    text = page.read_text()
    assert "99% intervals" in text
    assert "95% intervals" not in text
    assert "intervals of 95%" not in text
