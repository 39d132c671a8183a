package inside

import (
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/search"
)

// lookJSON is a look as a page sees it. docs/api.md describes it.
type lookJSON struct {
	ID       string     `json:"id"`
	At       int        `json:"at"`
	Size     int        `json:"size"`
	Komi     float64    `json:"komi"`
	Points   string     `json:"points"`
	Moves    []moveJSON `json:"moves"`
	ToMove   string     `json:"to_move"`
	Total    int        `json:"total"`
	Model    *modelJSON `json:"model,omitempty"`
	Missing  string     `json:"missing,omitempty"`
	Playout  string     `json:"playout"`
	Running  bool       `json:"running"`
	Wanted   int        `json:"wanted"`
	Done     int        `json:"done"`
	Playouts int        `json:"playouts"`
	Winrate  float64    `json:"winrate"`
	Rule     *ruleJSON  `json:"rule,omitempty"`
	Figure   *figure    `json:"figure,omitempty"`
	Path     *pathJSON  `json:"path,omitempty"`
	Error    string     `json:"error,omitempty"`
}

type moveJSON struct {
	Color string `json:"color"`
	Point string `json:"point"`
}

// ruleJSON are the constants of the search.
type ruleJSON struct {
	CPUCT     float64 `json:"cpuct"`
	Lambda    float64 `json:"lambda"`
	Reduction float64 `json:"reduction"`
	Threshold int     `json:"n_thr"`
}

// figure is Figure 5 of the paper. Every list has a number for each point, row by row from the top left: −1 where there
// is none. Values are win rates of the player to move, 0 to 1.
type figure struct {
	Value    []float64 `json:"value"`    // a: the value network, of the position after the move
	Values   []float64 `json:"values"`   // b: Q by values alone, λ = 0
	Rollouts []float64 `json:"rollouts"` // c: Q by rollouts alone, λ = 1
	Prior    []float64 `json:"prior"`    // d: the policy before the search
	Share    []float64 `json:"share"`    // e: share of the playouts
	Mean     []float64 `json:"mean"`     // Q as the search mixes it
	Visits   []int     `json:"visits"`   // N_r
	Judged   []int     `json:"judged"`   // N_v
	Line     []string  `json:"line"`     // f: the principal variation
	Pass     *passJSON `json:"pass,omitempty"`
	Best     bestJSON  `json:"best"`
}

// passJSON has the numbers of a pass, if it is one of the moves.
type passJSON struct {
	Value    float64 `json:"value"`
	Values   float64 `json:"values"`
	Rollouts float64 `json:"rollouts"`
	Prior    float64 `json:"prior"`
	Share    float64 `json:"share"`
	Mean     float64 `json:"mean"`
	Visits   int     `json:"visits"`
	Judged   int     `json:"judged"`
}

// bestJSON is the best move of each board; "" for none.
type bestJSON struct {
	Value    string `json:"value"`
	Values   string `json:"values"`
	Rollouts string `json:"rollouts"`
	Prior    string `json:"prior"`
	Share    string `json:"share"`
}

// shot is the look now.
func (l *look) shot() *lookJSON {
	l.mu.Lock()
	defer l.mu.Unlock()
	size, pos := l.now.Size(), l.now.Position()
	s := &lookJSON{
		ID: l.id, At: l.at, Size: size, Komi: l.now.Rules().Komi, Points: points(pos), Moves: []moveJSON{},
		ToMove: pos.ToMove().String(), Total: len(l.line.Moves()), Model: l.model, Missing: l.missing,
		Playout: l.playout, Running: l.run != nil && l.run.wanted > 0, Winrate: none, Path: l.traced, Error: l.failure,
	}
	for _, m := range l.now.Moves() {
		s.Moves = append(s.Moves, moveJSON{m.Color.String(), m.Point.Vertex(size)})
	}
	if l.run != nil {
		s.Wanted, s.Done = l.run.wanted, l.run.done
	}
	if l.tree == nil {
		return s
	}
	root := l.tree.Root()
	if rule, ok := l.tree.Rule().(search.PUCT); ok {
		s.Rule = &ruleJSON{rule.C, round(root.Lambda), rule.Reduction, l.tree.ExpandAt() - 1}
	}
	s.Playouts = root.Visits
	if root.Visits > 0 {
		s.Winrate = round(winrate(root.Mean))
	}
	s.Figure = l.figure(root)
	return s
}

// figure is Figure 5 by what the tree knows. The caller holds mu.
func (l *look) figure(root search.Root) *figure {
	size := l.now.Size()
	f := &figure{Line: []string{}}
	for _, list := range []*[]float64{&f.Value, &f.Values, &f.Rollouts, &f.Prior, &f.Share, &f.Mean} {
		*list = make([]float64, size*size)
		for i := range *list {
			(*list)[i] = none
		}
	}
	f.Visits, f.Judged = make([]int, size*size), make([]int, size*size)
	most := 0
	for _, m := range root.Moves {
		most = max(most, m.Visits)
	}
	var best [5]float64
	for _, m := range root.Moves {
		n := l.numbers(m, root.Visits)
		p := board.Point(m.Move)
		for i, x := range []struct {
			value float64
			best  *string
			tried bool
		}{
			{n.Value, &f.Best.Value, true},
			// The mean of a few playouts is not yet one to be called the best.
			{n.Values, &f.Best.Values, 10*m.Visits >= most},
			{n.Rollouts, &f.Best.Rollouts, 10*m.Visits >= most},
			{n.Prior, &f.Best.Prior, true},
			{n.Share, &f.Best.Share, true},
		} {
			if x.tried && x.value > best[i] {
				best[i], *x.best = x.value, p.Vertex(size)
			}
		}
		if p == board.Pass {
			f.Pass = &n
			continue
		}
		i := p.Index(size)
		f.Value[i], f.Values[i], f.Rollouts[i], f.Prior[i] = n.Value, n.Values, n.Rollouts, n.Prior
		f.Share[i], f.Mean[i], f.Visits[i], f.Judged[i] = n.Share, n.Mean, n.Visits, n.Judged
	}
	for _, m := range l.tree.Line() {
		f.Line = append(f.Line, board.Point(m).Vertex(size))
	}
	return f
}

// numbers are those of one move of the root, which had so many playouts.
func (l *look) numbers(m search.MoveStat, playouts int) passJSON {
	n := passJSON{
		Value: none, Values: none, Rollouts: none, Prior: round(m.Prior), Share: none, Mean: none, Visits: m.Visits,
		Judged: m.Values,
	}
	if v, ok := l.values[m.Move]; ok {
		n.Value = round(winrate(v))
	}
	rule, _ := l.tree.Rule().(search.PUCT)
	if m.Values > 0 {
		n.Values = round(winrate(m.Value))
	}
	if m.Visits > 0 {
		n.Mean = round(winrate(m.Mean))
		switch { // with one kind of evaluation there are no values apart
		case rule.Separate, rule.Lambda == 1:
			n.Rollouts = round(winrate(m.Outcome))
		default:
			n.Values = round(winrate(m.Outcome))
		}
	}
	if playouts > 0 {
		n.Share = round(float64(m.Visits) / float64(playouts))
	}
	return n
}

// none stands for a number that there is not.
const none = -1

// winrate is a value from −1 to 1 as a share of games.
func winrate(value float64) float64 { return (1 + value) / 2 }

// round leaves what a page shows.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// points is a board as text, row by row from the top left: X is Black, O is White.
func points(pos *board.Position) string {
	size := pos.Size()
	text := make([]byte, size*size)
	for i := range text {
		text[i] = ".XO"[pos.At(board.FromIndex(i, size))]
	}
	return string(text)
}
