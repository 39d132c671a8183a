package games

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
)

// atHub begins the name of a model that lies at the hub; its digest follows.
const atHub = "hub:"

// modelOption is the option of players that names a model.
const modelOption = "model"

// programModels is where the models of workers are that a player string does not name: in the program.
func programModels() []string { return []string{models.ShippedPrefix} }

// Models stores models at the hub.
type Models struct {
	Box *mailbox.Box
	// Owner owns them: see mailbox.Box.PutModel.
	Owner string
	// Dirs are where players look for a model that they do not name.
	Dirs   []string
	stored map[string]string // digests by folder
}

// store is the name of a model for workers.
func (m *Models) store(ctx context.Context, dir string) (string, error) {
	if models.Shipped(dir) {
		return dir, nil
	}
	if m.stored[dir] == "" {
		packed, err := work.PackModel(dir, "")
		if err != nil {
			return "", err
		}
		digest, err := m.Box.PutModel(ctx, m.Owner, packed)
		if err != nil {
			return "", err
		}
		if m.stored == nil {
			m.stored = map[string]string{}
		}
		m.stored[dir] = digest
	}
	return atHub + m.stored[dir], nil
}

// Drop removes them from the hub.
func (m *Models) Drop(ctx context.Context) error {
	m.stored = nil
	return m.Box.DropModels(ctx, m.Owner)
}

// Player is a player string for workers, for games of Go on a board of some size.
func (m *Models) Player(ctx context.Context, text string, size int) (string, error) {
	spec, err := options.Parse("player", text)
	if err != nil || spec.StartsPrograms() {
		return text, err
	}
	named := spec.Value(modelOption)
	if named == "" {
		if named, err = m.found(text, size); named == "" || err != nil {
			return text, err
		}
	}
	name, err := m.store(ctx, named)
	if err != nil {
		return "", fmt.Errorf("player %s: %w", text, err)
	}
	return spec.With(modelOption, name).Text(), nil
}

// found is the folder of the model that a player without model= reads here and that workers lack; "" if they have all.
func (m *Models) found(text string, size int) (string, error) {
	folders, err := player.Folders(text, size, m.Dirs)
	if err != nil {
		return "", fmt.Errorf("player %s: %w", text, err)
	}
	missing := own(folders)
	if len(missing) == 0 {
		return "", nil
	}
	for _, kind := range slices.Sorted(maps.Keys(folders)) { // workers have one model for all
		if dir := folders[kind]; dir != missing[0] {
			return "", fmt.Errorf("player %s takes its %s weights from %s and others from %s: for workers, name one "+
				"model with model=DIR (tengen model join makes one)", text, kind, dir, missing[0])
		}
	}
	manifest, err := models.ReadManifest(missing[0])
	if err != nil {
		return "", err
	}
	if manifest.Board != size && !anyBoard(folders) {
		return "", fmt.Errorf("player %s takes the model in %s, which is for %d×%d: for workers, name a model for "+
			"%d×%d with model=DIR (tengen model carry makes one)",
			text, missing[0], manifest.Board, manifest.Board, size, size)
	}
	return missing[0], nil
}

// own are the folders of models that are not in the program, by their names.
func own(folders map[string]string) []string {
	var list []string
	for _, dir := range folders {
		if !models.Shipped(dir) {
			list = append(list, dir)
		}
	}
	slices.Sort(list)
	return list
}

// anyBoard says that a player reads nothing that belongs to one size of the board.
func anyBoard(folders map[string]string) bool {
	for kind := range folders {
		if kind != models.Tree && kind != models.Rollout {
			return false
		}
	}
	return true
}

var digestName = regexp.MustCompile(`^[0-9a-f]{64}$`)

var errModelName = errors.New("workers read models of the hub and of the program, and nothing else")

// opener opens models on a worker, by the names that player strings for workers have.
func opener(ctx context.Context, tools work.Tools) func(name string) (*models.Model, error) {
	return func(name string) (*models.Model, error) {
		digest, ok := strings.CutPrefix(name, atHub)
		switch {
		case models.Shipped(name):
			return models.Open(name)
		case !ok || !digestName.MatchString(digest):
			return nil, fmt.Errorf("model %s: %w", name, errModelName)
		}
		data, err := tools.Model(ctx, digest)
		if err != nil {
			return nil, err
		}
		return work.UnpackModel(data, fmt.Sprintf("model %.12s", digest))
	}
}
