// Package papers has the experiments of the papers that Tengen is made of, for the harness of
// package lab:
//
//	all := papers.Experiments(papers.Env{Players: player.Players(), ModelDirs: []string{"shipped:"}})
//	e, err := lab.Find("rave-k", all)
//	summary, err := lab.Execute(ctx, e, lab.Config{Dir: "runs/rave-k", Scale: 0.1, Seed: 1, Threads: 2})
//
// Every experiment is a file with a value of lab.Experiment, and a Markdown file of the same
// name in about/, which says what is measured and which reading of the paper is taken. Matches
// plays games of Go between players, two games a cell. docs/lab.md shows how to add an
// experiment. The names of experiments are stable, and so are results for a seed in one version.
package papers
