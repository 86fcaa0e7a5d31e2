"""Files that are whole or not there, and what is left when writing fails."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from rbsim.files import WholeFile, write_whole


def test_a_file_has_its_name_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    with WholeFile(path) as whole:
        whole.file.write(b"half")
        assert not path.exists()
        (unfinished,) = tmp_path.iterdir()
        whole.file.write(b" and half")
    assert path.read_bytes() == b"half and half"
    assert not unfinished.exists()


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_nothing_is_left_when_writing_fails(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"old")

    def fail() -> None:
        with WholeFile(path) as whole:
            whole.write(b"new")
            raise error

    with pytest.raises(type(error)):
        fail()
    assert [one.name for one in tmp_path.iterdir()] == ["page.html"]
    assert path.read_bytes() == b"old"


def test_errors_name_the_file_and_not_its_other_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as failed:
        write_whole(tmp_path / "page.html", b"text")
    assert failed.value.filename == str(tmp_path / "page.html")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OSError, match="No such file") as failed:
        WholeFile(tmp_path / "none" / "page.html")
    assert failed.value.filename == str(tmp_path / "none" / "page.html")


def test_errors_of_naming_have_its_own_name_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(old: Any, new: Any) -> Any:
        raise OSError(28, "No space left on device", str(old), None, str(new))

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left") as failed:
        write_whole(tmp_path / "page.html", b"text")
    assert str(failed.value) == f"[Errno 28] No space left on device: '{tmp_path / 'page.html'}'"


@pytest.mark.parametrize(("keep", "left"), [(True, b"first"), (False, b"second")])
def test_one_that_is_there_stays_if_it_is_to(tmp_path: Path, keep: bool, left: bytes) -> None:
    write_whole(tmp_path / "manifest", b"first")
    write_whole(tmp_path / "manifest", b"second", keep=keep)
    assert (tmp_path / "manifest").read_bytes() == left
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_is_as_readable_as_any_other(tmp_path: Path) -> None:
    write_whole(tmp_path / "whole", b"")
    (tmp_path / "plain").write_bytes(b"")
    modes = {path.stat().st_mode for path in tmp_path.iterdir()}
    assert len(modes) == 1
