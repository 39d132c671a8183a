package thinking

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// Config is what a Room has.
type Config struct {
	// Players make players of strings.
	Players player.Registry
	// ModelDirs are where players find models. Pages may name no others.
	ModelDirs []string
	// Own is the player string of whoever started the server, who may name any model and a program.
	Own string
	// Commands lets pages start other programs as players (gtp:COMMAND).
	Commands bool
	// Threads are the processors that all share.
	Threads int
	// Device is where networks are computed; nil for the CPU.
	Device nets.Device
}

// Room is where players think.
type Room struct {
	Config
	networks *loaded.Networks
	free     *semaphore.Weighted // processors
	waiting  atomic.Int64        // who waits for them
}

// NewRoom is a room in which nobody thinks yet.
func NewRoom(c Config) *Room {
	return &Room{Config: c, networks: &loaded.Networks{Device: c.Device}, free: semaphore.NewWeighted(int64(c.Threads))}
}

// Think runs work when so many processors are free.
func (r *Room) Think(ctx context.Context, threads int, work func(context.Context) error) error {
	weight := int64(min(max(threads, 1), r.Threads))
	r.waiting.Add(1)
	err := r.free.Acquire(ctx, weight)
	r.waiting.Add(-1)
	if err != nil {
		return err
	}
	defer r.free.Release(weight)
	return work(ctx)
}

// Wanted says whether somebody waits for processors. Who thinks for long lets them go then.
func (r *Room) Wanted() bool { return r.waiting.Load() > 0 }

// Player makes a player of a string that a page may give, for a board of that size. A string with a
// mistake is a refusal; a board without a model is models.ErrNoModel.
func (r *Room) Player(text string, size int) (player.Player, error) {
	spec, err := options.Parse("player", text)
	if err != nil {
		return nil, wire.Refused("%v", err)
	}
	if text != r.Own { // whoever started the server may name anything
		if err := r.allowed(spec); err != nil {
			return nil, err
		}
	}
	p, err := r.Players.Parse(text, player.Env{
		Rules: game.Go{Board: size}, Seed: 1, Threads: r.Threads, Players: 8,
		Networks: r.networks, ModelDirs: r.ModelDirs,
	})
	var wrong *options.Error
	if errors.As(err, &wrong) {
		return nil, wire.Refused("%v", err)
	}
	return p, err
}

// Rollout is the rollout policy of a model, as players have it.
func (r *Room) Rollout(dir string) (*rollout.Policy, error) {
	policy, _, err := loaded.Of(r.networks, dir, models.Rollout, func(m *models.Model) (*rollout.Policy, error) {
		return rollout.Of(m, rollout.KindRollout)
	})
	return policy, err
}

// First is the first of the players that this board has a model for, with its string.
func (r *Room) First(size int, texts ...string) (p player.Player, text string, err error) {
	for _, text = range texts {
		if p, err = r.Player(text, size); !errors.Is(err, models.ErrNoModel) {
			return p, text, err
		}
	}
	return nil, text, err
}

// allowed refuses programs, and models outside the folders that the server was started with.
func (r *Room) allowed(spec options.Spec) error {
	if spec.StartsPrograms() {
		if !r.Commands {
			return wire.Refused("player %s starts programs: allowed with tengen serve --allow-commands", spec.Kind)
		}
		return nil
	}
	dir := spec.Value("model")
	if dir == "" || strings.HasPrefix(dir, models.ShippedPrefix) {
		return nil
	}
	for _, root := range r.ModelDirs {
		entries, err := models.List(root)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if e.Dir == dir {
				return nil
			}
		}
	}
	return wire.Refused("model %.100q is in none of the server's folders", dir)
}

// ThreadsOf is how many processors a player's search asks for; it takes all if its string says
// nothing.
func ThreadsOf(text string) int {
	const all = 1 << 20
	spec, err := options.Parse("player", text)
	if err != nil {
		return all
	}
	if spec.Kind == "policy" || spec.Kind == "random" {
		return 1
	}
	n, err := strconv.Atoi(spec.Value("threads"))
	if err != nil || n < 1 {
		return all
	}
	return n
}
