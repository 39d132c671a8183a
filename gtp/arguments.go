package gtp

import (
	"math"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/board"
)

// parseColor reads a colour in any of its spellings.
func parseColor(s string) (board.Color, error) {
	switch strings.ToLower(s) {
	case "b", "black":
		return board.Black, nil
	case "w", "white":
		return board.White, nil
	}
	return board.Empty, errSyntax
}

// parseVertex reads a point of the present board, or pass.
func (e *Engine) parseVertex(s string) (board.Point, error) {
	p, err := board.ParseVertex(s, e.game.Size())
	if err != nil {
		return board.NoPoint, errVertex
	}
	return p, nil
}

// parseInt reads a whole number within [low, high].
func parseInt(s string, low, high int) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < low || n > high {
		return 0, errSyntax
	}
	return n, nil
}

// parseFloat reads a number; infinities and the like are none.
func parseFloat(s string) (float64, error) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, errSyntax
	}
	return f, nil
}

// joinLines puts one item on a line.
func joinLines(items []string) string { return strings.Join(items, "\n") }

// vertices writes points with spaces between.
func vertices(points []board.Point, size int) string {
	words := make([]string, len(points))
	for i, p := range points {
		words[i] = p.Vertex(size)
	}
	return strings.Join(words, " ")
}
