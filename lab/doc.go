// Package lab repeats the experiments of the papers that Tengen is made of, and shows what
// came of them beside what was published.
//
// An Experiment is a name, a source, the reading taken of it where the paper leaves one open,
// and a function that makes a Report of a Run. The work of an experiment is Cells: many small
// jobs that know nothing of each other, such as a thousand replications of one point of a
// curve, or two games of a match. A cell draws its chance from the seed of the run, the name
// of the experiment and its own key, and from nothing else, and its result is a line of
// cells.jsonl as soon as it is done. So an interrupted run goes on where it was and ends with
// the report of an unbroken one, to the byte, however many threads either of them had:
//
//	Execute → Run → Cells (or Matches, whose cells are games) → Report → files
//
// A Report is Text, Tables, Figures, Pictures and Listings in the order of reading. Every number is an
// Estimate with its 95% interval; a table's Value may have the published one beside it, and is
// marked where the two intervals do not touch. It is written as report.md for people, as
// results.csv and results.json for programs, and each figure as SVG and PNG.
//
// docs/lab.md tells how an experiment is added.
package lab
