# The two commands: `make run` serves the demo, `make test` runs everything that CI runs.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.PHONY: FORCE run build production web test test-rust test-sqlite test-postgres test-release test-clients test-web test-stories test-stories-all test-engines test-guides lint compile docs site reference screenshots check check-release release image bench hostile soak fuzz api fmt clean

NPM := npm --prefix web
WEB_SOURCES := $(shell find web brands -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' -not -path 'web/src/i18n/generated/*' -not -path 'web/e2e/*' -not -path 'web/test-results/*' -not -path 'web/.cache/*' -not -path 'web/project.inlang/*' -not -path 'web/tsconfig.tsbuildinfo' 2>/dev/null)
ADDRESS ?= 127.0.0.1:8080
DATA ?= data/demo
# Slugs of the brands to build, in order. Empty: all.
export BRANDS ?=

## Serves the demo at http://localhost:8080, with its data in data/demo.
run: web
	cargo build --profile quick --locked -p funray --bin funray
	@exec target/quick/funray serve --demo --listen $(ADDRESS) --data $(DATA)

## Builds the release program with the web app inside: one file to copy to a server. BRANDS="a b" builds these brands only.
build: web
	cargo build --release --locked -p funray --bin funray

## Builds the program of the container at target/production/funray, without the demo and its sandbox gateway.
production: export RUSTFLAGS := $(RUSTFLAGS) --remap-path-prefix=$(CURDIR)=/funray --remap-path-prefix=$(or $(CARGO_HOME),$(HOME)/.cargo)=/cargo
production: web
	cargo build --profile production --no-default-features --locked -p funray --bin funray

web: web/dist/.built

# Two stamps: one of the installed packages, one of the build.
web/node_modules/.package-lock.json: web/package-lock.json web/package.json
	$(NPM) ci --no-audit --no-fund
	@touch $@

# Changes when other brands are asked for.
web/.cache/brands: FORCE
	@mkdir -p $(@D)
	@echo "$(BRANDS)" | cmp -s - $@ || echo "$(BRANDS)" > $@

FORCE:

web/dist/.built: web/node_modules/.package-lock.json $(WEB_SOURCES) crates/funray/openapi.json web/.cache/brands
	$(NPM) run build
	@touch $@

## Runs all of CI: linters, the Rust suite on both engines, web unit tests, budgets, browser stories.
test:
	@# The web app and its checks use the core that the compiler leaves idle. The output of each target stays together.
	$(MAKE) --jobs=2 --output-sync=target compile test-web
	$(MAKE) test-rust test-release test-clients test-guides test-stories test-engines

# The same features for every cargo call, so that nothing is built twice.
CARGO_ALL := --workspace --all-features --locked

lint:
	cargo fmt --all --check
	@# Where Clippy compiles, as in CI, compiling the tests lints them.
	@[ -n "$${RUSTC_WORKSPACE_WRAPPER:-}" ] || $(TIMED) "clippy" cargo clippy $(CARGO_ALL) --all-targets --quiet -- -D warnings

# Compiles the Rust tests and the program that the stories start, after the linters.
compile: lint
	@$(TIMED) "compiling the tests" cargo test --no-run --quiet $(CARGO_ALL)

# Checks that the generated documentation of the code has no broken links.
docs: export RUSTDOCFLAGS := -D warnings
docs:
	cargo doc $(CARGO_ALL) --no-deps --quiet

# Tests often wait: for commits, other processes, locks. So there are more threads than cores, and both engines run at once.
test-rust: web
	@scripts/need.sh postgresql prometheus
	$(MAKE) --jobs=2 --output-sync=target test-sqlite test-postgres

test-sqlite test-postgres: export RUST_TEST_THREADS ?= 4
test-sqlite test-postgres: export TMPDIR := $(shell scripts/scratch.sh)

test-sqlite:
	@$(TIMED) "tests on SQLite" cargo test --no-fail-fast $(CARGO_ALL)

test-postgres:
	@TEST_DB=postgres $(TIMED) "tests on PostgreSQL" cargo test --no-fail-fast $(CARGO_ALL) --test it -- $(SAME_ON_BOTH:%=--skip %)
	@TEST_DB=postgres-partitioned $(TIMED) "tests on partitions" cargo test --no-fail-fast $(CARGO_ALL) --test it -- $(PARTITIONED)

# Prints the duration of a step, so that the log shows slow ones.
TIMED := scripts/timed.sh

# Tests that don't depend on the engine. `make soak` runs them on PostgreSQL, too.
SAME_ON_BOTH := accountant:: accounts::proofs::fresh_proof accounts::safe_methods accounts::sign_in::sign_in_limits_distributed \
  audit::operations authorization::authorization_matrix brands:: campaign_words:: chain:: demo::demo_accounts demo::demo_load_adds \
  demo::demo_load_gives dependencies:: deploying:: deploying_containers:: documents:: gateway::held_payment_ends gateway::sandbox \
  heads:: hostile:: monitoring:: openapi:: orders::log_secrets previews:: prose:: quarantine:: scale::spread_statements spelling:: \
  start::log_names start::serve_answers

# One test of each kind with partitioned tables: redeeming, paying, listing, the schema. `make soak` runs all of them.
PARTITIONED := cards::counter orders::checkout scale::cards scale::shards distribution:: partitions::

# Tests a change of releases under load. `make check-release` does so with the previous release.
test-release:
	@scripts/need.sh postgresql
	@$(TIMED) "a release under load" cargo test $(CARGO_ALL) --test release -- --ignored

# Tests protocols of others with their own clients.
OFFICIAL_CLIENTS := $(wildcard libs/*/client-check)

test-clients: $(OFFICIAL_CLIENTS:=/node_modules/.package-lock.json)
	@$(TIMED) "official clients" cargo test $(CARGO_ALL) --test official_client -- --ignored

libs/%/client-check/node_modules/.package-lock.json: libs/%/client-check/package-lock.json
	npm --prefix $(@D)/.. ci --no-audit --no-fund
	@touch $@

test-web: web
	$(NPM) run api:check
	$(NPM) run docs:check
	$(NPM) run lint
	$(NPM) run format:check
	$(NPM) run typecheck
	@# The kit's own tests run in a browser.
	@scripts/need.sh chromium-headless-shell
	@$(TIMED) "units of the web app" $(NPM) test
	$(NPM) run budget

test-stories: web
	@scripts/need.sh chromium-headless-shell
	@# The program of the Rust tests: other features would rebuild half of it.
	cargo test $(CARGO_ALL) --no-run --quiet
	@$(TIMED) "browser stories" $(NPM) run e2e

# Runs the commands of the guides against the program of the Rust tests.
test-guides: web/node_modules/.package-lock.json
	cargo test $(CARGO_ALL) --no-run --quiet
	@scripts/need.sh curl jq openssl
	@$(TIMED) "commands of the guides" $(NPM) run docs:guides

## Runs every story in both brands, both languages and on both screens.
test-stories-all: export STORIES := all
test-stories-all: test-stories

## Runs the stories of engines in Firefox and WebKit: those of shoppers on a phone, those of staff at a desk.
test-engines: web
	@scripts/need.sh firefox-esr webkit2gtk-driver xvfb openbox
	cargo test $(CARGO_ALL) --no-run --quiet
	@$(TIMED) "stories in Firefox" $(NPM) run e2e:engines -- --project='firefox *'
	@$(TIMED) "stories in WebKit" $(NPM) run e2e:engines -- --project='webkit *'

## Runs quick checks: no stories, and PostgreSQL only where both engines are compared.
check: lint docs web/node_modules/.package-lock.json
	@scripts/need.sh postgresql chromium-headless-shell
	cargo clippy -p funray --no-default-features --locked --quiet -- -D warnings
	cargo test $(CARGO_ALL)
	$(NPM) run lint && $(NPM) run typecheck && $(NPM) test

## Tests an upgrade: the previous release (the last tag, else the last commit; or FORMER=…) serves on PostgreSQL while this one
## migrates and takes over, and serves again after a rollback. No call of buyers and clerks may fail.
check-release:
	@scripts/need.sh postgresql
	cargo build $(CARGO_ALL) --bins
	scripts/former-release.sh $(FORMER)

## Runs the checks before a release beyond `make test`: upgrade under load, the program for servers, advisories on dependencies.
## Then packs the archives of the release at target/release-files: program, documentation, list of components (CycloneDX), licences,
## checksums.
release: check-release production site
	@scripts/check-program.sh target/production/funray
	$(NPM) run --silent components > target/production/funray.cdx.json
	@scripts/advisories.sh
	scripts/archive.sh target/production/funray target/release-files

## Builds the images with Docker, from base images pinned by digest. IMAGE is their name, PUSH=--push sends both architectures to a registry.
image:
	scripts/image.sh $(or $(IMAGE),funray) $(PUSH)

## Measures speed: data layer and counter against their limits, reports among a million transactions, searches among 20,000 shops,
## whole purchases against their SQL, memory, cold start, Lighthouse, interactions with pages.
bench: build
	@scripts/need.sh postgresql chromium
	cargo build --release --locked -p bench
	target/release/bench all

## Measures honest clients under an attack. `SECONDS_OF_LOAD=60 make hostile` is the short form.
hostile: build
	cargo build --release --locked -p bench
	target/release/bench hostile $${SECONDS_OF_LOAD:-600}

## Fuzzes every parser of outside input for ten minutes each (or FUZZ_SECONDS).
fuzz: export FUZZ_SECONDS ?= 600
fuzz:
	cargo test $(CARGO_ALL) --lib -- fuzzing

## Runs the long tests, for hours, and prints one table of them: a database killed in mid-write repeatedly, failover under load, every
## parser fuzzed, crowds at one card, 100,000 random codes, 50,000 charges, thousands of money simulations, every test of cards and money
## with partitions, every test on a Citus cluster if PostgreSQL has the extension, every story in all projects.
## STEPS="crash failover fuzz" FUZZ_SECONDS=120 takes about an hour.
soak: web/node_modules/.package-lock.json
	@scripts/need.sh postgresql
	FEATURES="$(CARGO_ALL)" scripts/soak.sh $(STEPS)

## Regenerates the OpenAPI document and the client's types after a change of the calls.
api: web/node_modules/.package-lock.json
	@# The program of the tests: other features would need another build.
	cargo test $(CARGO_ALL) --no-run --quiet
	target/debug/funray openapi > crates/funray/openapi.json.new
	mv crates/funray/openapi.json.new crates/funray/openapi.json
	$(NPM) run api:types

## Builds the documentation at docs/site/dist, for any web server. SITE_BASE=/docs/ is its path there, if it has one.
site: export ASTRO_TELEMETRY_DISABLED := 1
site: docs/site/node_modules/.package-lock.json
	npm --prefix docs/site run build

docs/site/node_modules/.package-lock.json: docs/site/package-lock.json docs/site/package.json
	npm --prefix docs/site ci --no-audit --no-fund
	@touch $@

## Regenerates the reference pages of the documentation after a change of settings, commands, error codes, metrics or events.
reference: web/node_modules/.package-lock.json
	cargo test $(CARGO_ALL) --no-run --quiet
	$(NPM) run docs:reference -- ../target/debug/funray

## Makes the pictures of the documentation from the demo.
screenshots: web
	@scripts/need.sh chromium-headless-shell
	cargo test $(CARGO_ALL) --no-run --quiet
	$(NPM) run screenshots

fmt: web/node_modules/.package-lock.json
	cargo fmt --all
	$(NPM) run format

clean:
	rm -rf target web/dist web/node_modules
