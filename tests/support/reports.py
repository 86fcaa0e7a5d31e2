"""Stores of every kind of study with their pages, and pages taken apart."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from rbsim.cli.main import run

STUDIES = {
    "simulate": ["simulate", "strict", "--games", "60", "--slip", "0.1", "--max-turns", "60",
                 "--players", "uniform,greedy"],
    "survey": ["survey", "standard", "three-player", "--games", "60"],
    "advantage": ["advantage", "--games", "60", "--players", "greedy:uniform"],
    "compare": ["compare", "standard", "reserve-11", "cut-start", "--games", "60"],
    "sweep": ["sweep", "reserve-size=11..14", "--games", "60"],
    "words": ["sweep", "release=no,any", "--games", "60"],
    "grid": ["sweep", "reserve-size=11,13", "peek=no,yes", "--games", "60"],
    "ladder": ["ladder", "uniform", "greedy", "weighted", "--games", "60", "--max-turns", "60"],
    "looks": ["ladder", "greedy", "weighted", "--games", "1200", "--until", "0.15"],
    "point": ["sweep", "reserve-size=13", "--games", "1"],
}  # fmt: skip
# On one page, with every kind of figure.
TOGETHER = ("simulate", "advantage", "words", "grid", "ladder")
VOID = {"meta"}


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


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    capsys.readouterr()
    assert run(["report", *map(str, arguments)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("rbsim: ")
    assert err.count("\n") == 1
    return err
