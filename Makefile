# Tengen: from a folder of Go games to a trained network that plays.

GO          ?= go
GAMES9      := examples/gnugo9.sgfl.gz
TOOL        := $(GO) tool -modfile=tools/go.mod
ENVIRONMENT := CGO_ENABLED=0
STRIPPED    := -ldflags '-s -w'

PYTHON      ?= /usr/bin/python3

.PHONY: all build engine child run behaviour behaviour-update test test-long test-nats test-onnx gnugo test-gui test-web pictures race check bench bench-peers bench-train bench-gpu bench-cluster bench-compare compare-devices vulkan test-gpu test-gpu-matrices test-windows generate generate-check tidy-check lab dist ship clean help

all: build

build: engine child ## build bin/tengen, one static binary
	$(ENVIRONMENT) $(GO) build -trimpath $(STRIPPED) -o bin/tengen ./cmd/tengen

engine: ## the engine of exported pages (tengen model export --html), which the program embeds
	@$(ENVIRONMENT) $(GO) run ./web/internal/botgame/compile -o web/bot/engine

run: build ## the whole chain on 7×7 in a minute or two, with its report; RUN_TIME=20s: less of it
	@./examples/run.sh

child: ## the part for graphics cards, a program that the program carries on Linux
	@$(ENVIRONMENT) $(GO) run ./internal/gpu/child/compile -o internal/gpu/client/carried -only $$($(GO) env GOARCH)

test: ## every test that runs in seconds
	$(ENVIRONMENT) $(GO) test -timeout 40m ./...
	$(ENVIRONMENT) $(GO) test -C tools ./...

race: ## the same under the race detector, where several things may run at a time
	CGO_ENABLED=1 GORACE=atexit_sleep_ms=100 $(GO) test -race -short -timeout 60m $$($(GO) run -C tools ./raced)

test-long: test-onnx test-gui test-web test-nats ## the tests that take minutes; TENGEN_SUITES=DIR and TENGEN_DATA=DIR add those on outside material
	$(ENVIRONMENT) $(GO) test -tags long -timeout 60m ./...
	$(ENVIRONMENT) $(GO) test -C tools -tags long -timeout 30m ./dist

gnugo: ## the opponent of the long tests, GNU Go, installed if it is missing (apt, as root)
	@command -v gnugo >/dev/null || test -x /usr/games/gnugo || { apt-get update && apt-get install -y gnugo; }

NATS_OLDEST := v2.10.29

test-nats: ## the cluster on the oldest nats-server that Tengen takes, and Debian's, which is too old (go; apt, as root)
	@test -x /usr/sbin/nats-server || { apt-get update && apt-get install -y nats-server; }
	GOBIN=$(CURDIR)/bin/nats $(ENVIRONMENT) $(GO) install github.com/nats-io/nats-server/v2@$(NATS_OLDEST)
	$(ENVIRONMENT) $(GO) test -count=1 -tags nats -run Debian ./internal/cluster/mailbox
	TENGEN_TEST_NATS=$(CURDIR)/bin/nats/nats-server $(ENVIRONMENT) $(GO) test -count=1 -timeout 20m -run '/outside|Outside' ./internal/cluster/mailbox ./internal/cluster/hub

test-onnx: ## exported networks against ONNX Runtime and the onnx package, which it installs (npm; apt, as root)
	@tools/onnx/install.sh $(PYTHON)
	TENGEN_PYTHON=$(PYTHON) $(ENVIRONMENT) $(GO) test -count=1 -tags onnx -run ONNX -timeout 20m ./cmd/tengen

test-web: ## the page of tengen serve in Chromium, which it installs if it is missing (apt, as root; npm)
	tools/page/install.sh
	$(ENVIRONMENT) $(GO) test -C tools -count=1 -tags web -timeout 10m ./page

pictures: ## the pictures of the page in docs/images, by the same tests
	tools/page/install.sh
	TENGEN_PICTURES=$(CURDIR)/docs/images $(ENVIRONMENT) $(GO) test -C tools -count=1 -tags web -timeout 10m ./page

vulkan: ## what graphics cards' tests and kernels need, installed if it is missing: a software device, glslc (apt, as root)
	@tools/vulkan/install.sh

test-gpu: vulkan ## the engine for graphics cards on Mesa's software device; TENGEN_TEST_CARD=0: on a card
	$(ENVIRONMENT) $(GO) test -count=1 -tags vulkan -timeout 20m ./internal/gpu/...
	$(ENVIRONMENT) $(GO) test -count=1 -tags vulkan -timeout 20m -run 'Card' ./nets ./nets/learn

test-gpu-matrices: ## kernels with products of matrices, and networks with them, on a newer software device, 80 MB of Debian's packages; a quarter of an hour
	$(ENVIRONMENT) tools/vulkan/matrices.sh

WINDOWS := $(CURDIR)/tools/windows/run.sh $(CURDIR)/.cache/windows

test-windows: ## the program for Windows under Wine, in a Debian put into .cache/windows (root; 1.7 GB): results as committed, files, Vulkan; ten minutes
	tools/windows/install.sh $(CURDIR)/.cache/windows
	$(ENVIRONMENT) $(GO) run -C tools ./behaviour -os windows -under "$(WINDOWS)"
	$(ENVIRONMENT) GOOS=windows $(GO) test -count=1 -exec "$(WINDOWS)" ./internal/atomicfile ./internal/folder ./internal/job ./internal/machine ./selfplay
	$(ENVIRONMENT) GOOS=windows $(GO) build -trimpath -o bin/windows/tengen.exe ./cmd/tengen
	SCREEN=1 $(WINDOWS) bin/windows/tengen.exe bench gpu --card 0 --board 9 --filters 32 --batch 8 --rounds 1
	rm -rf bin/windows/run
	SCREEN=1 $(WINDOWS) bin/windows/tengen.exe train policy $(GAMES9) -o bin/windows/run --filters 8 --layers 3 --steps 40 --eval-positions 200 --device gpu:0

test-gui: ## the GTP engine through the module that Sabaki uses, which it installs (npm)
	@tools/gui/install.sh
	$(ENVIRONMENT) $(GO) test -count=1 -tags gui -run Sabaki -timeout 5m ./gtp

# The packages with code for one system or one processor. Each file of theirs is for one of the platforms of make check;
# make test-long builds all six.
PLATFORM := ./internal/kernel/... ./internal/bfloat16 ./internal/gpu/... ./internal/atomicfile ./internal/folder ./internal/job ./internal/machine ./internal/pages ./timing

check: tidy-check generate-check ## format, vet, staticcheck, generated code, other platforms
	@out=$$($(TOOL) gofumpt -l $$(git ls-files '*.go')); test -z "$$out" || { echo "not formatted (gofumpt -w):"; echo "$$out"; exit 1; }
	$(ENVIRONMENT) $(GO) vet -tags long,onnx,gui,vulkan,nats ./...
	$(ENVIRONMENT) $(GO) vet -tags noasm ./internal/kernel/... ./internal/bfloat16
	for p in linux/arm64 windows/amd64 darwin/arm64; do \
		$(ENVIRONMENT) GOOS=$${p%/*} GOARCH=$${p#*/} $(GO) vet $(PLATFORM) || exit 1; done
	$(ENVIRONMENT) GOOS=js GOARCH=wasm $(GO) vet ./web/internal/botgame/program
	$(ENVIRONMENT) $(TOOL) staticcheck -tags long,onnx,gui,vulkan,nats ./...
	$(ENVIRONMENT) $(GO) vet -C tools -tags web ./...
	cd tools && $(ENVIRONMENT) $(GO) tool staticcheck -tags web ./...
	$(ENVIRONMENT) $(GO) test ./internal/direction

tidy-check: ## go.mod is as go mod tidy would write it
	$(GO) mod tidy -diff

generate: vulkan ## write the assembly and the kernels of graphics cards again from their sources
	$(GO) generate ./internal/kernel ./internal/gpu/shader

generate-check: generate ## fail if the committed assembly and kernels are not what their sources make
	@git diff --exit-code --stat -- internal/kernel internal/gpu/shader || { echo "the committed assembly or SPIR-V is not what its source makes; run make generate with Debian 12's glslc"; exit 1; }

behaviour: ## tiny seeded runs of everything give the committed results; ONLY=match: some; about a minute
	@$(ENVIRONMENT) $(GO) run -C tools ./behaviour -only "$(ONLY)"

behaviour-update: ## write the committed results anew, where a repair changes them
	@$(ENVIRONMENT) $(GO) run -C tools ./behaviour -update

bench: build ## speed of board, playouts, features, network and SGF reading
	@for size in 9 19; do ./bin/tengen bench playout --board $$size; done
	@./bin/tengen bench board --board 19
	@./bin/tengen bench features --board 9 $(GAMES9)
	@./bin/tengen bench features --board 19 examples/gnugo19.sgfl.gz
	@./bin/tengen bench sgf examples
	@./bin/tengen bench net --arch 64x7 --board 19 --mode train

bench-peers: build ## the networks beside PyTorch and ONNX Runtime, by turns: about ten minutes on an idle machine; QUICK=1: whether it works, ONLY=64x7: some
	@tools/onnx/install.sh $(PYTHON)
	@$(GO) run -C tools ./bench peers -python $(PYTHON) -modules $(CURDIR)/tools/onnx -tengen $(CURDIR)/bin/tengen -work $(CURDIR)/bin/bench $(if $(QUICK),-quick) -only "$(ONLY)"

bench-train: build ## training from real games beside the network alone: make bench-train DATA="games/*"; OPTIMIZER=muon: not by sgd; QUICK=1 and ONLY= as above
	@$(GO) run -C tools ./bench train -tengen $(CURDIR)/bin/tengen -work $(CURDIR)/bin/bench $(if $(QUICK),-quick) -only "$(ONLY)" -optimizer "$(or $(OPTIMIZER),sgd)" $(abspath $(wildcard $(DATA)))

bench-gpu: build ## a graphics card: its kernels, and networks next to PyTorch with CUDA if it is there; DEVICE=gpu:1: another card; QUICK=1: whether it works
	@$(PYTHON) tools/bench/gpu.py -tengen $(CURDIR)/bin/tengen -device "$(or $(DEVICE),gpu)" $(if $(QUICK),-quick)

compare-devices: build ## trainings on a card next to trainings on the CPU, three seeds each: make compare-devices DATA="games/*" WORK=folder; DEVICE=gpu:0:float16: a card, else a software device, for five hours (BATCH=4 PARALLEL=2: two); it may be stopped, and goes on
	@$(ENVIRONMENT) $(GO) build -C tools -o $(CURDIR)/bin/devices ./devices
	@CARD="$(DEVICE)" tools/vulkan/compare.sh -tengen $(CURDIR)/bin/tengen -work "$(abspath $(or $(WORK),bin/compare))" \
		-batch $(or $(BATCH),16) -parallel $(or $(PARALLEL),1) $(abspath $(wildcard $(DATA)))

bench-cluster: ## what games cost more through a hub, and where a hub ends: a quarter of an hour on an idle machine; QUICK=1: whether it works; ONLY=overhead,many: some; JSON=1
	@$(ENVIRONMENT) $(GO) run ./internal/cluster/bench -work $(CURDIR)/bin/bench $(if $(QUICK),-quick) $(if $(JSON),-json) -only "$(ONLY)"

bench-compare: ## compare two files of go test -bench output: make bench-compare OLD=a.txt NEW=b.txt
	$(TOOL) benchstat $(OLD) $(NEW)

lab: build ## do experiments and keep the reports under docs/lab: make lab EXPERIMENT="ucb-regret aoap-1.1"; SCALE=0.1: a part of them
	@for e in $(EXPERIMENT); do \
		test -e docs/lab/$$e/run.json || test "$(or $(SCALE),1)" != 1 || rm -f docs/lab/$$e/report.md docs/lab/$$e/results.csv; \
		./bin/tengen lab run $$e --scale $(or $(SCALE),1) -o docs/lab/$$e || exit 1; done

dist: ## archives of a release for six systems, with licences, completions and checksums, in bin/dist; ONLY=linux/amd64: one
	$(ENVIRONMENT) $(GO) run -C tools ./dist -only "$(ONLY)"

ship: build ## make MODEL="DIR…" the model that ships for its board: half precision, card, checks
	@GO="$(GO)" tools/ship.sh $(MODEL)

clean: ## remove what was built and trained
	rm -rf bin runs

help: ## this text
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
