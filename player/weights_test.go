package player

import (
	"maps"
	"testing"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/shapes"
)

// wholeModel has networks of all kinds.
func wholeModel(t *testing.T, size int) string {
	t.Helper()
	dir := modeltest.Full(t, size)
	values, err := shapes.New(size)
	if err != nil {
		t.Fatal(err)
	}
	if err := shapes.Save(dir, values, models.Training{}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A record of a game names the networks that a player read there: on another size than the model's no value network.
func TestWeightsOfACarriedModel(t *testing.T) {
	own, err := Weights("search:playouts=1", 9, nil)
	if err != nil || own["value"] == "" || own["policy"] == "" {
		t.Fatalf("9×9: %v, %v", own, err)
	}
	other, err := Weights("search:playouts=1", 7, nil)
	if err != nil || other["value"] != "" || other["shapes"] != "" || other["policy"] != own["policy"] || other["tree"] != own["tree"] {
		t.Errorf("7×7: %v, %v", other, err)
	}
}

// The search on such a board has no value network, and plays where its own model does not fit.
func TestSearchOnEverySize(t *testing.T) {
	for _, size := range []int{5, 6, 8, 10, 12, 13, 14, 18} {
		p, err := Players().Parse("search:playouts=2,threads=1,memory=1M", Env{Rules: game.Go{Board: size}})
		if err != nil {
			t.Fatal(err)
		}
		s, ok := p.(Sized)
		if !ok || s.Size() != size {
			t.Errorf("%d×%d: %v is for another size", size, size, p)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A player without a policy network notes what it reads, where it reads it: on a size without a model the rollout policy
// is of the model that fits, and the tree policy of the nearest one.
func TestWeightsWithoutANetwork(t *testing.T) {
	of := map[int]map[string]string{}
	for _, size := range []int{9, 13} {
		weights, err := Weights("search:playouts=1", size, nil)
		if err != nil {
			t.Fatal(err)
		}
		of[size] = weights
	}
	for text, want := range map[string]map[string]string{
		"rave:playouts=1":                                   {"tree": of[9]["tree"]},
		"rave:playouts=1,playout=softmax":                   {"rollout": of[13]["rollout"], "tree": of[9]["tree"]},
		"uct:playouts=1,playout=softmax,heuristic=none":     {"rollout": of[13]["rollout"]},
		"uct:playouts=1,heuristic=none":                     nil,
		"rave:playouts=1,playout=softmax,model=shipped:9x9": {"rollout": of[9]["rollout"], "tree": of[9]["tree"]},
		"uct:playouts=1,heuristic=none,model=shipped:9x9":   nil,
		"search:playouts=1,prior=tree,playout=softmax,beta=1": {
			"policy": of[13]["policy"], "rollout": of[13]["rollout"], "tree": of[13]["tree"],
		},
	} {
		got, err := Weights(text, 10, nil)
		if err != nil || !maps.Equal(got, want) {
			t.Errorf("%s: %v, %v, want %v", text, got, err, want)
		}
	}
}
