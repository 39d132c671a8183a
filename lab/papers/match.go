package papers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
)

// Match is games of Go between two players, A having Black in every other one. If B has handicap stones,
// it has Black in all.
type Match struct {
	// Key names it among the matches of the experiment.
	Key string
	// A and B are player strings.
	A, B string
	// Settings are the settings of the match. Parallel and Seed come from the lab: Threads games are
	// played at once. Players have one thread unless their strings say otherwise.
	Settings match.Settings
}

// MatchResult is what the games of a match came to.
type MatchResult struct {
	rating.Tally
	// Moves is how many all games had, Seconds how long A and B thought in all of them.
	Moves   int        `json:"moves"`
	Seconds [2]float64 `json:"seconds"`
	// Hashes are the same for games with the same moves, as match.Game.Hash.
	Hashes []string `json:"hashes,omitempty"`
	// Faults are the games that ended by an illegal move, the clock or a crash.
	Faults []string `json:"faults,omitempty"`
	// Weights are what A and B read, in words; "" for nothing. Each is noted once, not with the games.
	Weights [2]string `json:"-"`
}

func (m *MatchResult) merge(o MatchResult) {
	m.Tally = m.Plus(o.Tally)
	m.Moves += o.Moves
	m.Seconds[0] += o.Seconds[0]
	m.Seconds[1] += o.Seconds[1]
	m.Hashes = append(m.Hashes, o.Hashes...)
	m.Faults = append(m.Faults, o.Faults...)
}

// repeated is how many of the games have the moves of an earlier one.
func (m *MatchResult) repeated() int {
	seen := map[string]bool{}
	for _, h := range m.Hashes {
		seen[h] = true
	}
	return len(m.Hashes) - len(seen)
}

// Matches plays matches, with a cell for every two games, and returns their results in order.
// A longer match begins with the games of a shorter match. Matches first makes every player that
// has games left to play, so that a wrong string is reported at once, as a *ConfigError.
func Matches(ctx context.Context, run *matchRun, label string, matches []Match) ([]MatchResult, error) {
	cells, parts := matchCells(matches)
	tried := map[string]bool{}
	for i, cell := range cells {
		if run.Has(cell) {
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
	weights, err := run.noteWeights(ctx, matches)
	if err != nil {
		return nil, err
	}
	idle := &idlePlayers{room: 2 * run.Threads}
	played, err := lab.Cells(
		ctx, run.Run, label, "games", cells,
		func(ctx context.Context, job lab.Job) (MatchResult, error) {
			p := parts[job.Index]
			return run.play(ctx, idle, &matches[p.match], p.first, int(job.Work))
		},
	)
	if err := errors.Join(err, idle.close()); err != nil {
		return nil, err
	}
	results := make([]MatchResult, len(matches))
	for i, r := range played {
		results[parts[i].match].merge(r)
	}
	for i, w := range weights {
		results[i/2].Weights[i%2] = w
	}
	return results, nil
}

// matchPart is the games of a cell: of which match, and the first of them.
type matchPart struct{ match, first int }

// matchCells are the cells of matches, two games each.
func matchCells(matches []Match) (cells []lab.Cell, parts []matchPart) {
	for i, m := range matches {
		for first := 0; first < m.Settings.Games; first += 2 {
			n := min(2, m.Settings.Games-first)
			cells = append(cells, lab.Cell{Key: fmt.Sprintf("%s/games %d-%d", m.Key, first+1, first+n), Work: int64(n)})
			parts = append(parts, matchPart{i, first})
		}
	}
	return cells, parts
}

// env is what players of this run are made with.
func (r *matchRun) env(board int, seed uint64) player.Env {
	return player.Env{
		Rules: game.Go{Board: board}, Seed: seed, Threads: 1, Players: 2 * r.Threads,
		Networks: r.networks, ModelDirs: r.ModelDirs,
	}
}

// try makes a player, shows it an empty board, where some players look for their model, and
// closes it.
func (r *matchRun) try(text string, size int) (err error) {
	spec, err := options.Parse("player", text)
	if _, card := r.Device.(*nets.GPU); card && err == nil && spec.Value("clock") == "cpu" {
		return &lab.ConfigError{Err: fmt.Errorf("player %s counts the time of the processor, and would have the "+
			"graphics card's for nothing: leave --device out, or play with --set player=clock=wall", text)}
	}
	p, err := r.Players.Parse(text, r.env(size, r.Seed))
	var bad *options.Error
	switch {
	case errors.As(err, &bad):
		return &lab.ConfigError{Err: err}
	case err != nil:
		return fmt.Errorf("player %s: %w", text, err)
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if s, ok := p.(player.Sized); ok && s.Size() != 0 && s.Size() != size {
		return &lab.ConfigError{
			Err: fmt.Errorf("player %s is for %d×%d, not %d×%d", text, s.Size(), s.Size(), size, size),
		}
	}
	g, err := board.NewGame(size, board.Chinese())
	if err != nil {
		return &lab.ConfigError{Err: err}
	}
	if err := p.NewGame(game.Of(g)); err != nil {
		return fmt.Errorf("player %s: %w", text, err)
	}
	return nil
}

// play plays n games of a match from the given one on, between idle players.
func (r *matchRun) play(
	ctx context.Context, idle *idlePlayers, m *Match, first, n int,
) (result MatchResult, err error) {
	settings := m.Settings
	settings.Parallel = 1
	settings.Seed = r.SeedOf(m.Key)
	config, err := settings.Config()
	if err != nil {
		return result, &lab.ConfigError{Err: fmt.Errorf("match %s: %w", m.Key, err)}
	}
	texts := [2]string{m.A, m.B}
	var players [2]player.Player
	var uses [2]use
	defer func() {
		for k, p := range players {
			if p != nil {
				err = errors.Join(err, idle.put(uses[k], p))
			}
		}
	}()
	for i := first; i < first+n; i++ {
		for k, text := range texts {
			if players[k] != nil {
				continue
			}
			uses[k] = use{m.Key, text}
			if players[k] = idle.take(uses[k]); players[k] == nil {
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
		if g.Hash != "" {
			result.Hashes = append(result.Hashes, g.Hash)
		}
		result.Moves += g.Moves
		a, b := g.Seconds[0], g.Seconds[1]
		if g.Black == "b" {
			a, b = b, a
		}
		result.Seconds[0] += a
		result.Seconds[1] += b
		if g.Error != "" {
			result.Faults = append(
				result.Faults, fmt.Sprintf("%s, game %d, %s wins: %s", m.Key, g.Game+1, g.Who, g.Error),
			)
		}
		if g.Faulty() {
			// Whatever state the loser is in, the next game shall not suffer from it.
			loser := 1 - g.Winner()
			_ = players[loser].Close()
			players[loser] = nil
		}
		for k, p := range players {
			if p != nil && match.Broken(p) {
				_ = p.Close()
				players[k] = nil
			}
		}
	}
	return result, nil
}

// use is what a player is for: players of one match and text can stand in for each other, since
// every game gives them a seed of its own.
type use struct{ match, text string }

// idlePlayers keeps players between cells, since programs are slow to start and trees to set
// aside.
type idlePlayers struct {
	mu   sync.Mutex
	uses []use // the longest there first
	idle []player.Player
	room int
}

// take is an idle player for a use; nil if there is none.
func (b *idlePlayers) take(u use) player.Player {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.Index(b.uses, u)
	if i < 0 {
		return nil
	}
	p := b.idle[i]
	b.uses, b.idle = slices.Delete(b.uses, i, i+1), slices.Delete(b.idle, i, i+1)
	return p
}

// put keeps a player; if there are too many, the one that has waited longest is closed.
func (b *idlePlayers) put(u use, p player.Player) error {
	b.mu.Lock()
	b.uses, b.idle = append(b.uses, u), append(b.idle, p)
	var gone player.Player
	if len(b.idle) > b.room {
		gone = b.idle[0]
		b.uses, b.idle = slices.Delete(b.uses, 0, 1), slices.Delete(b.idle, 0, 1)
	}
	b.mu.Unlock()
	if gone == nil {
		return nil
	}
	return gone.Close()
}

// close closes all.
func (b *idlePlayers) close() (err error) {
	for _, p := range b.idle {
		err = errors.Join(err, p.Close())
	}
	return err
}
