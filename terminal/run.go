package terminal

import (
	"context"
	"errors"
	"fmt"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// gate is what the player's thinking goes through, which the program does not wait for when it ends.
type gate struct {
	inside sync.RWMutex
	closed bool
}

// through is a command that does nothing once the gate is shut.
func (g *gate) through(c tea.Cmd) tea.Cmd {
	return func() tea.Msg {
		g.inside.RLock()
		defer g.inside.RUnlock()
		if g.closed {
			return nil
		}
		return c()
	}
}

// shut waits for calls under way, and lets no more begin.
func (g *gate) shut() {
	g.inside.Lock()
	defer g.inside.Unlock()
	g.closed = true
}

// Screen is what surrounds a game on the full screen.
type Screen struct {
	// Message is the first line that the person sees.
	Message string
	// Keep keeps the game after every move, nil for a game that is not kept.
	Keep func(GameView) error
}

// Run plays on the full screen until the person quits or ctx ends. After that the player gets no
// more questions.
func Run(ctx context.Context, v GameView, s Screen, options ...tea.ProgramOption) error {
	thinking, stop := context.WithCancel(ctx)
	defer stop()
	options = append([]tea.ProgramOption{tea.WithContext(ctx)}, options...)
	m := NewModel(thinking, v, s)
	final, err := tea.NewProgram(m, options...).Run()
	stop()
	m.gate.shut()
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, tea.ErrInterrupted) {
			return context.Canceled
		}
		return fmt.Errorf("the full screen: %w (use --plain where there is no terminal)", err)
	}
	if m, ok := final.(Model); ok {
		return m.Err()
	}
	return nil
}
