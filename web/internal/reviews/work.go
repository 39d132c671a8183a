package reviews

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/review"
	"github.com/tengen-go/tengen/web/internal/thinking"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// seed makes a player find the same whenever it looks at a position.
const seed = 1

// choice is a player that a page offers. Name is quick, thorough or deep, own for the server's own, or the
// name of a model.
type choice struct {
	Name   string `json:"name"`
	Player string `json:"player"`
}

// How much the choices read. They take one processor each, so that games go on at once.
var (
	searches = []choice{
		{"quick", "search:playouts=200,threads=1"},
		{"thorough", "search:playouts=1000,threads=1"},
		{"deep", "search:playouts=5000,threads=1"},
	}
	rollouts = []choice{
		{"quick", "rave:playouts=1000,threads=1"},
		{"thorough", "rave:playouts=5000,threads=1"},
		{"deep", "rave:playouts=25000,threads=1"},
	}
)

// mostModels is how many models a page offers.
const mostModels = 20

// choices are the players that a page offers for a board.
func (s *Reviews) choices(size int) []choice {
	if _, err := models.Fitting(s.Room.ModelDirs, size); err != nil {
		return append([]choice{}, rollouts...)
	}
	all := append([]choice{}, searches...)
	if own := s.Room.Own; own != "" {
		all = append(all, choice{"own", own})
	}
	var entries []models.Entry
	for _, root := range s.Room.ModelDirs {
		some, err := models.List(root)
		if err != nil {
			continue // a folder that is not there
		}
		entries = append(entries, some...)
	}
	for _, e := range models.WithoutCopies(entries) {
		_, policy := e.Manifest.Networks[models.Policy]
		if e.Err != nil || !policy || e.Manifest.Board != size || len(all) >= mostModels {
			continue
		}
		if strings.ContainsAny(e.Dir, ",=\n") {
			continue // no player string can name it
		}
		all = append(all, choice{path.Base(e.Dir), "search:model=" + e.Dir + ",playouts=1000,threads=1"})
	}
	return all
}

// analyst makes a player that shows what it reads.
func (s *Reviews) analyst(text string, size int) (player.Analyst, error) {
	p, err := s.Room.Player(text, size)
	if errors.Is(err, models.ErrNoModel) {
		return nil, wire.Refused("%v", err)
	}
	if err != nil {
		return nil, err
	}
	a, ok := p.(player.Analyst)
	if !ok {
		return nil, errors.Join(wire.Refused("player %.100s: %v", text, player.ErrNoAnalyst), p.Close())
	}
	return a, nil
}

// analyst makes a player of the review, and notes which weights it reads.
func (r *openReview) analyst(text string) (player.Analyst, error) {
	size := r.study.Size()
	hashes, unread := player.Weights(text, size, r.server.Room.ModelDirs)
	a, err := r.server.analyst(text, size)
	if err != nil {
		return nil, err
	}
	if unread != nil {
		return nil, errors.Join(unread, a.Close())
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.study.Reads(text, player.WeightsText(hashes))
	r.tell(&r.changed.work)
	return a, nil
}

// mostText bounds a player string.
const mostText = 1000

// check refuses a player that cannot review a board.
func (s *Reviews) check(text string, size int) error {
	if len(text) > mostText {
		return wire.Refused("a player string of %d letters: want %d at most", len(text), mostText)
	}
	if spec, err := options.Parse("player", text); err == nil && spec.StartsPrograms() {
		return wire.Refused("player %s: not for reviews, since it starts programs", spec.Kind)
	}
	p, err := s.analyst(text, size)
	if err != nil {
		return err
	}
	return p.Close()
}

// job is a player that goes through the whole game.
type job struct {
	player string
	stop   context.CancelFunc
	done   chan struct{}

	began     time.Time
	positions int // done since then
	playouts  int
}

// work has the player of the review go through the whole game, from where it stopped. The caller holds mu.
func (r *openReview) work() {
	if r.job != nil {
		return
	}
	ctx, stop := context.WithCancel(r.server.ctx)
	j := &job{player: r.kept.Player, stop: stop, done: make(chan struct{}), began: r.server.Now()}
	r.job, r.failure = j, ""
	r.kept.Working, r.dirty.state = true, true
	r.tell(&r.changed.work)
	r.server.running.Go(func() {
		defer close(j.done)
		defer stop()
		err := r.goThrough(ctx, j)
		r.mu.Lock()
		if r.job == j {
			r.job = nil
			switch {
			case r.server.ctx.Err() != nil: // the server stops: it goes on when it is started again
			case err != nil && ctx.Err() == nil:
				r.failure = err.Error()
				fallthrough
			default:
				r.kept.Working = false
			}
			r.dirty.state = true
			r.tell(&r.changed.work)
		}
		r.mu.Unlock()
		if err := r.keep(); err != nil {
			r.server.Log.Error("a review cannot be kept", "review", r.id, "error", err)
		}
	})
}

// rest ends the work. The caller holds mu, which is let go meanwhile.
func (r *openReview) rest() {
	j := r.job
	r.kept.Working, r.dirty.state = false, true
	if j == nil {
		return
	}
	r.job = nil
	j.stop()
	r.tell(&r.changed.work)
	r.mu.Unlock()
	<-j.done
	r.mu.Lock()
}

// goThrough looks at one position of the main line after the other, the first first.
func (r *openReview) goThrough(ctx context.Context, j *job) error {
	select {
	case r.server.workers <- struct{}{}:
		defer func() { <-r.server.workers }()
	case <-ctx.Done():
		return ctx.Err()
	}
	analyst, err := r.analyst(j.player)
	if err != nil {
		return err
	}
	defer analyst.Close()
	threads := thinking.ThreadsOf(j.player)
	for {
		r.mu.Lock()
		id, _, _ := r.study.Next(j.player)
		var position review.Position
		if id != 0 {
			position, err = r.study.Position(id)
		}
		r.mu.Unlock()
		if id == 0 || err != nil {
			return err
		}
		var f *review.Finding
		err := r.server.Room.Think(ctx, threads, func(ctx context.Context) (err error) {
			f, err = position.Look(ctx, analyst, seed)
			return err
		})
		if err != nil {
			return fmt.Errorf("%s: %w", j.player, err)
		}
		r.mu.Lock()
		j.positions++
		j.playouts += f.Visits
		r.found(id, j.player, f)
		r.changed.work = r.at
		r.mu.Unlock()
		r.keepSometimes()
	}
}
