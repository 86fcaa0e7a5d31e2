"""The page of stored studies: whole, legible, the same every time."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from rbsim.cli.main import run
from support.reports import STUDIES, Well, page, refused

pytest.importorskip("matplotlib", reason="rbsim report needs matplotlib")

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.full
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
        assert re.search(r"\b(games?|deals?)\b", description.text or "")
        inline = path.read_text().replace(' xmlns="http://www.w3.org/2000/svg"', "").strip()
        assert inline in html


@pytest.mark.full
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
        head, *rows = csv.reader(io.StringIO(unquote(data)))
        lines = [re.findall(r"<t[hd][ >].*?</t[hd]>", row) for row in shown.split("<tr>")[1:]]
        cells = [["".join(Well(one).words) for one in line] for line in lines]
        # A figure is unrounded there, and has columns for both ends.
        assert [name for name in head if not name.endswith((", low", ", high"))] == cells[0]
        assert [row[0] for row in rows] == [line[0] for line in cells[1:]]
        assert {len(row) for row in rows} == {len(head)}


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


@pytest.mark.full
@pytest.mark.parametrize("name", ["advantage", "grid"])
def test_the_same_store_gives_the_same_page(stores: Path, tmp_path: Path, name: str) -> None:
    """And is only read."""

    def stamps() -> dict[Path, tuple[int, int]]:
        files = ((path, path.stat()) for path in (stores / name).rglob("*"))
        return {path: (found.st_mtime_ns, found.st_size) for path, found in files}

    before, out = stamps(), tmp_path / f"{name}.html"
    assert run(["report", str(stores / name), "--out", str(out), "--figures"]) == 0
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (stores / path.name).read_bytes()
    assert stamps() == before
