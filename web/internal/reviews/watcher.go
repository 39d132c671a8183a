package reviews

import (
	"context"
	"errors"
	"time"

	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/review"
	"github.com/tengen-go/tengen/web/internal/thinking"
)

// Bounds of reading the present position.
const (
	mostVisits  = 20_000
	mostReading = time.Minute
	// slice is how long a watcher keeps its processors although others wait. To begin anew costs a search
	// a good part of a tenth of a second.
	slice = time.Second
	// reportEvery is how often it reports: as often as a stream sends.
	reportEvery = 50 * time.Millisecond
)

// watcher is a player that reads the position that a page shows.
type watcher struct {
	player string
	again  chan struct{} // there is another position, or another wish
	stop   context.CancelFunc

	node    int
	reading bool
	spent   time.Duration // at the node
}

// wanted says whether a player is to read the present position. The caller holds mu.
func (r *openReview) wanted(player string) bool {
	return r.kept.Think && r.news.Watched() && player != "" && (player == r.kept.Player || player == r.kept.Second) &&
		r.enough[player] != r.kept.Node && r.server.ctx.Err() == nil
}

// wake has the players read what is to be read now. The caller holds mu.
func (r *openReview) wake() {
	for _, w := range r.watchers {
		if w.stop != nil && (w.node != r.kept.Node || !r.wanted(w.player)) {
			w.stop()
		}
		select {
		case w.again <- struct{}{}:
		default:
		}
	}
	for _, text := range []string{r.kept.Player, r.kept.Second} {
		if r.watchers[text] != nil || !r.wanted(text) {
			continue
		}
		w := &watcher{player: text, again: make(chan struct{}, 1)}
		r.watchers[text] = w
		r.server.running.Go(func() { r.read(w) })
	}
}

// read is a watcher's life: it ends when nobody wants it any more, and when it has read enough. Then others may read.
func (r *openReview) read(w *watcher) {
	err := r.readOn(w)
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.watchers, w.player)
	r.unread = ""
	if err != nil && r.server.ctx.Err() == nil {
		r.unread = err.Error()
		r.kept.Think = false // it would fail again
	}
	r.tell(&r.changed.work)
	if err == nil {
		r.wake() // somebody may have come meanwhile
	}
}

func (r *openReview) readOn(w *watcher) error {
	for waits := true; waits; {
		select {
		case r.server.readers <- struct{}{}:
			defer func() { <-r.server.readers }()
			waits = false
		case <-w.again:
			r.mu.Lock()
			wanted := r.wanted(w.player)
			r.mu.Unlock()
			if !wanted {
				return nil
			}
		case <-r.server.ctx.Done():
			return nil
		}
	}
	analyst, err := r.analyst(w.player)
	if err != nil {
		return err
	}
	defer analyst.Close()
	var position review.Position
	for at := 0; ; {
		r.mu.Lock()
		if w.node != r.kept.Node {
			w.node, w.spent = r.kept.Node, 0
			if known := r.study.Current(w.node, w.player); known != nil && known.Visits >= mostVisits {
				r.enough[w.player] = w.node
			}
		}
		if !r.wanted(w.player) {
			r.mu.Unlock()
			return nil
		}
		if at != w.node {
			if position, err = r.study.Position(w.node); err != nil {
				r.mu.Unlock()
				return err
			}
			at = w.node
		}
		var ctx context.Context
		ctx, w.stop = context.WithCancel(r.server.ctx)
		w.reading = true
		r.tell(&r.changed.work)
		r.mu.Unlock()
		took, err := r.readSlice(ctx, w, analyst, position)
		r.mu.Lock()
		w.stop()
		w.stop, w.reading = nil, false
		w.spent += took
		if w.spent >= mostReading {
			r.enough[w.player] = w.node
		}
		finished := r.enough[w.player] == w.node
		r.tell(&r.changed.work)
		r.mu.Unlock()
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
		if finished {
			r.keepSometimes()
		}
	}
}

// readSlice reads for a while, and notes whenever it knows more than was known before.
func (r *openReview) readSlice(
	ctx context.Context, w *watcher, analyst player.Analyst, position review.Position,
) (took time.Duration, err error) {
	err = r.server.Room.Think(ctx, thinking.ThreadsOf(w.player), func(ctx context.Context) error {
		began := r.server.Now()
		defer func() { took = r.server.Now().Sub(began) }()
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		go r.endSlice(ctx, stop, mostReading-w.spent)
		return position.Watch(ctx, analyst, seed, reportEvery, func(f *review.Finding) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.found(w.node, w.player, f)
			if f.Visits >= mostVisits || position.Game.Over() {
				r.enough[w.player] = w.node
				stop()
			}
		})
	})
	return took, err
}

// endSlice stops a reading when others want its processors, or after so long.
func (r *openReview) endSlice(ctx context.Context, stop context.CancelFunc, most time.Duration) {
	ticker := time.NewTicker(slice)
	defer ticker.Stop()
	for spent := slice; ; spent += slice {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if spent >= most || r.server.Room.Wanted() {
			stop()
			return
		}
	}
}
