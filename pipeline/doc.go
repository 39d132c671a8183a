// Package pipeline goes from games to a measured player: the chain of Silver et al. 2016
// (Figure 1) as stages, of which each is done once:
//
//	cfg, err := pipeline.ReadConfig("examples/9x9.toml", []string{"policy.time=20m"})
//	report, err := pipeline.Run(ctx, cfg, pipeline.Options{Dir: "runs/9x9", Threads: 4})
//
// # How it works
//
//	data ──┬─► rollout ─────────────────────────────────┬────────┐
//	       │                                            ▼        │
//	       │                                        judgement    │
//	       └─► policy ─┬─► reinforce ─┐                 ▲        ▼
//	                   ├──────────────┴► valuedata ─► value ─► model ─► tuning ─► tournament
//	                   └─────────────────────────────────────────▲
//
// The chain is of [stages.Chain]: a stage that is done is not done again, one that was stopped goes on,
// and a changed setting leads to exactly the stages that depend on it.
//
// A kind of stage declares itself in one file: its section of the TOML file with defaults and check, the
// stage, its figures, its part of the page, the line that is printed, and what the check of the examples
// asks for. To add a stage, add such a file and a line to the list in kind.go; kind_test.go has a small
// one. The package is the chain of the command tengen pipeline; stable are the file's keys and what is
// left on disk.
//
// [Config] is the TOML file that says what the stages do, [Run] makes the stages of it:
// thin steps over packages train, selfplay and match. The report is made of the records and
// of the metrics that the stages leave, anew after every stage.
package pipeline
