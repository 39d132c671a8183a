package cluster

import (
	"context"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
)

// People hear of a hub that is away, or has no room, after so long.
const (
	awayTime = 10 * time.Second
	fullTime = 3 * time.Second
)

// watch says when the hub is away, or cannot store, for some time, and when that is over, until stop. It says once when
// the server refuses something that nobody waits for.
func watch(box *mailbox.Box, say func(format string, args ...any)) (stop func()) {
	ended := make(chan struct{})
	go func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		w := newWatcher()
		for {
			select {
			case <-ended:
				return
			case now := <-tick.C:
				seen := sight{
					away: box.Away(), ill: box.Ill(context.Background()),
					trouble: box.Trouble(), refused: box.Refused(),
				}
				for _, text := range w.look(now, seen) {
					say("%s", text)
				}
			}
		}
	}()
	return func() { close(ended) }
}

// sight is what is seen of a hub.
type sight struct {
	away                  bool
	ill, trouble, refused string // see mailbox.Box; empty for nothing
}

// watcher is what people have heard of a hub.
type watcher struct {
	away, full lapse
	refused    once
}

func newWatcher() *watcher {
	return &watcher{
		away: lapse{
			after: awayTime, over: "the hub is back",
			begun: "the hub does not answer; it was stopped or cannot be reached, and games go on when it is back",
		},
		full: lapse{after: fullTime, over: "the hub stores games again"},
	}
}

// look takes what is seen at a time, and returns what people should hear of it.
func (w *watcher) look(now time.Time, s sight) (said []string) {
	switch { // what the hub says is more exact than what this command has met, and may come sooner
	case s.ill != "":
		w.full.begun = s.ill + "; nothing is lost, and it goes on when there is room"
	case s.trouble != "":
		w.full.begun = s.trouble + "; nothing is lost, and it goes on when there is room (tengen hub serve says more)"
	}
	for _, text := range []string{
		w.refused.look(s.refused), w.away.look(now, s.away), w.full.look(now, s.ill+s.trouble != "" && !s.away),
	} {
		if text != "" {
			said = append(said, text)
		}
	}
	return said
}

// once is what people hear only the first time: what is refused is tried again and again.
type once bool

// look takes what the server has refused, empty for nothing, and returns what people should hear of it.
func (o *once) look(refused string) string {
	if refused == "" || bool(*o) {
		return ""
	}
	*o = true
	return "the server refuses what these credentials ask for: " + strings.TrimPrefix(refused, "nats: ") +
		"; give them the rights of examples/cluster/nats.conf, and end a worker's URL with its name there: ?worker=NAME"
}

// lapse is a state that people hear of when it lasts.
type lapse struct {
	after       time.Duration
	begun, over string
	since       time.Time // zero while it is not so
	said        bool
}

// look takes what is seen at a time, and returns what people should hear of it.
func (l *lapse) look(now time.Time, so bool) string {
	switch {
	case !so && l.said:
		l.since, l.said = time.Time{}, false
		return l.over
	case !so:
		l.since = time.Time{}
	case l.since.IsZero():
		l.since = now
	case !l.said && now.Sub(l.since) >= l.after:
		l.said = true
		return l.begun
	}
	return ""
}
