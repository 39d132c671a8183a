package cluster

import (
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
)

// awayTime is after how long without the hub people hear of it.
const awayTime = 10 * time.Second

// watch says when the hub is away for some time, and when it is back, until stop.
func watch(box *mailbox.Box, say func(format string, args ...any)) (stop func()) {
	ended := make(chan struct{})
	go func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		var seen absence
		for {
			select {
			case <-ended:
				return
			case now := <-tick.C:
				if text := seen.look(now, box.Away()); text != "" {
					say("%s", text)
				}
			}
		}
	}()
	return func() { close(ended) }
}

// absence is how long the hub has been away.
type absence struct {
	since time.Time // zero while it is there
	said  bool
}

// look takes what is seen at a time, and returns what people should hear of it.
func (a *absence) look(now time.Time, away bool) string {
	switch {
	case !away && a.said:
		*a = absence{}
		return "the hub is back"
	case !away:
		*a = absence{}
	case a.since.IsZero():
		a.since = now
	case !a.said && now.Sub(a.since) >= awayTime:
		a.said = true
		return "the hub does not answer; games go on when it is back (tengen hub serve)"
	}
	return ""
}
