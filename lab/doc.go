// Package lab is a harness for experiments. It does the work in small resumable pieces and
// writes a report. The report's numbers have intervals and stand next to the published numbers.
// The package knows no game.
//
//	coin := &lab.Experiment{Name: "coin", Title: "Heads", Source: "nobody", Run: runCoin}
//	summary, err := lab.Execute(ctx, coin, lab.Config{Dir: "runs/coin", Scale: 1, Seed: 1, Threads: 2})
//
// An Experiment is a name, a source, the reading taken of it where a paper leaves one open, and
// a function that makes a Report of a Run. Its work is Cells: many small independent jobs, such
// as a thousand replications of one point of a curve. The randomness of a cell depends on the
// seed of the run, the name of the experiment and the key of the cell, and on nothing else. The
// result of a cell is a line of cells.jsonl as soon as the cell is done. So an interrupted run
// goes on where it stopped, and ends with the same report to the byte, whatever the threads:
//
//	Execute → Run → Cells → Report → files
//
// A Report is Text, Tables, Figures, Pictures and Listings in the order of reading. Every number
// is an Estimate with its 95% interval. A Value of a table may have the published number next to
// it, and is marked where the two intervals do not touch. A report is written as report.md for
// people, as results.csv and results.json for programs, and each figure as SVG and PNG.
//
// The experiments are in lab/papers. docs/lab.md shows how to add one. The names of the files
// and of the fields of results.csv and results.json are stable; the Go names may still change.
package lab
