package library

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// policyJSON is a position, and what a policy network thinks of it.
type policyJSON struct {
	Size   int       `json:"size"`
	Points string    `json:"points"`
	ToMove string    `json:"to_move"`
	Moves  []string  `json:"moves"`
	Policy []float64 `json:"policy"`
}

// mostMoves bounds the positions that a page may ask about.
const mostMoves = 400

// policy answers ?model=NAME&moves=D4,E5: Black begins, the sides alternate.
func (l *Library) policy(r *http.Request) (_ any, err error) {
	e, err := l.find(r.FormValue("model"))
	if err != nil {
		return nil, err
	}
	size := e.Manifest.Board
	if _, ok := e.Manifest.Networks[models.Policy]; !ok {
		return nil, wire.Refused("model %.100q has no policy network", e.Dir)
	}
	g, err := board.NewGame(size, board.Rules{Komi: 7.5})
	if err != nil {
		return nil, err
	}
	out := policyJSON{Size: size, Moves: []string{}, Policy: make([]float64, size*size)}
	if text := r.FormValue("moves"); text != "" {
		out.Moves = strings.Split(text, ",")
	}
	if len(out.Moves) > mostMoves {
		return nil, wire.Refused("%d moves: want %d at most", len(out.Moves), mostMoves)
	}
	for _, text := range out.Moves {
		point, err := board.ParseVertex(text, size)
		if err == nil {
			err = g.Play(point, g.Position().ToMove())
		}
		if err != nil {
			return nil, wire.Refused("move %.10q: %v", text, err)
		}
	}
	p, err := l.room.Player("policy:model="+e.Dir, size)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	adviser, ok := p.(player.Adviser)
	if !ok {
		return nil, fmt.Errorf("player %v does not say what it thinks", p)
	}
	if err := p.NewGame(game.Of(g)); err != nil {
		return nil, err
	}
	turn, probs, points := g.Position().ToMove(), make([]float32, size*size), make([]byte, size*size)
	err = l.room.Think(r.Context(), 1, func(context.Context) error { return adviser.Advise(probs, turn) })
	if err != nil {
		return nil, err
	}
	for i, x := range probs {
		out.Policy[i] = float64(x)
		points[i] = ".XO"[g.Position().At(board.FromIndex(i, size))]
	}
	out.Points, out.ToMove = string(points), map[board.Color]string{board.Black: "black", board.White: "white"}[turn]
	return out, nil
}

// onnx sends a network as a file, as tengen model export does.
func (l *Library) onnx(w http.ResponseWriter, r *http.Request) {
	name, data, err := l.export(r.FormValue("model"), r.FormValue("network"))
	if err != nil {
		wire.Fail(w, l.log, err)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	_, _ = w.Write(data)
}

// export is a network as a file in ONNX, with a name for it.
func (l *Library) export(model, kind string) (name string, data []byte, err error) {
	e, err := l.find(model)
	if err != nil {
		return "", nil, err
	}
	if _, ok := e.Manifest.Networks[kind]; !ok || kind != models.Policy && kind != models.Value {
		return "", nil, wire.Refused("network %.20q: want policy or value, and one that the model has", kind)
	}
	m, err := models.Open(e.Dir)
	if err != nil {
		return "", nil, err
	}
	loaded, err := nets.Of(m)
	if err != nil {
		return "", nil, err
	}
	short := filepath.Base(strings.TrimPrefix(e.Dir, models.ShippedPrefix))
	n := m.Manifest.Networks[kind]
	notes := nets.ONNXNotes{Version: n.Training.Program, Model: short, SHA256: n.File.SHA256}
	for i := range n.Architecture.Planes {
		notes.Planes = append(notes.Planes, features.Name(i))
	}
	if kind == models.Policy {
		data, err = loaded.Policy.ONNX(notes)
	} else {
		data, err = loaded.Value.ONNX(notes)
	}
	return safeName(short) + "-" + kind + ".onnx", data, err
}

// safeName has only letters that every file system takes.
func safeName(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, text)
}
