package live

import (
	"errors"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/web/internal/refusal"
)

// reasons are the errors that people meet often, with their codes.
var reasons = []struct {
	err  error
	code string
}{
	{board.ErrOccupied, refusal.Occupied},
	{board.ErrSuicide, refusal.Suicide},
	{board.ErrKo, refusal.Ko},
	{board.ErrSuperko, refusal.Superko},
	{board.ErrOver, refusal.Over},
	{play.ErrOver, refusal.Over},
	{play.ErrNotYourTurn, refusal.NotYourTurn},
	{play.ErrNoUndo, refusal.NoUndo},
	{play.ErrBegin, refusal.RecordBegins},
	{play.ErrEnd, refusal.RecordEnds},
	{play.ErrNoVariation, refusal.NoVariation},
}

// refused is the refusal of a command because of an error.
func refused(c Command, err error) error {
	var r *refusal.Refusal
	if errors.As(err, &r) {
		return err
	}
	for _, known := range reasons {
		if errors.Is(err, known.err) {
			var args map[string]any
			if c.Point != "" {
				args = map[string]any{"point": c.Point}
			}
			return refusal.Coded(known.code, args, err)
		}
	}
	return refusal.Of("%v", err)
}

// unfit is the refusal of a game because of an error of its configuration.
func unfit(config play.Config, err error) error {
	if config.Handicap != 0 {
		if _, wrong := board.FixedHandicap(config.Size, config.Handicap); wrong != nil {
			most := 9
			for ; most > 0; most-- {
				if _, wrong := board.FixedHandicap(config.Size, most); wrong == nil {
					break
				}
			}
			return refusal.Coded(refusal.Handicap, map[string]any{"stones": config.Handicap, "most": most}, err)
		}
	}
	usual := config.Rules
	usual.Komi = 0
	if config.Rules.Validate() != nil && usual.Validate() == nil {
		return refusal.Coded(refusal.Komi, map[string]any{"komi": config.Rules.Komi}, err)
	}
	return refusal.Of("%v", err)
}
