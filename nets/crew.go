package nets

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// crew shares calls out among goroutines without allocation: what a call needs is
// kept for the next one. The zero value is ready; many goroutines may call.
type crew struct {
	calls atomic.Int32 // under way
	mu    sync.Mutex
	free  []*job
}

// job is one call: the positions of one or two networks, cut into pieces that
// whoever is free takes next. Each piece has results of its own, so who takes it
// does not matter. If there are too few pieces for the threads, these share each
// layer instead.
type job struct {
	parts  [2]part
	n      int // positions
	size   int // of a piece, in positions
	pieces int // of each part
	tasks  int // of all parts
	next   atomic.Int64
	wg     sync.WaitGroup
	helper func()       // works as a goroutine of wg; made once, for each closure is an allocation
	team   *kernel.Team // shares layers; nil before the first time
}

// part is the share of one network in a call. Slices are checked and long enough.
type part struct {
	from        *inference
	net         *prepared
	dst, planes []float32
	finish      func(row []float32)
}

// run evaluates n positions by each of the parts on at most threads goroutines. The
// caller's goroutine is one of them; it works whatever threads says.
func (c *crew) run(n, threads int, parts ...part) {
	threads = max(1, threads)
	j := c.take()
	copy(j.parts[:], parts)
	j.n, j.size = n, min(chunk, max(1, n*len(parts)/threads))
	j.pieces = (n + j.size - 1) / j.size
	j.tasks = j.pieces * len(parts)
	others := c.calls.Add(1) > 1
	if members := min(threads, runtime.GOMAXPROCS(0)); !others && j.shares(members) {
		j.share(members)
	} else {
		j.next.Store(0)
		for range min(threads, j.tasks) - 1 {
			j.wg.Add(1)
			go j.helper()
		}
		j.work()
		j.wg.Wait()
	}
	c.calls.Add(-1)
	j.parts = [2]part{} // releases the caller's memory
	c.mu.Lock()
	c.free = append(c.free, j)
	c.mu.Unlock()
}

func (c *crew) take() *job {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.free); n > 0 {
		j := c.free[n-1]
		c.free = c.free[:n-1]
		return j
	}
	j := new(job)
	j.helper = func() {
		defer j.wg.Done()
		j.work()
	}
	return j
}

// shares tells whether the answers are there earlier if so many threads share each
// layer. With as many pieces as threads that cannot be, nor with many more, nor where
// the layers are too small to be shared; and while other calls are under way, the
// threads are better left to them.
//
// Measured, one position by two threads, as a multiple of the speed by one: the paper's
// network 1.86, 64×7 on 19×19 1.63 and on 9×9 1.54, 32×5 on 19×19 1.36; 32×5 on 9×9 is
// left alone. Three positions of the paper's network take two threads 1.4 times as long
// as one takes one thread, not twice.
func (j *job) shares(members int) bool {
	if j.size != 1 || j.tasks == 0 || j.tasks%members == 0 || j.tasks > 2*members {
		return false
	}
	together := 0.0 // in times of one position by one thread
	for i := range j.tasks / j.pieces {
		together += j.parts[i].net.splitTime(members, j.n)
	}
	return together < float64((j.tasks+members-1)/members)
}

// splitTime is the time that a team needs for so many positions, as a multiple of one position's time on one thread.
// The layer with the most work that a team can share stands for all. The first layer adds and does not multiply, so
// it stands for all only if a team can share no other.
func (t *prepared) splitTime(members, positions int) float64 {
	time, best := float64(positions), -1
	for i, l := range t.layers {
		if s, ok := l.Kernel.(layers.Splitter); ok && (best <= 0 || l.work > t.layers[best].work) {
			time, best = s.SplitTime(members, positions), i
		}
	}
	return time
}

// share evaluates one network after the other, each layer by all threads: the way to
// the earliest answer when there are fewer pieces than threads.
func (j *job) share(threads int) {
	if j.team == nil || j.team.Size() != threads {
		j.team = kernel.NewTeam(threads)
	}
	for i := range j.parts[:j.tasks/j.pieces] {
		p := &j.parts[i]
		p.from.run(p.net, p.dst, p.planes, j.n, p.finish, j.team)
	}
}

// work does pieces until none is left.
func (j *job) work() {
	for {
		i := int(j.next.Add(1) - 1)
		if i >= j.tasks {
			return
		}
		p, first := &j.parts[i/j.pieces], i%j.pieces*j.size
		p.from.run(p.net, p.dst[first*p.from.outSize():], p.planes[first*p.from.inSize():], min(j.size, j.n-first),
			p.finish, nil)
	}
}
