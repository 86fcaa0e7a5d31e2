# Every target sets up what it needs in .venv.
PYTHON ?= python3
BIN := .venv/bin
COMPILED := src/rbcore src/rbpatience
# A worker a core, each taking over from the other what is left. Without this pytest runs by itself,
# as it must for benchmarks and debuggers.
WORKERS := -n auto --dist worksteal

# A worker has one core, and the threads of NumPy's linear algebra would wait for theirs by counting.
test test-all test-rest asan-tests: export OPENBLAS_NUM_THREADS := 1

# Tests start some hundred processes, which would each compile all modules where it is set.
unexport PYTHONDONTWRITEBYTECODE

# No bytecode but of what runs, by Python itself: that of all that is installed takes half a minute.
export PIP_COMPILE := 0
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tools and libraries of the versions that CI has, also where pip builds. `make study` installs what
# users get, as `pip install` does. Newer releases of pip refuse PIP_BUILD_CONSTRAINT where a build is
# not isolated, so those builds clear it.
export PIP_CONSTRAINT := $(CURDIR)/.ci/constraints.txt
export PIP_BUILD_CONSTRAINT := $(PIP_CONSTRAINT)

.PHONY: study test test-all test-rest pythons machines newest-short libraries examples clusters docs studies bench bench-smoke profile bench-check \
	bench-check-short asan asan-short asan-tests asan-attack \
	memcheck tsan warnings attack attack-short fuzz mutants lint types sdist wheel constraints findings clean

study: .venv/study
	$(BIN)/rbsim simulate --players uniform,greedy

# The suite on every Python that this machine has with the newest libraries, and on 3.11 with the
# lowest; of each what TESTS says: make pythons TESTS="--quick tests/sim".
TESTS :=
pythons: .venv/dev
	PIP_CONSTRAINT= PIP_BUILD_CONSTRAINT= $(BIN)/nox -- $(TESTS)

# Some quick tests on the newest of these Pythons with the newest libraries; part of CI, which has
# the other core do something else.
newest-short: .venv/dev
	PIP_CONSTRAINT= PIP_BUILD_CONSTRAINT= PYTEST_XDIST_AUTO_NUM_WORKERS=1 $(BIN)/nox --session quick

# The newest libraries for learning, behind the environments; gigabytes, as PyTorch comes with them.
libraries: .venv/dev
	PIP_CONSTRAINT= PIP_BUILD_CONSTRAINT= $(BIN)/nox --session libraries

# Other processors under qemu-user, hours of them: what tests/machines says, with what is built here.
# OPTIONS are those of `python -m machines --help`, as --roots FOLDER.
MACHINES := s390x arm64 riscv64
OPTIONS :=
machines: .venv/test
	cd tests && $(CURDIR)/$(BIN)/python -m machines $(MACHINES) $(OPTIONS)

# The code in docstrings, README and docs, and the tutorials and programs of the docs, which play
# for minutes: `examples` runs them.
EXAMPLES := tests/test_examples.py tests/docs/test_tutorials.py tests/docs/test_example_programs.py
test: .venv/test
	$(BIN)/python -m pytest $(WORKERS) --quick $(addprefix --ignore=,$(EXAMPLES))

# Every case of every test: 20 minutes or more on two cores.
test-all: .venv/dev
	$(BIN)/python -m pytest $(WORKERS) $(addprefix --ignore=,$(EXAMPLES))

# What is left of them after `make test`. Its workers steal nothing, as xdist once lost count of what
# they had.
test-rest: .venv/dev
	$(BIN)/python -m pytest -n auto --dist load --rest --durations 40 $(addprefix --ignore=,$(EXAMPLES))

examples: .venv/dev
	$(BIN)/python -m pytest $(WORKERS) $(EXAMPLES)

# The examples of docs/cluster.md; that of Slurm too, if it is installed.
clusters: .venv/dev
	$(BIN)/python -m pip install --quiet --prefix build/clusters ray==2.60.0 mpi4py==4.1.2 mpich==5.0.2
	$(BIN)/python -m pytest tests/docs/test_cluster.py

# The site, in build/docs, to be read from the disk or put on any server. The tutorials are run; a
# warning, a link to nowhere and a public name without an entry are errors.
docs: .venv/dev
	rm -rf build/docs
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -c docs/site -d build/doctrees . build/docs

# The studies of pages that are plans, in full: nine hours of one core or so, into stores that go on where
# they were. The programs write the pages anew. PART=1000 plays one game in 1,000, into stores of its own,
# and writes the pages beside these.
STUDIES := atlas skill differences luck ladder readings exact fair house_rules
PART :=
PARTED := $(if $(PART),-part-$(PART))
studies: .venv/dev
	for name in $(STUDIES); do \
	$(BIN)/rbsim study docs/studies/$$name.toml --to build/studies $(if $(PART),--part $(PART)) && \
	$(BIN)/python docs/studies/$$name.py build/studies \
	$(if $(PART),--part $(PART) --to build/studies/pages$(PARTED)) || exit; done

# A line as each group ends; four minutes on two idle cores.
bench: .venv/dev
	$(BIN)/python -m pytest benchmarks --benchmark-columns=median,iqr,rounds,iterations

# Every case once, untimed; part of CI.
bench-smoke: .venv/dev
	$(BIN)/python -m pytest benchmarks --benchmark-disable

# A build to look into with perf, callgrind, py-spy and memray (benchmarks/README.md): the release's
# code with the names of functions, which the release leaves out, and lines of the .pyx.
profile: build/profile/done

bench-check: build/profile/done
	PYTHONPATH=$(CURDIR)/build/profile/installed $(BIN)/python benchmarks/instructions.py

# A dozen rows of it; part of CI.
bench-check-short: build/profile/done
	PYTHONPATH=$(CURDIR)/build/profile/installed $(BIN)/python benchmarks/instructions.py --short

lint: .venv/dev
	$(BIN)/ruff format --check src tests benchmarks docs setup.py noxfile.py
	$(BIN)/ruff check src tests benchmarks docs setup.py noxfile.py
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint $(COMPILED)
	$(BIN)/mypy
	$(BIN)/stubtest rbcore rbpatience --mypy-config-file pyproject.toml --allowlist .ci/stubtest.txt \
	--ignore-unused-allowlist
	$(BIN)/python -m pytest -q -n0 tests/docs/test_english.py

# The share of public symbols whose types users' editors know; half a minute, so not a part of lint.
types: .venv/dev
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python .ci/completeness.py

SOURCES := setup.py pyproject.toml $(shell find $(COMPILED) -name "*.pyx" -o -name "*.pxd")

.venv/bin/python:
	$(PYTHON) -m venv .venv

# The package is compiled while pip installs what it needs: each core has its work.

# What the study needs and no more: of two builds, that of this machine's processor, and Python's
# bytecode of what is imported.
.venv/study: .venv/bin/python $(SOURCES)
	@echo "Compiling, which takes a minute or more"
	$(MAKE) -j 2 PIP_CONSTRAINT= .venv/native .venv/needed
	touch $@

.venv/native: $(SOURCES)
	$(BIN)/python -m pip install --quiet --no-compile --upgrade Cython setuptools
	PIP_BUILD_CONSTRAINT= RB_NATIVE=1 $(BIN)/python -m pip install --quiet --no-compile --no-deps --no-build-isolation --editable .
	touch $@

.venv/needed: pyproject.toml
	$(BIN)/python .ci/requirements.py > $@.txt
	$(BIN)/python -m pip install --quiet --no-compile --requirement $@.txt
	touch $@

.venv/tools: .venv/bin/python
	$(BIN)/python -m pip install --quiet --upgrade Cython setuptools
	touch $@

.venv/compiled: .venv/tools $(SOURCES)
	PIP_BUILD_CONSTRAINT= $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

.venv/packages: .venv/tools pyproject.toml
	$(BIN)/python .ci/requirements.py test > $@.txt
	$(BIN)/python -m pip install --quiet --requirement $@.txt
	touch $@

.venv/test: .venv/tools $(SOURCES)
	$(MAKE) -j 2 .venv/compiled .venv/packages
	touch $@ .venv/study

.venv/dev: .venv/test
	$(BIN)/python .ci/requirements.py dev > $@.txt
	$(BIN)/python -m pip install --quiet --requirement $@.txt
	touch $@

# A build with sanitizers lies in a folder of its own, and comes before what .venv has installed.
build/%/done: $(SOURCES) $(shell find src -name "*.py") | .venv/dev
	rm -rf build/$*/installed
	PIP_BUILD_CONSTRAINT= RB_BUILD=$* $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation \
	--target build/$*/installed .
	touch $@

# Python itself is not sanitized, so its leaks are not looked for; any error of ours ends the run. Of
# Python's own objects small ones, as short texts are, are looked after only if they come from malloc,
# which makes everything three times as slow.
RUNTIME = $$($${CC:-gcc} -print-file-name=$(1).so)
ASAN = PYTHONPATH=$(CURDIR)/build/asan/installed LD_PRELOAD="$(call RUNTIME,libasan) $(call RUNTIME,libubsan)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 PYTHONMALLOC=$(1) \
	$(CURDIR)/$(BIN)/python -m
asan: build/asan/done
	$(call ASAN,malloc) pytest $(WORKERS)

# Part of CI: the quick tier of what calls compiled code most closely, and those of the short attacks
# that do.
asan-short: asan-tests asan-attack
asan-tests: build/asan/done
	$(call ASAN,pymalloc) pytest $(WORKERS) --quick --ignore tests/core/drawing tests/core tests/patience
asan-attack: build/asan/done
	cd tests && $(call ASAN,malloc) attack --short wrong_types readers game_lines packs descriptions sanitized

# The players on four threads, with ThreadSanitizer (gcc, Linux). Python is not instrumented, but its
# locks are seen, so what is ordered by the GIL counts as ordered. Two threads that write into one
# array must be reported, or nothing is looked for; setarch, as TSan needs addresses that stay.
TSAN = cd tests && PYTHONPATH=$(CURDIR)/build/tsan/installed LD_PRELOAD="$(call RUNTIME,libtsan)" \
	TSAN_OPTIONS=exitcode=66 setarch -R $(CURDIR)/$(BIN)/python -m attack.sanitized
tsan: build/tsan/done
	$(TSAN)
	$(TSAN) race 2>&1 | grep -q "data race .* in .*write_row"

# The tests of the Python classes under valgrind, some minutes: what is read that nobody wrote.
memcheck: .venv/dev
	PYTHONPATH=tests $(BIN)/python -m attack.memcheck tests/core/api

# All compiled code without a warning of gcc and of clang, which the package ziglang brings. Of
# clang's, unused-function is left out: it counts the inline functions of a .pxd that a module does
# not call, which gcc leaves alone; of both, that of a packed struct's arrays, which Cython turns into
# Python's lists where a memoryview is asked for a row: nobody asks.
WARNINGS := -Wall -Wextra -Werror -Wno-address-of-packed-member -Isrc -Isrc/rbcore/include
warnings: .venv/dev .venv-clang/done
	$(BIN)/python -c "import numpy, sysconfig as s; print('-I' + s.get_path('include'), '-I' + \
	numpy.get_include())" > .venv/includes
	find $(COMPILED) -name "*.c" -not -path "*/v3/*" | xargs -P "$$(nproc)" -n 1 \
	gcc -fsyntax-only $(WARNINGS) $$(cat .venv/includes)
	find $(COMPILED) -name "*.c" -not -path "*/v3/*" | xargs -P "$$(nproc)" -n 1 .venv-clang/bin/python -m ziglang clang \
	-fsyntax-only -isystem $$(ls -d .venv-clang/lib/python*/site-packages/ziglang)/lib/include \
	$(WARNINGS) -Wno-unused-function $$(cat .venv/includes)

.venv-clang/done:
	$(PYTHON) -m venv .venv-clang
	.venv-clang/bin/python -m pip install --quiet ziglang
	touch $@

# The suite against the package as a user gets it: built from the sdist, run in an empty directory.
sdist: .venv/dev
	rm -rf dist build/sdist && mkdir -p build/sdist
	$(BIN)/python -m build --quiet --sdist
	$(PYTHON) -m venv build/sdist/venv
	build/sdist/venv/bin/python -m pip install --quiet "$$(ls dist/*.tar.gz)[test]"
	cp -r tests pyproject.toml build/sdist/
	cd build/sdist && venv/bin/python -m pytest $(WORKERS) tests

# A wheel as built here, in an empty environment that finds no compiler: the golden games are the
# same, and no generated C is there.
wheel: .venv/dev
	rm -rf dist/*.whl build/wheel build/lib* && mkdir -p build/wheel
	$(BIN)/python -m build --quiet --wheel
	$(PYTHON) -m venv build/wheel/venv
	build/wheel/venv/bin/python -m pip install --quiet dist/*.whl pytest
	cp -r tests pyproject.toml build/wheel/
	cd build/wheel && PATH=$(CURDIR)/build/wheel/venv/bin python -m pytest --noconftest \
	tests/oracles/test_golden.py tests/test_packaging.py

# What users, disks and machines do wrong, by the thousand (docs/reliability.md); and threads, on
# builds with sanitizers.
attack: .venv/dev build/asan/done
	cd tests && $(CURDIR)/$(BIN)/python -m attack
	cd tests && $(call ASAN,malloc) attack.sanitized
	$(MAKE) tsan

# A sample of each, as the suite has, on the build that users have.
attack-short: .venv/dev
	cd tests && $(CURDIR)/$(BIN)/python -m attack --short

# The newest versions of all that CI installs, to be tried by a run of it and committed.
constraints: .venv/bin/python
	mkdir -p build
	PIP_CONSTRAINT= PIP_BUILD_CONSTRAINT= $(BIN)/python -m pip install --quiet --dry-run --ignore-installed \
	--report build/constraints.json '.[dev]' ziglang
	$(BIN)/python .ci/constraints.py build/constraints.json
# The readers of text, with atheris, for an hour together; what is worth keeping comes into
# tests/attack/corpus, which the suite reads.
SECONDS := 330
fuzz: .venv/dev
	$(BIN)/python -m pip install --quiet --no-deps --target build/atheris atheris
	cd tests && PYTHONPATH=$(CURDIR)/build/atheris nice $(CURDIR)/$(BIN)/python -m attack.fuzz $(SECONDS)

# Whether tests notice a changed constant or comparison of the hot path, 60 times, and of what the
# thin layer counts, estimates and keeps, 60 times; an hour or more.
mutants: .venv/dev
	cd tests && $(CURDIR)/$(BIN)/python -m mutants
	cd tests && $(CURDIR)/$(BIN)/python -m mutants --thin

# Whether libraries still surprise as each script of findings/ says; outside CI, as they are downloaded.
findings:
	@unset PIP_CONSTRAINT PIP_BUILD_CONSTRAINT; changed=; for script in $(wildcard findings/*.sh); do \
	echo "$$script"; bash "$$script" || changed="$$changed $$script"; done; \
	if [ "$$changed" ]; then echo "no longer as described:$$changed"; exit 1; fi

clean:
	rm -rf .venv .venv-clang build dist src/*.egg-info
	find $(COMPILED) -name "*.c" -delete -o -name "*.so" -delete
	rm -rf src/rbcore/v3
