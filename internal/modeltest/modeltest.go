// Package modeltest makes small untrained models for tests:
//
//	dir := modeltest.Full(t, 9)
package modeltest

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/rollout"
)

// Policy is a policy network for boards of size×size points.
func Policy(t *testing.T, size int) *nets.Policy {
	t.Helper()
	p, err := nets.NewPolicy(nets.PolicyConfig{Board: size, Planes: 48, Filters: 8, Layers: 3}, 5)
	if err != nil {
		t.Fatal(err)
	}
	// The head's bias a point breaks the symmetry of the board.
	if err := p.Update(func(params []nets.Param) error {
		for _, q := range params {
			for i := range q.Data {
				q.Data[i] += 0.05 * float32(i%7-3)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return p
}

// Folder is a model of a policy network, and a value network if asked for.
func Folder(t *testing.T, size int, value bool) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "model")
	m := nets.Model{Policy: Policy(t, size)}
	training := map[string]models.Training{models.Policy: {}}
	if value {
		v, err := nets.NewValue(nets.ValueConfig{Board: size, Planes: 49, Filters: 8, Layers: 3, Hidden: 8}, 5)
		if err != nil {
			t.Fatal(err)
		}
		m.Value = v
		training[models.Value] = models.Training{}
	}
	if _, err := nets.SaveModel(dir, m, training); err != nil {
		t.Fatal(err)
	}
	return dir
}

// AddPolicy puts a linear policy of random weights into a model.
func AddPolicy(t *testing.T, dir string, kind rollout.Kind) *rollout.Policy {
	t.Helper()
	policy, err := rollout.NewPolicy(kind, rollout.Patterns{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(uint64(len(kind)), 0))
	weights := make([]float32, policy.Features())
	for i := range weights {
		weights[i] = float32(rng.NormFloat64())
	}
	if policy, err = rollout.NewPolicy(kind, rollout.Patterns{}, weights); err != nil {
		t.Fatal(err)
	}
	if err := rollout.Save(dir, policy, models.Training{}); err != nil {
		t.Fatal(err)
	}
	return policy
}

// Full is a model with both networks, a rollout policy and a tree policy.
func Full(t *testing.T, size int) string {
	t.Helper()
	dir := Folder(t, size, true)
	AddPolicy(t, dir, rollout.KindRollout)
	AddPolicy(t, dir, rollout.KindTree)
	return dir
}
