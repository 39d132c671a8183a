package linear

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/session"
)

// contest is one position: the teams of features that its moves are, and which of them was played.
type contest struct {
	teams  [][]int32
	winner int
}

// candidates is the contest as a reader gives it.
func (c contest) candidates() *rollout.Candidates {
	var made rollout.Candidates
	for i, team := range c.teams {
		made.Moves = append(made.Moves, board.Point(i+1))
		made.Features = append(made.Features, team...)
		made.Ends = append(made.Ends, int32(len(made.Features)))
	}
	return &made
}

// testGroups are the ends of groups of 3, 0, 4 and 2 features.
var testGroups = []int{3, 3, 7, 9}

// randomContests draws teams with at most one feature of each group; strong moves win more often.
func randomContests(n int, seed uint64) []contest {
	r := rand.New(rand.NewPCG(seed, 1))
	strength := make([]float64, testGroups[3])
	for f := range strength {
		strength[f] = math.Exp(r.NormFloat64())
	}
	list := make([]contest, n)
	for i := range list {
		c := &list[i]
		var odds []float64
		sum := 0.0
		for range 2 + r.IntN(6) {
			var team []int32
			gamma, from := 1.0, 0
			for _, end := range testGroups {
				if end > from && r.IntN(3) > 0 {
					f := from + r.IntN(end-from)
					team = append(team, int32(f))
					gamma *= strength[f]
				}
				from = end
			}
			c.teams, odds = append(c.teams, team), append(odds, gamma)
			sum += gamma
		}
		x := r.Float64() * sum
		for x -= odds[0]; x > 0 && c.winner < len(odds)-1; x -= odds[c.winner] {
			c.winner++
		}
	}
	return list
}

// twin is minorisation-maximisation as Coulom prints it, with no thought of speed: γ of one feature is
// W over the sum of C/E, where C is what the feature's mates are worth.
func twin(gamma []float64, features []int, list []contest, prior float64) {
	next := slices.Clone(gamma)
	for _, f := range features {
		wins, weight := prior, 2*prior/(gamma[f]+1)
		for _, c := range list {
			e, mates := 0.0, 0.0
			for i, team := range c.teams {
				all, others, has := 1.0, 1.0, false
				for _, g := range team {
					all *= gamma[g]
					if int(g) == f {
						has = true
					} else {
						others *= gamma[g]
					}
				}
				e += all
				if has {
					mates += others
					if i == c.winner {
						wins++
					}
				}
			}
			weight += mates / e
		}
		if weight > 0 {
			next[f] = wins / weight
		}
	}
	copy(gamma, next)
}

// posterior is the log-likelihood of the contests and of the virtual ones against a strength of 1.
func posterior(weights []float32, list []contest, prior float64) float64 {
	judge := softmaxLearner{weights: weights}
	sum := 0.0
	for _, c := range list {
		loss, _ := judge.judge(c.candidates(), c.winner)
		sum -= loss
	}
	for _, w := range weights {
		sum += prior * (float64(w) - 2*math.Log(1+math.Exp(float64(w))))
	}
	return sum
}

// sweep lets a learner see the contests once.
func sweep(l *strengthLearner, list []contest, passes int64) {
	for _, c := range list {
		l.step(c.candidates(), c.winner, 0)
	}
	l.pass(passes)
}

// Strengths are those of a slow twin after every pass, and no pass lowers what they maximise.
func TestStrengthsEqualTheSlowTwin(t *testing.T) {
	list := randomContests(200, 3)
	weights := make([]float32, testGroups[3])
	l := newStrengthLearner(weights, testGroups, coulomPrior)
	gamma := make([]float64, len(weights))
	for i := range gamma {
		gamma[i] = 1
	}
	was := posterior(weights, list, coulomPrior)
	begun := was
	for passes := range int64(30) {
		group := [][]int{{0, 1, 2}, {3, 4, 5, 6}, {7, 8}}[passes%3]
		sweep(l, list, passes+1)
		twin(gamma, group, list, coulomPrior)
		for f, g := range gamma {
			if math.Abs(math.Log(g)-float64(weights[f])) > 1e-5 {
				t.Fatalf("pass %d: feature %d is %v, want %v", passes, f, weights[f], math.Log(g))
			}
		}
		now := posterior(weights, list, coulomPrior)
		if now < was-1e-4 { // weights have 24 bits
			t.Fatalf("pass %d: the likelihood fell from %v to %v", passes, was, now)
		}
		was = now
	}
	if was < begun+20 {
		t.Errorf("the likelihood rose from %v to %v only", begun, was)
	}
}

// A feature that won 30 of 40 contests against moves without one has, with a virtual win and a virtual
// loss, a strength of 31/11. Without the prior two features that meet stand to each other as their wins.
// A feature that no move has stays at 1.
func TestStrengthsInClosedForm(t *testing.T) {
	alone, met := []contest{}, []contest{}
	for i := range 40 {
		alone = append(alone, contest{[][]int32{{0}, {}}, min(i/30, 1)})
		met = append(met, contest{[][]int32{{0}, {1}}, min(i/30, 1)})
	}
	weights := make([]float32, 3)
	l := newStrengthLearner(weights, []int{2, 3}, coulomPrior)
	for passes := range int64(200) {
		sweep(l, alone, passes+1)
	}
	for f, want := range []float64{31.0 / 11, 1, 1} {
		if got := math.Exp(float64(weights[f])); math.Abs(got-want) > 1e-4 {
			t.Errorf("feature %d: strength %v, want %v", f, got, want)
		}
	}
	clear(weights)
	l = newStrengthLearner(weights, []int{2, 3}, 0)
	for passes := range int64(200) {
		sweep(l, met, passes+1)
	}
	if got := math.Exp(float64(weights[0] - weights[1])); math.Abs(got-3) > 1e-4 || weights[2] != 0 {
		t.Errorf("strengths %v: the first is %v times the second, want 3", weights, got)
	}
}

// Sums in the middle of a pass survive a checkpoint to the last bit.
func TestStrengthsAreRestored(t *testing.T) {
	list := randomContests(50, 4)
	weights := make([]float32, testGroups[3])
	l := newStrengthLearner(weights, testGroups, coulomPrior)
	sweep(l, list, 1)
	for _, c := range list[:17] {
		l.step(c.candidates(), c.winner, 0)
	}
	other := newStrengthLearner(slices.Clone(weights), testGroups, coulomPrior)
	if err := other.restore(l.tensors(), 1); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(l.expected, other.expected) || !slices.Equal(l.wins, other.wins) || l.from != other.from {
		t.Errorf("restored %v, want %v", other, l)
	}
	if err := other.restore(l.tensors(), 2); err == nil {
		t.Error("the sums of another group are taken")
	}
}

// A run that ends before each group of features had its pass would leave weights as they began.
func TestStrengthsWantAPassForEachGroup(t *testing.T) {
	learn := rolloutData(t, 5, 8, 1)
	cfg := tinyRollout(rollout.KindTree)
	cfg.Method, cfg.Steps, cfg.Epochs = MethodMM, 0, 9.5
	_, err := Rollout(t.Context(), cfg, RolloutInput{Train: learn}, Options{Dir: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "give --epochs 10") {
		t.Fatal(err)
	}
	cfg.Epochs = 10
	dir := t.TempDir()
	if _, err = Rollout(t.Context(), cfg, RolloutInput{Train: learn}, Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(RolloutDir(dir, rollout.KindTree), session.MetricsName))
	if err != nil || bytes.Contains(text, []byte(`"rate"`)) {
		t.Errorf("the method has no rate (%v):\n%s", err, text)
	}
}

// If the time ends before that, the run writes no policy, and goes on with more time. It cannot be ended there either.
func TestStrengthsWantTheTimeForAPassForEachGroup(t *testing.T) {
	learn := rolloutData(t, 5, 8, 1) // 80 games make ten passes
	run := func(dir string, seconds time.Duration, resume, finish bool) (RolloutResult, error) {
		cfg := tinyRollout(rollout.KindTree)
		cfg.Method, cfg.Steps, cfg.Time = MethodMM, 0, seconds*time.Second
		now := time.Unix(0, 0)
		return Rollout(t.Context(), cfg, RolloutInput{Train: learn}, Options{
			Dir: dir, Resume: resume, Finish: finish,
			Now:    func() time.Time { return now },
			Report: func(measure.Report) { now = now.Add(time.Second) }, // a second a game
		})
	}
	whole, short := t.TempDir(), t.TempDir()
	want, err := run(whole, 100, false, false)
	if err != nil || want.Steps != 100 {
		t.Fatalf("%d games, %v", want.Steps, err)
	}
	for _, c := range []struct {
		seconds        time.Duration
		resume, finish bool
		want           string
	}{
		{20, false, false, "2.5 passes over the 8 games, want 10 .*--resume and more --time: about 1m20s in all"},
		{79, true, false, "9.9 passes over the 8 games, want 10 .*: about 1m20s in all"},
		{79, false, true, "finish .*: .* 9.9 passes over the 8 games, want 10 .*--resume and more --time"},
	} {
		_, err := run(short, c.seconds, c.resume, c.finish)
		if err == nil || !regexp.MustCompile(c.want).MatchString(err.Error()) {
			t.Errorf("%d seconds: %v", c.seconds, err)
		}
		if _, err := os.Stat(filepath.Join(short, models.ManifestName)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%d seconds: there is a model (%v)", c.seconds, err)
		}
	}
	got, err := run(short, 100, true, false)
	if err != nil || got.Steps != want.Steps || !slices.Equal(got.Policy.Weights(), want.Policy.Weights()) {
		t.Errorf("%d games, want %d with the same weights: %v", got.Steps, want.Steps, err)
	}
}
