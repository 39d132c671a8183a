package models

import (
	"errors"
	"strings"
	"testing"
)

// What a model lacks is said with what it has, where, and how to get it.
func TestMissingNetwork(t *testing.T) {
	m := &Model{Dir: "some/model", Manifest: Manifest{Networks: map[string]Network{Value: {}, Tree: {Training: Training{Seed: 7}}}}}
	for kind, want := range map[string]string{
		Policy:   "some/model/model.json: the model has no policy network, only tree and value (give a model that has one)",
		Rollout:  "the model has no rollout policy, only tree and value (add one: tengen train rollout --features rollout GAMES -o some/model)",
		Shapes:   "the model has no local shapes, only tree and value (add them: tengen train shapes -o some/model --board N)",
		"ladder": `no network is called "ladder" (there are policy, value, rollout, tree, shapes)`,
	} {
		if _, err := m.Network(kind); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", kind, err, want)
		}
	}
	if _, err := m.Network(Policy); !errors.Is(err, ErrMismatch) {
		t.Errorf("error %v is no mismatch", err)
	}
	if n, err := m.Network(Tree); err != nil || n.Training.Seed != 7 {
		t.Errorf("%+v, error %v", n, err)
	}
}
