# make run    everything installed into .venv, sample policies loaded, terminal chat (or the server, where tokens are set)
# make test   the tests
# make lint   formatting, lint, types, import contracts
# make kills  the server killed on every side of every step, five times each, and ingestion and the order service twenty times (the tests: fewer)
# make races  two approvers at once, a thousand times on each database (the tests do it a hundred times)
# make fuzz   ten thousand generated files, requests, messages, settings and rules each (the tests take some of each)
# make bench  speed and memory figures; make bench-load: three hundred events in ten seconds
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: run test lint kills races fuzz bench bench-load setup
run: setup
	@$(BIN)/python -m bot run

test: setup
	@$(BIN)/python -m pytest

lint: setup
	@$(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/mypy && $(BIN)/lint-imports

kills: setup
	@KILLS=20 $(BIN)/python -m pytest tests/e2e/test_ingest_killed.py tests/e2e/test_orders_killed.py
	@KILLS_AT_EACH=5 $(BIN)/python -m pytest tests/e2e/test_kills.py

races: setup
	@RACES=1000 $(BIN)/python -m pytest tests/adapters/database/test_races.py -k races_of_two

fuzz: setup
	@FUZZ=10000 $(BIN)/python -m pytest --timeout=7200 tests/fuzz tests/unit/core/approvals/test_properties.py

bench: setup
	@$(BIN)/python -m tests.bench

bench-load: setup
	@$(BIN)/python -m tests.bench.load

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV) (some minutes the first time) ..."
	@$(BIN)/pip install --quiet -c constraints.txt -e '.[dev]'
	@$(BIN)/python -m bot setup
	@touch $@
