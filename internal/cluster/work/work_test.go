package work

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/selfplay"
)

// The work of a specification plays the games of package selfplay, value data included.
func TestSelfplayPlaysItsGames(t *testing.T) {
	dir := modeltest.Folder(t, 5, false)
	policy, _, err := nets.LoadPolicy(dir)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := PackPolicy(policy)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := UnpackPolicy(packed)
	if err != nil {
		t.Fatal(err)
	}
	again, err := PackPolicy(unpacked)
	if err != nil || !bytes.Equal(packed, again) {
		t.Fatalf("the same network has other bytes, %v", err)
	}
	players := [2]selfplay.Player{{Policy: policy, Temperature: 1}, {Policy: policy, Temperature: 0.5}}
	fetched := 0
	tools := Tools{Threads: 2, Model: func(_ context.Context, digest string) ([]byte, error) {
		fetched++
		return packed, nil
	}}
	for name, c := range map[string]struct {
		config  selfplay.Config
		pairing selfplay.Pairing
	}{
		"plain": {selfplay.Config{Size: 5, Komi: 0.5, Seed: 1, MoveLimit: 75}, selfplay.Fixed{}},
		"resigning": {
			selfplay.Config{Size: 5, Komi: 0.5, Seed: 4, Settle: true, Resign: 0.3, PlayOut: 0.5, Thoughts: true},
			selfplay.Fixed{},
		},
		"alternating": {selfplay.Config{Size: 5, Komi: 0.5, Seed: 2}, selfplay.Alternating{}},
		"value data":  {selfplay.Config{Size: 5, Komi: 0.5, Seed: 5, Settle: true}, selfplay.ValueData{SL: 0, RL: 1, MaxU: 35}},
	} {
		t.Run(name, func(t *testing.T) {
			order := selfplay.Order{Config: c.config, Players: players, Pairing: c.pairing, Games: 20}
			ordered, err := NewSelfplay(order, [2]string{"digest", "digest"})
			if err != nil {
				t.Fatal(err)
			}
			spec, err := json.Marshal(ordered)
			if err != nil {
				t.Fatal(err)
			}
			w, err := Read(KindSelfplay, spec)
			if err != nil {
				t.Fatal(err)
			}
			want := map[int]*selfplay.Game{}
			if err := order.Play(t.Context(), func(g *selfplay.Game) error {
				want[g.Index] = g
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			fetched = 0
			got, i := map[int]*selfplay.Game{}, 20
			var mu sync.Mutex
			moves := map[int]int{}
			tools.Show = func(game int, look func() []byte) {
				mu.Lock()
				defer mu.Unlock()
				if moves[game]++; look != nil {
					t.Error("there is something to see")
				}
			}
			if err := w.Play(t.Context(), tools, func() (int, bool) { i--; return i, i >= 0 }, func(game int, data []byte) error {
				for _, thorough := range []bool{false, true} {
					if err := w.Check(game, data, thorough); err != nil {
						return err
					}
				}
				if w.Check(game+1, data, false) == nil {
					t.Error("a game passes for another")
				}
				got[game], err = DecodeGame(data)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			if len(moves) != 20 {
				t.Errorf("%d games have said that they go on", len(moves))
			}
			if fetched != 1 {
				t.Errorf("the model was fetched %d times", fetched)
			}
			// Packed, neither has a source, nor a difference between no thoughts and nil.
			for _, games := range []map[int]*selfplay.Game{want, got} {
				for g := range maps.Values(games) {
					data, err := EncodeGame(g)
					if err != nil {
						t.Fatal(err)
					}
					if games[g.Index], err = DecodeGame(data); err != nil {
						t.Fatal(err)
					}
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// elsewhere is a pairing that only this program knows.
type elsewhere struct{ selfplay.Fixed }

func TestSpecificationsThatMakeNoSense(t *testing.T) {
	for _, p := range []selfplay.Pairing{elsewhere{}, nil, selfplay.ValueData{SL: 1, RL: 0, MaxU: 3}} {
		if _, err := NewSelfplay(selfplay.Order{Config: selfplay.Config{Size: 5}, Pairing: p}, [2]string{"a", "a"}); err == nil {
			t.Errorf("%v: no error", p)
		}
	}
	good := `{"board":5,"komi":0.5,"move_limit":75,"seed":1,"players":[{"model":"a","temperature":1},{"model":"a","temperature":1}]}`
	if _, err := Read(KindSelfplay, json.RawMessage(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ kind, old, new, want string }{
		{"chess", "", "", "does not know it"},
		{KindSelfplay, `"board":5`, `"board":99`, "board"},
		{KindSelfplay, `"seed":1`, `"seed":1,"new":2`, "unknown field"},
		{KindSelfplay, `"model":"a"`, `"model":""`, "without a model"},
		{KindSelfplay, `"seed":1`, `"seed":1,"pairing":"value data","max_u":75`, "up to 75 in games of 75"},
		{KindSelfplay, `"seed":1`, `"seed":1,"pairing":"value data","max_u":-1`, "bound"},
		{KindSelfplay, `"seed":1`, `"seed":1,"max_u":5`, "no value data"},
		{KindSelfplay, `"seed":1`, `"seed":1,"pairing":"odd"`, "does not know"},
		{KindSelfplay, `}]}`, ``, "EOF"},
	} {
		_, err := Read(c.kind, json.RawMessage(strings.Replace(good, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: %v", c.new, c.old, err)
		}
	}
	for _, data := range [][]byte{nil, []byte("x"), bytes.Repeat([]byte("y"), 100)} {
		if _, err := DecodeGame(data); err == nil {
			t.Error("garbage is a game")
		}
		if _, err := UnpackPolicy(data); err == nil {
			t.Error("garbage is a network")
		}
	}
}
