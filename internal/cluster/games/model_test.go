package games

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/rollout"
)

// Workers get the one model that a player reads here, whatever it reads there. A player that reads two is refused.
func TestTheModelThatWorkersLack(t *testing.T) {
	whole := modeltest.Full(t, 5)
	networks := modeltest.Folder(t, 5, true)
	modeltest.AddPolicy(t, networks, rollout.KindRollout)
	other := &Models{Dirs: []string{networks, whole}}
	one := &Models{Dirs: []string{whole}}
	for _, test := range []struct {
		models *Models
		text   string
		size   int
		want   string // the folder, or a part of the error
	}{
		{one, "search:playouts=1", 5, whole},
		{one, "rave:playouts=1", 5, whole},
		{one, "rave:playouts=1,playout=softmax", 5, whole},
		{one, "rave:playouts=1,playout=softmax", 6, whole},
		{one, "search:playouts=1", 6, "is for 5×5"},
		{one, "uct:playouts=1,heuristic=none", 5, ""},
		{one, "random", 5, ""},
		{&Models{}, "rave:playouts=1,playout=softmax", 10, ""},
		{other, "search:playouts=1", 5, networks},
		{other, "rave:playouts=1", 5, whole},
		{other, "rave:playouts=1,playout=softmax", 5, "model join"},
	} {
		got, err := test.models.found(test.text, test.size)
		if err != nil {
			got = err.Error()
		}
		if filepath.IsAbs(test.want) && got != test.want || !strings.Contains(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s on %d×%d: %s, want %s", test.text, test.size, test.size, got, test.want)
		}
	}
}
