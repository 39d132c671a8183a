package models

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// JoinConfig says which networks of which models make a new one.
type JoinConfig struct {
	// Models are folders of models; the new one has every network that one of them has.
	Models []string
	// From names, by kind, the model that gives the network where several models have one. It
	// need not be among Models.
	From map[string]string
	// Without are kinds that are left out.
	Without []string
	// Half stores the weights in half precision: 2 bytes a value, rounded. What must be exact,
	// the patterns of the linear policies, stays as it is.
	Half bool
	// Lambda is noted with the value network; nil leaves what it has.
	Lambda *LambdaFit
	// Card is the new model's; nil takes the one of the first model that has one.
	Card *Card
}

// Validate says what is wrong with a configuration.
func (c JoinConfig) Validate() error {
	if len(c.Models)+len(c.From) == 0 {
		return errors.New("join: no models")
	}
	if c.Lambda != nil {
		if err := c.Lambda.Validate(); err != nil {
			return fmt.Errorf("join: %w", err)
		}
	}
	for kind, dir := range c.From {
		if dir == "" {
			return fmt.Errorf("join: the %s is from no model", kind)
		}
		if slices.Contains(c.Without, kind) {
			return fmt.Errorf("join: the %s is to be left out, and taken from %s", kind, dir)
		}
	}
	for _, kind := range slices.Concat(slices.Sorted(maps.Keys(c.From)), c.Without) {
		if !slices.Contains(Kinds, kind) {
			return fmt.Errorf("join: no network is called %q (there are %s)", kind, strings.Join(Kinds, ", "))
		}
	}
	return nil
}

// Join makes dir the folder of a model with networks of several; dir may be one of them. Each
// network keeps its provenance. Join refuses networks for boards of two sizes, and two
// networks of one kind unless [JoinConfig.From] chooses. It returns the manifest written.
func Join(dir string, c JoinConfig) (Manifest, error) {
	out, err := joined(c)
	if err != nil {
		return Manifest{}, err
	}
	return Save(dir, out)
}

// joined is the new model in memory.
func joined(c JoinConfig) (Model, error) {
	if err := c.Validate(); err != nil {
		return Model{}, err
	}
	out := Model{Manifest: Manifest{Networks: map[string]Network{}, Card: c.Card}, Weights: map[string][]Tensor{}}
	from, loaded := map[string]string{}, map[string]*Model{}
	board := ""
	for _, dir := range slices.Concat(c.Models, slices.Sorted(maps.Values(c.From))) {
		if _, twice := loaded[dir]; twice {
			continue
		}
		m, err := Open(dir)
		if err != nil {
			return Model{}, fmt.Errorf("join: %w", err)
		}
		loaded[dir] = m
		for _, kind := range slices.Sorted(maps.Keys(m.Manifest.Networks)) {
			chosen, ruled := c.From[kind]
			if slices.Contains(c.Without, kind) || ruled && chosen != dir || !ruled && !slices.Contains(c.Models, dir) {
				continue
			}
			n := m.Manifest.Networks[kind]
			if other, ok := out.Manifest.Networks[kind]; ok {
				if other.File.SHA256 == n.File.SHA256 {
					continue
				}
				return Model{}, fmt.Errorf("join: %s and %s both have a %s: choose one by --%s-from",
					from[kind], dir, kind, kind)
			}
			from[kind] = dir
			if k, _ := kindOf(kind); !k.anyBoard {
				if b := out.Manifest.Board; b != 0 && b != m.Manifest.Board {
					return Model{}, fmt.Errorf("join: %s is for %d×%d, %s for %d×%d",
						board, b, b, dir, m.Manifest.Board, m.Manifest.Board)
				}
				out.Manifest.Board, board = m.Manifest.Board, dir
			}
			out.Manifest.Networks[kind] = n
			out.Weights[kind] = m.Weights[kind]
			if c.Half && halve(kind, m.Weights[kind]) {
				n.Original = n.File.SHA256
				out.Manifest.Networks[kind] = n
			}
		}
		if out.Manifest.Card == nil {
			out.Manifest.Card = m.Manifest.Card
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(c.From)) {
		if from[kind] == "" {
			return Model{}, fmt.Errorf("join: %s has no %s, only %s",
				c.From[kind], kind, kindsOf(loaded[c.From[kind]].Manifest))
		}
	}
	if len(from) == 0 {
		return Model{}, fmt.Errorf("join: nothing is left of %s", strings.Join(c.Models, " and "))
	}
	return out, out.note(c.Lambda)
}

// note adds a fit of λ to the figures of the value network.
func (m *Model) note(fit *LambdaFit) error {
	if fit == nil {
		return nil
	}
	n, ok := m.Manifest.Networks[Value]
	if !ok {
		return errors.New("join: lambda is for a value network, and no model has one")
	}
	figures := fit.Figures()
	for key, x := range n.Training.Figures {
		if _, new := figures[key]; !new {
			figures[key] = x
		}
	}
	n.Training.Figures = figures
	m.Manifest.Networks[Value] = n
	return nil
}

// halve marks the tensors that bear rounding, and says whether any was not marked before. Of
// a linear policy these are the weights; its patterns are numbers of 20 bits.
func halve(name string, tensors []Tensor) bool {
	k, _ := kindOf(name)
	changed := false
	for i := range tensors {
		if t := &tensors[i]; !t.Half && (!k.exact || t.Name == "weights") {
			t.Half, changed = true, true
		}
	}
	return changed
}
