package worker

import "time"

// stopwatch counts the time with games. The speed of a worker does not fall while nobody orders games.
type stopwatch struct {
	total time.Duration
	since time.Time // zero while it stands
}

func (s *stopwatch) begin(now time.Time) { s.since = now }

func (s *stopwatch) end(now time.Time) {
	s.total = s.elapsed(now)
	s.since = time.Time{}
}

func (s *stopwatch) elapsed(now time.Time) time.Duration {
	if s.since.IsZero() {
		return s.total
	}
	return s.total + now.Sub(s.since)
}

// busy notes that games begin, or that there are none to play.
func (w *worker) busy(is bool) {
	w.mu.Lock()
	if is {
		w.work.begin(time.Now())
	} else {
		w.work.end(time.Now())
	}
	w.mu.Unlock()
	w.config.Busy(is)
}
