"""What CI runs is named exactly: actions by commits, packages by versions."""

import re
import tomllib
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]
WORKFLOWS = sorted(CHECKOUT.glob(".github/workflows/*.yml"))
PIN = re.compile(r"([A-Za-z0-9._-]+)==[\w.+!]+")

pytestmark = pytest.mark.skipif(not WORKFLOWS, reason="there is no checkout")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_name_commits(path: Path) -> None:
    """With the version behind, for readers."""
    used = re.findall(r"uses:\s*(.*)", path.read_text())
    assert used
    for one in used:
        assert re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", one), one


def test_an_action_is_of_one_commit_everywhere() -> None:
    text = "".join(path.read_text() for path in WORKFLOWS)
    used = dict.fromkeys(re.findall(r"uses:\s*(.*)", text))
    assert len({one.partition("@")[0] for one in used}) == len(used)


def test_all_that_is_installed_has_a_version() -> None:
    lines = (CHECKOUT / ".ci" / "constraints.txt").read_text().splitlines()
    pins = [PIN.fullmatch(line) for line in lines if not line.startswith("#")]
    assert all(pins)
    pinned = {plain(one[1]) for one in pins if one}
    said = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
    wanted = [*said["build-system"]["requires"], *said["project"]["dependencies"], "ziglang"]
    wanted += [one for extra in said["project"]["optional-dependencies"].values() for one in extra]
    names = {plain(re.split(r"[\[><=!~ ;]", one)[0]) for one in wanted}
    assert names - pinned == {"russian-bank"}


def plain(name: str) -> str:
    """A name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_builds_that_are_not_isolated_have_no_build_constraints() -> None:
    """Releases of pip from 25.3 on refuse both together, even if one is of the environment."""
    lines = (CHECKOUT / "Makefile").read_text().splitlines()
    builds = [line.strip() for line in lines if "--no-build-isolation" in line]
    assert builds
    for line in builds:
        assert line.startswith("PIP_BUILD_CONSTRAINT= "), line
