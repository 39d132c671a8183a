package player

import (
	"testing"

	"github.com/tengen-go/tengen/game"
)

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
