package runs

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/session"
)

// pointJSON is a point of the curves of a training.
type pointJSON struct {
	Kind  string  `json:"kind"` // train or eval (on held-out games)
	Step  int64   `json:"step"`
	Wall  float64 `json:"wall"` // seconds of the training
	Loss  float64 `json:"loss"`
	Known float64 `json:"known"` // share of the moves, the winners, or the points of games
	// Lo and Hi are the 95% interval of Known; of a value network's Loss.
	Lo        *float64 `json:"lo,omitempty"`
	Hi        *float64 `json:"hi,omitempty"`
	Rate      float64  `json:"rate,omitempty"`
	PerSecond float64  `json:"per_second,omitempty"`
}

// mostPoints is how many points of a curve a page gets.
const mostPoints = 400

// thin leaves at most so many points: measurements on held-out games before others, the first and the
// last of each, and the rest evenly.
func thin(points []pointJSON, most int) []pointJSON {
	if len(points) <= most {
		return points
	}
	count := map[bool]int{}
	for i := range points {
		count[measured(&points[i])]++
	}
	room := map[bool]int{true: min(count[true], most)}
	room[false] = min(count[false], most-room[true])
	out := make([]pointJSON, 0, most)
	seen, taken := map[bool]int{}, map[bool]int{}
	for i := range points {
		m := measured(&points[i])
		if n, k := count[m], room[m]; k > 0 && taken[m] < k {
			due := n - 1 // the index of the next one to take
			if k > 1 {
				due = taken[m] * (n - 1) / (k - 1)
			}
			if seen[m] == due {
				out = append(out, points[i])
				taken[m]++
			}
		}
		seen[m]++
	}
	return out
}

func measured(p *pointJSON) bool { return p.Kind == session.KindEval }

// reinforceLine is what is shown of a line of metrics of reinforcement learning.
type reinforceLine struct {
	Kind      string  `json:"kind"`
	Update    int64   `json:"update"`
	Wall      float64 `json:"wall_s"`
	WinRate   float64 `json:"win_rate"`
	Lo        float64 `json:"win_rate_lo"`
	Hi        float64 `json:"win_rate_hi"`
	KL        float64 `json:"kl"`
	Rate      float64 `json:"rate"`
	PerSecond float64 `json:"games_per_s"`
}

// Kinds of lines of reinforcement learning, as package reinforce writes them.
const (
	kindUpdate   = "update"
	kindRollback = "rollback"
)

// readReinforce reads the points of reinforcement learning: Known is the share of the points won, Loss
// the divergence from the first weights.
func readReinforce(path string) ([]pointJSON, error) {
	lines, err := session.ReadLines[reinforceLine](path)
	var points []pointJSON
	for _, l := range lines {
		if l.Kind == kindRollback {
			continue
		}
		p := pointJSON{
			Kind: session.KindEval, Step: l.Update, Wall: l.Wall, Loss: l.KL, Known: l.WinRate,
			Lo: &l.Lo, Hi: &l.Hi, Rate: l.Rate, PerSecond: l.PerSecond,
		}
		if l.Kind == kindUpdate {
			p.Kind, p.Lo, p.Hi = session.KindTrain, nil, nil
		}
		points = append(points, p)
	}
	return points, err
}

// readSupervised reads the points of a network that learns from games.
func readSupervised(path string) ([]pointJSON, error) {
	metrics, err := measure.ReadMetrics(path)
	points := make([]pointJSON, len(metrics))
	for i := range metrics {
		m := &metrics[i]
		p := pointJSON{
			Kind: m.Kind, Step: m.Step, Wall: m.Wall, Loss: m.Loss.Value, Known: m.Known(),
			Rate: m.Rate, PerSecond: m.PerSecond,
		}
		interval := m.Loss
		if m.Moves != nil {
			interval = m.Moves.Top1
		}
		if interval.Bounded() {
			p.Lo, p.Hi = &interval.Lo, &interval.Hi
		}
		points[i] = p
	}
	return points, err
}

// firstLine says of what a training outside a chain is: reinforcement learning has updates, a value
// network knows winners.
func firstLine(path string) string {
	var line struct {
		Update *int64   `json:"update"`
		Sign   *float64 `json:"sign"`
		MSE    *float64 `json:"mse"`
	}
	f, err := os.Open(path)
	if err != nil {
		return "policy"
	}
	defer f.Close()
	switch err := json.NewDecoder(f).Decode(&line); {
	case err == nil && line.Update != nil:
		return "reinforce"
	case err == nil && (line.Sign != nil || line.MSE != nil):
		return "value"
	}
	return "policy"
}

// curve is what is known of one training.
type curve struct {
	points json.RawMessage
	last   pointJSON // the newest of all points
	speed  float64   // the newest
}

// places are the files of metrics of a run by the names of their curves.
func (r *run) places() map[string]string {
	at := map[string]string{}
	if r.kind == kindTraining {
		path := r.path(session.MetricsName)
		at[firstLine(path)] = path
		return at
	}
	for _, t := range trainings {
		at[t.curve] = r.path(filepath.FromSlash(t.folder), session.MetricsName)
	}
	return at
}

// readCurve reads the points of a curve.
func readCurve(name, path string) ([]pointJSON, error) {
	if name == "reinforce" {
		return readReinforce(path)
	}
	return readSupervised(path)
}

// headlines are the curves in the order in which the list of runs prefers them.
var headlines = []string{"policy", "value", "reinforce", "rollout"}

// headline is what the list says of a curve.
type headline struct {
	measured    bool // on held-out games
	known, wall float64
}

func headlineOf(name, path string) (h headline, err error) {
	points, err := readCurve(name, path)
	for i := range points {
		h.wall = points[i].Wall
		if measured(&points[i]) {
			h.measured, h.known = true, points[i].Known
		}
	}
	return h, err
}

// curves are those of a run by their names.
func (p *Part) curves(r *run) (map[string]*curve, error) {
	all := map[string]*curve{}
	var failed error
	for name, path := range r.places() {
		c, err := cached(&p.cache, path, func() (*curve, error) {
			points, err := readCurve(name, path)
			if err != nil || len(points) == 0 {
				return nil, err
			}
			c := &curve{last: points[len(points)-1]}
			for i := range points {
				if points[i].PerSecond > 0 {
					c.speed = points[i].PerSecond
				}
			}
			c.points, err = json.Marshal(thin(points, mostPoints))
			return c, err
		})
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			failed = errors.Join(failed, err)
		case c != nil:
			all[name] = c
		}
	}
	return all, failed
}

// examples are the held-out positions of a run, and what its policy network would play there; nil for none.
func (p *Part) examples(r *run) (json.RawMessage, error) {
	path := r.path("policy", measure.ExamplesName)
	if r.kind == kindTraining {
		path = r.path(measure.ExamplesName)
	}
	text, err := cached(&p.cache, path, func() (json.RawMessage, error) {
		list, err := measure.ReadExamples(path)
		if err != nil || len(list) == 0 {
			return nil, err
		}
		return json.Marshal(list[max(0, len(list)-mostExamples):])
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// mostExamples bounds what is shown of a file of examples.
const mostExamples = 600

// mostCached is how many files are kept in memory as they were read, mostBrief how many for the list, which keeps
// little of each.
const (
	mostCached = 64
	mostBrief  = 4096
)

// cache has what files say, as long as they do not change.
type cache struct {
	most int

	mu   sync.Mutex
	read map[string]cacheEntry
}

type cacheEntry struct {
	size    int64
	changed time.Time
	value   any
}

// cached is the value of a file, read again only if the file has changed.
func cached[T any](c *cache, path string, read func() (T, error)) (value T, err error) {
	if err := fit(path); err != nil {
		return value, err
	}
	info, err := os.Lstat(path)
	if err != nil {
		return value, err
	}
	c.mu.Lock()
	e, ok := c.read[path]
	c.mu.Unlock()
	if ok && e.size == info.Size() && e.changed.Equal(info.ModTime()) {
		return e.value.(T), nil
	}
	if value, err = read(); err != nil {
		return value, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.read) >= c.most {
		clear(c.read)
	}
	if c.read == nil {
		c.read = map[string]cacheEntry{}
	}
	c.read[path] = cacheEntry{info.Size(), info.ModTime(), value}
	return value, nil
}
