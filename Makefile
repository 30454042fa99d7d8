# Every task of the project. `make help` lists them from the comments behind the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# More browser tests at once than cores would starve each other: pytest-xdist gets one process for each core, at most 4.
JOBS ?= $(shell $(PYTHON) -c "import os; print(max(1, min(4, os.cpu_count() or 1)))")

# Towns that the benchmarks measure; a million ads take minutes to make, so it is not among them unless named.
ADS ?= 10000 100000
POSTGRES ?=

.DEFAULT_GOAL := help
.PHONY: help run dev install install-dev browser test test-slow lint format bench bench-search bench-live lighthouse texts screenshots clean

help: ## List what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | awk 'BEGIN {FS = ":.*## "} {printf "  make %-12s %s\n", $$1, $$2}'

run: install ## Serve the marketplace: pages, websocket and API on one port (MARKETPLACE_PORT, 3000)
	@exec $(BIN)/python -m marketplace serve

dev: install ## Serve with hot reload
	@exec $(BIN)/python -m marketplace dev

install: $(VENV)/.runtime ## Make .venv with the pinned runtime packages
install-dev: $(VENV)/.dev ## Add the test and lint tools

$(BIN)/python:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || { echo "error: Python 3.11 or newer is needed; set PYTHON to one."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "error: the venv module is missing; on Debian: apt-get install python3-venv"; exit 1; }

$(VENV)/.runtime: requirements.txt constraints.txt | $(BIN)/python
	@echo "Installing packages (a minute the first time)."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.runtime
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

browser: install-dev ## Find or install a Chromium for the browser tests
	@$(BIN)/python -m tests.browser

test: install-dev browser ## Run everything that is not slow: domain, API, architecture, migrations, browser
	@$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup -m "not slow"

test-slow: install-dev browser ## Run the long ones: faults, soaks, large loads
	@$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup -m slow --timeout 1800

lint: install-dev ## Check style, types and import rules
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports --no-cache
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pyright

format: install-dev ## Format the code
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

bench: install-dev ## Measure served pages and answers in towns of ADS ads, beside the limit and a rival (POSTGRES=address)
	@$(BIN)/python -m benchmarks.serving --ads $(ADS) $(if $(POSTGRES),--postgres $(POSTGRES))

bench-search: install-dev ## Measure the search in towns of ADS ads, then its quality
	@$(BIN)/python -m benchmarks.search --ads $(ADS) $(if $(POSTGRES),--postgres $(POSTGRES))
	@$(BIN)/python -m benchmarks.quality

bench-live: install-dev ## Measure how fast a message reaches open tabs
	@$(BIN)/python -m benchmarks.live

texts: install-dev ## Extract every text into marketplace/locale/marketplace.pot
	@$(BIN)/python -m babel.messages.frontend -q extract -F babel.cfg -k t -k tn:1,2 --no-location --omit-header -o marketplace/locale/marketplace.pot marketplace

benchmarks/lighthouse/node_modules: benchmarks/lighthouse/package.json benchmarks/lighthouse/package-lock.json | install-dev
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --prefix benchmarks/lighthouse --no-audit --no-fund --loglevel error
	@touch $@

lighthouse: install-dev browser benchmarks/lighthouse/node_modules ## Measure four pages with Lighthouse's mobile preset, median of 3
	@$(BIN)/python -m benchmarks.lighthouse.measure

screenshots: install-dev browser ## Photograph every page at 360, 768 and 1440 px, light and dark, into screenshots/
	@$(BIN)/python -m tests.screenshots

clean: ## Remove what can be made again (not the data)
	@rm -rf .web .states .pytest_cache .ruff_cache .hypothesis screenshots test-results
