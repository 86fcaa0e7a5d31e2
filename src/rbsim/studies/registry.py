"""Registry: kinds of studies by name, loaded when they are asked for."""

from dataclasses import replace
from importlib import import_module
from typing import Any

from rbcore.cards.ranges import known_names, shown
from rbsim.pipeline.study import Study
from rbsim.results.study_kind import StudyKind
from rbsim.studies import KINDS


def find_kind(name: str) -> StudyKind[Any]:
    """Return the kind of study of a name, with `-` or `_`. Raises ValueError if there is none."""
    known = str(name).replace("_", "-")
    if known not in KINDS:
        raise ValueError(f"{shown(name)} is not a kind of study; {known_names(name, list(KINDS))}")
    module = import_module(f"rbsim.studies.{KINDS[known][0]}")
    kinds = (one for one in vars(module).values() if isinstance(one, StudyKind))
    return next(one for one in kinds if one.name == known)


def kind_of(study: Study) -> StudyKind[Any]:
    """Return the kind of a study; arms of one's own are a survey, which has their word above it."""
    if study.kind in KINDS:
        return find_kind(study.kind)
    return replace(find_kind("survey"), heading=study.kind)


def every_kind() -> list[StudyKind[Any]]:
    """Return all kinds of studies."""
    return [find_kind(name) for name in KINDS]
