package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/games"
	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/rating"
)

// Match says how players of the chain meet.
type Match struct {
	// Games is how many a pair plays; 0 leaves the stage out.
	Games int `toml:"games" help:"Games of each pair; 0 leaves the stage out."`
	// Playouts and Time are what a searching player has for a move: one of the two, or
	// defaultPlayouts. With playouts the games repeat, with time players are compared at
	// equal cost.
	Playouts int                `toml:"playouts" help:"Playouts of a search for a move: then the games repeat."`
	Time     *settings.Duration `toml:"time" help:"Time of a search for a move, in place of playouts: players are compared at equal cost." xor:"budget"`
	// Openings is the number of random moves that games begin with, the same for two games
	// with colours changed.
	Openings int `toml:"openings" help:"Random moves at the beginning, the same for two games with colours changed."`
}

// defaultPlayouts are the playouts of a search if the file does not say.
const defaultPlayouts = 400

// timedMemory is for the tree of a search by time, of many that are made one after the other.
const timedMemory = "256M"

// limits are the names of the options in budget.
func (m *Match) limits() (names []string) {
	for option := range strings.SplitSeq(m.budget(), ",") {
		name, _, _ := strings.Cut(option, "=")
		names = append(names, name)
	}
	return names
}

// budget is what a searching player has for a move, as options of its player string.
func (m *Match) budget() string {
	if m.Time != nil {
		return "time=" + time.Duration(*m.Time).String() + ",memory=" + timedMemory
	}
	n := m.Playouts
	if n == 0 {
		n = defaultPlayouts
	}
	return fmt.Sprintf("playouts=%d", n)
}

// Validate says which key is wrong.
func (m *Match) Validate() error {
	switch {
	case m.Games < 0 || m.Games > 1_000_000:
		return fmt.Errorf("games %d: want 1 to 1,000,000, or 0 to leave it out", m.Games)
	case m.Playouts < 0 || m.Playouts > 0 && m.Time != nil:
		return fmt.Errorf("playouts %d and time: want one of them", m.Playouts)
	case m.Time != nil && *m.Time == 0:
		return errors.New("time 0s: want more, or leave it out")
	case m.Openings < 0:
		return fmt.Errorf("openings %d: must not be negative", m.Openings)
	}
	return nil
}

// tournament is the meeting of some players.
func (w *work) tournament(m *Match, players []match.Entrant, pairs [][2]int) *match.Tournament {
	return &match.Tournament{
		Settings: match.Settings{
			Games:    m.Games,
			Board:    w.cfg.Board,
			Rules:    "chinese",
			Komi:     &w.cfg.Komi,
			Time:     "none",
			Patience: match.DefaultPatience,
			Openings: m.Openings, Parallel: max(1, min(w.opt.Threads, m.Games)), Seed: w.cfg.Seed,
		},
		Players: players, Pairs: pairs,
	}
}

// meet plays a tournament in a folder, or goes on with it.
func (w *work) meet(ctx context.Context, dir string, t *match.Tournament) (*rating.Standing, error) {
	order, err := w.order(ctx, dir)
	if err != nil {
		return nil, err
	}
	t.Elsewhere = w.elsewhere(order)
	config, err := t.Config()
	if err != nil {
		return nil, err
	}
	if w.opt.Hub.shared() && games.ByTime(config.Time, w.texts(t)...) {
		w.opt.Watch.Notice("Players limited by time, and other programs, are as strong as the machine is fast that " +
			"plays their games.")
	}
	standing, err := t.Run(ctx, dir, nil, func(p match.Progress) {
		w.opt.Watch.Progress(Progress{dir, p.Label, int64(p.Before), int64(p.Done), int64(p.Total), "games"})
	})
	return standing, errors.Join(err, order.Close(ctx))
}

// texts are the player strings of a tournament.
func (w *work) texts(t *match.Tournament) (texts []string) {
	for _, p := range t.Players {
		texts = append(texts, w.located(p.Text))
	}
	return texts
}

// In player strings of a chain folders of stages stand as {stage}, so that the chain's
// folder can be moved.
func placeholder(stage string) string { return "{" + stage + "}" }

// located puts the folders into a player string. It reads no folder again: one may have a placeholder in its name.
func (w *work) located(text string) string {
	var pairs []string
	for _, k := range kinds {
		pairs = append(pairs, placeholder(k.name), w.path(k.name))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
