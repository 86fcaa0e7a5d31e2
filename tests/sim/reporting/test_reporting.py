"""The page of stored studies: whole, legible, the same every time; bad input in one sentence."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

import rbsim.optional
from rbsim.cli.main import run
from rbsim.pipeline import manifest as manifests
from rbsim.pipeline.files import WholeFile
from rbsim.reporting.answers import answer
from rbsim.reporting.stored import load_study
from rbsim.studies.comparison import Comparison
from support.tables import Row, table

pytest.importorskip("matplotlib", reason="rbsim report needs matplotlib")

STUDIES = {
    "simulate": [
        "simulate",
        "strict",
        "--games",
        "60",
        "--slip",
        "0.1",
        "--max-turns",
        "60",
        "--players",
        "uniform,greedy",
    ],
    "survey": ["survey", "standard", "three-player", "--games", "60"],
    "advantage": ["advantage", "--games", "60", "--players", "greedy:uniform"],
    "compare": ["compare", "standard", "reserve-11", "cut-start", "--games", "60"],
    "sweep": ["sweep", "reserve-size=11..14", "--games", "60"],
    "words": ["sweep", "release=no,any", "--games", "60"],
    "grid": ["sweep", "reserve-size=11,13", "peek=no,yes", "--games", "60"],
    "ladder": ["ladder", "uniform", "greedy", "weighted", "--games", "60", "--max-turns", "60"],
    "looks": ["ladder", "greedy", "weighted", "--games", "1200", "--until", "0.15"],
    "point": ["sweep", "reserve-size=13", "--games", "1"],
}
VOID = {"meta"}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="session")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of every kind of study, and its page."""
    folder = tmp_path_factory.mktemp("report")
    for name, arguments in STUDIES.items():
        assert run([*arguments, "--threads", "1", "--store", str(folder / name)]) == 0
        out = ["--out", str(folder / f"{name}.html"), "--figures"]
        assert run(["report", str(folder / name), *out]) == 0
    assert run(["report", *(str(folder / name) for name in STUDIES),
                "--out", str(folder / "every.html")]) == 0  # fmt: skip
    assert not list(folder.glob("every-*"))
    return folder


class Well(HTMLParser):
    """Checks that every tag is closed in its turn; gathers text, ids and what is referred to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "xlink:href", "srcset", "action"):
                self.references.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def page(stores: Path, name: str) -> str:
    return (stores / f"{name}.html").read_text()


@pytest.mark.parametrize("name", [*STUDIES, "every"])
def test_page_is_whole_and_asks_for_nothing(stores: Path, name: str) -> None:
    html = page(stores, name)
    found = Well(html)
    assert len(found.ids) == len(set(found.ids))
    inner = {one for one in found.references if not one.startswith("data:text/csv;")}
    assert inner <= {f"#{one}" for one in found.ids}
    assert not re.search(r"https?:|@import|<script|<link|<img|<iframe", html)
    assert {one[1:] for one in re.findall(r"url\((.*?)\)", html)} <= set(found.ids)
    assert "nan" not in re.findall(r"[a-z]+", "".join(found.words))


@pytest.mark.parametrize("name", STUDIES)
def test_figures_are_svg_beside_the_page(stores: Path, name: str) -> None:
    html = page(stores, name)
    figures = sorted(stores.glob(f"{name}-*.svg"))
    assert len(figures) == html.count("<svg")
    for path in figures:
        root = ElementTree.fromstring(path.read_text())
        assert root.tag == f"{SVG}svg"
        assert root.get("role") == ("group" if root.findall(".//*[@tabindex]") else "img")
        title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None
        assert description is not None
        assert title.text
        assert "games" in (description.text or "") or "deals" in (description.text or "")
        inline = path.read_text().replace(' xmlns="http://www.w3.org/2000/svg"', "").strip()
        assert inline in html


@pytest.mark.parametrize("name", STUDIES)
def test_every_figure_and_interval_is_there(
    stores: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = " ".join(Well(page(stores, name)).words)
    capsys.readouterr()
    assert run([*STUDIES[name], "--store", str(stores / name), "--json"]) == 0
    rows = [one for one in table(capsys.readouterr().out) if one["low"] is not None]
    found = [one for one in rows if one["quantity"] in on_page(STUDIES[name][0])]
    assert len(found) >= 3
    for one in found:
        if one["quantity"] != "elo" or one["opponent"] == STUDIES[name][1]:
            assert as_drawn(one, STUDIES[name][0]) in words
    manifest = json.loads((stores / name / manifests.NAME).read_text())
    assert all(part in words for part in manifest["command"])
    assert f'"games": {manifest["arms"][0]["games"]}' in words


ENDS = ("undecided_low", "undecided_high")


def on_page(command: str) -> set[str]:
    """The quantities of a study that its page has."""
    rates = {"starter_wins", "stalemate", "standoff", "unfinished"}
    if command == "ladder":
        return {"elo", "lead"}
    if command == "advantage":
        arms = {f"{one}_of_arm" for one in (*rates, "second_wins")}
        return {"advantage", "starter_wins", "second_wins", *arms}
    return {"advantage", *rates, *(() if command == "compare" else ("other_wins",))}


def as_drawn(one: Row, command: str) -> str:
    """A row of a table as figures write it."""
    if one["quantity"] == "elo":
        show, unit = "{:+,.1f}", ""
    else:
        effect = command == "advantage" and not one["quantity"].endswith("_of_arm")
        signed = effect or one.get("against") or one["quantity"] in ("advantage", "lead")
        show, unit = "{:+.2f}" if signed else "{:.2f}", "%"
    scale = 1 if one["quantity"] == "elo" else 100
    known = [one["estimate"] if one[end] is None else one[end] for end in ENDS]
    ends = dict.fromkeys(show.format(scale * end) + unit for end in known)
    low, high = (show.format(scale * one[end]) for end in ("low", "high"))
    return f"{' to '.join(ends)} ({low} to {high})"


def answers(html: str) -> list[str]:
    """What the studies of a page found, which stands before all else but the heading."""
    top = html[html.index("</h1>") : html.index("<nav")]
    return ["".join(Well(one).words) for one in re.findall(r'<p class="answer">.*?</p>', top)]


ANSWERS = {
    "simulate": r"largest in strict, greedy, .* smallest in strict, uniform, .* overlap",
    "survey": r"largest in .*three-player|smallest in .*three-player|standard",
    "advantage": r"Starting is worth [+-].*%.* \([+-].* to [+-].*\) .* as played",
    "compare": r"differ from standard|no difference from standard",
    "sweep": r"largest in reserve-size=1[1-4], [+-].* smallest in reserve-size=1[1-4], [+-]",
    "ladder": r"^(greedy|weighted) has the highest rating: .* above uniform",
    "point": r"Starters win .*% \(.* to .*\) of games",
}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_page_begins_with_the_answer(stores: Path, name: str) -> None:
    (found,) = answers(page(stores, name))
    assert re.search(ANSWERS[name], found), found


def test_the_answer_of_a_comparison_is_holms(stores: Path) -> None:
    study = load_study(stores / "compare")
    result = Comparison(study.study, study.tally)
    (shown,) = answers(page(stores, "compare"))
    for variant, figures in zip(result.variants[1:], result.differences, strict=True):
        names = [name for name, one in figures.items() if one.adjusted < 0.05]
        assert not names or f"{variant} in {', '.join(names)}" in shown
        assert names or variant in shown.partition("Of ")[2]
    changed = {name: replace(one, adjusted=0.01) for name, one in result.differences[0].items()}
    result.differences[0] = changed
    assert f"{result.variants[1]} in starter wins, " in answer(result, [], [])


def test_what_is_compared_is_said(stores: Path) -> None:
    words = {name: " ".join(Well(page(stores, name)).words) for name in STUDIES}
    assert "game by game: cut-start." in words["compare"]
    assert "as they deal otherwise: reserve-11." in words["compare"]
    assert "every two players at standard, on the same deals in both seatings" in words["ladder"]
    assert "Nothing is tested: arms stand side by side" in words["sweep"]
    assert "Nothing is compared" in words["point"]


def test_titles_can_be_set(
    stores: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, both = tmp_path / "page.html", [stores / "grid", stores / "sweep"]
    titles = ["--study-title", "Looking & <seeing>", "--study-title", "Reserves"]
    arguments = map(str, ["report", *both, "--out", out, "--title", "House rules", *titles])
    assert run(list(arguments)) == 0
    html = out.read_text()
    words = Well(html).words
    assert "<title>House rules</title>" in html
    assert "House rules" in words
    assert {"Looking & <seeing>", "Reserves"} <= set(words)
    assert "Sweep: grid" not in words
    one = ["--out", tmp_path / "other.html", "--study-title", "Reserves"]
    assert "give each store one" in refused(capsys, *both, *one)


@pytest.mark.parametrize("name", [*STUDIES, "every"])
def test_sections_are_linked(stores: Path, name: str) -> None:
    html = page(stores, name)
    nav = html[html.index("<nav") : html.index("</nav>")]
    linked = re.findall(r'href="#([^"]+)"', nav)
    sections = re.findall(r'<section id="([^"]+)">', html)
    assert len(sections) >= 4
    assert [one for one in linked if not re.fullmatch(r"study-\d+", one)] == sections
    for one in sections:
        assert f'<h3><a href="#{one}">' in html


def test_every_table_is_there_as_csv(stores: Path) -> None:
    html = page(stores, "compare")
    files = re.findall(r'<a download="([^"]+)" href="data:text/csv;charset=utf-8,([^"]+)"', html)
    tables = re.findall(r"<table>.*?</table>", html)
    assert len(files) == len(tables) == len(dict(files)) > 8
    for (_, data), shown in zip(files, tables, strict=True):
        rows = list(csv.reader(io.StringIO(unquote(data))))
        cells = ["".join(Well(one).words) for one in re.findall(r"<t[hd][ >].*?</t[hd]>", shown)]
        assert [cell for row in rows for cell in row] == cells


def test_which_arm_has_which_rules(stores: Path) -> None:
    html = page(stores, "compare")
    own = html[html.index("Rules in which arms differ") : html.index("Rules of all arms")]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in own.split("<tr>")[1:]]
    assert rows == [
        ["arm", "reserve-size", "starter"],
        ["standard", "13", "low-reserve"],
        ["reserve-11", "11", "low-reserve"],
        ["cut-start", "13", "cut"],
    ]
    assert "Rules in which arms differ" not in page(stores, "point")
    assert "reserve-size" not in html[html.index("Rules of all arms") : html.index("<details>")]


def test_unfinished_games_are_apart(stores: Path) -> None:
    html = page(stores, "simulate")
    own = html[html.index("Unfinished games</a></h3>") :]
    lengths = own[own.index("Length and score") :]
    table = own[: own.index("</section>")]
    counts = [int(n) for n in re.findall(r"<td>(\d+)</td></tr>", table)]
    assert len(counts) == 2
    assert any(counts)
    for count in counts:
        assert f"<td>{60 - count}</td>" in lengths


def test_unfinished_games_widen_the_advantage(stores: Path) -> None:
    """As they widen rates: from all of them lost by the starter to all won."""
    html = page(stores, "simulate")
    rows = re.findall(r"<td>([+-]\S+)% to (\S+)% \((\S+) to (\S+)\)</td>", html)
    counts = re.findall(r"<td>(\d+)</td>", html[html.index("Unfinished games</a></h3>") :])
    left = [int(n) for n in counts[1:4:2]]
    assert len(rows) == len(left) == 2
    for row, unfinished in zip(rows, left, strict=True):
        least, most, low, high = map(float, row)
        assert most - least == pytest.approx(200 * unfinished / 60, abs=0.011)
        assert low < least < most < high


def test_games_are_those_played(stores: Path) -> None:
    """Of a ladder that stopped at a look, not those that it might have gone on to."""
    assert "<td>0 to 999</td>" in page(stores, "looks")
    assert "Ladder: looks" in page(stores, "looks")


def test_boxes_of_a_grid_are_reached_by_keyboard_and_say_what_they_are(stores: Path) -> None:
    figures = [one for one in sorted(stores.glob("grid-*.svg")) if "tabindex" in one.read_text()]
    assert len(figures) == 8
    for path in figures:
        root = ElementTree.fromstring(path.read_text())
        boxes = root.findall(".//*[@tabindex='0']")
        assert len(boxes) == 4
        for box, axes in zip(boxes, (("11", "no"), ("11", "yes"), ("13", "no"), ("13", "yes")),
                             strict=True):  # fmt: skip
            words = box.get("aria-label")
            assert words == box.findtext(f"{SVG}title")
            assert words is not None
            assert words.startswith("reserve-size={}, peek={}: ".format(*axes))
            assert words in (root.findtext(f"{SVG}desc") or "")
    assert "tabindex" not in "".join(p.read_text() for p in stores.glob("sweep-*.svg"))


@pytest.mark.parametrize("name", ["advantage", "grid"])
def test_the_same_store_gives_the_same_page(stores: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / f"{name}.html"
    assert run(["report", str(stores / name), "--out", str(out), "--figures"]) == 0
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (stores / path.name).read_bytes()


def test_a_store_is_only_read(stores: Path, tmp_path: Path) -> None:
    before = {p: (p.stat().st_mtime_ns, p.stat().st_size) for p in (stores / "grid").rglob("*")}
    assert run(["report", str(stores / "grid"), "--out", str(tmp_path / "page.html")]) == 0
    after = {p: (p.stat().st_mtime_ns, p.stat().st_size) for p in (stores / "grid").rglob("*")}
    assert before == after


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    capsys.readouterr()
    assert run(["report", *map(str, arguments)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("rbsim: ")
    assert err.count("\n") == 1
    return err


def test_bad_input_is_one_sentence(
    stores: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, out = stores / "grid", tmp_path / "page.html"
    assert "is not the store of a study" in refused(capsys, tmp_path, "--out", out)
    assert "is not the store of a study" in refused(capsys, tmp_path / "none", "--out", out)
    assert "make it first" in refused(capsys, store, "--out", tmp_path / "none" / "page.html")
    assert "is a folder" in refused(capsys, store, "--out", tmp_path)
    assert "end its name in .html" in refused(capsys, store, "--out", tmp_path / "page.pdf")
    assert list(tmp_path.iterdir()) == []
    figure = tmp_path / "page-study-1-starter-wins.svg"
    figure.write_text("mine")
    assert "exists" in refused(capsys, store, "--out", out, "--figures")
    assert [p.read_text() for p in tmp_path.iterdir()] == ["mine"]
    assert run(["report", str(store), "--out", str(out)]) == 0
    assert figure.read_text() == "mine"
    assert run(["report", str(store), "--out", str(out), "--figures", "--force"]) == 0
    assert figure.read_text() != "mine"
    assert "exists" in refused(capsys, store, "--out", out)


def test_a_store_is_named_once(
    stores: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = stores / "grid"
    words = refused(capsys, store, store.parent / "." / "grid", "--out", tmp_path / "page.html")
    assert "is named 2 times" in words


@pytest.mark.parametrize("what", ["shard", "damage", "manifest", "format"])
def test_unfinished_and_damaged_stores_are_refused(
    stores: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    store = shutil.copytree(stores / "grid", tmp_path / "store")
    shard = next(store.glob("arm-2/*.parquet"))
    said = (store / manifests.NAME).read_text()
    words = {
        "shard": "still lacks 60 of its 240 games",
        "damage": "is damaged",
        "manifest": "has been changed or is damaged",
        "format": "newer version of rbsim",
    }
    if what == "shard":
        shard.unlink()
    elif what == "damage":
        shard.write_bytes(b"PAR1")
    elif what == "manifest":
        (store / manifests.NAME).write_text(said.replace('"seats": 2', '"seats": 9'))
    else:
        (store / manifests.NAME).write_text(
            said.replace(f'"format": {manifests.FORMAT}', '"format": 99')
        )
    assert words[what] in refused(capsys, store, "--out", tmp_path / "page.html")
    assert not list(tmp_path.glob("*page*"))


def test_without_matplotlib(
    stores: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str) -> Any:
        if name == "matplotlib":
            raise ModuleNotFoundError(name)
        return import_module(name)

    monkeypatch.setattr(rbsim.optional, "import_module", missing)
    error = refused(capsys, stores / "grid", "--out", tmp_path / "page.html")
    assert "pip install 'russian-bank[report]'" in error
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_nothing(
    stores: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = WholeFile.write

    def full(self: WholeFile, content: bytes) -> None:
        if "unfinished" in self.path.name and self.path.suffix == ".svg":
            raise OSError(28, "No space left on device", str(self.path))
        real(self, content)

    monkeypatch.setattr(WholeFile, "write", full)
    words = refused(capsys, stores / "grid", "--out", tmp_path / "page.html", "--figures")
    assert "No space left" in words
    assert list(tmp_path.iterdir()) == []


BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
               None)  # fmt: skip
# Headless windows have a least width, so the page is put in a frame as wide as a phone.
MEASURE = """<!DOCTYPE html><html><body style="margin:0">
<iframe src="page.html" style="width:WIDTHpx;height:800px;border:0" onload="
  const page = this.contentDocument, root = page.documentElement;
  const boxes = [...page.querySelectorAll('svg')].map(one => one.getBoundingClientRect());
  const texts = [...page.querySelectorAll('svg')].filter(one => {
    const box = one.getBoundingClientRect();
    return [...one.querySelectorAll('text')].some(text => {
      const own = text.getBoundingClientRect();
      return own.left < box.left - 2 || own.right > box.right + 2;
    });
  });
  const deaf = [...page.querySelectorAll('svg [tabindex]')].filter(one => {
    one.focus();
    one.scrollIntoView();
    const box = one.getBoundingClientRect(), path = one.querySelector('path');
    const under = page.elementFromPoint((box.left + box.right) / 2, box.top + 0.3 * box.height);
    return page.activeElement !== one || under !== path
      || getComputedStyle(path).stroke === 'none' || getComputedStyle(path).strokeWidth !== '4px';
  });
  document.body.dataset.found = JSON.stringify({
    width: root.scrollWidth, height: root.scrollHeight, figures: boxes.length,
    hidden: [...page.querySelectorAll('.scroll')].filter(one => one.scrollWidth > one.clientWidth
      && (getComputedStyle(one).backgroundImage.match(/gradient/g) || []).length !== 4).length,
    least: Math.min(...boxes.map(box => Math.min(box.width, box.height))),
    deaf: deaf.map(one => one.getAttribute('aria-label')),
    cut: texts.map(one => one.querySelector('title').textContent),
  });"></iframe></body></html>
"""


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium to open the page in")
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", ["ladder", "every"])
def test_it_fits_in_a_browser(stores: Path, tmp_path: Path, name: str, width: int) -> None:
    """On a phone and on a desktop; a table that does not fit scrolls, and shows that it does."""
    shutil.copy(stores / f"{name}.html", tmp_path / "page.html")
    (tmp_path / "frame.html").write_text(MEASURE.replace("WIDTH", str(width)))
    done = subprocess.run(
        [BROWSER or "", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
         "--no-first-run", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--allow-file-access-from-files", "--virtual-time-budget=5000",
         f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom",
         (tmp_path / "frame.html").as_uri()],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    said = re.search(r'data-found="(.*?)"', done.stdout)
    assert said is not None, done.stderr
    found = json.loads(said[1].replace("&quot;", '"'))
    assert found["width"] <= width
    assert found["hidden"] == 0
    assert found["height"] > 800
    assert found["figures"] == page(stores, name).count("<svg")
    assert found["least"] > 40
    assert found["cut"] == []
    assert found["deaf"] == []
