package kernel

import (
	"runtime"
	"sync/atomic"
	"time"
)

// Team shares the parts of one short computation out among several goroutines: the
// caller and helpers. It is made for phases of some ten microseconds with a barrier
// after each. To start a goroutine or wake a thread for every such phase would take as
// long as the work.
//
// Helpers watch for the next phase without giving up their cores, and end when none has
// come for a while: a Team that is not used has no goroutines and need not be closed. No
// member waits for a helper that has not begun. Each member has a share of a phase's parts
// and, when it is done, takes from the shares of the others. So with fewer free cores than
// members the caller does what is left, and a helper that comes late finds nothing to do.
// If the system takes a core away from a helper in the middle of a part, all wait. A Team
// counts what helpers save and cost, and works without them for a time if they cost more.
//
// A Team serves one goroutine at a time.
type Team struct {
	members []member // the first one is the caller
	task    task
	round   uint32 // counts the phases

	credit time.Duration // that helpers have saved, within limits
	alone  int           // phases that are still to be done without helpers
	next   int           // how many the next time

	forward  splitForward // the task of Conv.ForwardSplit
	backward splitBackward

	// patience is how long a helper without work keeps its core, and a caller longer
	// than its own share took: about as long as it takes to wake a thread.
	patience time.Duration
	// least is how many multiplications a part is worth its while.
	least int
	// now is the clock that savings are booked by.
	now func() time.Time

	_      [64]byte
	left   atomic.Int32 // parts of the phase that are not done
	asleep atomic.Bool  // the caller waits for wake
	wake   chan struct{}
}

// task is a phase of a computation in parts that write no memory of each other.
type task interface {
	part(i int, m *member)
}

// member is what one goroutine of a team has for itself.
type member struct {
	// share holds the round and the parts that are still to be taken: round<<32 |
	// from<<16 | to. A member that takes a part moves from on. The round makes sure
	// that the part belongs to the member's present phase.
	share   atomic.Uint64
	running atomic.Bool // a goroutine looks out for shares
	scratch *Scratch
	holds   int // which input of this phase the scratch has transformed: see splitForward
	start   func()
	_       [64]byte
}

const (
	// maxTeam keeps the parts of a phase countable in 16 bits.
	maxTeam = 1024
	// firstCredit is the time that helpers may cost before they have saved any, mostCredit
	// the most that they can earn: a little more than the system lends a core to another
	// program, 4 ms here.
	firstCredit, mostCredit = time.Millisecond, 5 * time.Millisecond
	// leastAlone and mostAlone bound the phases without helpers.
	leastAlone, mostAlone = 1 << 3, 1 << 12
)

// NewTeam returns a team of n members, the caller among them.
func NewTeam(n int) *Team {
	t := &Team{
		members:  make([]member, min(max(1, n), maxTeam)),
		credit:   firstCredit,
		next:     leastAlone,
		patience: 20 * time.Microsecond,
		least:    leastWork,
		now:      time.Now,
		wake:     make(chan struct{}, 1),
	}
	for i := range t.members[1:] {
		m := &t.members[i+1]
		m.scratch = new(Scratch)
		m.start = func() { t.help(i + 1) }
	}
	return t
}

// Size returns the number of members.
func (t *Team) Size() int { return len(t.members) }

// run does the parts 0 to n-1 of a task and returns when all are done. s is the
// caller's scratch. Neighbouring parts go to the same member.
func (t *Team) run(job task, n int, s *Scratch) {
	size := len(t.members)
	t.members[0].scratch = s
	for i := range t.members {
		t.members[i].holds = 0
	}
	if size == 1 || n == 1 {
		for i := range n {
			job.part(i, &t.members[0])
		}
		return
	}
	t.task = job
	t.round++
	t.left.Store(int32(n))
	for i := range t.members {
		t.members[i].share.Store(uint64(t.round)<<32 | uint64((i*n+size-1)/size)<<16 | uint64((i*n+n+size-1)/size))
	}
	t.call(min(size, n))
	start := t.now()
	done := t.take(0, t.round)
	own := t.now().Sub(start)
	t.await(own + t.patience)
	t.task = nil
	if done > 0 && done < n { // alone it would have taken own·n/done
		t.account(time.Duration(n)*own/time.Duration(done) - t.now().Sub(start))
	}
}

// account books the time that helpers have saved in a phase; if it is negative, they
// have cost it.
func (t *Team) account(saved time.Duration) {
	switch t.credit += saved; {
	case t.credit >= mostCredit:
		t.credit, t.next = mostCredit, leastAlone
	case t.credit < 0:
		t.credit, t.alone = firstCredit, t.next
		t.next = min(2*t.next, mostAlone)
	}
}

// solo tells whether the next phase is better done without helpers.
func (t *Team) solo() bool {
	if t.alone > 0 {
		t.alone--
		return true
	}
	return len(t.members) == 1
}

// call starts the helpers among the first n members that are not there, but no more than can
// run.
func (t *Team) call(n int) {
	procs := 0
	for i := 1; i < n; i++ {
		m := &t.members[i]
		if m.running.Load() {
			continue
		}
		if procs == 0 {
			procs = runtime.GOMAXPROCS(0)
		}
		if i < procs && m.running.CompareAndSwap(false, true) {
			go m.start()
		}
	}
}

// help is the life of a helper.
func (t *Team) help(i int) {
	m := &t.members[i]
	for {
		round := uint32(m.share.Load() >> 32)
		t.take(i, round)
		if spin(t.patience, func() bool { return uint32(m.share.Load()>>32) != round }) {
			continue
		}
		m.running.Store(false)
		// A phase may have begun just now. Then either the caller starts another helper or
		// this one stays.
		if uint32(m.share.Load()>>32) == round || !m.running.CompareAndSwap(false, true) {
			return
		}
	}
}

// take does parts until none is left, first the parts of the member's own share, and
// returns how many.
func (t *Team) take(i int, round uint32) (done int) {
	for k := range t.members {
		m := &t.members[(i+k)%len(t.members)]
		for part, ok := m.claim(round); ok; part, ok = m.claim(round) {
			t.task.part(part, &t.members[i])
			done++
		}
	}
	if done > 0 && t.left.Add(int32(-done)) == 0 && i > 0 && t.asleep.CompareAndSwap(true, false) {
		t.wake <- struct{}{}
	}
	return done
}

// claim takes a part of the member's share, if there is one left of that round.
func (m *member) claim(round uint32) (part int, ok bool) {
	for {
		s := m.share.Load()
		from, to := s>>16&0xffff, s&0xffff
		if uint32(s>>32) != round || from >= to {
			return 0, false
		}
		if m.share.CompareAndSwap(s, s+1<<16) {
			return int(from), true
		}
	}
}

// await returns when no part is left. If that takes much longer than the caller's own
// share did, it lets go of the core, which a helper may be waiting for.
func (t *Team) await(limit time.Duration) {
	if spin(limit, func() bool { return t.left.Load() == 0 }) {
		return
	}
	for t.left.Load() != 0 {
		t.asleep.Store(true)
		if t.left.Load() == 0 && t.asleep.CompareAndSwap(true, false) {
			return
		}
		<-t.wake
	}
}

// spin waits for a condition, no longer than the limit.
func spin(limit time.Duration, done func() bool) bool {
	var start time.Time
	for {
		for range 64 {
			if done() {
				return true
			}
		}
		if now := time.Now(); start.IsZero() {
			start = now
		} else if now.Sub(start) > limit {
			return done()
		}
	}
}
