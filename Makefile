# Needs Python 3.11 or newer and make; everything else is installed into .venv on demand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

.DEFAULT_GOAL := check
.PHONY: demo test bench lint package check fast check-fast clean campaign mutants

demo: $(INSTALLED)
	$(BIN)/smashup demo

test: $(INSTALLED)
	$(BIN)/python -m pytest -n auto tests fixtures/scenarios --ignore=tests/bench

bench: $(INSTALLED)
	$(BIN)/python -m tests.bench

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The wheel as others install it: built from the sdist, beside packages that share names with ours.
package: $(INSTALLED)
	$(BIN)/python -m pytest tests/package/installed.py

check: lint test

# The same wheel with the engine compiled by mypyc; it needs a C compiler. `smashup --version` says which one runs.
FAST := build/fast
fast: $(INSTALLED)
	rm -rf $(FAST)
	SMASHUP_COMPILED=1 $(BIN)/python -m build --wheel --outdir $(FAST) .
	@echo "To install it: pip install $(FAST)/*.whl"

# A checkout in which the rooms are those of that wheel; there the tests of the rules run compiled.
check-fast: fast
	$(BIN)/python -m zipfile -e $(FAST)/*.whl $(FAST)/unpacked
	mv $(FAST)/unpacked/smashup/_rooms $(FAST)/checkout
	cp -r tests pyproject.toml README.md $(FAST)/checkout
	cp -r adjudicator/door $(FAST)/checkout/adjudicator
	cd $(FAST)/checkout && PYTHONPATH=.:adjudicator/door $(abspath $(BIN))/python -m pytest -n auto \
		tests/core tests/projections fixtures/scenarios --ignore=tests/core/players/test_card_coverage.py

# An attack on everything at once with a new seed; see docs/TRUST.md for longer ones.
CAMPAIGN ?= --minutes 3 --jobs 2
campaign: $(INSTALLED)
	$(BIN)/python -m tests.campaign $(CAMPAIGN)

# The rules changed in a seeded sample of places: do scenarios and tests notice?
mutants: $(INSTALLED)
	$(BIN)/python -m tests.mutants --sample 300 --seed 1 --jobs 2

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp is written last, so an interrupted installation is taken up again.
$(INSTALLED): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed, but $(PYTHON) is `$(PYTHON) --version 2>&1`." >&2; \
		echo "Name another one: make PYTHON=python3.12 ..." >&2; \
		exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@# Where bytecode is not written, every command would compile all of our sources again.
	$(BIN)/python -m compileall -q core events projections adjudicator
	@touch $@
