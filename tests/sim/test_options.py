"""Options: one record, which keywords, signatures and docstrings agree with."""

from __future__ import annotations

import inspect
import pickle
from dataclasses import FrozenInstanceError, fields
from typing import Any, get_type_hints

import numpy as np
import pytest

import rbsim
from rbsim import kinds
from rbsim.options import (
    GameKeywords,
    GameOptions,
    StudyKeywords,
    StudyOptions,
)
from rbsim.result import planned
from rbsim.study.settings import LadderSettings, LuckSettings, Settings


@pytest.mark.parametrize(
    ("record", "keywords"), [(StudyOptions, StudyKeywords), (GameOptions, GameKeywords)]
)
def test_keywords_have_the_types_of_the_fields(record: Any, keywords: Any) -> None:
    assert get_type_hints(keywords) == get_type_hints(record)
    assert {one.name for one in fields(record)} == set(get_type_hints(record))


@pytest.mark.parametrize("name", kinds.__all__)
def test_every_study_has_all_options_with_their_words(name: str) -> None:
    study = getattr(rbsim, name)
    parameters = inspect.signature(study).parameters
    options, count = study.kind.options, "matches" if name == "match" else "games"
    assert options is (StudyOptions if name == "patience" else GameOptions)
    for one in fields(options):
        assert parameters[one.name].default == one.default
        assert one.metadata["words"].format(games=count) in study.__doc__


def test_options_are_frozen_and_named() -> None:
    with pytest.raises(FrozenInstanceError):
        StudyOptions().seed = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        GameOptions(1)  # type: ignore[call-arg, misc]


@pytest.mark.parametrize(
    ("name", "value"), [("rows", "yes"), ("store", 5), ("progress", 5), ("executor", "threads")]
)
def test_what_an_option_cannot_be_is_said_by_its_name(name: str, value: object) -> None:
    with pytest.raises(TypeError, match=f"^{name}="):
        rbsim.simulate("standard", games=1, **{name: value})  # type: ignore[arg-type]


def test_truth_values_may_be_those_of_numpy() -> None:
    result = rbsim.simulate("standard", games=2, rows=np.bool_(True), progress=np.bool_(False))
    assert len(result.games) == 2
    ladder = rbsim.ladder("greedy", "uniform", "planner", games=4, gauntlet=np.bool_(True))
    assert len(ladder.study.parts) == 2


def test_options_reach_the_arms() -> None:
    """By way of `GameOptions` alone: what a call says is what the arm has."""
    result = rbsim.simulate(
        "standard", games=2, seed=5, first=3, max_turns=7, max_moves=50, search_limit=9,
        shuffle=1, replicate=2, max_turn_moves=8, slip=0.5, watch=0.25, call="if-better",
    )  # fmt: skip
    (arm,) = result.study.arms
    assert (arm.seed, arm.first, arm.shuffle, arm.replicate) == (5, 3, 1, 2)
    assert vars(arm.limits) == {"max_turns": 7, "max_moves": 50, "search_limit": 9}
    assert arm.max_turn_moves == 8
    assert arm.attention is not None
    assert {one.watch for one in arm.attention} == {0.25}
    assert {one.call for one in arm.attention} == {"if-better"}


def test_results_keep_no_executor_and_no_progress() -> None:
    """Neither can be sent to another process, and a result can."""
    result = rbsim.simulate("standard", games=2, progress=lambda done, total: None)
    assert result.study.options.progress is None
    assert pickle.loads(pickle.dumps(result)) == result


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        Settings(answer={"against": "standard"}, labels=({"variant": "strict"},), margin=1),
        LadderSettings(players=("greedy", "uniform"), anchor="greedy"),
        LuckSettings(shuffles=4, replicates=1, axes=("peek",)),
    ],
)
def test_settings_are_read_as_they_were_recorded(settings: Settings) -> None:
    record = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in settings.record.items()
    }
    assert type(settings).from_record(record) == settings


STUDIES: dict[str, tuple[str, ...]] = {
    "simulate": ("standard", "strict"),
    "compare": ("standard", "strict"),
    "sweep": ("release=no,any",),
    "ladder": ("greedy", "uniform"),
    "patience": ("golf", "klondike"),
}


@pytest.mark.parametrize("name", kinds.__all__)
def test_a_study_offers_to_decide_what_it_can(name: str) -> None:
    """Help and docstrings spell out what is decided, by which figure and by which interval."""
    study = getattr(rbsim, name)
    plan = planned(study, *STUDIES.get(name, ("standard",)))
    forms = {
        figure.quantity: figure.form
        for figure in study.kind.goals(plan, len(plan.parts) - 1, plan.nothing(-1), 0.95)
        if figure.method
    }
    can_be_decided = any(form in ("difference", "change") for form in forms.values())
    assert bool(study.kind.decided) == can_be_decided
    assert ("'decided'" in study.__doc__) == can_be_decided
    if can_be_decided:
        assert study.kind.decided in " ".join(study.__doc__.split())
        assert "wider than the usual one because it is checked many times" in study.kind.decided
        options = {} if forms[study.kind.goal] != "share" else {"of": "advantage"}
        arguments = STUDIES.get(name, ("standard",))
        assert planned(study, *arguments, until="decided", **options).until.half is None


@pytest.mark.parametrize("name", rbsim.STUDIES)
def test_a_study_is_told_to_return_a_result(name: str) -> None:
    study = getattr(rbsim, name)
    assert inspect.signature(study).return_annotation is rbsim.Result
    assert get_type_hints(study)["return"] is rbsim.Result
