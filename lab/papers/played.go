package papers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
)

// addPlayed notes in the report which weights played, and what makes games worth less.
func addPlayed(report *lab.Report, matches []Match, results []MatchResult) {
	for i, m := range matches {
		for k, text := range []string{m.A, m.B} {
			row := lab.Setting{Name: "weights of " + shortened(text), Value: results[i].Weights[k]}
			if row.Value != "" && !slices.Contains(report.Settings, row) {
				report.Set(row.Name, row.Value)
			}
		}
	}
	addFaults(report, results)
	addRepeated(report, matches, results)
}

// shortened is a player string in which the model's folder has its own name alone: where it lies is nobody's business.
func shortened(text string) string {
	spec, err := options.Parse("player", text)
	dir := ""
	if err == nil {
		dir = spec.Value("model")
	}
	if dir == "" || models.Shipped(dir) {
		return text
	}
	return spec.With("model", filepath.Base(dir)).Text()
}

// addFaults names the games that ended by a fault, for they say nothing of strength.
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

// notKnown are weights of games that were played before runs noted them.
const notKnown = "not known"

// noteWeights keeps which weights the players of matches read, A and B of each. It refuses to go on with others where
// games are left.
func (r *matchRun) noteWeights(ctx context.Context, matches []Match) (weights []string, err error) {
	var cells []lab.Cell
	for _, m := range matches {
		for _, side := range []string{"A", "B"} {
			// Not by the player string: on another machine its model has another name.
			cells = append(cells, lab.Cell{Key: m.Key + "/weights of " + side})
		}
	}
	of := func(i int) (string, error) {
		m := &matches[i/2]
		return r.weights([]string{m.A, m.B}[i%2], m.Settings.Board)
	}
	begun, left := make([]bool, len(matches)), make([]bool, len(matches))
	for i := range matches {
		games, _ := matchCells(matches[i : i+1])
		begun[i] = slices.ContainsFunc(games, r.Has)
		left[i] = slices.ContainsFunc(games, func(c lab.Cell) bool { return !r.Has(c) })
	}
	weights, err = lab.Cells(ctx, r.Quiet().Here(), r.Name, "players", cells,
		func(_ context.Context, job lab.Job) (string, error) {
			now, err := of(job.Index)
			if begun[job.Index/2] && now != "" {
				now = notKnown // an older version began the match
			}
			return now, err
		})
	if err != nil || r.Ordered() {
		return weights, err
	}
	for i, noted := range weights {
		if !left[i/2] || noted == notKnown {
			continue
		}
		switch now, err := of(i); {
		case err != nil:
			return nil, err
		case now != noted:
			return nil, &lab.ConfigError{Err: fmt.Errorf(
				"the games so far were played with other weights (%s): %s, now %s; play the rest with the same "+
					"weights, or begin anew in another folder",
				cells[i].Key, cmp.Or(noted, "none"), cmp.Or(now, "none"),
			)}
		}
	}
	return weights, nil
}

// weights says which weights a player reads, and on which device it computes them if that is not the CPU; "" for none.
// Whether it can do without, it says itself.
func (r *matchRun) weights(text string, board int) (string, error) {
	hashes, err := player.Weights(text, board, r.ModelDirs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", &lab.ConfigError{Err: fmt.Errorf("player %s: %w", text, err)}
	}
	text = player.WeightsText(hashes)
	if _, cpu := r.Device.(nets.CPU); text != "" && r.Device != nil && !cpu {
		text += ", on " + r.Device.Name()
	}
	return text, nil
}
