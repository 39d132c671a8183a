package gtp

import (
	"context"
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/board"
)

// Show is what the engine shows of its thoughts, in addition to the protocol.
type Show string

// The ways of telling.
const (
	ShowNothing  Show = "none"
	ShowMoves    Show = "moves" // after a move: a line for each that was considered, as Leela Zero has them
	ShowChat     Show = "chat"  // after a move: one line that gtp2ogs puts into the game's chat
	ShowGraphics Show = "gfx"   // while it thinks: GoGui's live graphics
)

// shows are all of them, the default first.
var shows = []Show{ShowNothing, ShowMoves, ShowChat, ShowGraphics}

// shownMoves is how many moves are shown at most.
const shownMoves = 10

// graphics draws what the player thinks, while it thinks.
func (e *Engine) graphics() {
	if e.show == ShowGraphics && e.seen.known && len(e.seen.Moves) > 0 {
		e.say("gogui-gfx:\n" + e.drawing() + "\n")
	}
}

// graphicsEnd takes the drawing away.
func (e *Engine) graphicsEnd() {
	if e.show == ShowGraphics && e.seen.known {
		e.say("gogui-gfx: CLEAR")
	}
}

// say writes a message, and ignores failures of the reader.
func (e *Engine) say(text string) {
	if e.config.Messages != nil {
		_, _ = fmt.Fprintln(e.config.Messages, text)
	}
}

// drawing is the last analysis in GoGui's drawing language: the expected line,
// each move's share of the playouts and their number.
func (e *Engine) drawing() string {
	s, size := &e.seen, e.game.Size()
	var variation, influence, label strings.Builder
	c := s.color
	for _, p := range line(s.Moves[0]) {
		fmt.Fprintf(&variation, " %s %s", c.String()[:1], p.Vertex(size))
		c = c.Opponent()
	}
	for _, m := range s.Moves[:min(shownMoves, len(s.Moves))] {
		if m.Point == board.Pass {
			continue
		}
		part := ownedBy(s.color, share(float64(m.Visits)/float64(max(s.Visits, 1))))
		fmt.Fprintf(&influence, " %s %.3f", m.Point.Vertex(size), part)
		fmt.Fprintf(&label, " %s %d", m.Point.Vertex(size), m.Visits)
	}
	return "VAR" + variation.String() +
		"\nINFLUENCE" + influence.String() +
		"\nLABEL" + label.String() +
		"\nTEXT " + e.verdict()
}

// verdict is the last analysis in a few words.
func (e *Engine) verdict() string {
	return fmt.Sprintf("%.2f%% for %s after %d playouts", 100*share(e.seen.Winrate), e.seen.color, e.seen.Visits)
}

// errNothingSeen is the answer when there is no analysis to show.
const errNothingSeen failure = "nothing was read yet"

func (e *Engine) searchGfx(context.Context, []string) (string, error) {
	if !e.seen.known || len(e.seen.Moves) == 0 {
		return "", errNothingSeen
	}
	return e.drawing(), nil
}

// value is the win rate that was found last.
func (e *Engine) value(context.Context, []string) (string, error) {
	if !e.seen.known {
		return "", errNothingSeen
	}
	return e.verdict(), nil
}

// tellThoughts tells what was found once the move is chosen.
func (e *Engine) tellThoughts() {
	if !e.seen.known || len(e.seen.Moves) == 0 {
		return
	}
	best := vertices(line(e.seen.Moves[0]), e.game.Size())
	switch e.show {
	case ShowMoves:
		for _, text := range e.considered() {
			e.say(text)
		}
		e.say(fmt.Sprintf("%d visits, score %.2f%% (from the search) PV: %s",
			e.seen.Visits, 100*share(e.seen.Winrate), best))
	case ShowChat:
		e.say(fmt.Sprintf("MALKOVICH:%d playouts, %.2f%%, %s", e.seen.Visits, 100*share(e.seen.Winrate), best))
	}
}

// considered has a line for each of the best moves.
func (e *Engine) considered() []string {
	var lines []string
	for _, m := range e.seen.Moves[:min(shownMoves, len(e.seen.Moves))] {
		lines = append(lines, fmt.Sprintf("%s -> %d (V: %.2f%%) (LCB: %.2f%%) (N: %.2f%%) PV: %s",
			m.Point.Vertex(e.game.Size()), m.Visits, 100*share(m.Winrate), 100*share(m.LCB), 100*share(m.Prior),
			vertices(line(m), e.game.Size())))
	}
	return lines
}
