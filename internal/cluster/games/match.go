package games

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// KindMatch is games of matches without other programs.
const KindMatch = "match"

// Match is the games of a match: all that they depend on.
type Match struct {
	Game       string          `json:"game,omitempty"`  // a small game
	Board      int             `json:"board,omitempty"` // of Go
	Rules      *board.Rules    `json:"rules,omitempty"` // of Go
	Handicap   int             `json:"handicap,omitempty"`
	SameColors bool            `json:"same_colors,omitempty"`
	Openings   int             `json:"openings,omitempty"`
	MoveLimit  int             `json:"move_limit,omitempty"`
	Time       timing.Settings `json:"time"`
	Patience   time.Duration   `json:"patience,omitempty"`
	PlayOut    float64         `json:"play_out,omitempty"`
	Thoughts   bool            `json:"thoughts,omitempty"`
	Seed       uint64          `json:"seed"`
	PlayerSeed uint64          `json:"player_seed"` // of players that have none of their own
	Threads    int             `json:"threads"`     // of each player
	Players    [2]Player       `json:"players"`     // A and B

	programs Programs
	bench    *bench
}

// Player is one of the players.
type Player struct {
	Name string `json:"name"`   // in records
	Text string `json:"player"` // for workers
	// Weights are the SHA-256 of what it reads of a model of the program, by kind.
	Weights map[string]string `json:"weights,omitempty"`
}

// Kinds are the kinds of matches that a machine with these programs can play. What is read of models serves the
// matches that follow, so a machine asks for them once.
func Kinds(programs Programs) (kinds work.Kinds) {
	shared := &bench{}
	for _, name := range programs.Kinds(KindMatch) {
		kinds = append(kinds, work.Kind{Name: name, Read: func(spec json.RawMessage) (work.Work, error) {
			m := &Match{programs: programs, bench: shared}
			return m, work.Decode(KindMatch, spec, m, m.validate)
		}})
	}
	return kinds
}

// Kind names the type.
func (m *Match) Kind() string {
	return CommandsOf(m.Players[0].Text, m.Players[1].Text).Kind(KindMatch)
}

// Exact says that the moves depend on no clock, on no order in which threads are done, and not on how much memory a
// worker has. Thinking times differ all the same.
func (m *Match) Exact() bool {
	texts := []string{m.Players[0].Text, m.Players[1].Text}
	return m.Threads == 1 && !ByTime(m.Time, texts...) && !byMachine(texts...)
}

// Essence is a game without thinking times. A game in which a player was given up, because it was too slow or failed,
// has none.
func (m *Match) Essence(i int, data []byte) (string, error) {
	g, err := m.decode(i, data, false)
	if err != nil {
		return "", err
	}
	if g.End == match.EndTime || g.End == match.EndFailed {
		return "", nil
	}
	g.Seconds, g.Error = [2]float64{}, ""
	again, err := g.Encode()
	return string(again), err
}

// mostGames is more than any match has.
const mostGames = 1_000_000

// config is how the games are played, so many at once.
func (m *Match) config(parallel int) (match.Config, error) {
	c := match.Config{
		Games: mostGames, Handicap: m.Handicap, SameColors: m.SameColors, Openings: m.Openings, MoveLimit: m.MoveLimit,
		Time: m.Time, Patience: m.Patience, PlayOut: m.PlayOut, Thoughts: m.Thoughts, Seed: m.Seed, Parallel: parallel,
	}
	switch {
	case m.Game != "" && m.Rules == nil:
		rules, err := game.Parse(m.Game)
		if err != nil {
			return c, err
		}
		c.Rules = rules
	case m.Game == "" && m.Rules != nil:
		c.Rules = game.Go{Board: m.Board, Rules: *m.Rules}
	default:
		return c, errors.New("want the rules of Go, or a small game")
	}
	return c, c.Validate()
}

// newMatch is the work of a match by config, without its players.
func newMatch(c match.Config) *Match {
	m := &Match{
		Handicap: c.Handicap, SameColors: c.SameColors, Openings: c.Openings, MoveLimit: c.MoveLimit, Time: c.Time,
		Patience: c.Patience, PlayOut: c.PlayOut, Thoughts: c.Thoughts, Seed: c.Seed,
		bench: &bench{}, // for samples that the command itself plays
	}
	if of, ok := c.Rules.(game.Go); ok {
		m.Board, m.Rules = of.Board, &of.Rules
	} else {
		m.Game = c.Rules.String()
	}
	return m
}

// mostThreads bounds the threads of a player.
const mostThreads = 1024

func (m *Match) validate() error {
	if m.Threads < 1 || m.Threads > mostThreads {
		return fmt.Errorf("players of %d threads: want 1 to %d", m.Threads, mostThreads)
	}
	_, err := m.config(1)
	return err
}

// Play plays games, as many at once as there are threads for.
func (m *Match) Play(
	ctx context.Context, tools work.Tools, next func() (int, bool), done func(int, []byte) error,
) error {
	config, err := m.config(max(1, tools.Threads/m.Threads))
	if err != nil {
		return err
	}
	env := player.Env{
		Rules: config.Rules, Seed: m.PlayerSeed, Threads: m.Threads, Players: 2 * config.Parallel,
		ModelDirs: programModels(), Networks: m.bench.networks(ctx, tools, m.Players[0].Text, m.Players[1].Text),
	}
	players := m.programs.Players()
	var sides [2]match.Side
	for k, p := range m.Players {
		if err := m.bench.checkWeights(&p, config.Rules.Size()); err != nil {
			return err
		}
		sides[k] = match.Side{Name: p.Name, Make: func() (player.Player, error) { return players.Parse(p.Text, env) }}
	}
	if tools.Show != nil {
		config.Watch = func(u match.UnderWay) {
			tools.Show(u.Index, func() []byte {
				data, _ := json.Marshal(match.NewBoard(u)) // without one, nobody sees the game
				return data
			})
		}
	}
	turns := work.NewTurns(next)
	return match.Stream(ctx, config, sides[0], sides[1], turns.Take,
		func(g *match.Game) error {
			turns.Over()
			data, err := g.Encode()
			if err != nil {
				return err
			}
			return done(g.Game, data)
		})
}

// Check replays a game by the rules.
func (m *Match) Check(i int, data []byte, thorough bool) error {
	_, err := m.decode(i, data, thorough)
	return err
}

// decode is a game that a worker has sent.
func (m *Match) decode(i int, data []byte, thorough bool) (*match.Game, error) {
	config, err := m.config(1)
	if err != nil {
		return nil, err
	}
	return config.Decode(i, [2]string{m.Players[0].Name, m.Players[1].Name}, data, thorough)
}
