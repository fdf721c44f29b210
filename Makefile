# The two commands: `make run` serves the demo, `make test` runs everything that CI runs.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.PHONY: run build production web test test-rust test-release test-clients test-web test-stories test-stories-all lint compile docs check check-release release bench hostile soak fuzz api fmt clean

NPM := npm --prefix web
WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' -not -path 'web/src/i18n/generated/*' -not -path 'web/e2e/*' -not -path 'web/test-results/*' -not -path 'web/.cache/*' 2>/dev/null)
ADDRESS ?= 127.0.0.1:8080
DATA ?= data/demo

## The demo at http://localhost:8080. What it stores stays in data/demo.
run: web
	cargo build --profile quick --locked -p funray --bin funray
	@exec target/quick/funray serve --demo --listen $(ADDRESS) --data $(DATA)

## The release program, with the web app of both brands inside: one file to copy to a server.
build: web
	cargo build --release --locked -p funray --bin funray

## The same without the demo and its sandbox gateway, at target/production/funray: what the container holds.
production: web
	cargo build --profile production --no-default-features --locked -p funray --bin funray

web: web/dist/.built

# Two stamps: what is installed, and what is built from it.
web/node_modules/.package-lock.json: web/package-lock.json web/package.json
	$(NPM) ci --no-audit --no-fund
	@touch $@

web/dist/.built: web/node_modules/.package-lock.json $(WEB_SOURCES) crates/funray/openapi.json
	$(NPM) run build
	@touch $@

## Everything CI runs: linters, the Rust suite on both engines, the web units, the budgets, the browser stories.
test: web
	@# The web's checks take the core that the compiler leaves idle; what each says stays together.
	$(MAKE) --jobs=2 --output-sync=target compile test-web
	$(MAKE) test-rust test-release test-clients test-stories

# One set of features for every cargo call, so that nothing is built twice.
CARGO_ALL := --workspace --all-features --locked

lint:
	cargo fmt --all --check
	@$(TIMED) "clippy" cargo clippy $(CARGO_ALL) --all-targets --quiet -- -D warnings

# All that the Rust tests and the stories start, after the linters.
compile: lint
	@$(TIMED) "compiling the tests" cargo test --no-run --quiet $(CARGO_ALL)

# The documentation that is made of the code has no broken links.
docs: export RUSTDOCFLAGS := -D warnings
docs:
	cargo doc $(CARGO_ALL) --no-deps --quiet

# Tests wait as often as they compute: for commits, for other processes, for a lock.
test-rust: export RUST_TEST_THREADS ?= 4
test-rust: web
	@scripts/need.sh postgresql
	@$(TIMED) "tests on SQLite" cargo test --no-fail-fast $(CARGO_ALL)
	@TEST_DB=postgres $(TIMED) "tests on PostgreSQL" cargo test --no-fail-fast $(CARGO_ALL) --test it -- $(SAME_ON_BOTH:%=--skip %)
	@TEST_DB=postgres-partitioned $(TIMED) "tests on partitions" cargo test --no-fail-fast $(CARGO_ALL) --test it -- $(PARTITIONED)

# Says how long a step took: a slow one is seen in the log.
TIMED := scripts/timed.sh

# The longest tests whose subject no engine changes. `make soak` runs them on PostgreSQL, too.
SAME_ON_BOTH := authorization::authorization_matrix audit::operations previews:: dependencies:: quarantine:: documents::

# One test of each kind with the tables in partitions: redeeming, paying, listing, the schema. `make soak` runs all of them so.
PARTITIONED := cards::counter orders::checkout scale::cards scale::shards distribution:: partitions::

# Releases under load in seconds: `make check-release` does so with the release before.
test-release:
	@scripts/need.sh postgresql
	@$(TIMED) "a release under load" cargo test $(CARGO_ALL) --test release -- --ignored

# The protocols that others defined are spoken with those others' own clients.
OFFICIAL_CLIENTS := $(wildcard libs/*/client-check)

test-clients: $(OFFICIAL_CLIENTS:=/node_modules/.package-lock.json)
	@$(TIMED) "official clients" cargo test $(CARGO_ALL) --test official_client -- --ignored

libs/%/client-check/node_modules/.package-lock.json: libs/%/client-check/package-lock.json
	npm --prefix $(@D)/.. ci --no-audit --no-fund
	@touch $@

test-web: web
	$(NPM) run api:check
	$(NPM) run lint
	$(NPM) run format:check
	$(NPM) run typecheck
	@$(TIMED) "units of the web app" $(NPM) test
	$(NPM) run budget

test-stories: web
	@scripts/need.sh chromium-headless-shell
	@# The program that the Rust tests use: another build would choose other features, and build half of it again.
	cargo test $(CARGO_ALL) --no-run --quiet
	@$(TIMED) "browser stories" $(NPM) run e2e

## Every story in both brands, both languages and on both screens: more than a change has to wait for.
test-stories-all: export STORIES := all
test-stories-all: test-stories

## Quick checks while working: no browser, and PostgreSQL only where the two engines are compared.
check: lint docs web/node_modules/.package-lock.json
	@scripts/need.sh postgresql
	cargo clippy -p funray --no-default-features --locked --quiet -- -D warnings
	cargo test $(CARGO_ALL)
	$(NPM) run lint && $(NPM) run typecheck && $(NPM) test

## The release before this one (the last tag, else the last commit; or FORMER=…) serves on PostgreSQL while this one migrates and
## takes over, and after it was taken back: no call of those who buy and redeem may fail.
check-release:
	@scripts/need.sh postgresql
	cargo build $(CARGO_ALL) --bins
	scripts/former-release.sh $(FORMER)

## Checks before a release, beyond `make test`: the upgrade under load, the program for servers, known holes in dependencies.
release: check-release production
	@scripts/advisories.sh

## How fast it is: the data layer and the counter against their limits, reports among a million transactions, searches among 20,000 shops, whole purchases against their SQL, memory, cold start, Lighthouse.
bench: build
	@scripts/need.sh postgresql chromium
	cargo build --release --locked -p bench
	target/release/bench all

## Honest clients who redeem and buy while strangers do what they can: `SECONDS_OF_LOAD=60 make hostile` is the short form.
hostile: build
	cargo build --release --locked -p bench
	target/release/bench hostile $${SECONDS_OF_LOAD:-600}

## Every reader of what comes from outside gets made-up input for ten minutes (or FUZZ_SECONDS).
fuzz: export FUZZ_SECONDS ?= 600
fuzz:
	cargo test $(CARGO_ALL) --lib -- fuzzing

## A database killed in mid-write again and again, many more at one card, 100,000 codes made up at random, 50,000 charges,
## thousands of games with money, every test with cards and money in partitions, every story in all projects. Hours, not minutes.
soak: web/node_modules/.package-lock.json
	@scripts/need.sh postgresql
	SOAK=1 cargo test $(CARGO_ALL) --test contract crash
	SOAK=1 cargo test $(CARGO_ALL) --test it -- cards:: orders::late_disputes
	SOAK=1 TEST_DB=postgres cargo test $(CARGO_ALL) --test it
	SOAK=1 $(NPM) test -- src/areas/staff/counter/cardSlot.spec.tsx
	HISTORIES=$${HISTORIES:-200} cargo test $(CARGO_ALL) --test it accountant
	TEST_DB=postgres-partitioned cargo test $(CARGO_ALL) --test it
	SEEDS=$${SEEDS:-81-5080} cargo test --profile soak $(CARGO_ALL) --test it simulation
	SEEDS=$${SEEDS:-17-1016} TEST_DB=postgres cargo test --profile soak $(CARGO_ALL) --test it simulation
	$(MAKE) test-stories-all

## Writes the API's description and the client's types anew after a change of the calls.
api: web/node_modules/.package-lock.json
	@# The program that the tests use: another set of features would be built apart.
	cargo test $(CARGO_ALL) --no-run --quiet
	target/debug/funray openapi > crates/funray/openapi.json.new
	mv crates/funray/openapi.json.new crates/funray/openapi.json
	$(NPM) run api:types

fmt: web/node_modules/.package-lock.json
	cargo fmt --all
	$(NPM) run format

clean:
	rm -rf target web/dist web/node_modules
