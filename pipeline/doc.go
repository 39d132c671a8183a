// Package pipeline goes from games to a measured player: the chain of Silver et al. 2016
// (Figure 1) as stages, of which each is done once.
//
//	data ──┬─► rollout ─────────────────────────────┐
//	       └─► policy ─┬─► reinforce ─┐             │
//	                   ├──────────────┴► valuedata ─► value ─► model ─► tuning ─► tournament
//	                   └───────────────────────────────────────▲
//
// A [Chain] knows stages only by their names, what they need and what decides their
// result. Each has a folder with a record, stage.json: the settings, the hashes of what it
// took from other stages, and when it is done the hashes of what it left, its figures and
// its time. So a stage that is done is not done again, one that was stopped goes on by its
// own checkpoints, and a changed setting leads to exactly the stages that depend on it.
//
// [Config] is the TOML file that says what the stages do, [Run] makes the stages of it:
// thin steps over packages train, selfplay and match. The report is made of the records and
// of the metrics that the stages leave, anew after every stage.
package pipeline
