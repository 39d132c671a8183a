// Package stages does long work as a chain of stages. Each is done once:
//
//	chain := stages.Chain{Dir: "runs/words", Program: "words 1.0", Stages: []stages.Stage{
//		{Name: "words", Settings: settings, Results: []string{"words.txt"}, Run: write},
//		{Name: "count", Needs: []string{"words"}, Settings: map[string]any{}, Run: count},
//	}}
//	err := chain.Run(ctx) // ErrChanged if the folder holds work of other settings
//	records, err := chain.Records()
//	err = records["count"].ReadFigures(&figures)
//
// # How it works
//
// A [Chain] knows stages only by their names, what they need and what decides their
// result. Each has a folder with a record, stage.json: the settings, the hashes of what it
// took from other stages, and when it is done the hashes of what it left, its figures and
// its time. So a stage that is done is not done again, one that was stopped goes on by its
// own checkpoints, and a changed setting leads to exactly the stages that depend on it.
//
// The package knows no game. Package pipeline makes stages of what Silver et al. 2016 did, and
// docs/extending.md shows a chain of another kind. Errors name the flags of tengen pipeline: --redo and -o.
// The names in stage.json are stable: a chain that one version began, the next goes on with. The Go names may
// still change.
package stages
