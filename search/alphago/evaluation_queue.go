package alphago

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/evaluation"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/search"
)

// Networks answer batches of positions; *nets.Evaluator is meant. See there.
type Networks interface {
	evaluation.Network
	HasPolicy() bool
	HasValue() bool
	Evaluate(priors, values, planes []float32, n int) error
}

// Orientation says under which symmetries of the board the networks see a position.
type Orientation int

const (
	// RandomOrientation is one of the eight, drawn for each position: the implicit ensemble of
	// Silver et al. 2016. It depends only on the position and the seed of the Network which asks,
	// so that equal questions have equal answers.
	RandomOrientation Orientation = iota
	// EveryOrientation is the mean of all eight, at eight times the price.
	EveryOrientation
	// OneOrientation is the position as it is.
	OneOrientation
)

// QueueConfig is what a Queue is set to for its life.
type QueueConfig struct {
	// Evaluations is how many calls of the networks run at once, on as many cores; at least 1.
	Evaluations int
	// Batch is how many positions one call takes at most, at least 1. Silver et al. 2016 take
	// one, for the earliest answer. On a processor a batch is no faster; where it is, the
	// positions that wait while all evaluations are busy make one.
	Batch int
	// Cache is the most bytes of answers to keep; 0 keeps none.
	Cache int64
	// Orientation says how the networks see a position.
	Orientation Orientation
}

// DefaultQueueConfig is for one core.
func DefaultQueueConfig() QueueConfig {
	return QueueConfig{Evaluations: 1, Batch: 8, Cache: 64 << 20}
}

// Validate refuses settings that no queue can have.
func (c QueueConfig) Validate() error {
	switch {
	case c.Evaluations < 1 || c.Evaluations > 4096:
		return fmt.Errorf("%d evaluations at once: want 1 to 4096", c.Evaluations)
	case c.Batch < 1 || c.Batch > 4096:
		return fmt.Errorf("batches of %d positions: want 1 to 4096", c.Batch)
	case c.Cache < 0:
		return fmt.Errorf("a cache of %d bytes: want 0 or more", c.Cache)
	case c.Orientation < RandomOrientation || c.Orientation > OneOrientation:
		return fmt.Errorf("orientation %d is none", c.Orientation)
	}
	return nil
}

// Queue is the one place where positions wait for a model's networks, for any number of
// searches and goroutines. It has no goroutines and no timers of its own: whoever brings a
// position while fewer than Evaluations calls run makes the next call, with what waits by
// then. When a call ends and others still wait, one of them makes the next.
//
// What has been answered is kept in a cache under the position's key.
type Queue struct {
	nets         Networks
	config       QueueConfig
	size, points int
	rows         int // orientations of a position
	cache        *answerCache

	lookups, hits, positions, calls atomic.Int64
	postedPriors, postedValues      atomic.Int64 // how many of posted want them

	mu      sync.Mutex
	running int
	waiting []*question // somebody waits for these
	posted  []*question // no goroutine waits for these
	free    []*question
	idle    []*call
}

// question is one position on its way through the queue.
type question struct {
	pos    board.Position
	key    uint64
	want   parts
	priors []float32 // the answer, [point] as the position stands
	value  float32   // the answer, for the player to move
	err    error     // or none

	wake  chan struct{} // answered, or lead is set
	lead  *call         // the call that the one who waits must make
	reply func(*question)
	// For a posted question: what reply answers.
	ticket *search.Ticket
	player int
	moves  []search.Move
	spread []float32
}

// NewQueue makes a queue before networks for boards of one size.
func NewQueue(n Networks, config QueueConfig) (*Queue, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if !n.HasPolicy() && !n.HasValue() {
		return nil, errors.New("the model has neither a policy nor a value network")
	}
	q := &Queue{nets: n, config: config, points: n.Points(), rows: 1}
	q.size = int(math.Sqrt(float64(q.points)) + 0.5)
	if err := features.Planes(n.Planes()).Validate(); err != nil {
		return nil, err
	}
	if config.Orientation == EveryOrientation {
		q.rows = features.Symmetries
	}
	var err error
	q.cache, err = newAnswerCache(config.Cache, q.points, n.HasPolicy())
	return q, err
}

// Size is the side of the boards.
func (q *Queue) Size() int { return q.size }

// QueueStats counts what a queue did so far.
type QueueStats struct {
	Lookups    int64 // positions that were asked for
	Hits       int64 // of these, found in the cache
	Positions  int64 // evaluated
	Calls      int64 // of the networks; Positions over Calls is the mean batch
	CacheBytes int64 // memory of the cache
}

// Stats is the count up to now.
func (q *Queue) Stats() QueueStats {
	return QueueStats{
		Lookups: q.lookups.Load(), Hits: q.hits.Load(),
		Positions: q.positions.Load(), Calls: q.calls.Load(), CacheBytes: q.cache.bytes(),
	}
}

// ask makes a question; drop gives it back. The question is known, its answer in place, if the
// cache had it. Random orientations come from the seed.
func (q *Queue) ask(pos *board.Position, want parts, seed uint64) (k *question, known bool, err error) {
	if pos.Size() != q.size {
		return nil, false, fmt.Errorf("a position of %d×%d points for networks of %d×%d",
			pos.Size(), pos.Size(), q.size, q.size)
	}
	q.mu.Lock()
	if n := len(q.free); n > 0 {
		k = q.free[n-1]
		q.free = q.free[:n-1]
	}
	q.mu.Unlock()
	if k == nil {
		k = &question{wake: make(chan struct{}, 1), priors: make([]float32, q.points)}
	}
	k.key, k.want, k.err = positionKey(pos, q.nets.Planes()), want, nil
	if q.config.Orientation == RandomOrientation {
		k.key ^= seed // other seeds see the position from another side: their answers are kept apart
	}
	q.lookups.Add(1)
	if k.value, known = q.cache.get(k.key, want, k.priors); known {
		q.hits.Add(1)
		return k, true, nil
	}
	k.pos = *pos
	return k, false, nil
}

// drop gives a question back.
func (q *Queue) drop(k *question) {
	k.reply, k.ticket = nil, nil
	q.mu.Lock()
	q.free = append(q.free, k)
	q.mu.Unlock()
}

// wait brings a question without a known answer, and waits for the answer.
func (q *Queue) wait(k *question) error {
	q.mu.Lock()
	if q.running < q.config.Evaluations {
		q.running++
		c := q.batch(k)
		q.mu.Unlock()
		q.run(c, k)
		return k.err
	}
	q.waiting = append(q.waiting, k)
	q.mu.Unlock()
	<-k.wake
	if c := k.lead; c != nil {
		k.lead = nil
		q.run(c, k)
	}
	return k.err
}

// post brings a question without waiting. The goroutine that has the answer gives it to k.reply
// and then gives the question back. If a call is free, the caller makes it, with the questions
// that have waited longest. Its own is one of them, unless they fill the batch.
func (q *Queue) post(k *question, reply func(*question)) {
	k.reply = reply
	q.mu.Lock()
	q.posted = append(q.posted, k)
	q.count(k, 1)
	if q.running >= q.config.Evaluations {
		q.mu.Unlock()
		return
	}
	q.running++
	c := q.batch(nil)
	q.mu.Unlock()
	q.run(c, nil)
}

// count keeps account of what is posted.
func (q *Queue) count(k *question, by int64) {
	if k.want&wantPriors != 0 {
		q.postedPriors.Add(by)
	}
	if k.want&wantValue != 0 {
		q.postedValues.Add(by)
	}
}

// busy says whether all calls are under way.
func (q *Queue) busy() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.running >= q.config.Evaluations
}

// late says whether what is posted now is answered later: all calls are under way, or the next one is full without it.
func (q *Queue) late() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.running >= q.config.Evaluations || len(q.waiting)+len(q.posted) >= q.config.Batch
}

// takesValues says whether there is room for one more question about a value that no goroutine
// waits for. Playouts bring such questions at any rate. The queue must not grow without end, and
// questions about priors must not wait behind too many others. If a call is free, there is room:
// who brings the question then makes the call.
func (q *Queue) takesValues() bool { return q.postedValues.Load() < int64(q.config.Batch) || !q.busy() }

// flush answers all that was posted.
func (q *Queue) flush() {
	for {
		q.mu.Lock()
		if len(q.posted) == 0 {
			q.mu.Unlock()
			return
		}
		q.running++ // beyond the limit, if need be: perhaps no other goroutine comes
		c := q.batch(nil)
		q.mu.Unlock()
		q.run(c, nil)
	}
}

// batch takes what the next call answers: the given question, those that somebody waits for,
// those posted, each in the order they came. The caller holds the lock.
func (q *Queue) batch(first *question) *call {
	var c *call
	if n := len(q.idle); n > 0 {
		c = q.idle[n-1]
		q.idle = q.idle[:n-1]
	} else {
		c = &call{input: evaluation.NewInput(q.nets)}
	}
	if first != nil {
		c.questions = append(c.questions, first)
	}
	q.waiting = c.take(q.waiting, q.config.Batch)
	posted := len(c.questions)
	q.posted = c.take(q.posted, q.config.Batch)
	for _, k := range c.questions[posted:] {
		q.count(k, -1)
	}
	return c
}

// run evaluates a batch, wakes the goroutines that asked, except the caller itself, and hands the
// turn on if others wait.
func (q *Queue) run(c *call, own *question) {
	if err := q.evaluate(c); err != nil {
		for _, k := range c.questions {
			k.err = err
		}
	}
	for _, k := range c.questions {
		switch {
		case k.reply != nil:
			k.reply(k)
		case k != own:
			k.wake <- struct{}{}
		}
	}
	clear(c.questions)
	c.questions = c.questions[:0]

	q.mu.Lock()
	defer q.mu.Unlock()
	q.idle = append(q.idle, c)
	if len(q.waiting) == 0 || q.running > q.config.Evaluations {
		q.running--
		return
	}
	next := q.waiting[0]
	next.lead = q.batch(nil)
	next.wake <- struct{}{}
}
