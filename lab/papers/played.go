package papers

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/player"
)

// addPlayed notes in the report which weights played, and what makes games worth less.
func addPlayed(report *lab.Report, matches []Match, results []MatchResult) {
	for i, m := range matches {
		for k, text := range []string{m.A, m.B} {
			if w := results[i].Weights[k]; w != "" {
				report.Set("weights of "+text, w)
			}
		}
	}
	addFaults(report, results)
	addRepeated(report, matches, results)
}

// addFaults tells which games ended by a fault, for they say nothing of strength.
func addFaults(r *lab.Report, results []MatchResult) {
	var faults []string
	for _, m := range results {
		faults = append(faults, m.Faults...)
	}
	if len(faults) > 0 {
		r.Add(
			lab.Text(
				fmt.Sprintf(
					"**%d games ended by a fault** and count as lost by who made it:\n\n- %s", len(faults),
					strings.Join(faults, "\n- "),
				),
			),
		)
	}
}

// addRepeated says where games repeat earlier ones, move for move: they say nothing new, and intervals that count
// them are too narrow.
func addRepeated(r *lab.Report, matches []Match, results []MatchResult) {
	var list []string
	for i := range results {
		if n := results[i].repeated(); n > 0 {
			list = append(list, fmt.Sprintf("%s %d of %d", matches[i].Key, n, results[i].Games()))
		}
	}
	if len(list) > 0 {
		r.Add(lab.Text("**Games that repeat an earlier one, move for move**, and make the intervals too narrow: " +
			strings.Join(list, "; ") + "."))
	}
}

// notes keeps which weights the players of matches read. It refuses to go on with others where games are left.
func (r *matchRun) notes(ctx context.Context, matches []Match) (weights map[string]string, err error) {
	var cells []lab.Cell
	var players []weighed
	left := map[string]bool{} // by the key of the cell
	for i, m := range matches {
		games, _ := matchCells(matches[i : i+1])
		more := slices.ContainsFunc(games, func(c lab.Cell) bool { return !r.Has(c) })
		for _, text := range []string{m.A, m.B} {
			p := weighed{text, m.Settings.Board}
			if !slices.Contains(players, p) {
				players = append(players, p)
				cells = append(cells, lab.Cell{Key: p.key()})
			}
			left[p.key()] = left[p.key()] || more
		}
	}
	met := make([]bool, len(cells))
	for i, c := range cells {
		met[i] = r.Has(c)
	}
	noted, err := lab.Cells(ctx, r.Quiet().Here(), r.Name, "players", cells,
		func(_ context.Context, job lab.Job) (string, error) { return r.weights(players[job.Index]) })
	if err != nil {
		return nil, err
	}
	weights = map[string]string{}
	for i, p := range players {
		weights[cells[i].Key] = noted[i]
		if !met[i] || !left[cells[i].Key] || r.Ordered() {
			continue
		}
		switch now, err := r.weights(p); {
		case err != nil:
			return nil, err
		case now != noted[i]:
			return nil, &lab.ConfigError{Err: fmt.Errorf("the games so far of %s were played with %s, but it has %s "+
				"now: play the rest with the same weights, or begin anew in another folder", p.text, noted[i], now)}
		}
	}
	return weights, nil
}

// weighed is a player whose weights count, on a board.
type weighed struct {
	text  string
	board int
}

func (p weighed) key() string { return fmt.Sprintf("weights/%s/%d×%[2]d", p.text, p.board) }

// weights says which weights a player reads; "" for none. Whether it can do without, it says itself.
func (r *matchRun) weights(p weighed) (string, error) {
	hashes, err := player.Weights(p.text, p.board, r.ModelDirs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", &lab.ConfigError{Err: fmt.Errorf("player %s: %w", p.text, err)}
	}
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(hashes)) {
		parts = append(parts, fmt.Sprintf("%s %.12s", kind, hashes[kind]))
	}
	return strings.Join(parts, ", "), nil
}
