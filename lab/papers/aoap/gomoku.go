package aoap

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/lab"
)

const (
	puzzleStates   = 100 // of every kind
	puzzleSearches = 50  // of every state at full scale
)

// puzzlePoints are numbers of playouts up to 10,000.
var puzzlePoints = []int{250, 500, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000}

// gomokuRules are the rules of experiment 2: exactly five on 8×8.
var gomokuRules = gomoku.Rules{Size: 8, Length: 5, Exact: true}

var aoapGomokuPrecision = &lab.Experiment{
	Name:     "aoap-2.1",
	Title:    "probability of correct selection in Gomoku",
	Source:   aoapSource + "experiment 2.1, Figure 4",
	About:    about("aoap-2.1"),
	Estimate: 15 * time.Minute,
	Revision: 2,
	Run:      runAOAPGomokuPrecision,
}

// puzzleSeries is all searches of one policy for one kind of state.
type puzzleSeries struct {
	kind     puzzleKind
	opponent opponentModel
	policy   treePolicy
}

func (s puzzleSeries) key() string {
	return s.kind.Key + "/" + s.opponent.Key + "/" + s.policy.Key
}

func runAOAPGomokuPrecision(ctx context.Context, run *lab.Run) (*lab.Report, error) {
	states, searches := run.Scaled(puzzleStates, 10), run.Scaled(puzzleSearches, 2)
	puzzles, err := findPuzzles(ctx, run, states)
	if err != nil {
		return nil, err
	}
	measured, err := searchPuzzles(ctx, run, puzzles, searches)
	if err != nil {
		return nil, err
	}
	report := &lab.Report{}
	report.Set("states of every kind", fmt.Sprint(states))
	report.Set("searches of every state", fmt.Sprintf("%d (the paper: 100,000)", searches))
	classes, err := puzzleClasses(puzzles[puzzleKinds[2].Key])
	if err != nil {
		return nil, err
	}
	report.Add(
		puzzleConclusion(measured, classes), puzzleFigure(measured), puzzleTable(measured),
		puzzleOverUCT(measured), puzzleLosing(measured, classes), puzzleList(puzzles),
	)
	return report, nil
}

// findPuzzles draws the states of every kind.
func findPuzzles(ctx context.Context, run *lab.Run, states int) (map[string][]puzzle, error) {
	start, err := gomoku.New(gomokuRules)
	if err != nil {
		return nil, err
	}
	var cells []lab.Cell
	var kinds []puzzleKind
	for _, kind := range puzzleKinds {
		for i := range states {
			cells = append(cells, lab.Cell{Key: fmt.Sprintf("state/%s/%d", kind.Key, i)})
			kinds = append(kinds, kind)
		}
	}
	found, err := lab.Cells(
		ctx, run, run.Name+": states", "states", cells,
		func(ctx context.Context, job lab.Job) (puzzle, error) {
			return kinds[job.Index].find(ctx, &start, job.Rand())
		},
	)
	if err != nil {
		return nil, err
	}
	puzzles := map[string][]puzzle{}
	for i, z := range found {
		puzzles[kinds[i].Key] = append(puzzles[kinds[i].Key], z)
	}
	return puzzles, nil
}

// searchPuzzles has, for every series, a cell for each state.
func searchPuzzles(
	ctx context.Context, run *lab.Run, puzzles map[string][]puzzle, searches int,
) (map[string][]precisionCell, error) {
	type part struct {
		series puzzleSeries
		state  puzzle
	}
	var cells []lab.Cell
	var parts []part
	for _, kind := range puzzleKinds {
		for i, z := range puzzles[kind.Key] {
			for _, opponent := range opponentModels {
				for _, policy := range treePolicies {
					s := puzzleSeries{kind, opponent, policy}
					cells = append(
						cells,
						lab.Cell{Key: fmt.Sprintf("%s/%d/%d", s.key(), i, searches), Work: int64(searches)},
					)
					parts = append(parts, part{s, z})
				}
			}
		}
	}
	results, err := lab.Cells(
		ctx, run, run.Name, "searches", cells,
		func(ctx context.Context, job lab.Job) (precisionCell, error) {
			p := parts[job.Index]
			state, right, err := p.state.state(gomokuRules)
			if err != nil {
				return precisionCell{}, err
			}
			hits, err := precision{
				setting: paperSetting(1), policy: p.series.policy, opponent: p.series.opponent.Key,
				state: state, right: right, points: puzzlePoints, memory: 2 * gomokuMemory,
			}.measure(ctx, searches, job.Rand())
			return precisionCell{searches, hits}, err
		},
	)
	if err != nil {
		return nil, err
	}
	measured := map[string][]precisionCell{}
	for i, r := range results {
		key := parts[i].series.key()
		measured[key] = append(measured[key], r)
	}
	return measured, nil
}

// puzzlePanels are the kinds of states by opponents, a title each.
func puzzlePanels() (titles []string, panels []puzzleSeries) {
	for _, kind := range puzzleKinds {
		for _, opponent := range opponentModels {
			titles = append(titles, fmt.Sprintf("%s, opponent %s", kind.Name, opponent.Name))
			panels = append(panels, puzzleSeries{kind: kind, opponent: opponent})
		}
	}
	return titles, panels
}

// together adds up the searches of all states.
func together(states []precisionCell) precisionCell {
	var sum precisionCell
	for _, s := range states {
		sum.add(s)
	}
	return sum
}

func puzzleFigure(measured map[string][]precisionCell) *lab.Figure {
	f := &lab.Figure{
		Name: "figure-4", Title: "Probability of correct selection in Gomoku, by playouts (the " +
			"paper's Figure 4)", Columns: 2,
		Caption: "A panel for every definition of a right move and every opponent inside the tree.",
	}
	titles, panels := puzzlePanels()
	for i, s := range panels {
		p := lab.Panel{
			Title: titles[i],
			X:     lab.Axis{Label: "playouts", Min: 0, Max: 10_000},
			Y:     lab.Axis{Label: "PCS, %"},
		}
		for _, policy := range treePolicies {
			s.policy = policy
			sum := together(measured[s.key()])
			curve := lab.Series{Name: policy.Name, Style: lab.Band}
			for k, n := range puzzlePoints {
				curve.Points = append(curve.Points, lab.Point{X: float64(n), Y: sum.at(k)})
			}
			p.Series = append(p.Series, curve)
		}
		f.Panels = append(f.Panels, p)
	}
	return f
}

// tablePoints are the points of the tables.
var tablePoints = []int{1000, 2000, 5000, 10_000}

func puzzleTable(measured map[string][]precisionCell) *lab.Table {
	t := &lab.Table{
		Name: "pcs", Title: "PCS, %", Corner: "states, policy",
		Note: "Published, in words only: AOAP-MCTS is best, then OCBA-MCTS, then TTTS-MCTS, then UCT and Random.",
	}
	for _, n := range tablePoints {
		t.Columns = append(t.Columns, fmt.Sprintf("%d playouts", n))
	}
	titles, panels := puzzlePanels()
	for i, s := range panels {
		for _, policy := range treePolicies {
			s.policy = policy
			sum := together(measured[s.key()])
			var values []lab.Value
			for _, n := range tablePoints {
				values = append(values, lab.Number(sum.at(slices.Index(puzzlePoints, n)), 1))
			}
			t.Row(titles[i]+": "+policy.Name, values...)
		}
	}
	return t
}

// puzzleOverUCT compares every policy with UCT state by state.
func puzzleOverUCT(measured map[string][]precisionCell) *lab.Table {
	t := &lab.Table{Name: "over-uct", Title: "PCS over UCT's, in points", Corner: "states, policy"}
	for _, n := range tablePoints {
		t.Columns = append(t.Columns, fmt.Sprintf("%d playouts", n))
	}
	titles, panels := puzzlePanels()
	for i, s := range panels {
		s.policy = treePolicies[policyUCT]
		uct := measured[s.key()]
		for _, policy := range treePolicies {
			if policy.Key == "uct" {
				continue
			}
			s.policy = policy
			var values []lab.Value
			for _, n := range tablePoints {
				k := slices.Index(puzzlePoints, n)
				var m lab.Moments
				for state, c := range measured[s.key()] {
					m.Add(100 * (c.Right[k]/float64(c.Searches) - uct[state].Right[k]/float64(uct[state].Searches)))
				}
				values = append(values, lab.Number(m.Estimate(), 1))
			}
			t.Row(titles[i]+": "+policy.Name, values...)
		}
	}
	return t
}
