package players

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/player"
)

// Analyst reads positions with the player of a string. The default player has a substitute for boards that no model
// is for. Call Use first.
type Analyst struct {
	player.Analyst
	Text    string // the player string, "" for the default
	Instead string // the player string of its substitute
	Env     player.Env
	Quiet   bool
	Said    *sync.Map // the sizes of boards on which people know who reads, of all analysts; nil: all

	first, substitute player.Analyst // the substitute is nil before it is needed
	player            player.Player  // the first
}

// Use makes the player of a string, who reads from now on.
func (a *Analyst) Use(text string) error {
	p, err := Registry().Parse(text, a.Env)
	if err != nil {
		return err
	}
	reads, ok := p.(player.Analyst)
	if !ok {
		return errors.Join(usage.Errorf("player %s: %w", p, player.ErrNoAnalyst), p.Close())
	}
	a.player, a.first, a.Analyst = p, reads, reads
	return nil
}

// Player is the player that Use made.
func (a *Analyst) Player() player.Player { return a.player }

// NewGame gives the game to the player, or to the substitute.
func (a *Analyst) NewGame(g game.Game) error {
	a.Analyst = a.first
	err := a.first.NewGame(g)
	if a.Said != nil && err == nil {
		if _, known := a.Said.LoadOrStore(g.Size(), true); !known {
			TellModel(a.player, a.Quiet)
		}
	}
	if a.Text != "" || !errors.Is(err, models.ErrNoModel) {
		return err
	}
	if a.substitute == nil {
		if !a.Quiet {
			fmt.Fprintf(os.Stderr, "no model for %d×%d: %s reads, which needs none\n", g.Size(), g.Size(), a.Instead)
		}
		p, err := Registry().Parse(a.Instead, a.Env)
		if err != nil {
			return err
		}
		a.substitute = p.(player.Analyst)
	}
	a.Analyst = a.substitute
	return a.substitute.NewGame(g)
}

// Reseed implements player.Reseeder, for both players.
func (a *Analyst) Reseed(seed uint64) {
	for _, reads := range []player.Analyst{a.first, a.substitute} {
		if r, ok := reads.(player.Reseeder); ok {
			r.Reseed(seed)
		}
	}
}

// Forget drops what the player has read.
func (a *Analyst) Forget() {
	if f, ok := a.Analyst.(player.Forgetter); ok {
		f.Forget()
	}
}

// Close closes the players.
func (a *Analyst) Close() error {
	err := a.first.Close()
	if a.substitute != nil {
		err = errors.Join(err, a.substitute.Close())
	}
	return err
}
