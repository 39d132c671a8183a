package worker

import (
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/work"
)

// The speed of a worker is the one that it has with games, however long it waits for them.
func TestTheSpeedDoesNotFallWithoutGames(t *testing.T) {
	w := &worker{config: Config{Kinds: work.Plain(), Threads: 1}}
	at := time.Now()
	after := func(d time.Duration, want float64) {
		t.Helper()
		at = at.Add(d)
		if got := w.about(at).PerHour; got != want {
			t.Errorf("%v games an hour, want %v", got, want)
		}
	}
	after(time.Hour, 0)
	w.work.begin(at)
	w.games = 50
	after(30*time.Minute, 100)
	w.games = 100
	after(30*time.Minute, 100)
	w.work.end(at)
	after(5*time.Hour, 100)
	w.work.begin(at)
	after(time.Hour, 50)
}
