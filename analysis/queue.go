package analysis

import (
	"cmp"
	"container/heap"
	"context"
	"sync"
)

// mostOpen is how many positions may wait at most, mostText how many bytes of queries.
const (
	mostOpen = 100_000
	mostText = 256 << 20
)

// request is one position that is to be analysed.
type request struct {
	query    *query
	turn     int
	priority int64
	number   int64 // in the order of arrival

	// cancel ends the reading; nil before it has begun. The queue guards it, and ended.
	cancel context.CancelFunc
	ended  bool // somebody asked for its end
}

// queue holds the positions that wait and knows those under way. It gives out the one of the highest
// priority, and among these the first that came. It is for many goroutines.
type queue struct {
	mu      sync.Mutex
	arrived *sync.Cond
	waiting waiting
	active  map[*request]bool
	text    int // bytes of the queries that wait
	next    int64
	closed  bool
}

func newQueue() *queue {
	q := &queue{active: map[*request]bool{}}
	q.arrived = sync.NewCond(&q.mu)
	return q
}

// add puts the turns of a query in; false if there are too many.
func (q *queue) add(of *query) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting)+len(of.turns) > mostOpen || q.text > mostText {
		return false
	}
	if of.waiting = len(of.turns); of.waiting > 0 {
		q.text += of.text
	}
	for _, turn := range of.turns {
		heap.Push(&q.waiting, &request{query: of, turn: turn, priority: of.priority[turn], number: q.next})
		q.next++
	}
	q.arrived.Broadcast()
	return true
}

// left counts a request that waits no more.
func (q *queue) left(r *request) {
	if r.query.waiting--; r.query.waiting == 0 {
		q.text -= r.query.text
	}
}

// take waits for a request and gives a context for it; nil when the queue is closed and empty, or ctx has ended:
// what still waits then is dropped.
func (q *queue) take(ctx context.Context) (*request, context.Context) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 {
		if q.closed {
			return nil, nil
		}
		q.arrived.Wait()
	}
	if ctx.Err() != nil {
		return nil, nil
	}
	r := heap.Pop(&q.waiting).(*request)
	q.left(r)
	reading, cancel := context.WithCancel(ctx)
	r.cancel = cancel
	q.active[r] = true
	return r, reading
}

// wasEnded says whether somebody asked for the request's end.
func (q *queue) wasEnded(r *request) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return r.ended
}

// done says that a request was answered.
func (q *queue) done(r *request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	r.cancel()
	delete(q.active, r)
}

// end ends the requests that match. Those that waited, which it returns, are for the caller to answer.
func (q *queue) end(match func(*request) bool) (waited []*request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for r := range q.active {
		if match(r) {
			r.ended = true
			r.cancel()
		}
	}
	kept := q.waiting[:0]
	for _, r := range q.waiting {
		if match(r) {
			waited = append(waited, r)
			q.left(r)
		} else {
			kept = append(kept, r)
		}
	}
	clear(q.waiting[len(kept):])
	q.waiting = kept
	heap.Init(&q.waiting)
	return waited
}

// close says that no request comes any more.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.arrived.Broadcast()
}

// waiting is a heap of requests.
type waiting []*request

func (w waiting) Len() int { return len(w) }

func (w waiting) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(w[j].priority, w[i].priority), cmp.Compare(w[i].number, w[j].number)) < 0
}

func (w waiting) Swap(i, j int) { w[i], w[j] = w[j], w[i] }
func (w *waiting) Push(r any)   { *w = append(*w, r.(*request)) }

func (w *waiting) Pop() any {
	last := len(*w) - 1
	r := (*w)[last]
	(*w)[last] = nil
	*w = (*w)[:last]
	return r
}
