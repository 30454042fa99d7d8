# Every task of the project. `make help` lists them from the comments behind the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# More browser tests at once than cores would starve each other: pytest-xdist gets one process for each core, at most 4.
JOBS ?= $(shell $(PYTHON) -c "import os; print(max(1, min(4, os.cpu_count() or 1)))")

# Tests start many processes. Without files of byte code, each of them would compile the package, and pytest its tests, again.
unexport PYTHONDONTWRITEBYTECODE

# Sizes of the data sets that the benchmarks measure; a million ads take minutes to make, so it is not among them unless named.
ADS ?= 10000 100000
POSTGRES ?=

.DEFAULT_GOAL := help
.PHONY: help run dev install install-dev browser test test-slow lint check migration new-domain format bench bench-search bench-live simulate-freshness lighthouse texts screenshots clean

help: ## List what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | awk 'BEGIN {FS = ":.*## "} {printf "  make %-12s %s\n", $$1, $$2}'

run: install ## Serve the marketplace: pages, websocket and API on one port (MARKETPLACE_PORT, 3000)
	@exec $(BIN)/python -m marketplace serve

dev: install ## Serve with hot reload; a page alone is compiled faster (PAGE=wishlist, a route or a folder of marketplace/web/pages)
	@exec $(BIN)/python -m marketplace dev $(if $(PAGE),--page $(PAGE))

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

lint: install-dev ## Check style, types and import rules; every tool runs before the first failure counts
	@failed=; \
	$(BIN)/ruff check . || failed=1; \
	$(BIN)/ruff format --check . || failed=1; \
	$(BIN)/lint-imports --no-cache || failed=1; \
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pyright || failed=1; \
	test -z "$$failed"

check: install-dev ## Check one file in seconds: style, types and the tests beside it (FILE=marketplace/core/ids.py)
	@test -f "$(FILE)" || { echo "error: name a file: make check FILE=marketplace/core/ids.py"; exit 1; }
	@$(BIN)/ruff check $(FILE) && $(BIN)/ruff format --check $(FILE)
	@types=$$(mktemp) && trap "rm -f $$types" EXIT; failed=; many=; \
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pyright $(FILE) >$$types & pyright=$$!; \
	tests=$$($(BIN)/python -m tests.beside $(FILE)); \
	case "$$tests" in *.py) marks="not slow";; *) marks="not slow and not long";; esac; \
	test $$(find $$tests -name "test_*.py" | wc -l) -lt 8 || many="-n $(JOBS) --dist loadgroup"; \
	$(BIN)/python -m pytest -q $$many -m "$$marks" $$tests || failed=1; \
	wait $$pyright || failed=1; \
	cat $$types; test -z "$$failed"

migration: install-dev ## Write the migration that the changed models need (m="add colour to ads")
	@test -n "$(m)" || { echo 'error: say what it does: make migration m="add colour to ads"'; exit 1; }
	@data=$$(mktemp -d) && export MARKETPLACE_DATA_DIR=$$data MARKETPLACE_DATABASE_URL= && trap "rm -rf $$data" EXIT && \
	$(BIN)/alembic upgrade head && \
	{ ! $(BIN)/alembic check >/dev/null 2>&1 || { echo "The models and the migrations agree: there is nothing to migrate."; exit 1; }; } && \
	$(BIN)/alembic revision --autogenerate -m "$(m)" --rev-id $$(printf %04d $$(($$(ls alembic/versions/[0-9]*.py | wc -l) + 1)))

new-domain: install-dev ## Write a domain through every layer, with its tests and migration (NAME=notes)
	@$(BIN)/python -m tools.new_domain "$(NAME)"
	@$(MAKE) --no-print-directory format texts
	@$(MAKE) --no-print-directory migration m="add $(NAME)"
	@echo "Now say what it is: git grep --untracked -n TODO marketplace tests. Then add its calls to docs/api-contract.md and its terms to docs/glossary.md."

format: install-dev ## Format the code
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

bench: install-dev ## Measure served pages and answers with ADS ads, beside the limit and a rival (POSTGRES=address)
	@$(BIN)/python -m benchmarks.serving --ads $(ADS) $(if $(POSTGRES),--postgres $(POSTGRES))

bench-search: install-dev ## Measure the search with ADS ads, then its quality
	@$(BIN)/python -m benchmarks.search --ads $(ADS) $(if $(POSTGRES),--postgres $(POSTGRES))
	@$(BIN)/python -m benchmarks.quality

simulate-freshness: install-dev ## Simulate a town: how many shown ads are gone, with and without questions to sellers
	@$(BIN)/python -m benchmarks.freshness

bench-live: install-dev ## Measure how fast a message reaches open tabs
	@$(BIN)/python -m benchmarks.live

texts: install-dev ## Extract every text into marketplace/i18n/locale/marketplace.pot
	@$(BIN)/python -m babel.messages.frontend -q extract -F babel.cfg -k t -k tn:1,2 --no-location --omit-header -o marketplace/i18n/locale/marketplace.pot marketplace

benchmarks/lighthouse/node_modules: benchmarks/lighthouse/package.json benchmarks/lighthouse/package-lock.json | install-dev
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --prefix benchmarks/lighthouse --no-audit --no-fund --loglevel error
	@touch $@

lighthouse: install-dev browser benchmarks/lighthouse/node_modules ## Measure four pages with Lighthouse's mobile preset, median of 3
	@$(BIN)/python -m benchmarks.lighthouse.measure

screenshots: install-dev browser ## Photograph every page at 360, 768 and 1440 px, light and dark, into screenshots/
	@$(BIN)/python -m tests.screenshots

clean: ## Remove what can be made again (not the data)
	@rm -rf .web .builds .states .pytest_cache .ruff_cache .hypothesis screenshots test-results
