package alphago

import (
	"errors"
	"math"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/wyrand"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/gostate"
	"github.com/tengen-go/tengen/search/smallstate"
)

// tiny are random networks for boards of 5×5: a policy, a value, or both.
func tiny(t testing.TB, policy, value bool) *nets.Evaluator {
	t.Helper()
	var m nets.Model
	var err error
	if policy {
		if m.Policy, err = nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 48, Filters: 8, Layers: 3}, 1); err != nil {
			t.Fatal(err)
		}
	}
	if value {
		if m.Value, err = nets.NewValue(nets.ValueConfig{Board: 5, Planes: 49, Filters: 8, Layers: 3, Hidden: 8}, 2); err != nil {
			t.Fatal(err)
		}
	}
	e, err := nets.NewEvaluator(m, 1)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// empty is the beginning of a game.
func empty(t testing.TB, size int) *gostate.State {
	t.Helper()
	g, err := board.NewGame(size, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	return gostate.New(g)
}

func newQueue(t testing.TB, n Networks, c QueueConfig) *Queue {
	t.Helper()
	q, err := NewQueue(n, c)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func newNetwork(t testing.TB, q *Queue, c NetworkConfig) *Network {
	t.Helper()
	n, err := NewNetwork(q, c)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// wandered are positions of random games of 5×5, passes among the moves.
func wandered(t testing.TB, n int) []*gostate.State {
	t.Helper()
	var all []*gostate.State
	r := wyrand.New(7)
	for len(all) < n {
		s := empty(t, 5)
		for range r.IntN(30) {
			moves := s.Moves(nil)
			if len(moves) == 0 {
				break
			}
			s.Play(moves[r.IntN(len(moves))])
		}
		if len(s.Moves(nil)) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// alone is what the networks say of a position by themselves, as the mean over symmetries.
func alone(t testing.TB, e *nets.Evaluator, pos *board.Position, symmetries ...features.Symmetry) (priors []float32, value float32) {
	t.Helper()
	priors = make([]float32, e.Points())
	for _, s := range symmetries {
		planes := make([]float32, e.Points()*e.Stride())
		features.NewExtractor().Extract(planes, e.Stride(), pos, features.Planes(e.Planes()), s)
		var p, v []float32
		if e.HasPolicy() {
			p = make([]float32, e.Points())
		}
		if e.HasValue() {
			v = make([]float32, 1)
		}
		if err := e.Evaluate(p, v, planes, 1); err != nil {
			t.Fatal(err)
		}
		if p != nil {
			back := make([]float32, e.Points())
			s.Inverse().Distribution(back, p, pos.Size())
			for i := range priors {
				priors[i] += back[i] / float32(len(symmetries))
			}
		}
		if v != nil {
			value += v[0] / float32(len(symmetries))
		}
	}
	return priors, value
}

// Whoever asks, together with whomever, waiting or not, gets what the networks say of the
// position by themselves.
func TestQueueAnswersEveryone(t *testing.T) {
	e := tiny(t, true, true)
	states := wandered(t, 60)
	for _, c := range []QueueConfig{
		{Evaluations: 1, Batch: 1},
		{Evaluations: 2, Batch: 3, Cache: 5000},
		{Evaluations: 3, Batch: 4, Cache: 1 << 20, Orientation: EveryOrientation},
		{Evaluations: 1, Batch: 8, Orientation: OneOrientation},
	} {
		q := newQueue(t, e, c)
		var want [][]float32
		var values []float32
		for _, s := range states {
			key := positionKey(s.Position(), e.Planes())
			symmetries := q.symmetries(key)
			if want := map[Orientation]int{RandomOrientation: 1, EveryOrientation: 8, OneOrientation: 1}[c.Orientation]; len(symmetries) != want {
				t.Fatalf("%d symmetries, want %d", len(symmetries), want)
			}
			p, v := alone(t, e, s.Position(), symmetries...)
			want, values = append(want, p), append(values, v)
		}
		right := func(k *question, i int) bool {
			near := func(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-6 }
			return k.err == nil && (k.want&wantPriors == 0 || slices.EqualFunc(k.priors, want[i], near)) &&
				(k.want&wantValue == 0 || near(k.value, values[i]))
		}
		var wg, replies sync.WaitGroup
		for g := range 8 {
			wg.Go(func() {
				for j := range 2 * len(states) {
					i := (g*7 + j) % len(states)
					k, known, err := q.ask(states[i].Position(), []parts{wantPriors, wantValue, wantPriors | wantValue}[(g+j)%3], 0)
					if err != nil {
						t.Error(err)
						return
					}
					if !known && (g+j)%2 == 0 {
						replies.Add(1)
						q.post(k, func(k *question) {
							if !right(k, i) {
								t.Errorf("%+v: position %d got another answer (%v)", c, i, k.err)
							}
							q.drop(k)
							replies.Done()
						})
						continue
					}
					if !known {
						err = q.wait(k)
					}
					if err != nil || !right(k, i) {
						t.Errorf("%+v: position %d got another answer (%v)", c, i, err)
					}
					q.drop(k)
				}
			})
		}
		wg.Wait()
		q.flush()
		replies.Wait()
		s := q.Stats()
		if s.Lookups != int64(16*len(states)) || s.Positions+s.Hits != s.Lookups || s.CacheBytes > c.Cache {
			t.Errorf("%+v: %+v", c, s)
		}
		if q.running != 0 || len(q.waiting) != 0 || len(q.posted) != 0 || q.postedPriors.Load() != 0 || q.postedValues.Load() != 0 {
			t.Errorf("%+v: the queue is not at rest", c)
		}
	}
}

// slow are networks; their calls end one by one, when the test lets them.
type slow struct {
	Networks
	end   chan struct{}
	sizes []int
}

func (s *slow) Evaluate(priors, values, planes []float32, n int) error {
	s.sizes = append(s.sizes, n)
	<-s.end
	return s.Networks.Evaluate(priors, values, planes, n)
}

// What comes while a call is under way makes up the next one, and the one after it; somebody
// who waits makes it.
func TestBatchesAreFilledByWhoeverWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := &slow{Networks: tiny(t, true, true), end: make(chan struct{})}
		q := newQueue(t, n, QueueConfig{Evaluations: 1, Batch: 4})
		states := wandered(t, 20)
		posted := 0
		var waiters sync.WaitGroup
		bring := func(s *gostate.State, wait bool) {
			k, _, err := q.ask(s.Position(), wantPriors, 0)
			if err != nil {
				t.Fatal(err)
			}
			waiters.Go(func() {
				if !wait {
					q.post(k, func(*question) { posted++ })
					return
				}
				if err := q.wait(k); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		for i, s := range states[:11] {
			bring(s, i != 3 && i != 8)
		}
		for range 3 {
			n.end <- struct{}{}
		}
		waiters.Wait()
		if want := []int{1, 4, 4}; !slices.Equal(n.sizes, want) || posted != 0 {
			t.Errorf("batches of %v, want %v; %d answers that nobody waits for", n.sizes, want, posted)
		}
		// These lie until somebody comes, or until they are sent off.
		bring(states[12], false)
		n.end <- struct{}{}
		waiters.Wait()
		if posted != 3 || n.sizes[3] != 3 {
			t.Errorf("batches of %v, %d answers that nobody waits for; want a batch of 3", n.sizes, posted)
		}
		for _, s := range states[13:16] {
			bring(s, false)
		}
		if q.postedPriors.Load() != 2 {
			t.Errorf("%d lie in the queue, want 2", q.postedPriors.Load())
		}
		n.end <- struct{}{}
		waiters.Wait()
		go q.flush()
		n.end <- struct{}{}
		synctest.Wait()
		if posted != 6 || q.running != 0 {
			t.Errorf("%d answers after all was sent off, want 6", posted)
		}
	})
}

// Questions that nobody waits for lie while the only call is under way, up to a batch. When it has ended, the next one who
// comes makes a call with those that lie longest.
func TestAFreeCallTakesWhatLies(t *testing.T) {
	for _, batch := range []int{1, 2} {
		synctest.Test(t, func(t *testing.T) {
			n := &slow{Networks: tiny(t, true, true), end: make(chan struct{})}
			q := newQueue(t, n, QueueConfig{Evaluations: 1, Batch: batch})
			var answered []int
			var posts sync.WaitGroup
			next := 0
			bring := func() {
				i := next
				next++
				k, _, err := q.ask(wandered(t, 20)[i].Position(), wantValue, 0)
				if err != nil {
					t.Fatal(err)
				}
				posts.Go(func() { q.post(k, func(*question) { answered = append(answered, i) }) })
				synctest.Wait()
			}
			bring() // its call is under way
			for range batch {
				if !q.takesValues() {
					t.Fatalf("batches of %d: no room after %d questions", batch, next)
				}
				bring()
			}
			if q.takesValues() {
				t.Errorf("batches of %d: %d lie in the queue, and there is room for more", batch, next-1)
			}
			n.end <- struct{}{}
			synctest.Wait()
			if !q.takesValues() {
				t.Errorf("batches of %d: no room, though no call is under way", batch)
			}
			if !q.late() {
				t.Errorf("batches of %d: the next call is full, and answers one more question at once", batch)
			}
			bring()
			n.end <- struct{}{}
			posts.Wait()
			if want := []int{0, 1, 2}[:1+batch]; !slices.Equal(answered, want) {
				t.Errorf("batches of %d: answers %v, want %v", batch, answered, want)
			}
			go q.flush()
			n.end <- struct{}{}
			synctest.Wait()
			if q.late() || len(answered) != 2+batch {
				t.Errorf("batches of %d: %d answers, and the next question waits", batch, len(answered))
			}
		})
	}
}

// faulty are networks that answer nonsense.
type faulty struct {
	Networks
	priors, value float32
	err           error
}

func (f *faulty) Evaluate(priors, values, planes []float32, n int) error {
	for i := range priors {
		priors[i] = f.priors
	}
	for i := range values {
		values[i] = f.value
	}
	return f.err
}

func TestNonsenseIsAnError(t *testing.T) {
	broken := errors.New("broken")
	nan := float32(math.NaN())
	s := empty(t, 5)
	moves := s.Moves(nil)
	for name, f := range map[string]*faulty{
		"NaN prior":      {priors: nan},
		"negative prior": {priors: -1},
		"wrong sum":      {priors: 1},
		"NaN value":      {priors: 1.0 / 25, value: nan},
		"large value":    {priors: 1.0 / 25, value: 1.5},
		"broken":         {priors: 1.0 / 25, err: broken},
	} {
		f.Networks = tiny(t, true, true)
		n := newNetwork(t, newQueue(t, f, DefaultQueueConfig()), DefaultNetworkConfig())
		for range 2 { // it is not kept either
			if _, err := n.Evaluate(s, moves, make([]float32, len(moves))); err == nil || f.err != nil && !errors.Is(err, f.err) {
				t.Errorf("%s: error %v", name, err)
			}
		}
	}
	n := newNetwork(t, newQueue(t, tiny(t, true, true), DefaultQueueConfig()), DefaultNetworkConfig())
	if _, err := n.Evaluate(empty(t, 9), nil, nil); err == nil {
		t.Error("networks for 5×5 judged 9×9")
	}
	if _, err := n.Evaluate(&smallstate.TicTacToe{}, nil, nil); !errors.Is(err, errNoBoard) {
		t.Errorf("networks judged tic-tac-toe: %v", err)
	}
}

func TestQueueSettings(t *testing.T) {
	for name, spoil := range map[string]func(*QueueConfig){
		"evaluations": func(c *QueueConfig) { c.Evaluations = 0 },
		"batch":       func(c *QueueConfig) { c.Batch = 0 },
		"cache":       func(c *QueueConfig) { c.Cache = -1 },
		"small cache": func(c *QueueConfig) { c.Cache = 100 },
		"orientation": func(c *QueueConfig) { c.Orientation = 3 },
	} {
		c := DefaultQueueConfig()
		spoil(&c)
		if _, err := NewQueue(tiny(t, true, true), c); err == nil {
			t.Errorf("%s: %+v was taken", name, c)
		}
	}
	for _, c := range []NetworkConfig{
		{},
		{Temperature: math.NaN()},
		{Temperature: math.Inf(1)},
		{Temperature: 1, Pass: -1},
		{Temperature: 1, Pass: 2},
	} {
		if _, err := NewNetwork(newQueue(t, tiny(t, true, true), DefaultQueueConfig()), c); err == nil {
			t.Errorf("%+v was taken", c)
		}
	}
}

func TestEvaluatingDoesNotAllocate(t *testing.T) {
	states := wandered(t, 50)
	for _, cache := range []int64{0, 1 << 20} {
		c := DefaultQueueConfig()
		c.Cache = cache
		n := newNetwork(t, newQueue(t, tiny(t, true, true), c), DefaultNetworkConfig())
		moves, priors := make([]search.Move, 0, 30), make([]float32, 30)
		i := 0
		if got := testing.AllocsPerRun(300, func() {
			s := states[i%len(states)]
			i++
			moves = s.Moves(moves[:0])
			if _, err := n.Evaluate(s, moves, priors); err != nil {
				t.Fatal(err)
			}
		}); got != 0 {
			t.Errorf("cache of %d bytes: %v allocations an evaluation", cache, got)
		}
	}
}
