# make run    everything installed into .venv, sample policies loaded, terminal chat (or the server, where tokens are set)
# make test   the tests
# make lint   formatting, lint, types, import contracts
# make kills  the server killed on every side of every step, five times each, and ingestion and the order service twenty times (the tests: fewer)
# make races  two approvers at once, a thousand times on each database (the tests do it a hundred times)
# make fuzz   ten thousand generated files, requests, messages, settings and rules each (the tests take some of each)
# make playground  the bot in Microsoft's own local Teams client, driven by a browser (wants node, npm, chromium, unshare, ip)
# make bench  speed and memory figures; make bench-load: three hundred events in ten seconds
# make teams-package  build/countersign-teams.zip for the bot of COUNTERSIGN_TEAMS_APP_ID, to be uploaded to Teams
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: run test lint kills races fuzz playground bench bench-load teams-package setup
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

PLAYGROUND := tests/e2e/playground
# A network of its own, which leads nowhere: neither the client nor the browser can call home.
OFFLINE := unshare --map-root-user --net sh -c 'ip link set lo up && exec "$$0" "$$@"'

playground: setup
	@cd $(PLAYGROUND) && npm ci --no-audit --no-fund --loglevel=error
	@$(BIN)/pip install --quiet -c constraints.txt -e '.[playground]'
	@PLAYGROUND=1 $(OFFLINE) $(BIN)/python -m pytest -p no:cacheprovider $(PLAYGROUND)
	@echo "Pictures are in build/playground."

bench: setup
	@$(BIN)/python -m tests.bench

bench-load: setup
	@$(BIN)/python -m tests.bench.load

teams-package: setup
	@$(BIN)/python -m adapters.teams.app.package build/countersign-teams.zip

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV) (some minutes the first time) ..."
	@$(BIN)/pip install --quiet -c constraints.txt -e '.[dev]'
	@$(BIN)/python -m bot setup
	@touch $@
