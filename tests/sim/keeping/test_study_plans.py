"""Plans: what they mean, what refuses them, what they play and write, and what keeps them."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import rbcore
import rbsim
from rbsim import kinds
from rbsim.cli.main import run

pytest.importorskip("pyarrow")


def read(folder: Path, text: str) -> rbsim.Plan:
    """A plan with this text."""
    (folder / "plan.toml").write_text(text)
    return rbsim.read_plan(folder / "plan.toml")


# A study of each kind, as a plan says it, how many arms it has, and the call and the command.
SAID: dict[str, tuple[str, int, Any, str]] = {
    "simulate": (
        'variants = ["strict", "peek"]\nplayers = "greedy:uniform,uniform"\nlevel = 0.9\nseed = 3',
        4, lambda: rbsim.simulate("strict", "peek", games=60, players="greedy:uniform,uniform",
                                  level=0.9, seed=3),
        "simulate strict peek --games 60 --players greedy:uniform,uniform --level 0.9 --seed 3"),
    "match": ('variant = "standard,target=50"\nmatches = 9', 1,
              lambda: rbsim.match("standard,target=50", matches=9),
              "match standard,target=50 --matches 9"),
    "advantage": ("slip = 0.1\nfirst = 7", 3, lambda: rbsim.advantage(games=60, slip=0.1, first=7),
                  "advantage --games 60 --slip 0.1 --first 7"),
    "fair": ('handicaps = "first-moves=4,5"\nmargin = 20', 9,
             lambda: rbsim.fair(games=60, handicaps="first-moves=4,5", margin=20),
             "fair --games 60 --handicaps first-moves=4,5 --margin 20"),
    "compare": ('variants = ["standard", "strict", "simplified"]', 3,
                lambda: rbsim.compare("standard", "strict", "simplified", games=60),
                "compare standard strict simplified --games 60"),
    "sweep": (
        'axes = ["reserve-size=12..13", "peek=no,yes"]\nvariant = "strict"\nmax-turns = 70', 4,
        lambda: rbsim.sweep("reserve-size=12..13", "peek=no,yes", variant="strict", games=60,
                            max_turns=70),
        "sweep reserve-size=12..13 peek=no,yes --variant strict --games 60 --max-turns 70"),
    "ladder": ('players = ["uniform", "greedy"]\nanchor = "greedy"', 2,
               lambda: rbsim.ladder("uniform", "greedy", games=60, anchor="greedy"),
               "ladder uniform greedy --games 60 --anchor greedy"),
    "luck": ("shuffles = 3", 9, lambda: rbsim.luck(games=60, shuffles=3),
             "luck --games 60 --shuffles 3"),
    "patience": (
        'forms = ["sympathy,heaps=17", "robert,passes=3"]\nseed = 4', 2,
        lambda: rbsim.patience("sympathy,heaps=17", "robert,passes=3", games=60, seed=4),
        "patience sympathy,heaps=17 robert,passes=3 --games 60 --seed 4"),
}  # fmt: skip


def written(folder: Path, names: Any = SAID, more: str = "") -> Path:
    """A plan of some of these studies, as a file."""
    text = "title = 'Some & all'\n" + "games = 60\n" * any(name != "match" for name in names)
    text += "".join(f'[[study]]\nkind = "{name}"\n{SAID[name][0]}\n' for name in names)
    (folder / "plan.toml").write_text(text + more)
    return folder / "plan.toml"


def test_every_kind_of_study_can_be_planned(tmp_path: Path) -> None:
    assert set(SAID) == set(kinds.__all__)
    plan = rbsim.read_plan(written(tmp_path))
    assert {one.name: len(one.study.arms) for one in plan} == {n: s[1] for n, s in SAID.items()}
    assert {one.study.kind for one in plan} == set(SAID)
    assert plan["match"].study.count == 9
    assert plan["simulate"].level == 0.9


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", SAID)
def test_figures_are_those_of_python_and_of_the_command(name, tmp_path, capsys):
    _, _, function, command = SAID[name]
    path = written(tmp_path, [name])
    (result,) = rbsim.play_plan(path).values()
    assert result.to_dict() == function().to_dict()
    assert run([*shlex.split(command), "--json", "--quiet"]) == 0
    by_command = json.loads(capsys.readouterr().out)["results"]
    assert result.to_document()["results"] == by_command
    assert run(["study", str(path), "--json", "--quiet"]) == 0
    by_plan = json.loads(capsys.readouterr().out)["results"]
    assert by_plan == [{"study": name} | row for row in by_command]


def test_numbers_dashes_and_what_comes_before_what(tmp_path: Path) -> None:
    """Numbers as people write them; what a study says comes before what stands above."""
    text = 'games = {}\n{} = 40\nuntil = "10%"\n[[study]]\nkind = "simulate"\nseed = 6'
    studies = [
        read(tmp_path, text.format(number, name))["simulate"].study
        for number in ("2_000", "2e3", "2000")
        for name in ("max-turns", "max_turns")
    ]
    said = {(one.count, one.arms[0].limits.max_turns, one.arms[0].seed) for one in studies}
    assert said == {(2_000, 40, 6)}
    assert studies[0].until is not None
    assert studies[0].until.half == 0.1


def test_lists_make_a_study_for_each_combination(tmp_path: Path) -> None:
    plan = read(
        tmp_path,
        '[[study]]\nkind = "advantage"\nplayers = ["greedy", "greedy:uniform"]\n'
        'variant = "peek,reserve-size=9"\nseed = [3]\n'
        '[[study]]\nname = "s"\nkind = "sweep"\naxes = "peek=no,yes"\nseed = [1, 2]',
    )
    assert [one.name for one in plan] == ["greedy-3", "greedy+uniform-3", "s-1", "s-2"]
    arm = plan["greedy+uniform-3"].study.arms[0]
    assert rbcore.variant_text(arm.rules) == "peek,reserve-size=9"  # type: ignore[arg-type]
    assert arm.player_text == "greedy:uniform"
    assert repr(plan) == "<Plan: plan.toml, greedy-3, greedy+uniform-3, s-1, ... 4 studies>"
    with pytest.raises(ValueError, match=r"'s-3' is not a study of plan.toml; did you mean s-"):
        plan["s-3"]


def test_presets_of_ones_own(tmp_path: Path) -> None:
    plan = read(
        tmp_path,
        '[preset.quick-one]\nbase = "strict"\naxes = { reserve_size = 7, peek = "yes" }\n'
        'source = "us"\nsummary = "short"\n'
        '[preset.open]\nbase = "quick-one,starter=cut"\n[preset.open.axes]\nmust-load = false\n'
        '[[study]]\nkind = "simulate"\nvariants = ["quick-one", "open", "open,must_load=yes"]',
    )
    arms = plan["simulate"].study.arms
    assert [arm.rules for arm in arms] == [
        rbcore.variant(f"strict,reserve-size=7,peek=yes{more}")
        for more in ("", ",starter=cut,must-load=no", ",starter=cut")
    ]
    assert [arm.variant for arm in arms][:2] == ["quick-one", "open"]
    assert "quick-one" not in rbcore.PRESETS


A, S, P = (f'[[study]]\nkind = "{kind}"\n' for kind in ("advantage", "sweep", "patience"))
WRONG = {
    "": "line 1: a plan needs at least one study",
    "study = 3": "line 1: a plan needs at least one study",
    "study = [3]": "line 1, study: a study must be a table, not 3",
    "games = 5\nx y": "line 2: this is not TOML: Expected '='",
    "gamse = 5\n" + A: "line 1, gamse: 'gamse' is not a key of a plan; did you mean games?",
    "anchor = 'x'\n" + A: "line 1, anchor: no study of this plan uses anchor",
    "title = 5\n" + A: "line 1, title: title=5 is not text",
    'title = "a\\u202eb"\n' + A: "line 1, title: it has the control character U+202E, which",
    '[preset.q]\naxes={}\nsource="\\u001b[2J"\n' + A: "line 3, preset.q.source: it has the",
    "[[study]]\nseed=2": "line 1, study: kind=None is not a kind of study",
    A.replace("advantage", "advantgae"): "line 2, study.kind: kind='advantgae' is not a kind of",
    A + "playrs = 'x'": "line 3, study.playrs: advantage has no option playrs; did you mean",
    A + "games = 'many'": "line 3, study.games: games='many' is not a whole number",
    A + "games = 1.5": "line 3, study.games: games=1.5 is not a whole number",
    A + "games = true": "line 3, study.games: games=True is not a whole number",
    A + "games = []": "line 3, study.games: games is an empty list",
    A + "games = [1, 0]": "line 3, study.games: games=0 is out of range",
    A + "max-turns = 0": "line 3, study.max-turns: max_turns=0 is out of range",
    "games = 0\n" + A: "line 1, games: games=0 is out of range",
    A + "seed = -1": "line 3, study.seed: seed=-1 is out of range",
    A + "seed = 1979-05-27": "study.seed: seed=datetime.date(1979, 5, 27) is not a whole number",
    A + "level = 2": "line 3, study.level: level=2 is",
    A + "slip = 3": "line 1, study: slip reserve=3.0 is not a probability",
    A + "slip = { resreve = 0.1 }": "line 1, study: 'resreve' is not a slip",
    A + "variant = ['peek', 'peak']": "line 1, study: 'peak' is not a variant; did you mean peek?",
    A + "variant = 3": "line 1, study: 3 is not the name of a variant or rbcore.Rules",
    A + "players = 'gredy'": "line 1, study: 'gredy' is not a player; did you mean greedy?",
    A + "name = '../x'": "line 3, study.name: name='../x' is not the name of a folder",
    A + "name = '.x'": "line 3, study.name: name='.x' is not the name of a folder",
    A + A: "line 3, study: two studies are called advantage",
    A + "of = 'stalemat'\nuntil = 0.1": "line 1, study: 'stalemat' is not a quantity; did",
    S: "line 1, study: sweep one or two axes, such as reserve-size=5..20, not 0",
    S + "axes = 'reserv-size=5..6'": "did you mean reserve-size?",
    S.replace("sweep", "compare") + "variants = ['peek']": "line 1, study: ",
    S.replace("sweep", "ladder") + "players = ['greedy']": "line 1, study: ",
    P + "game = 'harvets'": "did you mean harvest?",
    P + "game = ['dial', 'dial,passes=x']": "line 1, study: dial has no",
    P + "slip = 0.1": "line 3, study.slip: patience has no option slip",
    "preset = 3\n" + A: "line 1, preset: preset must be a table, not 3",
    "[preset.Q]\naxes.peek='yes'\n" + A: "line 1, preset.Q: 'Q' is not the name of a variant",
    "[preset.peek]\n" + A: "line 1, preset.peek: peek is a name that rbsim already uses",
    "[preset.q]\nbase='x'\naxes={}\n" + A: "line 2, preset.q.base: 'x' is not a variant",
    "[preset.q]\naxis={}\n" + A: "line 2, preset.q.axis: 'axis' is not a key of a variant; did",
    "[preset.q]\nreserve-size=11\n" + A: "reserve-size is an axis; put it into axes, as in ",
    "[preset.q]\naxes={peak='yes'}\n" + A: "line 2, preset.q.axes.peak: 'peak' is not an axis",
    A + "[output]\nstore='x'": "line 4, output.store: 'store' is not a key; did you mean stores?",
    A + "[output]\nout=5": "line 4, output.out: out=5 is not the name of a file or folder",
    A + "[output]\nout='../x.csv'": "line 4, output.out: out='../x.csv' is outside the plan's",
    A + "[output]\nreport='/x.html'": "output.report: report='/x.html' is outside the plan's",
    A + "seed=[1,2]\n[output]\nout='x.csv'": "line 5, output.out: 2 studies cannot share one file",
    A + "level=[0.9,0.99]\n[output]\nreport='x.html'": "line 5, output.report: a report has one",
    A + "[output]\nfigures='y'": "line 4, output.figures: figures='y' is not true or false",
    "seed = [" + ", ".join(map(str, range(1001))) + "]\n" + A: "these lists make more than 1,000",
}


@pytest.mark.sample(20)
@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_errors_name_file_line_and_key(text, tmp_path, capsys):
    file = tmp_path / "plan.toml"
    with pytest.raises(ValueError, match=r"plan\.toml, line \d+") as error:
        read(tmp_path, text)
    said = str(error.value)
    assert said.startswith(f"{file}, ")
    assert WRONG[text] in said
    assert "\n" not in said
    assert run(["study", str(file)]) == 2
    assert capsys.readouterr().err == f"rbsim: {' '.join(said.split())}\n"
    assert list(tmp_path.iterdir()) == [file]


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    text = (
        "titel = 'x'\ngames = 'few'\n[preset.q]\naxes = { peak = 'yes', release = 'red' }\n"
        f"{A}playrs = 'x'\nseeds = 3\n{S}name = '/'\n[output]\nout = 5\nfigures = 'y'\n"
    )
    with pytest.raises(ValueError, match="titel") as error:
        read(tmp_path, text)
    places = re.findall(r"line (\d+), ([\w.]+): ", str(error.value))
    assert [(int(line), key) for line, key in places] == [
        (1, "titel"),
        (4, "preset.q.axes.peak"),
        (4, "preset.q.axes.release"),
        (2, "games"),
        (7, "study.playrs"),
        (8, "study.seeds"),
        (11, "study.name"),
        (13, "output.out"),
        (14, "output.figures"),
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_plans_and_variants_are_read_as_editors_write_them(encoding: str, tmp_path: Path) -> None:
    """With the mark in front by which an editor says how the text is encoded."""
    mark = "" if encoding in ("utf-8-sig", "utf-16") else "\ufeff"
    family = tmp_path / "family.toml"
    family.write_bytes(f"{mark}axes = {{ peek = 'yes' }}\n".encode(encoding))
    (tmp_path / "plan.toml").write_bytes(
        f"{mark}{A}games = 20\r\nvariant = '{family}'\r\n".encode(encoding)
    )
    (planned,) = rbsim.read_plan(tmp_path / "plan.toml")
    rules = planned.study.arms[0].rules
    assert isinstance(rules, rbcore.Rules)
    assert rules.peek
    family.write_bytes("axes = { peek = 'ja' } # \xe4".encode("latin-1"))
    with pytest.raises(ValueError, match=r"family\.toml, line 1: this is not text in UTF-8"):
        rbsim.simulate(str(family), games=1)


OUTPUT = '[output]\nstores = "stores"\nout = "{name}.json"\nreport = "page.html"\nfigures = true'


@pytest.mark.full
def test_stores_and_files_give_figures_and_plan_back(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    names = [name for name in SAID if name != "simulate"]  # which has a level of its own
    path = written(tmp_path, names, more=OUTPUT)
    plain = {one.name: one.play(threads=1).to_dict() for one in rbsim.read_plan(path)}
    results = rbsim.play_plan(path, threads=2)
    assert {name: one.to_dict() for name, one in results.items()} == plain
    page = Path("page.html").read_text()
    assert "<h1>Some &amp; all</h1>" in page
    assert list(tmp_path.glob("page-*.svg"))
    for name in names:
        for source in (Path(f"{name}.json"), Path("stores") / name):
            assert rbsim.load(source).to_dict() == plain[name]
            assert rbsim.read_plan(source).text == path.read_text()
            assert rbsim.load(source).study.plan["study"] == name
    path.unlink()
    again = rbsim.play_plan("stores/sweep", "sweep", to="others", force=True)
    assert again["sweep"].to_dict() == plain["sweep"]
    assert (tmp_path / "others" / "stores" / "sweep").is_dir()


def test_a_store_keeps_the_plan_by_which_it_was_played_last(tmp_path: Path) -> None:
    store = tmp_path / "stores" / "advantage"
    rbsim.advantage(games=60, slip=0.1, first=7, store=store)
    with pytest.raises(ValueError, match="keeps no plan"):
        rbsim.read_plan(store)
    path = written(tmp_path, ["advantage"], '[output]\nstores = "stores"\n')
    for comment in ("", "# another edition\n"):
        path.write_text(path.read_text() + comment)
        rbsim.play_plan(path)
        assert rbsim.read_plan(store).text == path.read_text()
    rbsim.advantage(games=60, slip=0.1, first=7, store=store)
    assert rbsim.read_plan(store).text == path.read_text()
    path.write_text(path.read_text().replace("slip = 0.1", "slip = 0.2"))
    with pytest.raises(ValueError, match="keeps another study"):
        rbsim.play_plan(path)
    assert "0.2" not in rbsim.read_plan(store).text


def test_no_plan_imports_a_module_unasked(tmp_path, monkeypatch, capsys):
    """Neither a file nor what keeps it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    Path("theirs.py").write_text("def first(view, moves):\n    return moves[0]\n")
    Path("plan.toml").write_text(
        'games = 20\nplayers = "theirs.first"\n[output]\nstores = "stores"\nout = "{name}.json"\n'
        '[[study]]\nkind = "simulate"\nname = "one"\n'
    )
    for source in ("plan.toml", "stores/one", "one.json"):
        sys.modules.pop("theirs", None)
        capsys.readouterr()
        assert run(["study", source, "--force"]) == 2
        assert "is a player in the module theirs; to import it, give --imports or" in (
            capsys.readouterr().err
        )
        assert "theirs" not in sys.modules
        assert run(["study", source, "--force", "--imports"]) == 0
        assert "theirs" in sys.modules
        assert rbsim.load("one.json").to_dict()


def test_files_are_looked_at_before_a_game_is_played(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for output, said in {
        'out = "{name}.json"': "sweep.json exists",
        'out = "{name}.txt"': "end its name in one of",
        'out = "s/{name}.csv"\nstores = "s"': "lies among the stores",
        'report = "page.html"\nstores = "s"': "page.html exists",
        'report = "page.txt"\nstores = "s"': "end its name in .html",
    }.items():
        path = written(tmp_path, ["advantage", "sweep"], f"[output]\n{output}")
        for name in ("sweep.json", "page.html"):
            Path(name).write_text("mine")
        Path("s").mkdir(exist_ok=True)
        before = sorted(tmp_path.rglob("*"))
        with pytest.raises(ValueError, match=said):
            rbsim.play_plan(path)
        assert run(["study", str(path), "--quiet"]) == 2
        assert sorted(tmp_path.rglob("*")) == before
        assert Path("sweep.json").read_text() == Path("page.html").read_text() == "mine"
    path = written(tmp_path, ["advantage", "sweep"], '[output]\nout = "{name}.json"')
    assert run(["study", str(path), "--quiet", "--force"]) == 0
    assert json.loads(Path("sweep.json").read_text())["command"][0] == "rbsim"
    assert run(["study", "plan.toml", "sweep", "--quiet", "--force"]) == 0
    assert run(["study", "plan.toml", "swep"]) == 2
    assert "'swep' is not a study of plan.toml; did you mean sweep?" in capsys.readouterr().err


def test_a_part_of_a_plan_is_kept_apart(tmp_path, monkeypatch, capsys):
    """One game in so many, 10 at least of as many; the same games as the first of the whole."""
    monkeypatch.chdir(tmp_path)
    output = '[output]\nstores = "s/all"\nout = "{name}.v1.json"'
    written(tmp_path, ["advantage", "match", "compare"], output)
    assert [one.study.count for one in rbsim.read_plan("plan.toml", part=2)] == [30, 9, 30]
    assert [one.study.count for one in rbsim.read_plan("plan.toml", part=10**12)] == [10, 9, 10]
    assert run(["study", "plan.toml", "--part", "2", "--quiet"]) == 0
    assert {one.name for one in Path("s").iterdir()} == {"all-part-2"}
    assert Path("compare.v1-part-2.json").exists()
    few = rbsim.advantage(games=30, slip=0.1, first=7)
    assert rbsim.load("s/all-part-2/advantage").to_dict() == few.to_dict()
    for kept in ("s/all-part-2/advantage", "compare.v1-part-2.json"):
        assert (rbsim.read_plan(kept).part, rbsim.read_plan(kept, part=1).part) == (2, 1)
    capsys.readouterr()
    assert run(["study", "plan.toml", "--part", "0"]) == 2
    assert "part=0 is out of range" in capsys.readouterr().err
    with pytest.raises(ValueError, match="part=True is not a whole number"):
        rbsim.read_plan("plan.toml", part=True)


PLACED = """
[[study]]
kind = "simulate"
variants = ["house.toml", "house.toml,peek=yes"]
players = "mine_beside.last"
games = 5

[[study]]
kind = "sweep"
axes = "variant=standard,house.toml"
games = 5

[[study]]
kind = "patience"
forms = ["my-game.toml"]
games = 5

[output]
stores = "stores"
out = "{name}.json"
"""
GAME = """
name = "six-columns"
line = "six columns"
foundations.aces = { begin = "A", length = 13 }
stock = { to = "waste" }

[piles.columns]
count = 6
deal = 5
on = { step = -1, suit = "other colour" }

[play]
moves = ["play", "pack", "turn"]
plain = ["play waste columns", "turn"]
"""
LAST = "def last(view, moves):\n    return moves[{}]\n"


def test_a_plan_says_the_same_wherever_it_is_started_from(tmp_path, monkeypatch):
    """Files of variants, games and players are looked for where its outputs lie: beside it."""
    home, other = tmp_path / "home", tmp_path / "other"
    for folder, size, move in ((home, 9, -1), (other, 7, 0)):
        folder.mkdir()
        (folder / "house.toml").write_text(f"axes = {{ reserve-size = {size} }}")
        (folder / "mine_beside.py").write_text(LAST.format(move))
    (home / "my-game.toml").write_text(GAME)
    (home / "plan.toml").write_text(PLACED)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "mine_beside", raising=False)
    sizes = []
    for start, name in ((other, "../home/"), (tmp_path, "home/"), (home, "")):
        monkeypatch.chdir(start)
        name += "plan.toml"
        plan = rbsim.read_plan(name, imports=True)
        arms = [arm for study in plan for arm in study.study.arms]
        sizes.append([getattr(arm.rules, "reserve_size", None) for arm in arms])
        (player,) = set(arms[0].players)
        assert player.choose.__code__.co_filename == str(home / "mine_beside.py")
        found = rbsim.play_plan(plan, "simulate", force=True)["simulate"]
        assert (home / "simulate.json").exists()
        assert found.study.arms[0].variant == "house"
    assert sizes == [[9, 9, 13, 9, None]] * 3
    assert not (other / "stores").exists()


def test_a_module_beside_the_plan_that_another_hides_is_refused(tmp_path, monkeypatch):
    (tmp_path / "plan.toml").write_text(
        PLACED.split("[[study]]")[0]
        + """
        [[study]]
        kind = "simulate"
        players = "string.last"
    """
    )
    (tmp_path / "string.py").write_text(LAST.format(0))
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(ValueError, match=r"string\.py is not the module string that was imported"):
        rbsim.read_plan(tmp_path / "plan.toml", imports=True)
