# On a fresh machine with python3, python3-venv, make and git: `make run` plays, `make test` tests. Each does all it needs.

PORT ?= 8000
HOST ?= 127.0.0.1
DATA ?= data
ARGS ?=
PYTHON3 ?= python3
PYTHON := .venv/bin/python

export BATIDA_DATA := $(abspath $(DATA))

.PHONY: help
help:  ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

# --- installation: again only when the requirements have changed

.venv/bin/python:
	@$(PYTHON3) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON3=...")'
	$(PYTHON3) -m venv .venv

.venv/installed: requirements.txt | .venv/bin/python
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

.venv/installed-dev: requirements.txt requirements-dev.txt | .venv/bin/python
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch .venv/installed $@

.PHONY: install install-dev
install: .venv/installed  ## the virtual environment
install-dev: .venv/installed-dev  ## … with what tests need

# The tools that check the JavaScript run on Node. Where npm is missing they are left out, loudly; in CI that fails.
NPM := $(shell command -v npm 2>/dev/null)
NODE_BIN := node_modules/.bin

node_modules/.installed: package.json package-lock.json
	npm ci --silent --no-audit --no-fund
	@touch $@

.PHONY: install-node
install-node: $(if $(NPM),node_modules/.installed)  ## the tools that check the JavaScript (needs npm)
	@$(if $(NPM),true,echo '*** npm is missing: the JavaScript is NOT checked ***' >&2; test "$$CI" != true)

# --- use

.PHONY: run
run: install  ## play: http://localhost:8000/ (PORT=8000 DATA=data HOST=127.0.0.1)
	@exec $(PYTHON) manage.py serve --prepare --host $(HOST) --port $(PORT)

.PHONY: demo
demo: export BATIDA_DATA := $(abspath demo-data)
demo: install  ## a lobby to click through: people, bots, matches, reports; prints log-ins (remove demo-data/ for a new one)
	@exec $(PYTHON) manage.py demo --host $(HOST) --port $(PORT) $(ARGS)

.PHONY: prod-local
prod-local: install-dev  ## the production stack on this machine: PostgreSQL, Redis, servers, worker, beat (ARGS="--servers 2")
	@exec $(PYTHON) -m bench.prod $(ARGS)

# --- checks

.PHONY: test
test: install-dev  ## all tests; on PostgreSQL and Redis and in Chromium too, where they are (ARGS=tests/games, ARGS="-k word")
	@$(PYTHON) -m tests $(ARGS)

.PHONY: image-check
image-check: install-dev  ## build the container image and serve from it (minutes; needs root, buildah and debootstrap)
	BATIDA_IMAGE_TEST=1 $(PYTHON) -m pytest tests/deploy

.PHONY: lint
lint: install-dev install-node  ## ruff, eslint and prettier: rules and format
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(if $(NPM),$(NODE_BIN)/eslint .)
	$(if $(NPM),$(NODE_BIN)/prettier --check .)

.PHONY: types
types: install-dev install-node  ## mypy, and tsc for the JavaScript
	$(PYTHON) -m mypy
	$(if $(NPM),$(NODE_BIN)/tsc)

.PHONY: imports
imports: install-dev  ## the arrow of imports
	.venv/bin/lint-imports --no-cache

.PHONY: migrations
migrations: install-dev  ## models and migrations agree
	$(PYTHON) manage.py makemigrations --check --dry-run

.PHONY: deploy-check
deploy-check: install-dev  ## Django's check list for production
	DATABASE_URL=postgresql://check REDIS_URL=redis://check ORIGINS=https://batida.example TRUSTED_PROXIES=1 \
		$(PYTHON) manage.py check --deploy --fail-level WARNING

.PHONY: messages-check
messages-check: install-dev  ## translations: nothing missing, fuzzy or out of step (needs gettext)
	$(PYTHON) -m config.translations check

.PHONY: check
check: lint types imports migrations deploy-check messages-check  ## all of these

# --- maintenance

.PHONY: fmt
fmt: install-dev install-node  ## format the code
	$(PYTHON) -m ruff check --fix --exit-zero --quiet .
	$(PYTHON) -m ruff format .
	$(if $(NPM),$(NODE_BIN)/prettier --write --log-level warn .)

.PHONY: messages
messages: install-dev  ## bring the catalogues in locale/ in step with the code (needs gettext)
	$(PYTHON) -m config.translations make

.PHONY: requirements
requirements: install  ## pin requirements*.txt anew, with hashes, from requirements*.in
	$(PYTHON) -m config.requirements

.PHONY: bench
bench: install-dev  ## the figures of docs/promises.md (ARGS=name)
	$(PYTHON) -m bench $(ARGS)

.PHONY: solver-check
solver-check: install-dev  ## the solver against brute force (ARGS="--hands 100000")
	$(PYTHON) -m bench.solver_check $(ARGS)

.PHONY: laws
laws: install-dev  ## the laws of the games over 100,000 rounds of mixed players (ARGS="--rounds 1000")
	$(PYTHON) -m bench.laws $(ARGS)

.PHONY: secrecy
secrecy: install-dev  ## that no hidden card leaves the engine, over 2,000 matches (ARGS="--matches 100")
	$(PYTHON) -m bench.secrecy $(ARGS)

.PHONY: chaos
chaos: install-dev  ## kill, restart and flood real servers (T=T1,T9 chooses, ARGS=--short)
	$(PYTHON) -m bench.chaos $(if $(T),--only $(T)) $(ARGS)
