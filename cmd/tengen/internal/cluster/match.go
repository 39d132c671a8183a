package cluster

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/internal/cluster/games"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// UnlikeMachines is what people should know when games by time were played by workers.
const UnlikeMachines = "The workers of the hub played. Players limited by time, and other programs, are as strong " +
	"as their machine is fast."

// Matches has the workers of a hub play the games of matches, and do the cells of experiments.
type Matches struct {
	games.Order
	say  func(format string, args ...any)
	away func() // ends the watch
}

// MatchConfig is where games come from, and what players have that their strings do not say.
type MatchConfig struct {
	Hub     string // file with an owner's token, or the URL of a NATS server
	Folder  string // where the games go; empty for nowhere
	Seed    uint64
	Threads int // of each player
	Say     func(format string, args ...any)
}

// OpenMatches reaches the hub.
func OpenMatches(ctx context.Context, c MatchConfig) (*Matches, error) {
	name, err := onceName()
	if c.Folder != "" {
		name, err = ordererName(c.Folder)
	}
	if err != nil {
		return nil, err
	}
	box, err := ownerBox(ctx, c.Hub, c.Say)
	if err != nil {
		return nil, err
	}
	m := &Matches{Order: games.Order{
		Box: box, Name: name, Lasting: c.Folder != "", PlayerSeed: c.Seed, Threads: c.Threads,
		ModelDirs: players.ModelDirs(),
		Check:     func(ctx context.Context, p games.Programs) error { return missing(ctx, box, p, c.Say) },
		Report:    func(text string) { fmt.Fprintln(os.Stderr, text) },
	}}
	m.say, m.away = c.Say, watch(box, c.Say)
	return m, nil
}

// Close leaves the hub.
func (m *Matches) Close() {
	if err := m.Order.Close(context.Background()); err != nil {
		m.say("%v", err) // the games are there
	}
	m.away()
	m.Box.Close()
}

// onceName names a run that nobody goes on with.
func onceName() (string, error) {
	var name [10]byte
	if _, err := rand.Read(name[:]); err != nil {
		return "", err
	}
	return hex.EncodeToString(name[:]), nil
}

// missing says when no worker at the hub allows the other programs. When none is there at all the order says so.
func missing(
	ctx context.Context, box *mailbox.Box, programs games.Programs, say func(format string, args ...any),
) error {
	if len(programs) == 0 {
		return nil
	}
	workers, err := box.Workers(ctx)
	if err != nil || len(workers) == 0 {
		return err
	}
	for _, data := range workers {
		var about worker.About
		if json.Unmarshal(data, &about) == nil && games.Programs(about.Programs).AllowAll(programs) {
			return nil
		}
	}
	say("no worker at the hub allows the other program so far; games begin when one does: tengen worker TOKEN%s",
		allowFlags(programs))
	return nil
}

// allowFlags are the flags of a worker that allows programs.
func allowFlags(programs games.Programs) string {
	var b strings.Builder
	for _, command := range programs {
		fmt.Fprintf(&b, " --allow '%s'", command)
	}
	return b.String()
}
