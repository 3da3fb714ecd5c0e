# Every target sets up what it needs: python3 (3.11 or newer) with pip, a C compiler and cargo (1.88
# or newer) are enough. Python packages go into .venv, which never has to be activated.

PYTHON ?= python3
OUT ?= out

PY := .venv/bin/python
DONE := .venv/done
NATIVE := python/mancalab/_core.abi3.so
NATIVE_SOURCES := Cargo.toml Cargo.lock pyproject.toml $(shell find src -not -name '.*')

# pip, maturin and pyo3 take this environment, whatever is active in the shell.
export VIRTUAL_ENV := $(CURDIR)/.venv
unexport CONDA_PREFIX PYO3_PYTHON PYTHONHOME PYTHONPATH

PIP := $(PY) -m pip --disable-pip-version-check --quiet
STUBTEST := $(PY) -m mypy.stubtest --mypy-config-file pyproject.toml
CLIPPY := cargo clippy --locked --quiet --all-targets
# A file to a process: what its tests share, such as all pages of the site, is made once.
PYTEST := $(PY) -m pytest --numprocesses logical --maxprocesses 8 --dist loadfile

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory
.PHONY: help study venv build test test-rust test-python test-nightly test-wheel test-frameworks \
	test-train test-arm fuzz sanitize lint format bench strength zoo docs pages wheel web clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' Makefile

study: $(NATIVE) $(DONE)/main-job ## The main job: who wins, the first or the second player? Results in out/
	@echo "==> study: results go to $(OUT)/"
	@$(PY) -m mancalab study --out "$(OUT)"

build: $(NATIVE) ## Build the native module and install the package, editable, into .venv

venv: $(NATIVE) $(DONE)/lint ## Set up .venv with everything that the other targets use

test: test-rust test-python ## All tests: Rust, Python, doctests, README, docs (pytest comes last)

# Unit tests are few and short: to optimise the whole library for them takes longer than they do without.
test-rust: UNIT_LEVEL := $(if $(filter nightly,$(MANCALAB_PROFILE)),2,0)
test-rust:
	@echo "==> cargo test"
	@CARGO_PROFILE_TEST_OPT_LEVEL=$(UNIT_LEVEL) cargo test --locked --quiet --lib
	@cargo test --locked --quiet --test '*'
	@cargo test --locked --quiet --doc

test-python: $(NATIVE) $(DONE)/test
	@echo "==> pytest"
	@$(PYTEST)

test-nightly: export MANCALAB_PROFILE := nightly
test-nightly: export PROPTEST_CASES := 4096
test-nightly: $(NATIVE) $(DONE)/nightly ## The tests with many more cases, the slow ones, test-wheel, fuzz, sanitize, docs, test-arm
	@$(MAKE) test-rust test-wheel
	@echo "==> cargo test, slow tests"
	@cargo test --locked --quiet -- --ignored
	@echo "==> pytest, slow tests too"
	@$(PYTEST) -m "not train" -o timeout=3600
	@$(MAKE) fuzz sanitize docs test-arm

# Both need switches that rustc gives only when asked like this; a nightly rustc works as well.
fuzz sanitize: export RUSTC_BOOTSTRAP := 1

# Inputs that it finds go to target/fuzz, those worth keeping to tests/fuzz/corpus by hand.
FUZZ_SECONDS ?= 60
FUZZED := $(basename $(notdir $(wildcard tests/fuzz/fuzz_targets/*.rs)))
fuzz: ## Look for input that breaks a reader or an engine, FUZZ_SECONDS for each (a C++ compiler is needed)
	@test -x target/tools/bin/cargo-fuzz || \
		cargo install --quiet --locked --root target/tools cargo-fuzz
	@for target in $(FUZZED); do \
		echo "==> fuzz $$target"; \
		mkdir -p target/fuzz/found/$$target target/fuzz/broken; \
		case $$target in \
			rules_text | notation) words=-dict=tests/fuzz/rules.dict ;; \
			*) words= ;; \
		esac; \
		target/tools/bin/cargo-fuzz run --fuzz-dir tests/fuzz --target-dir target/fuzz $$target \
			target/fuzz/found/$$target tests/fuzz/corpus/$$target -- -verbosity=0 -print_funcs=0 -print_final_stats=1 \
			-artifact_prefix=target/fuzz/broken/ $$words -max_total_time=$(FUZZ_SECONDS) -timeout=20 \
			|| exit 1; \
	done

# Some tests ask for more memory than there is, which is to be an error and not the end. Few cases, in the nightly
# run, too: what is looked for is a wrong access, not a wrong game, and each step takes ten times as long.
sanitize: export PROPTEST_CASES := 8
sanitize: export MANCALAB_PROFILE := fast
sanitize: export ASAN_OPTIONS := allocator_may_return_null=1
sanitize: ## The Rust tests with AddressSanitizer
	@echo "==> cargo test with AddressSanitizer"
	@RUSTFLAGS="-Zsanitizer=address" cargo test --locked --quiet --lib --tests --target-dir target/sanitize \
		--target $$(rustc -vV | sed -n 's/^host: //p')

# What is run, and which packages that needs, stands in the script.
test-arm: ## The tests of "same games, bit for bit" for ARM, in an emulator
	@echo "==> cargo test for ARM (the first time takes some minutes)"
	@tests/arm.sh

test-wheel: wheel ## Install the wheel afresh: once with all extras, once with the oldest numpy
	@echo "==> the wheel with all extras"
	@rm -rf target/with-all target/with-oldest-numpy
	@$(PYTHON) -m venv target/with-all
	@target/with-all/bin/python -m pip install --quiet --upgrade pip
	@target/with-all/bin/python -m pip install --quiet "$$(echo dist/*.whl)[all]"
	@target/with-all/bin/python -m pip check
	@cd target && with-all/bin/mancalab --help > /dev/null
	@echo "==> the tests on the wheel with the oldest numpy"
	@$(PYTHON) -m venv target/with-oldest-numpy
	@target/with-oldest-numpy/bin/python -m pip install --quiet --upgrade pip
	@target/with-oldest-numpy/bin/python -m pip install --quiet --group test "numpy==1.26.*" dist/*.whl
	@MANCALAB_PROFILE=fast target/with-oldest-numpy/bin/python -m pytest -p no:cacheprovider

# clippy also asks that nothing newer than `rust-version` in Cargo.toml is used (incompatible_msrv).
lint: $(NATIVE) $(DONE)/lint ## rustfmt, clippy, rustdoc, ruff, mypy and stubtest; warnings are errors
	@echo "==> cargo fmt"
	@cargo fmt --check
	@cargo fmt --check --manifest-path web/engine/Cargo.toml
	@echo "==> ruff"
	@$(PY) -m ruff check --quiet
	@$(PY) -m ruff format --quiet --check
	@echo "==> cargo clippy, without Python and with it"
	@$(CLIPPY) -- -D warnings
	@echo "==> cargo doc"
	@RUSTDOCFLAGS="-D warnings" cargo doc --locked --quiet --no-deps
	@$(CLIPPY) --features python -- -D warnings
	@$(CLIPPY) --manifest-path web/engine/Cargo.toml --target-dir target -- -D warnings
	@echo "==> mypy"
	@$(PY) -m mypy
	@echo "==> stubtest"
	@$(STUBTEST) mancalab._core --allowlist tests/stubs_allowlist.txt

format: $(DONE)/lint ## Format the code and mend what ruff can mend
	@cargo fmt
	@cargo fmt --manifest-path web/engine/Cargo.toml
	@$(PY) -m ruff check --quiet --fix-only
	@$(PY) -m ruff format --quiet

bench: $(NATIVE) $(DONE)/test $(DONE)/bench ## Moves a second: both engines game by game, batches, and OpenSpiel beside them
	@cargo bench --locked --quiet --bench '*'
	@$(PY) tests/bench/batch.py
	@$(PY) tests/bench/envs.py
	@$(PY) tests/bench/tables.py
	@$(PY) tests/bench/mcts.py
	@$(PY) tests/bench/search.py
	@$(PY) tests/bench/board.py
	@$(PY) tests/bench/startup.py
	@$(PY) tests/bench/web.py

strength: $(NATIVE) $(DONE)/test $(DONE)/bench ## How strong the agents are, in matches; OpenSpiel's tree search too
	@$(PY) tests/bench/strength.py

test-frameworks: $(NATIVE) $(DONE)/frameworks ## The recipes for torch and JAX (several gigabytes of packages)
	@echo "==> pytest, with torch and JAX"
	@$(PY) -m pytest tests/python/test_batch_buffers.py

zoo: $(NATIVE) $(DONE)/train ## Train the networks that come with mancalab, for all games (two hours)
	@echo "==> the zoo: runs go to $(OUT)/zoo"
	@$(PY) -m mancalab.train.zoo --out $(OUT)/zoo
	@$(PY) docs/generate/zoo.py

test-train: $(NATIVE) $(DONE)/train ## The tests that need torch: training, its notebook (several gigabytes of packages)
	@echo "==> pytest, with torch"
	@$(PY) -m pytest -m train -o timeout=1200

# -W: a link that leads nowhere, or a docstring that cannot be read, fails. Nothing is fetched.
docs: $(NATIVE) $(DONE)/docs ## The site: target/site/index.html
	@echo "==> sphinx"
	@$(PY) -m sphinx --builder html --nitpicky --fail-on-warning --keep-going --quiet \
		--jobs auto docs target/site
	@echo "open target/site/index.html"

wheel: $(DONE)/python ## Build a wheel and a source package into dist/
	@echo "==> wheel"
	@rm -rf dist
	@$(PY) -m maturin build --quiet --release --locked --sdist --out dist

# What follows from the rules and stands in files of its own: after a new game or a new rule value.
pages: $(NATIVE) $(DONE)/test $(DONE)/docs ## Write anew what follows from the catalogue: reference, environments, measurements
	@for page in tests/python/reference_page.py tests/python/landing_page.py tests/python/fuzz_words.py \
		docs/generate/measured.py; do echo "==> $$page"; $(PY) $$page || exit 1; done
	@$(PY) -m mancalab envs --write python/mancalab/envs/pages

# The engine is compiled for WebAssembly; web/compile.sh says which compilers will do, and how to
# install one. With Debian's, the standard library is compiled along.
web: $(NATIVE) ## Build web/mancalab.html, a page that needs no installation
	@echo "==> web page (the first time takes some minutes)"
	@web/compile.sh
	@$(PY) web/build.py target/web/wasm32-unknown-unknown/release/mancalab_web.wasm web/mancalab.html

clean: ## Remove all that was built (not out/)
	rm -rf .venv target dist $(NATIVE) .hypothesis .mypy_cache .pytest_cache .ruff_cache \
		docs/games docs/notebooks docs/teachers/boards web/mancalab.html
	find python tests -name __pycache__ -prune -exec rm -rf {} +

$(DONE)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
		"mancalab needs Python 3.11 or newer; another one is chosen by: make PYTHON=...")'
	@echo "==> Python environment in .venv"
	@$(PYTHON) -m venv --clear .venv
	@$(PIP) install --upgrade "pip>=25.1" "maturin>=1.9.4,<2"
	@mkdir -p $(DONE) && touch $@

# The dependency groups of pyproject.toml.
$(DONE)/%: $(DONE)/python pyproject.toml
	@echo "==> Python packages: $*"
	@$(PIP) install --group $*
	@touch $@

$(NATIVE): $(DONE)/python $(NATIVE_SOURCES)
	@echo "==> native module (the first time takes some minutes)"
	@PIP_QUIET=1 $(PY) -m maturin develop --release --locked
	@touch $@
