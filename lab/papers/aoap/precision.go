package aoap

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/smallstate"
)

const aoapSource = "Zhang, Peng and Xu 2022, An Efficient Dynamic Sampling Policy for Monte Carlo Tree Search " +
	"(arXiv:2204.12043), §4, "

// setup is a position of Figure 1 with the moves that hold it.
type setup struct {
	Name, diagram string
}

var setups = []setup{
	{"set-up 1", "X.. ... ..."},
	{"set-up 2", "... .X. ..."},
}

// state is the position with the moves that reach its value in perfect play.
func (s setup) state() (state *smallstate.TicTacToe, right map[search.Move]bool, err error) {
	p, err := tictactoe.Parse(s.diagram)
	if err != nil {
		return nil, nil, err
	}
	state, right = &smallstate.TicTacToe{Position: p}, map[search.Move]bool{}
	for _, m := range state.Moves(nil) {
		next := p
		next.Play(int(m))
		right[m] = next.Solve() == p.Solve()
	}
	return state, right, nil
}

// treeReading is a way to read what the paper leaves open.
type treeReading struct {
	Key, About string
	change     func(s *treeSetting)
}

// treeReadings begin with the one taken.
var treeReadings = []treeReading{
	{"paper", "the reading taken", func(*treeSetting) {}},
	{"own-n0", "n₀ only where the player who searches is to move", func(s *treeSetting) { s.OwnN0 = true }},
	{
		"max", "back-up of the best mean, as equations (8) and (12)",
		func(s *treeSetting) { s.Backup = search.BackupMax },
	},
	{"visits", "the most visited move is played", func(s *treeSetting) { s.ByVisits = true }},
	{"rarer-ties", "AOAP breaks ties by the largest v/N", func(s *treeSetting) { s.RandomTies = false }},
	{"n0-2", "n₀ = 2", func(s *treeSetting) { s.N0 = 2 }},
}

// uctByVisits is a reading of experiment 1.1 alone: UCT ends as it usually does.
var uctByVisits = treeReading{
	"uct-visits", "UCT plays its most visited move, AOAP the move with the highest posterior mean",
	func(*treeSetting) {},
}

// sampleVariance is another.
var sampleVariance = treeReading{
	"sample-variance", "σ̂² by 1/(N−1), as §2 prints it", func(s *treeSetting) { s.Bayes.Sample = true },
}

// anyTrial is a third.
var anyTrial = treeReading{
	"any-n0", "a trial goes to any move with fewer than n₀, not to one with fewest",
	func(s *treeSetting) { s.AnyN0 = true },
}

// Sizes of aoap-1.1 at full scale.
const (
	precisionSearches = 100_000 // of every curve of the paper
	readingSearches   = 20_000  // of every curve of another reading
	precisionChunk    = 1_000   // searches of a cell
	ticTacToeMemory   = 256 << 10
)

// precisionPoints are 80, 90, …, 300 playouts.
func precisionPoints() (points []int) {
	for n := 80; n <= 300; n += 10 {
		points = append(points, n)
	}
	return points
}

var aoapPrecision = &lab.Experiment{
	Name:     "aoap-1.1",
	Title:    "probability of correct selection in tic-tac-toe",
	Source:   aoapSource + "experiment 1.1, Figures 1 and 2",
	About:    about("aoap-1.1"),
	Estimate: 4 * time.Minute,
	Revision: 2,
	Run:      runAOAPPrecision,
}

// precisionPanel is one of the four of Figure 2.
type precisionPanel struct {
	letter    string
	setup     setup
	opponent  opponentModel
	published float64 // AOAP over UCT, in points
}

func precisionPanels() []precisionPanel {
	return []precisionPanel{
		{"(a)", setups[0], opponentModels[0], 33.2},
		{"(b)", setups[1], opponentModels[0], 2.8},
		{"(c)", setups[0], opponentModels[1], 19.2},
		{"(d)", setups[1], opponentModels[1], 1.9},
	}
}

func (p precisionPanel) title() string {
	return fmt.Sprintf("%s %s, Player 1 %s", p.letter, p.setup.Name, p.opponent.Name)
}

// precisionCurve is one curve to be measured.
type precisionCurve struct {
	reading  treeReading
	panel    precisionPanel
	policy   treePolicy
	searches int
}

func (c precisionCurve) key() string {
	return fmt.Sprintf("%s/%s/%s", c.reading.Key, c.panel.letter, c.policy.Key)
}

// precisionCell is the result of a cell: how many of the searches were right at each point.
type precisionCell struct {
	Searches int       `json:"searches"`
	Right    []float64 `json:"right"`
}

func (p *precisionCell) add(q precisionCell) {
	p.Searches += q.Searches
	if p.Right == nil {
		p.Right = make([]float64, len(q.Right))
	}
	for i, x := range q.Right {
		p.Right[i] += x
	}
}

// precisionSum is the searches of a curve: all of them, and every other cell of them in either half.
type precisionSum struct {
	precisionCell
	halves [2]precisionCell
}

func (p *precisionSum) add(q precisionCell) {
	p.precisionCell.add(q)
	half := &p.halves[0]
	if half.Searches > p.halves[1].Searches {
		half = &p.halves[1]
	}
	half.add(q)
}

// at is the PCS at a point, in per cent.
func (p *precisionCell) at(i int) lab.Estimate {
	return lab.Share(p.Right[i], p.Searches).Times(100)
}

func runAOAPPrecision(ctx context.Context, run *lab.Run) (*lab.Report, error) {
	searches, alternative := run.Scaled(precisionSearches, 1_000), run.Scaled(readingSearches, 200)
	var curves []precisionCurve
	for _, panel := range precisionPanels() {
		for _, policy := range treePolicies[policyUCT:] {
			curves = append(curves, precisionCurve{treeReadings[0], panel, policy, searches})
		}
	}
	for _, reading := range precisionReadingsTried()[1:] {
		for _, panel := range precisionPanels() {
			for _, policy := range []treePolicy{treePolicies[policyUCT], treePolicies[policyAOAP]} {
				curves = append(curves, precisionCurve{reading, panel, policy, alternative})
			}
		}
	}
	measured, err := measurePrecision(ctx, run, curves)
	if err != nil {
		return nil, err
	}
	report := &lab.Report{}
	report.Set("searches for every curve", fmt.Sprint(searches))
	report.Set("searches for every curve of another reading", fmt.Sprint(alternative))
	gaps := precisionGaps(measured)
	readings := []*lab.Table{precisionReadings(measured, gapMeasures[0]), precisionReadings(measured, gapMeasures[1])}
	report.Add(
		precisionConclusion(measured, gaps, readings), precisionFigure(measured), gaps,
		precisionTable(measured), readings[0], readings[1], precisionEnds(measured),
	)
	return report, nil
}

// measurePrecision does the cells of the curves and adds them up, by the curves' keys.
func measurePrecision(ctx context.Context, run *lab.Run, curves []precisionCurve) (map[string]*precisionSum, error) {
	var cells []lab.Cell
	var of []precisionCurve
	for _, c := range curves {
		chunk := min(precisionChunk, (c.searches+1)/2) // two cells or more
		for done := 0; done < c.searches; done += chunk {
			n := min(chunk, c.searches-done)
			cells = append(cells, lab.Cell{Key: fmt.Sprintf("%s/%d-%d", c.key(), done, done+n), Work: int64(n)})
			of = append(of, c)
		}
	}
	results, err := lab.Cells(
		ctx, run, run.Name, "searches", cells,
		func(ctx context.Context, job lab.Job) (precisionCell, error) {
			c := of[job.Index]
			state, right, err := c.panel.setup.state()
			if err != nil {
				return precisionCell{}, err
			}
			setting := paperSetting(0)
			c.reading.change(&setting)
			if c.reading.Key == uctByVisits.Key && c.policy.Key == "uct" {
				setting.ByVisits = true
			}
			p := precision{
				setting: setting, policy: c.policy, opponent: c.panel.opponent.Key,
				state: state, right: right, points: precisionPoints(), memory: ticTacToeMemory,
			}
			hits, err := p.measure(ctx, int(job.Work), job.Rand())
			return precisionCell{int(job.Work), hits}, err
		},
	)
	if err != nil {
		return nil, err
	}
	sums := map[string]*precisionSum{}
	for i, r := range results {
		key := of[i].key()
		if sums[key] == nil {
			sums[key] = &precisionSum{}
		}
		sums[key].add(r)
	}
	return sums, nil
}

// precisionOf finds a curve.
func precisionOf(
	measured map[string]*precisionSum, reading treeReading, panel precisionPanel, policy treePolicy,
) *precisionSum {
	return measured[precisionCurve{reading: reading, panel: panel, policy: policy}.key()]
}

func precisionFigure(measured map[string]*precisionSum) *lab.Figure {
	f := &lab.Figure{
		Name: "figure-2", Title: "Probability of correct selection, by playouts (the paper's Figure 2)", Columns: 2,
		Caption: "The bands are 95% intervals.",
	}
	for _, panel := range precisionPanels() {
		p := lab.Panel{
			Title: panel.title(),
			X:     lab.Axis{Label: "playouts", Min: 80, Max: 300},
			Y:     lab.Axis{Label: "PCS, %"},
		}
		for _, policy := range treePolicies[policyUCT:] {
			s := lab.Series{Name: policy.Name, Style: lab.Band}
			c := precisionOf(measured, treeReadings[0], panel, policy)
			for i, n := range precisionPoints() {
				s.Points = append(s.Points, lab.Point{X: float64(n), Y: c.at(i)})
			}
			p.Series = append(p.Series, s)
		}
		// As wide as the numbers are: from zero on the curves would lie on each other.
		p.Y.Min, p.Y.Max = around(p.Series, 5)
		f.Panels = append(f.Panels, p)
	}
	return f
}

// around is the multiples of step between which all points lie.
func around(series []lab.Series, step float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, s := range series {
		for _, p := range s.Points {
			low, high = min(low, p.Y.Lo), max(high, p.Y.Hi)
		}
	}
	return step * math.Floor(low/step), step * math.Ceil(high/step)
}

// precisionTable has every fourth point of the figure.
func precisionTable(measured map[string]*precisionSum) *lab.Table {
	t := &lab.Table{Name: "pcs", Title: "PCS, %", Corner: "panel, policy"}
	points := precisionPoints()
	for i := 0; i < len(points); i += 4 {
		t.Columns = append(t.Columns, fmt.Sprint(points[i]))
	}
	t.Columns = append(t.Columns, fmt.Sprint(points[len(points)-1]))
	for _, panel := range precisionPanels() {
		for _, policy := range treePolicies[policyUCT:] {
			c := precisionOf(measured, treeReadings[0], panel, policy)
			var values []lab.Value
			for i := 0; i < len(points); i += 4 {
				values = append(values, lab.Number(c.at(i), 1))
			}
			values = append(values, lab.Number(c.at(len(points)-1), 1))
			t.Row(panel.title()+", "+policy.Name, values...)
		}
	}
	return t
}
