package match

import (
	"bytes"
	"testing"

	"github.com/tengen-go/tengen/record"
)

// FuzzDecode reads games that a stranger may send. A game that passes can be sent on, and self-play can keep it.
func FuzzDecode(f *testing.F) {
	config := small(2)
	config.Thoughts, config.SameColors, config.Openings = true, true, 2
	side := sideOf("random", config)
	names := [2]string{side.Name, side.Name}
	var game *Game
	err := Run(f.Context(), config, side, side, map[int]bool{1: true}, func(g *Game) error {
		game = g
		return nil
	})
	if err != nil {
		f.Fatal(err)
	}
	data, err := game.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(bytes.Replace(data, []byte(`"Prior":0`), []byte(`"Prior":7`), 1))
	f.Add(bytes.Replace(data, []byte(" pass"), []byte(" A1"), 1))
	f.Add([]byte(`{"game":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := config.Decode(0, names, data, false)
		if err != nil {
			return
		}
		again, err := g.Encode()
		if err != nil {
			t.Fatalf("%s cannot be sent on: %v", data, err)
		}
		if _, err := config.Decode(0, names, again, false); err != nil {
			t.Errorf("%s passes, and %s does not: %v", data, again, err)
		}
		var set record.Set
		set.Add(collected(g, 0, config).Record)
		if err := record.EncodePacked(new(bytes.Buffer), &set); err != nil {
			t.Errorf("%s passes, and cannot be kept: %v", data, err)
		}
	})
}
