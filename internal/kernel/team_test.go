package kernel

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// tally counts how often each part is done, without atomics: the team itself has to
// order the accesses of its members.
type tally struct {
	times   []int
	members []*member // who did it
}

func (c *tally) part(i int, m *member) {
	c.times[i]++
	c.members[i] = m
}

func (c *tally) check(t *testing.T, n int) {
	t.Helper()
	for i, times := range c.times {
		if want := 1; i < n && times != want || i >= n && times != 0 {
			t.Fatalf("part %d of %d done %d times", i, n, times)
		}
		c.times[i] = 0
	}
}

// eager makes a team that shares the smallest layers.
func eager(n int) *Team {
	t := NewTeam(n)
	t.least = 1
	return t
}

// impatient makes an eager team's helpers end and its caller sleep at the first chance.
func impatient(n int) *Team {
	t := eager(n)
	t.patience = 0
	return t
}

// withProcs lets Go run so many threads for the length of a test.
func withProcs(t *testing.T, n int) {
	before := runtime.GOMAXPROCS(n)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

// TestTeamDoesEachPartOnce, with helpers that come and go and callers that sleep, and
// with more members than threads.
func TestTeamDoesEachPartOnce(t *testing.T) {
	withProcs(t, 3)
	const most = 40
	for size := 1; size <= 5; size++ {
		for _, team := range []*Team{NewTeam(size), impatient(size)} {
			if team.Size() != size {
				t.Fatalf("team of %d for %d", team.Size(), size)
			}
			c := &tally{make([]int, most), make([]*member, most)}
			var s Scratch
			for i := range 300 {
				n := 1 + i*7%most
				team.run(c, n, &s)
				c.check(t, n)
				if i%100 == 0 {
					time.Sleep(time.Microsecond) // helpers end
				}
			}
		}
	}
}

// TestTeamHelps: a helper does its share while the caller is busy with its own.
func TestTeamHelps(t *testing.T) {
	withProcs(t, 2)
	team := NewTeam(2)
	var s Scratch
	for range 3 {
		c := &meeting{met: make(chan struct{})}
		team.run(c, 2, &s)
		if !c.helped {
			t.Fatal("the caller did both parts")
		}
	}
}

// meeting is a task: its first part waits for the second.
type meeting struct {
	met    chan struct{}
	helped bool
}

func (c *meeting) part(i int, m *member) {
	if i == 1 {
		c.helped = m.start != nil
		close(c.met)
		return
	}
	select {
	case <-c.met:
	case <-time.After(10 * time.Second):
	}
}

// TestTeamOnOneThread: without a thread to spare no helper is started.
func TestTeamOnOneThread(t *testing.T) {
	withProcs(t, 1)
	team := NewTeam(4)
	c := &tally{make([]int, 9), make([]*member, 9)}
	var s Scratch
	for range 100 {
		team.run(c, 9, &s)
		c.check(t, 9)
		for i := range team.members {
			if team.members[i].running.Load() {
				t.Fatal("helper started")
			}
		}
	}
}

// TestTeamsLeaveNoGoroutine: an idle team is nothing but memory.
func TestTeamsLeaveNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() {
			team := NewTeam(4)
			c := &tally{make([]int, 9), make([]*member, 9)}
			var s Scratch
			for range 200 {
				team.run(c, 9, &s)
			}
		})
	}
	wg.Wait()
	for range 10_000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestTeamGoesAlone: a team whose helpers cost more than they save works without, the
// longer the more often that happens, and tries again.
func TestTeamGoesAlone(t *testing.T) {
	team := NewTeam(2)
	var alone []int
	for len(alone) < 12 {
		team.account(-mostCredit / 10)
		if team.alone > 0 {
			alone = append(alone, team.alone)
		}
		for team.solo() {
		}
	}
	if want := []int{8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 4096, 4096}; !slices.Equal(alone, want) {
		t.Errorf("%v phases alone, want %v", alone, want)
	}
	// Helpers that have saved time may cost as much before they are suspect again.
	for range 100 {
		team.account(mostCredit / 10)
	}
	team.account(-mostCredit)
	if team.alone != 0 {
		t.Error("one delay outweighs what helpers have saved")
	}
	team.account(-1)
	if team.alone != leastAlone {
		t.Errorf("%d phases alone after more cost than savings, want %d", team.alone, leastAlone)
	}
}

// TestTeamAccounts: a helper that keeps the caller waiting is dispensed with, one that
// does its share in time is kept. The clock moves only with the work.
func TestTeamAccounts(t *testing.T) {
	withProcs(t, 2)
	for _, c := range []struct {
		helper time.Duration // what the helper's part takes; the caller's takes 50 µs
		alone  bool
	}{
		{200 * time.Microsecond, true},
		{60 * time.Microsecond, false},
	} {
		team := NewTeam(2)
		var s Scratch
		for range 200 {
			if team.alone > 0 {
				break
			}
			task := &timed{helper: c.helper, begun: make(chan struct{}), own: make(chan struct{})}
			team.now = task.now
			team.run(task, 2, &s)
		}
		if alone := team.alone > 0; alone != c.alone {
			t.Errorf("helper of %v beside a caller of 50µs: dispensed with %t, want %t", c.helper, alone, c.alone)
		}
	}
}

// timed is a task of two parts, one for each member, that begin together: the caller's
// takes 50 µs of the task's clock and the other one as long as helper says.
type timed struct {
	helper     time.Duration
	elapsed    atomic.Int64
	reads      int           // of the clock: at the start, after the caller's part, at the end
	begun, own chan struct{} // the helper's part; the end of the caller's
}

func (c *timed) part(i int, m *member) {
	const own = 50 * time.Microsecond
	if i == 0 {
		<-c.begun
		c.elapsed.Add(int64(own))
		return
	}
	close(c.begun)
	<-c.own
	c.elapsed.Add(int64(c.helper - own))
}

func (c *timed) now() time.Time {
	now := time.Unix(0, c.elapsed.Load())
	if c.reads++; c.reads == 2 {
		close(c.own)
	}
	return now
}
