// Package report shows many reviewed games as one HTML file that needs no server: the costliest mistakes of
// all games, a board to click through, and a curve for each game:
//
//	games := []report.Game{report.Of(tree, "game.sgf", r)}
//	err := report.Write(file, &report.Report{Player: r.Player, Games: games}, web.UI())
//
// # How it works
//
// The file holds the games as JSON, and the modules that show them: the board of tengen serve and its style, which
// the caller hands in, and report.js. Modules of one file find each other through an import map of data
// addresses. The page asks no host for anything, and its Content-Security-Policy forbids it to.
//
// A [Journal] keeps each game as soon as it is reviewed, so that a review of many games goes on after an
// interruption. A finished report is read back by [Read], so that a later one need not review its games again. The
// games that the later one does not show stay in the journal.
//
// # Stability
//
// The names are stable. The JSON in a report is for this package alone.
package report
