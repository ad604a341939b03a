# Battlemap: `make run` plays, `make test` tests. Each target sets up what it needs, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MAP ?= maps/sunken-hall.battlemap
WORKERS ?= auto
SET_UP := packaging/set_up.py
PREFLIGHT := $(BIN)/python -m battlemap.preflight --fix

.NOTPARALLEL:
.PHONY: help run test test-long lint lint-format lint-check lint-types format bench bench-smoke screenshots package clean

help:
	@echo 'make run          open the app on a sample map (MAP=path for another)'
	@echo 'make test         run every test without a window'
	@echo 'make test-long    the same with the long tests and many more random examples'
	@echo 'make lint         all three of lint-format, lint-check, lint-types'
	@echo 'make format       format the code'
	@echo 'make bench        measure, and bench-smoke: only see that the measurements still run'
	@echo 'make screenshots  draw the pictures of the README anew'
	@echo 'make package      build a bundle for this system into dist/ and try it'
	@echo 'make clean        remove everything that was made'

run: $(VENV)/.has-app
	@$(PREFLIGHT)
	$(BIN)/battlemap $(MAP)

test: $(VENV)/.has-test
	@$(PREFLIGHT) --platform offscreen
	QT_QPA_PLATFORM=offscreen $(BIN)/pytest -n $(WORKERS)

test-long: $(VENV)/.has-test
	@$(PREFLIGHT) --platform offscreen
	QT_QPA_PLATFORM=offscreen $(BIN)/pytest -n $(WORKERS) -m '' --hypothesis-profile=long

lint: lint-format lint-check lint-types

lint-format: $(VENV)/.has-lint
	$(BIN)/ruff format --check .

lint-check: $(VENV)/.has-lint
	$(BIN)/ruff check .

lint-types: $(VENV)/.has-lint
	$(BIN)/mypy

format: $(VENV)/.has-lint
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.has-app
	@$(PREFLIGHT) --platform offscreen
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m benchmarks.run --write docs/performance.md

bench-smoke: $(VENV)/.has-app
	@$(PREFLIGHT) --platform offscreen
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m benchmarks.run --smoke

screenshots: $(VENV)/.has-app
	@$(PREFLIGHT) --platform offscreen
	QT_QPA_PLATFORM=offscreen $(BIN)/python packaging/screenshots.py

package: build/venv/.has-bundler
	build/venv/bin/python packaging/build.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# A stamp says which extra was installed; a changed pyproject.toml makes all of them old.
$(VENV)/.has-app: pyproject.toml $(SET_UP)
	@$(PYTHON) $(SET_UP) --venv $(VENV)
	@touch $@

$(VENV)/.has-%: pyproject.toml $(SET_UP)
	@$(PYTHON) $(SET_UP) --venv $(VENV) --extra $*
	@touch $@ $(VENV)/.has-app

# A bundle takes in what lies beside the app, so it is built in an environment of its own.
build/venv/.has-bundler: pyproject.toml $(SET_UP)
	@$(PYTHON) $(SET_UP) --venv build/venv --with 'pyinstaller>=6.10'
	@touch $@
