# Needs Python 3.11 or newer and make. Everything else is installed into .venv on demand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
# All tests of a file run in one process, which prepares its games, pages and browser once. tests/conftest.py says which
# files begin, and how many processes there are.
PYTEST := $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder
# Without kept bytecode, each of the many programs that the tests start would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

# The stamps carry the Python version: `make test PYTHON=python3.13` rebuilds an environment made with another one.
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
CREATED := $(VENV)/.python-$(VERSION)
RUNTIME := $(VENV)/.runtime-$(VERSION)
INSTALLED := $(VENV)/.installed-$(VERSION)

.DEFAULT_GOAL := check
.PHONY: demo test bench lint package check fast check-fast clean campaign nightly mutants examine docs

# The demo needs only what the program needs to run; everything else waits for the tests.
demo: $(RUNTIME)
	$(BIN)/smashup demo

test: $(INSTALLED)
	$(PYTEST) tests --ignore=tests/bench

bench: $(INSTALLED)
	$(BIN)/python -m tests.bench

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Build the wheel from the sdist and test it where other packages share our names.
package: $(INSTALLED)
	$(BIN)/python -m pytest tests/package/installed.py

check: lint test

# Rewrite the generated parts of docs/; a test fails when they are stale.
docs: $(INSTALLED)
	$(BIN)/python -m tests.docs --update

# The same wheel with the engine compiled by mypyc; it needs a C compiler. `smashup --version` says which one runs.
# OPTIMIZE is the C compiler's level: 3 takes it minutes longer than 1, which the gate uses.
FAST := build/fast
OPTIMIZE ?= 3
fast: $(INSTALLED)
	rm -rf $(FAST)
	SMASHUP_COMPILED=$(OPTIMIZE) $(BIN)/python -m build --wheel --outdir $(FAST) .
	@echo "To install it: pip install $(FAST)/*.whl"

# Run the tests of the rules in a checkout whose packages come from that wheel.
check-fast: fast
	$(BIN)/python -m zipfile -e $(FAST)/*.whl $(FAST)/unpacked
	mv $(FAST)/unpacked/smashup/_packages $(FAST)/checkout
	cp -r tests pyproject.toml README.md $(FAST)/checkout
	cp -r adjudicator/package $(FAST)/checkout/adjudicator
	cd $(FAST)/checkout && PYTHONPATH=.:adjudicator/package $(abspath $(BIN))/python -m pytest -n auto --dist loadfile --no-loadscope-reorder \
		tests/core tests/projections tests/test_scenarios.py --ignore=tests/core/players/test_card_coverage.py

# Attack everything at once with a new seed; docs/TRUST.md describes longer campaigns.
CAMPAIGN ?= --minutes 3 --jobs 2
campaign: $(INSTALLED)
	$(BIN)/python -m tests.campaign $(CAMPAIGN)

# What is too random or too slow for the gate: the compiled engine as it is shipped, a campaign with a new seed, new random
# games, and the tests marked `nightly`.
nightly: $(INSTALLED)
	$(MAKE) check-fast
	$(MAKE) campaign CAMPAIGN="--minutes 30 --jobs 2"
	SMASHUP_GAMES=200 $(PYTEST) --dist worksteal tests/core/test_random_games.py
	SMASHUP_NIGHTLY=1 $(PYTEST) tests --ignore=tests/bench -m nightly

# Change the rules in a seeded sample of places: do the scenarios and tests notice?
mutants: $(INSTALLED)
	$(BIN)/python -m tests.mutants --sample 300 --seed 1 --jobs 2

# Examiners that look for errors in the rules nobody has thought of; see docs/TRUST.md.
EXAMINE ?= --games 1200 --jobs 2
examine: $(INSTALLED)
	$(BIN)/python -m tests.examiners $(EXAMINE)

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps are written last, so an interrupted installation starts over.
$(CREATED):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "This needs Python 3.11 or newer, but $(PYTHON) is `$(PYTHON) --version 2>&1`." >&2; \
		echo "Name another one, for example: make PYTHON=python3.12 demo" >&2; \
		exit 1; }
	@# An environment that works and has the right version is kept.
	@test "`$(BIN)/python -m pip --version 2>/dev/null | grep -o 'python $(VERSION)'`" = "python $(VERSION)" \
		|| $(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(RUNTIME): $(CREATED) pyproject.toml constraints.txt
	$(PIP) -e .
	@# Compile now: where bytecode cannot be written later, every command would compile all sources again.
	$(BIN)/python -m compileall -q core events projections adjudicator
	@touch $@

$(INSTALLED): $(CREATED) pyproject.toml constraints.txt
	$(PIP) -e '.[dev]'
	$(BIN)/python -m compileall -q core events projections adjudicator
	@touch $@ $(RUNTIME)
