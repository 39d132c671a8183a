package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/selfplay"
)

// orderOf is games of a model against itself.
func orderOf(model string, games, threads int) (selfplay.Order, error) {
	policy, _, err := nets.LoadPolicy(model)
	if err != nil {
		return selfplay.Order{}, err
	}
	player := selfplay.Player{Policy: policy, Temperature: 1}
	return selfplay.Order{
		Config:  selfplay.Config{Size: policy.Config().Board, Komi: 7.5, Seed: 1, Settle: true, Threads: threads},
		Players: [2]selfplay.Player{player, player}, Pairing: selfplay.Fixed{}, Games: games,
	}, nil
}

// prepared is games that simulated workers bring.
type prepared struct {
	Rules json.RawMessage `json:"rules"` // a specification of package work
	Games [][]byte        `json:"games"`
}

// prepare has games of a model played, and writes them to a file.
func prepare(ctx context.Context, path, model string, games int) error {
	o, err := orderOf(model, games, runtime.NumCPU())
	if err != nil {
		return err
	}
	w, err := work.NewSelfplay(o, [2]string{"none", "none"})
	if err != nil {
		return err
	}
	var p prepared
	if p.Rules, err = json.Marshal(w); err != nil {
		return err
	}
	err = o.Play(ctx, func(g *selfplay.Game) error {
		data, err := work.EncodeGame(g)
		p.Games = append(p.Games, data)
		return err
	})
	if err != nil {
		return err
	}
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

func readPrepared(path string) (*prepared, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	p := &prepared{}
	if err := json.Unmarshal(data, p); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// kindPrepared is the work of simulated workers.
const kindPrepared = "prepared"

// sleeper is the games of a specification, as a worker brings them and a hub checks them. Game i is prepared game i
// modulo their number.
type sleeper struct {
	rules work.Work
	games [][]byte
	each  time.Duration // how long a game takes
	late  lateness
}

// lateness is how much less the first game of a worker takes. Workers of different phases do not bring their tickets
// at the same time, whenever each of them came.
type lateness struct {
	begun  time.Time     // from which all workers count
	ticket time.Duration // that a ticket takes
	phase  time.Duration // of the worker, less than that
}

func (l lateness) now() time.Duration {
	if l.ticket == 0 {
		return 0
	}
	return (time.Since(l.begun) + l.phase) % l.ticket
}

func newSleeper(p *prepared) (*sleeper, error) {
	rules, err := work.Read(work.KindSelfplay, p.Rules)
	if err != nil {
		return nil, err
	}
	return &sleeper{rules: rules, games: p.Games}, nil
}

// kinds is this kind alone. The specification of a ticket does not matter: all machines have the same file.
func (s *sleeper) kinds() work.Kinds {
	return work.Kinds{{Name: kindPrepared, Read: func(json.RawMessage) (work.Work, error) { return s, nil }}}
}

// Kind names the work.
func (s *sleeper) Kind() string { return kindPrepared }

// Exact says no, so that no game is a sample: what is measured is the hub, and not what samples cost.
func (s *sleeper) Exact() bool { return false }

// Essence is the game.
func (s *sleeper) Essence(_ int, data []byte) (string, error) { return string(data), nil }

// nap is the shortest sleep. Shorter ones would cost more than they are exact, so games of less end together.
const nap = 5 * time.Millisecond

// Play sleeps, and brings the games.
func (s *sleeper) Play(
	ctx context.Context, _ work.Tools, next func() (int, bool), done func(int, []byte) error,
) error {
	due := time.Now().Add(-s.late.now())
	s.late = lateness{}
	for {
		game, ok := next()
		if !ok {
			return nil
		}
		due = due.Add(s.each)
		if left := time.Until(due); left > nap {
			select {
			case <-ctx.Done():
				return context.Cause(ctx)
			case <-time.After(left):
			}
		}
		if err := done(game, s.games[game%len(s.games)]); err != nil {
			return err
		}
	}
}

// Check replays a game.
func (s *sleeper) Check(game int, data []byte, thorough bool) error {
	return s.rules.Check(game%len(s.games), data, thorough)
}
