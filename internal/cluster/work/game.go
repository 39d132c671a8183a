package work

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/selfplay"
)

// particulars are what a game of self-play has in addition to its record.
type particulars struct {
	Game      int          `json:"game"`
	Winner    board.Color  `json:"winner"`
	End       selfplay.End `json:"end"`
	Redrawn   int          `json:"redrawn,omitempty"`
	Hopeless  board.Color  `json:"hopeless,omitempty"`
	PlayedOut bool         `json:"played_out,omitempty"`
}

// EncodeGame is a game as it travels: a packed file of one game, which says the rest of itself.
func EncodeGame(g *selfplay.Game) ([]byte, error) {
	about, err := json.Marshal(particulars{g.Index, g.Winner, g.End, g.Redrawn, g.Hopeless, g.PlayedOut})
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", g.Index, err)
	}
	set := record.Set{About: string(about)}
	set.Add(g.Record)
	var out bytes.Buffer
	if err := record.EncodePacked(&out, &set); err != nil {
		return nil, fmt.Errorf("game %d: %w", g.Index, err)
	}
	return out.Bytes(), nil
}

var errOneGame = errors.New("not one game")

// DecodeGame reads a game that has travelled.
func DecodeGame(data []byte) (*selfplay.Game, error) {
	var set record.Set
	about, err := record.DecodePacked(bytes.NewReader(data), func(g record.Game) error {
		if set.Len() > 0 {
			return errOneGame
		}
		set.Add(g)
		return nil
	})
	if err == nil && set.Len() != 1 {
		err = errOneGame
	}
	var p particulars
	if err == nil {
		err = json.Unmarshal([]byte(about), &p)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("game that has travelled: %w", err)
	case p.Game < 0 || p.Redrawn < 0 || p.Winner > board.White || p.Hopeless > board.White:
		return nil, fmt.Errorf("game that has travelled: game %d, with impossible particulars", p.Game)
	}
	g := set.Game(0)
	return &selfplay.Game{
		Index: p.Game, Record: g, Winner: p.Winner, End: p.End, Redrawn: p.Redrawn, Hopeless: p.Hopeless,
		PlayedOut: p.PlayedOut,
	}, nil
}
