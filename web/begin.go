package web

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/strength"
	"github.com/tengen-go/tengen/web/internal/live"
	"github.com/tengen-go/tengen/web/internal/refusal"
	"github.com/tengen-go/tengen/web/internal/thinking"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// begin makes a game.
func (s *Server) begin(w live.Wish) (*live.Game, error) {
	id, err := s.name(nameBytes)
	if err != nil {
		return nil, err
	}
	who := live.Wish{Level: w.Level, Player: w.Player} // the game keeps it, without the file of w
	g, err := live.Begin(w, s.live, id, func(size int) (live.Opponent, error) {
		p, text, name, err := s.opponent(who, size)
		if err == nil {
			err = s.reseed(p, text)
		}
		return live.Opponent{Player: p, Text: text, Name: name, Threads: thinking.ThreadsOf(text)}, err
	})
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.add(g); err != nil {
		return nil, errors.Join(err, s.remove(id))
	}
	g.GoOn()
	return g, nil
}

// reseed lets the player of a new game play another game than before, unless its string has a seed.
func (s *Server) reseed(p player.Player, text string) error {
	spec, err := options.Parse("player", text)
	r, ok := p.(player.Reseeder)
	if err != nil || !ok || spec.Value("seed") != "" {
		return err
	}
	var seed [8]byte
	if _, err := io.ReadFull(s.config.Random, seed[:]); err != nil {
		return errors.Join(fmt.Errorf("a seed: %w", err), p.Close())
	}
	r.Reseed(binary.BigEndian.Uint64(seed[:]))
	return nil
}

// opponent makes who plays, with the player string and the name for people.
func (s *Server) opponent(w live.Wish, size int) (p player.Player, text, name string, err error) {
	level, err := s.level(w, size)
	if err != nil {
		return nil, "", "", err
	}
	name = "Tengen"
	texts := []string{w.Player}
	switch {
	case level.Name != "":
		name += ", " + level.Name
		texts = []string{cmp.Or(level.Player, player.KindSearch), player.KindRave}
	case w.Player == "":
		texts = []string{cmp.Or(s.config.Player, player.KindSearch), player.KindRave}
	}
	p, text, err = s.room.First(size, texts...)
	if spec, bad := options.Parse("player", text); bad == nil && spec.StartsPrograms() {
		name = "" // that of the program
	}
	if errors.Is(err, models.ErrNoModel) {
		err = refusal.Coded(refusal.NoModel, map[string]any{"size": size}, err)
	}
	return p, text, name, err
}

// level is the level that a wish names, or the server's own; the zero Level where a player string counts.
func (s *Server) level(w live.Wish, size int) (strength.Level, error) {
	if w.Level != "" {
		level, err := strength.Nearest(w.Level, size)
		if err != nil {
			return level, wire.Refused("%v", err)
		}
		return level, nil
	}
	if w.Player != "" || s.config.Level == "" {
		return strength.Level{}, nil
	}
	return strength.Nearest(s.config.Level, size)
}

// playerText is the player string for a level, or the one that is given, which can play on such a board.
func (s *Server) playerText(level, text string, size int) (string, error) {
	p, text, _, err := s.opponent(live.Wish{Level: level, Player: text}, size)
	if err != nil {
		return "", err
	}
	return text, p.Close()
}

// checkPlayer refuses a player of the server's own that can play on no board. It starts no program.
func (s *Server) checkPlayer() error {
	if s.config.Player == "" {
		return nil
	}
	spec, err := options.Parse("player", s.config.Player)
	if err != nil || spec.StartsPrograms() {
		return err
	}
	for size := live.Largest; size >= live.Smallest; size-- {
		p, failed := s.room.Player(s.config.Player, size)
		if failed == nil {
			return p.Close()
		}
		err = failed
	}
	if wrong := (*refusal.Refusal)(nil); errors.As(err, &wrong) {
		return options.Errorf("%v", err)
	}
	return err
}

// teachers judge moves, the first one on boards with a model. They read enough to tell a mistake from
// a matter of taste, and on one processor, so that games go on meanwhile.
var teachers = []string{"search:playouts=300,threads=1,reuse=on", "rave:playouts=2000,threads=1"}

// teacher makes the player that judges moves.
func (s *Server) teacher(size int) (player.Analyst, error) {
	p, text, err := s.room.First(size, teachers...)
	if err != nil {
		return nil, err
	}
	a, ok := p.(player.Analyst)
	if !ok {
		return nil, errors.Join(fmt.Errorf("player %s cannot judge moves", text), p.Close())
	}
	return a, nil
}
