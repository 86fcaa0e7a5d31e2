"""Plans as they are read: what they mean, and that every error names file, line and key."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from rbsim.pipeline.stopping import Goal
from rbsim.plans.plan import plan_options
from rbsim.studies import every_kind, find_kind

import rbcore
import rbsim
from rbcore.toml_file import key_lines
from rbsim.arms.arm import make_arm
from rbsim.arms.rows import every_form
from rbsim.cli.main import run


def plan(folder: Path, text: str) -> rbsim.Plan:
    """A plan with this text."""
    file = folder / "plan.toml"
    file.write_text(text)
    return rbsim.read_plan(file)


# ---- what plans mean -----------------------------------------------------------------------------

WHOLE = {
    "simulate": 'variant = "strict"\nplayers = ["uniform", "greedy:uniform"]\nuntil = 0.1',
    "match": 'variant = "standard,target=50"\nmatches = 20',
    "survey": 'variants = ["strict", "peek"]\nplayers = "uniform,greedy"',
    "advantage": 'variant = "peek"\nplayers = "greedy:uniform"',
    "fair": 'variant = "crossley"\nhandicaps = "first-moves=4,5"\nuntil = 0.1',
    "compare": 'variants = ["standard", "strict"]\nslip = { reserve = 0.1 }',
    "sweep": 'axes = ["reserve-size=5..6", "peek=no,yes"]\nvariant = "strict"',
    "ladder": 'players = ["uniform", "greedy"]\nuntil = "decided"\nanchor = "greedy"',
    "luck": 'variant = "peek"\nplayers = "uniform"\nshuffles = 3\nreplicates = 2',
    "patience": 'game = "robert,passes=3"\nuntil = 0.1',
    "patience-survey": 'forms = ["51", "sultan"]\nplayers = ["uniform", "adviser"]\nfirst = 5',
    "sympathy": "heaps = 17\nuntil = 0.1",
}


def test_every_kind_of_study_can_be_planned(tmp_path: Path) -> None:
    assert set(WHOLE) == {kind.name for kind in every_kind()}
    text = "".join(f'[[study]]\nkind = "{kind}"\n{more}\n' for kind, more in WHOLE.items())
    found = plan(tmp_path, text)
    assert [one.name for one in found] == list(WHOLE)
    assert [one.kind for one in found] == every_kind()
    assert [one.study.kind for one in found] == [*list(WHOLE)[:-2], "survey", "survey"]
    arms = {one.name: len(one.study.arms) for one in found}
    assert arms == {
        "simulate": 2, "match": 1, "survey": 4, "advantage": 6, "fair": 9, "compare": 2, "sweep": 4,
        "ladder": 2, "luck": 18, "patience": 1, "patience-survey": 4, "sympathy": 1,
    }  # fmt: skip
    assert found["match"].study.count == 20
    assert found["ladder"].study.count == 10_000
    assert found["survey"].study.count == 100_000
    assert found["simulate"].study.goal == Goal("starter-wins", 0.1)
    assert found["patience"].study.arms[0].variant == "robert,passes=3"
    assert found["patience"].study.goal == Goal("wins", 0.1)
    assert [(one.variant, one.player_text, one.first) for one in
            found["patience-survey"].study.arms] == [
        ("fly", "uniform", 5), ("fly", "adviser", 5), ("sultan", "uniform", 5),
        ("sultan", "adviser", 5),
    ]  # fmt: skip
    attention = found["compare"].study.arms[0].attention
    assert attention is not None
    assert attention[0].slips["reserve"] == 0.1


def test_options_are_those_of_the_functions() -> None:
    """By the same names, and with the same defaults."""
    for kind in every_kind():
        options = set(plan_options(kind))
        assert kind.call is getattr(rbsim, kind.name.replace("-", "_"))
        assert {"seed", "first", "level"} <= options
        assert not {"threads", "store", "executor", "progress", "rows"} & options
        of_games = {"max_turns", "slip", "watch", "call"}
        is_patience = "patience" in kind.name or kind.name == "sympathy"
        assert of_games & options == (set() if is_patience else of_games)
    study = find_kind("advantage").study({})
    assert study.arms[0] == make_arm("standard", "greedy", 100_000)


def test_games_of_patience_beside_others(tmp_path: Path) -> None:
    """A list of games makes a study of each; options of Russian Bank alone are not theirs."""
    found = plan(
        tmp_path,
        'seed = 5\nmax-turns = 40\n[[study]]\nkind = "simulate"\n'
        '[[study]]\nkind = "patience"\ngame = ["robert", "robert,passes=3", "63,heaps=17"]\n'
        '[[study]]\nkind = "patience_survey"',
    )
    names = ["simulate", "robert", "robert,passes=3", "63,heaps=17", "patience_survey"]
    assert [one.name for one in found] == names
    assert [one.study.arms[0].variant for one in found][1:4] == [*names[1:3], "sympathy,heaps=17"]
    assert {one.study.arms[0].seed for one in found} == {5}
    assert found["simulate"].study.arms[0].limits.max_turns == 40
    assert [one.variant for one in found["patience_survey"].study.arms] == list(every_form())


def test_numbers_dashes_and_underscores(tmp_path: Path) -> None:
    text = 'games = {}\n{} = 40\n[[study]]\nkind = "simulate"'
    studies = [
        plan(tmp_path, text.format(number, name))["simulate"].study
        for number in ("2_000", "2e3", "2000")
        for name in ("max-turns", "max_turns")
    ]
    assert all(one == studies[0] for one in studies)
    assert (studies[0].count, studies[0].arms[0].limits.max_turns) == (2_000, 40)


def test_options_of_a_study_come_before_those_above(tmp_path: Path) -> None:
    found = plan(
        tmp_path,
        'seed = 5\ngames = 10\nuntil = 0.1\n[[study]]\nkind = "simulate"\nseed = 6\n'
        '[[study]]\nkind = "advantage"',
    )
    batches = [one.study.arms[0] for one in found]
    assert [(one.seed, one.count) for one in batches] == [(6, 10), (5, 10)]
    assert found["simulate"].study.goal is not None


def test_lists_make_a_study_for_each_combination(tmp_path: Path) -> None:
    found = plan(
        tmp_path,
        '[[study]]\nkind = "advantage"\nplayers = ["greedy", "greedy:uniform"]\n'
        'variant = ["strict", "peek,reserve-size=9"]\nseed = [3]\n'
        '[[study]]\nname = "s"\nkind = "sweep"\naxes = "peek=no,yes"\nseed = [1, 2]',
    )
    assert [one.name for one in found] == [
        "strict-greedy-3", "strict-greedy+uniform-3", "peek,reserve-size=9-greedy-3",
        "peek,reserve-size=9-greedy+uniform-3", "s-1", "s-2",
    ]  # fmt: skip
    one = found["peek,reserve-size=9-greedy+uniform-3"].study.arms[0]
    assert rbcore.variant_text(one.rules) == "peek,reserve-size=9"
    assert one.player_text == "greedy:uniform"
    assert repr(found) == (
        "<Plan: plan.toml, strict-greedy-3, strict-greedy+uniform-3, "
        "peek,reserve-size=9-greedy-3, ... 6 studies>"
    )
    with pytest.raises(ValueError, match=r"'s-3' is not a study of plan.toml; did you mean s-"):
        found["s-3"]


def test_presets_of_ones_own(tmp_path: Path) -> None:
    found = plan(
        tmp_path,
        '[preset.quick]\nbase = "strict"\naxes = { reserve_size = 7, peek = "yes" }\n'
        'source = "us"\nsummary = "short"\n'
        '[preset.open]\nbase = "quick,starter=cut"\n[preset.open.axes]\nmust-load = false\n'
        '[[study]]\nkind = "survey"\nvariants = ["quick", "open", "open,must_load=yes"]',
    )
    rules = [arm.rules for arm in found["survey"].study.arms]
    assert rules == [
        rbcore.variant(text)
        for text in (
            "strict,reserve-size=7,peek=yes",
            "strict,reserve-size=7,peek=yes,starter=cut,must-load=no",
            "strict,reserve-size=7,peek=yes,starter=cut",
        )
    ]
    assert (found.presets["quick"].source, found.presets["quick"].summary) == ("us", "short")
    assert found.presets["open"].rules == rules[1]
    assert "quick" not in rbcore.PRESETS
    assert rbcore.variant("quick,peek=no", found.presets).reserve_size == 7
    with pytest.raises(ValueError, match="did you mean quick"):
        rbcore.variant("quik", found.presets)


# ---- errors --------------------------------------------------------------------------------------

STUDY = '[[study]]\nkind = "{}"\n'
ADVANTAGE, SWEEP = STUDY.format("advantage"), STUDY.format("sweep")
PATIENCE = STUDY.format("patience")
WRONG = {
    "": ("line 1, study: a plan has a study at least",),
    "study = 3": ("line 1, study: a plan has a study",),
    "study = [3]": ("line 1, study: 3 is no table",),
    "\n[study]\nkind = 3": ("line 2, study: a plan has a study", "[[study]]"),
    "games = 5\nx y": ("line 2: this is no TOML: Expected '='",),
    "\nseed = \n" + ADVANTAGE: ("line 2, seed: this is no TOML: Invalid value",),
    "a = [1,\n2": ("line 2: this is no TOML",),
    "seed = 1\nseed = 2": ("line 2, seed: this is no TOML: Cannot overwrite",),
    "gamse = 5\n" + ADVANTAGE: ("line 1, gamse: 'gamse' is not a key of a plan; did you mean gam",),
    "anchor = 'x'\n\n" + ADVANTAGE: ("line 1, anchor: no study of this plan has anchor",),
    "title = 5\n" + ADVANTAGE: ("line 1, title: 5 is no text",),
    "seed=1\n[[study]]\nseed=2": ("line 2, study: a study has a kind; there are simulate",),
    STUDY.format("advantgae"): ("line 2, study.kind: 'advantgae' is no kind", "mean advantage?"),
    "[[study]]\nkind = 5": ("line 2, study.kind: 5 is no text",),
    ADVANTAGE + "playrs = 'x'": ("line 3, study.playrs: 'playrs'", "mean players?"),
    ADVANTAGE + "# x\nanchor = 'x'": ("line 4, study.anchor: 'anchor' is not a key of a study of",),
    ADVANTAGE + "max-turns = 5\nmax_turns = 5": ("line 4, study.max_turns: max-turns is given tw",),
    ADVANTAGE + "games = 'many'": ("line 3, study.games: 'many' is not a whole number",),
    ADVANTAGE + "games = 1.5": ("line 3, study.games: 1.5 is not a whole number",),
    ADVANTAGE + "games = true": ("line 3, study.games: True is not a whole number",),
    ADVANTAGE + "games = []": ("line 3, study.games: the list is empty",),
    ADVANTAGE + "games = [1, 0]": ("line 3, study.games: 0 is out of range",),
    ADVANTAGE + "games = inf": ("line 3, study.games: inf is not a whole number",),
    ADVANTAGE + "seed = -1": ("line 3, study.seed: -1 is out of range",),
    ADVANTAGE + "seed = 1979-05-27": ("line 3, study.seed: datetime.date(1979, 5, 27) is not a w",),
    ADVANTAGE + "level = 2": ("line 3, study.level: 2 is",),
    ADVANTAGE + "level = 'x'": ("line 3, study.level: 'x' is not a number",),
    ADVANTAGE + "slip = 3": ("line 3, study.slip: slip",),
    ADVANTAGE + "slip = { resreve = 0.1 }": ("line 3, study.slip: ",),
    ADVANTAGE + "variant = 'standrad'": ("line 3, study.variant: 'standrad' is", "mean standard?"),
    ADVANTAGE + "variant = [\n  'peek',\n  'peak',\n]": ("line 3, study.variant: 'peak' is not",),
    ADVANTAGE + "variant = 3": ("line 3, study.variant: 3 is no text",),
    ADVANTAGE + "players = 'gredy'": ("line 3, study.players: 'gredy' is not", "mean greedy?"),
    ADVANTAGE + "players = 'a:b:c'": ("line 3, study.players: ",),
    ADVANTAGE + "name = '../x'": ("line 3, study.name: '../x' is no name of a folder",),
    ADVANTAGE + "name = '.x'": ("line 3, study.name: '.x' is no name of a folder",),
    ADVANTAGE + ADVANTAGE: ("line 3, study: two studies are called advantage",),
    ADVANTAGE + "seed = [1, 1]": ("line 1, study: two studies are called 1",),
    SWEEP: ("line 1, study: sweep needs axes",),
    SWEEP + "axes = 'reserv-size=5..6'": ("line 3, study.axes: 'reserv-size'", "reserve-size?"),
    SWEEP + "axes = 'packs=1..2'\nvariant = 'three-player'": ("line ", "packs"),
    STUDY.format("compare") + "variants = 'peek'": ("line 3, study.variants: a comparison needs ",),
    STUDY.format("ladder") + "players = ['greedy']": ("line 3, study.players: a ladder has 2",),
    STUDY.format("ladder") + "variant = 'three-player'\nplayers = 'greedy,uniform'": (
        "line 3, study.variant: three-player has 3 seats",
    ),
    STUDY.format("ladder") + "anchor = 'x'\nplayers = 'greedy,uniform'": (
        "line 3, study.anchor: 'x' does not play",
    ),
    STUDY.format("ladder") + "players = 'greedy,uniform'\nuntil = 'never'": (
        "line 4, study.until: 'never' is neither",
    ),
    STUDY.format("simulate") + "of = 'stalemate'": ("line 3, study.of: 'stalemate' wants unti",),
    STUDY.format("simulate") + "of = 'stalemat'\nuntil = 0.1": ("line 3, study.of: 'stalemat'",),
    STUDY.format("simulate") + "until = 0.9\nof = 'stalemate'": ("line 3, study.until: 0.9",),
    PATIENCE: ("line 1, study: patience needs game",),
    PATIENCE + "game = 5": ("line 3, study.game: 5 is no text",),
    PATIENCE + "game = 'harvets'": ("line 3, study.game: no game is called", "mean harvest?"),
    PATIENCE + "seed = 2\ngame = ['dial', 'dial,passes=x']": ("line 4, study.game: dial has no",),
    PATIENCE + "players = 'uniform'\ngame = 'dial'": ("line 3, study.players: dial has no player",),
    PATIENCE + "game = 'dial'\nuntil = 'x'": ("line 4, study.until: ",),
    PATIENCE + "game = 'dial'\nlevel = 2": ("line 4, study.level: 2 is",),
    PATIENCE + "game = 'dial'\nslip = 0.1": ("line 4, study.slip: 'slip' is not a key of a study",),
    PATIENCE + "variant = 'peek'": ("line 3, study.variant: 'variant' is not a key of a study",),
    "slip = 0.1\n" + PATIENCE + "game = 'dial'": ("line 1, slip: no study of this plan has slip",),
    STUDY.format("patience-survey") + "forms = ['dial', 'robert,passes=x']": (
        "line 3, study.forms: robert has no reading passes='x'; it has passes=3, and its rules as ",
    ),
    "preset = 3\n" + ADVANTAGE: ("line 1, preset: presets are tables",),
    "[preset.Q]\naxes.peek='yes'\n" + ADVANTAGE: ("line 1, preset.Q: 'Q' is no name of a preset",),
    "[preset.peek]\n" + ADVANTAGE: ("line 1, preset.peek: peek is one of the presets",),
    "[preset.q]\n" + ADVANTAGE: ("line 1, preset.q: it has no axes, and would be standard",),
    "[preset.q]\nbase='x'\naxes={}\n" + ADVANTAGE: ("line 2, preset.q.base: 'x' is not a variant",),
    "[preset.q]\naxis={}\n" + ADVANTAGE: ("line 2, preset.q.axis: 'axis' is not", "mean axes?"),
    "[preset.q]\naxes={peak='yes'}\n" + ADVANTAGE: ("line 2, preset.q.axes.peak: ", "mean peek?"),
    "[preset.q]\n[preset.q.axes]\nseats=2\npeek='x'\n" + ADVANTAGE: ("line 4, preset.q.axes.peek",),
    "[preset.q]\naxes={seats=[2]}\n" + ADVANTAGE: ("line 2, preset.q.axes.seats: [2] is no value",),
    "[preset.q]\naxes.must-load='x'\n" + ADVANTAGE: ("line 2, preset.q.axes.must-load: must-load",),
    "[preset.q]\naxes.reserve-size=99\n" + ADVANTAGE: ("line 2, preset.q.axes.reserve-size: ",),
    "[preset.q]\nsource=5\naxes.seats=2\n" + ADVANTAGE: ("line 2, preset.q.source: 5 is no text",),
    ADVANTAGE + "[output]\nstore='x'": ("line 4, output.store: 'store' is not", "mean stores?"),
    ADVANTAGE + "[output]\nout=5": ("line 4, output.out: 5 is no text",),
    ADVANTAGE + "[output]\nout=''": ("line 4, output.out: the name is empty",),
    ADVANTAGE + "seed=[1,2]\n[output]\nout='x.csv'": ("line 5, output.out: 2 studies cannot have",),
    ADVANTAGE + "[output]\nreport='x.html'": ("line 4, output.report: a report is of stores; nam",),
    STUDY.format("match") + "[output]\nreport='x.html'\nstores='x'": (
        "line 4, output.report: a report is of stores, and matches have none",
    ),
    ADVANTAGE + "level=[0.9,0.99]\n[output]\nreport='x.html'\nstores='x'": (
        "line 5, output.report: a report has one level",
    ),
    ADVANTAGE + "[output]\nfigures=true": ("line 4, output.figures: figures are those of a repor",),
    ADVANTAGE + "[output]\nfigures='y'": ("line 4, output.figures: 'y' is neither true nor false",),
    "seed = [" + ", ".join(map(str, range(1001))) + "]\n" + ADVANTAGE: (
        "line 2, study: these lists make more than 1,000",
    ),
}  # fmt: skip


@pytest.mark.sample(6)
@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_errors_name_file_line_and_key(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "plan.toml"
    with pytest.raises(ValueError, match="line") as error:
        plan(tmp_path, text)
    said = str(error.value)
    begin, *others = WRONG[text]
    assert said.startswith(f"{file}, {begin}"), said
    assert all(other in said for other in others), said
    assert "\n" not in said
    assert run(["study", str(file)]) == 2
    assert capsys.readouterr().err == f"rbsim: {' '.join(said.split())}\n"
    assert list(tmp_path.iterdir()) == [file]


def test_files_that_are_no_plans(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    with pytest.raises(ValueError, match=r"plan.toml is not there"):
        rbsim.read_plan(path)
    with pytest.raises(ValueError, match="3 is not the name of a plan"):
        rbsim.read_plan(3)  # type: ignore[arg-type]
    path.write_bytes(b'seed = 1\ntitle = "\xff"')
    with pytest.raises(ValueError, match=r"plan.toml, line 2: this is no text in UTF-8"):
        rbsim.read_plan(path)
    path.write_text(f"a = {'[' * 100_000}")
    with pytest.raises(ValueError, match=r"plan.toml, line 1, a: this is no TOML"):
        rbsim.read_plan(path)
    path.write_text("#" * (1 << 20) + "\n")
    with pytest.raises(ValueError, match="too long"):
        rbsim.read_plan(path)
    path.write_text(f"games = {'9' * 5_000}\n{ADVANTAGE}")
    with pytest.raises(ValueError, match=r"plan.toml, line"):
        rbsim.read_plan(path)


def test_lines_of_keys() -> None:
    """Of whatever TOML can write; text in a text is no key."""
    text = '''# a = 1
a = """
b = 2
[c]
"""

b = [  # c = 3
  1,
]
[c.d]
"x y".z = { e = 1, f = { g = 2 } }
[[t]]
k = 1

[[t]]
k = 2
[t.u]
v = 3
'''
    tomllib.loads(text)
    assert key_lines(text) == {
        (): 1, ("a",): 2, ("b",): 7, ("c",): 10, ("c", "d"): 10, ("c", "d", "x y"): 11,
        ("c", "d", "x y", "z"): 11, ("c", "d", "x y", "z", "e"): 11,
        ("c", "d", "x y", "z", "f"): 11, ("c", "d", "x y", "z", "f", "g"): 11,
        ("t",): 12, ("t", 0): 12, ("t", 0, "k"): 13, ("t", 1): 15, ("t", 1, "k"): 16,
        ("t", 1, "u"): 17, ("t", 1, "u", "v"): 18,
    }  # fmt: skip
