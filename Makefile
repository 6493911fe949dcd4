# make run    everything installed into .venv, sample policies loaded, terminal chat (or the server, where tokens are set)
# make test   the tests
# make lint   formatting, lint, types, import contracts
# make kills  ingestion killed twenty times, with a whole state after each (the tests do it three times)
# make races  two approvers at once, a thousand times on each database (the tests do it a hundred times)
# make bench  speed and memory figures
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: run test lint kills races bench setup
run: setup
	@$(BIN)/python -m bot run

test: setup
	@$(BIN)/python -m pytest

lint: setup
	@$(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/mypy && $(BIN)/lint-imports

kills: setup
	@KILLS=20 $(BIN)/python -m pytest tests/e2e/test_ingest_killed.py

races: setup
	@RACES=1000 $(BIN)/python -m pytest tests/adapters/database/test_races.py -k races_of_two

bench: setup
	@$(BIN)/python -m tests.bench

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV) (some minutes the first time) ..."
	@$(BIN)/pip install --quiet -c constraints.txt -e '.[dev]'
	@$(BIN)/python -m bot setup
	@touch $@
