# Every target sets up what it needs in .venv.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: study test bench asan fuzz lint sdist clean

study: .venv/study
	$(BIN)/rbsim simulate

test: .venv/dev
	$(BIN)/python -m pytest

bench: .venv/dev
	$(BIN)/python -m pytest benchmarks --benchmark-columns=median,iqr,rounds

lint: .venv/dev
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/mypy

SOURCES := setup.py pyproject.toml $(wildcard src/rbcore/*.pyx src/rbcore/*.pxd)

.venv/bin/python:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip

.venv/study: .venv/bin/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --editable '.[all]'
	touch $@

.venv/dev: .venv/bin/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@ .venv/study
