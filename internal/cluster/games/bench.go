package games

import (
	"context"
	"fmt"
	"maps"
	"sync"

	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
)

// bench has the models that a machine has read for its matches, and the caches before them.
type bench struct {
	mu      sync.Mutex
	shared  *loaded.Networks
	device  nets.Device
	players map[string]bool // who use it
	weights weightsRead     // of the program, by its players
	open    func(name string) (*models.Model, error)
}

// mostPlayers bounds the players of a bench. Those with networks have a cache of 64 MiB each.
const mostPlayers = 16

// networks are those for two players, on a machine with these tools. Models that are not there yet come through
// the tools.
func (b *bench) networks(ctx context.Context, tools work.Tools, texts ...string) *loaded.Networks {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.shared == nil || b.device != tools.Device || b.over(texts) {
		b.shared = &loaded.Networks{Device: tools.Device, Open: b.read}
		b.device, b.players, b.weights = tools.Device, map[string]bool{}, weightsRead{}
	}
	for _, text := range texts {
		b.players[text] = true
	}
	b.open = opener(ctx, tools)
	return b.shared
}

// over says that these would be too many.
func (b *bench) over(texts []string) bool {
	n := len(b.players)
	for _, text := range texts {
		if !b.players[text] {
			n++
		}
	}
	return n > mostPlayers
}

// read opens a model as the last match that began has it.
func (b *bench) read(name string) (*models.Model, error) {
	b.mu.Lock()
	open := b.open
	b.mu.Unlock()
	return open(name)
}

// checkWeights sees that this program has the weights that a player reads of it.
func (b *bench) checkWeights(p *Player, size int) error {
	if p.Weights == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	here, err := b.weights.of(p.Text, size)
	if err != nil {
		return fmt.Errorf("player %s: %w", p.Text, err)
	}
	if !maps.Equal(here, p.Weights) {
		return fmt.Errorf("player %s: this version of tengen has another model; install the hub's version", p.Text)
	}
	return nil
}

// weightsRead remembers which weights of the program's models players read: to find that out takes as long as some
// games of quick players.
type weightsRead map[weightsOf]map[string]string

// weightsOf is a player on a board of some size.
type weightsOf struct {
	text string
	size int
}

// of are the SHA-256 of what a player for workers reads of the program's models, by kind; nil if it has another
// model.
func (w weightsRead) of(text string, size int) (map[string]string, error) {
	key := weightsOf{text, size}
	if known, ok := w[key]; ok {
		return known, nil
	}
	var weights map[string]string
	folders, err := player.Folders(text, size, programModels())
	if err == nil && len(own(folders)) == 0 {
		weights, err = player.Weights(text, size, programModels())
	}
	if err != nil {
		return nil, err
	}
	w[key] = weights
	return weights, nil
}
