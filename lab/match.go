package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
)

// Match is games of Go between two players, A having Black in every other one.
type Match struct {
	// Key names it among the matches of the experiment.
	Key string
	// A and B are player strings.
	A, B string
	// Settings are those of the match. Parallel and Seed are the lab's own: games are played
	// Threads at once, each by players of one thread that say nothing else.
	Settings match.Settings
}

// MatchResult is what the games of a match came to.
type MatchResult struct {
	rating.Tally
	// Moves is how many all games had, Seconds how long A and B thought in all of them.
	Moves   int        `json:"moves"`
	Seconds [2]float64 `json:"seconds"`
	// Faults are the games that ended by an illegal move, the clock or a crash.
	Faults []string `json:"faults,omitempty"`
}

func (m *MatchResult) merge(o MatchResult) {
	m.Tally = m.Plus(o.Tally)
	m.Moves += o.Moves
	m.Seconds[0] += o.Seconds[0]
	m.Seconds[1] += o.Seconds[1]
	m.Faults = append(m.Faults, o.Faults...)
}

// Matches plays matches, with a cell for every two games, and returns their results in order.
// The games of a match with more of them begin with those of a match with fewer. Every player
// that has games left to play is made once beforehand, so that a wrong string is told at once,
// as a *ConfigError.
func Matches(ctx context.Context, run *Run, label string, matches []Match) ([]MatchResult, error) {
	cells, parts := matchCells(matches)
	tried := map[string]bool{}
	for i, cell := range cells {
		if run.has(cell) {
			continue
		}
		m := matches[parts[i].match]
		for _, text := range []string{m.A, m.B} {
			if !tried[text] {
				tried[text] = true
				if err := run.try(text, m.Settings.Board); err != nil {
					return nil, err
				}
			}
		}
	}
	bench := &bench{room: 2 * run.Threads}
	played, err := Cells(ctx, run, label, "games", cells, func(ctx context.Context, job Job) (MatchResult, error) {
		p := parts[job.Index]
		return run.play(ctx, bench, &matches[p.match], p.first, int(job.Work))
	})
	if err := errors.Join(err, bench.close()); err != nil {
		return nil, err
	}
	results := make([]MatchResult, len(matches))
	for i, r := range played {
		results[parts[i].match].merge(r)
	}
	return results, nil
}

// matchPart is the games of a cell: of which match, and the first of them.
type matchPart struct{ match, first int }

// matchCells are the cells of matches, two games each.
func matchCells(matches []Match) (cells []Cell, parts []matchPart) {
	for i, m := range matches {
		for first := 0; first < m.Settings.Games; first += 2 {
			n := min(2, m.Settings.Games-first)
			cells = append(cells, Cell{Key: fmt.Sprintf("%s/games %d-%d", m.Key, first+1, first+n), Work: int64(n)})
			parts = append(parts, matchPart{i, first})
		}
	}
	return cells, parts
}

// env is what players of this run are made with.
func (r *Run) env(board int, seed uint64) player.Env {
	return player.Env{
		Size: board, Seed: seed, Threads: 1, Players: 2 * r.Threads,
		Networks: r.Networks, ModelDirs: r.ModelDirs,
	}
}

// try makes a player, seats it at an empty board, where some look for their model, and lets it
// go.
func (r *Run) try(text string, size int) (err error) {
	p, err := r.Players.Parse(text, r.env(size, r.Seed))
	var bad *player.SpecError
	switch {
	case errors.As(err, &bad):
		return &ConfigError{err}
	case err != nil:
		return fmt.Errorf("player %s: %w", text, err)
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if s, ok := p.(player.Sized); ok && s.Size() != 0 && s.Size() != size {
		return &ConfigError{fmt.Errorf("player %s is for %d×%d, not %d×%d", text, s.Size(), s.Size(), size, size)}
	}
	g, err := board.NewGame(size, board.Chinese())
	if err != nil {
		return &ConfigError{err}
	}
	if err := p.NewGame(g); err != nil {
		return fmt.Errorf("player %s: %w", text, err)
	}
	return nil
}

// play plays n games of a match from the given one on, between players of the bench.
func (r *Run) play(ctx context.Context, bench *bench, m *Match, first, n int) (result MatchResult, err error) {
	settings := m.Settings
	settings.Parallel = 1
	settings.Seed = cellSeed(r.Seed, r.Name, m.Key)
	config, err := settings.Config()
	if err != nil {
		return result, &ConfigError{fmt.Errorf("match %s: %w", m.Key, err)}
	}
	texts := [2]string{m.A, m.B}
	var players [2]player.Player
	var seats [2]seat
	defer func() {
		for k, p := range players {
			if p != nil {
				err = errors.Join(err, bench.put(seats[k], p))
			}
		}
	}()
	for i := first; i < first+n; i++ {
		for k, text := range texts {
			if players[k] != nil {
				continue
			}
			seats[k] = seat{m.Key, text}
			if players[k] = bench.take(seats[k]); players[k] == nil {
				if players[k], err = r.Players.Parse(text, r.env(settings.Board, settings.Seed)); err != nil {
					players[k] = nil
					return result, fmt.Errorf("player %s: %w", text, err)
				}
			}
		}
		g, err := config.Play(ctx, i, texts, players)
		if err != nil {
			return result, err
		}
		result.Add(g.Winner())
		result.Moves += g.Moves
		a, b := g.Seconds[0], g.Seconds[1]
		if g.Black == "b" {
			a, b = b, a
		}
		result.Seconds[0] += a
		result.Seconds[1] += b
		if g.Error != "" {
			result.Faults = append(result.Faults, fmt.Sprintf("%s, game %d, %s wins: %s", m.Key, g.Game+1, g.Who, g.Error))
		}
		if g.Faulty() {
			// Whatever state the loser is in, the next game shall not suffer from it.
			loser := 1 - g.Winner()
			_ = players[loser].Close()
			players[loser] = nil
		}
	}
	return result, nil
}

// seat is a player's place: players of one match and text are as good as each other, since
// every game gives them a seed of its own.
type seat struct{ match, text string }

// bench keeps players between cells, since programs are slow to start and trees to set aside.
type bench struct {
	mu    sync.Mutex
	seats []seat // the longest there first
	idle  []player.Player
	room  int
}

// take is a player who waits for the seat; nil if nobody does.
func (b *bench) take(s seat) player.Player {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.Index(b.seats, s)
	if i < 0 {
		return nil
	}
	p := b.idle[i]
	b.seats, b.idle = slices.Delete(b.seats, i, i+1), slices.Delete(b.idle, i, i+1)
	return p
}

// put lets a player wait; if there are too many, who has waited longest goes.
func (b *bench) put(s seat, p player.Player) error {
	b.mu.Lock()
	b.seats, b.idle = append(b.seats, s), append(b.idle, p)
	var gone player.Player
	if len(b.idle) > b.room {
		gone = b.idle[0]
		b.seats, b.idle = slices.Delete(b.seats, 0, 1), slices.Delete(b.idle, 0, 1)
	}
	b.mu.Unlock()
	if gone == nil {
		return nil
	}
	return gone.Close()
}

// close sends all away.
func (b *bench) close() (err error) {
	for _, p := range b.idle {
		err = errors.Join(err, p.Close())
	}
	return err
}
