package terminal

import (
	"context"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"
)

// Run plays on the full screen until the person quits or ctx ends.
func Run(ctx context.Context, s Encounter, options ...tea.ProgramOption) error {
	thinking, stop := context.WithCancel(ctx)
	defer stop()
	options = append([]tea.ProgramOption{tea.WithContext(ctx)}, options...)
	final, err := tea.NewProgram(NewModel(thinking, s), options...).Run()
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
