package worker

import (
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"
)

// What others see of a worker's games: so many, so often, and each again after so long, for those who come later.
const (
	mostShown = 4
	showEvery = time.Second
	showAgain = 10 * time.Second
	// lookEvery is the least time between two looks at a game, so that looking costs fast players nothing.
	lookEvery = 100 * time.Millisecond
)

// window shows how the games of a session stand.
type window struct {
	send  func(looks []byte)
	leave chan struct{}
	done  sync.WaitGroup

	mu      sync.Mutex
	games   map[int]look
	changed bool
	shown   bool // something was
}

// look is how a game stood.
type look struct {
	data json.RawMessage
	at   time.Time
}

func newWindow(send func(looks []byte)) *window {
	w := &window{send: send, leave: make(chan struct{}), games: map[int]look{}}
	w.done.Go(w.keep)
	return w
}

// show is work.Tools.Show.
func (w *window) show(game int, data func() []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	if old, ok := w.games[game]; ok && now.Sub(old.at) < lookEvery || !ok && len(w.games) >= mostShown {
		return
	}
	w.games[game] = look{data(), now}
	w.changed = true
}

// over takes a game away.
func (w *window) over(game int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, ok := w.games[game]; ok {
		delete(w.games, game)
		w.changed = true
	}
}

// close shows that there are no games any more, to those who have seen some.
func (w *window) close() {
	close(w.leave)
	w.done.Wait()
	w.mu.Lock()
	clear(w.games)
	shown := w.shown
	w.mu.Unlock()
	if shown {
		w.send(w.looks())
	}
}

// looks are the games as one JSON array.
func (w *window) looks() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.changed, w.shown = false, true
	all := []json.RawMessage{}
	for _, game := range slices.Sorted(maps.Keys(w.games)) {
		all = append(all, w.games[game].data)
	}
	data, err := json.Marshal(all)
	if err != nil {
		return []byte("[]")
	}
	return data
}

// keep shows the games again and again.
func (w *window) keep() {
	tick := time.NewTicker(showEvery)
	defer tick.Stop()
	last := time.Now()
	for {
		select {
		case <-w.leave:
			return
		case now := <-tick.C:
			w.mu.Lock()
			due := w.changed || len(w.games) > 0 && now.Sub(last) >= showAgain
			w.mu.Unlock()
			if due {
				last = now
				w.send(w.looks())
			}
		}
	}
}
