package web

import (
	"cmp"
	"errors"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/strength"
	"github.com/tengen-go/tengen/timing"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// wish is a game that somebody wants to begin.
type wish struct {
	Size     int      `json:"size"`
	Rules    string   `json:"rules"`
	Komi     *float64 `json:"komi"`
	Handicap int      `json:"handicap"`
	Human    string   `json:"human"`
	// Level is who plays, such as 8k; "" for Player, a player string; both "" for the server's own.
	Level  string `json:"level"`
	Player string `json:"player"`
	Teach  bool   `json:"teach"`
	// Time is a time setting such as 5m+3s; "" for none.
	Time string `json:"time"`
	// SGF is a record to go on with, instead of Size, Rules, Komi and Handicap.
	SGF string `json:"sgf"`
}

// begin makes a game.
func (s *Server) begin(w wish) (*openGame, error) {
	human, known := colors[w.Human]
	if !known {
		return nil, wire.Refused("human %.20q: want black, white or both", w.Human)
	}
	config := play.Config{
		Size: cmp.Or(w.Size, 9), Human: human, Handicap: w.Handicap, Seed: 1, Date: s.config.Now().Format("2006-01-02"),
	}
	var err error
	if config.Rules, err = board.ParseRules(cmp.Or(w.Rules, "chinese")); err != nil {
		return nil, wire.Refused("%v", err)
	}
	if config.Time, err = timing.Parse(w.Time); err != nil {
		return nil, wire.Refused("%v", err)
	}
	switch {
	case w.Komi != nil:
		config.Rules.Komi = *w.Komi
	case w.Handicap > 0:
		config.Rules.Komi = 0.5
	}
	var tree *sgf.Tree
	if w.SGF != "" {
		if tree, err = readRecord(w.SGF); err != nil {
			return nil, err
		}
		start, err := record.ReadGame(tree, config.Rules, 0)
		if err != nil {
			return nil, wire.Refused("the record: %v", err)
		}
		config.Size, config.Rules, config.Handicap = start.Size(), start.Rules(), 0
	}
	if config.Size < smallest || config.Size > largest {
		return nil, wire.Refused("size %d: want %d to %d", config.Size, smallest, largest)
	}
	if err := config.Validate(); err != nil {
		return nil, wire.Refused("%v", err)
	}
	opponent, text, name, err := s.opponent(w, config.Size)
	if err != nil {
		return nil, err
	}
	config.Opponent, config.Teacher = name, s.hinter(config.Size)
	var session *play.Session
	if tree != nil {
		session, err = play.OpenSession(opponent, config, tree, "")
	} else {
		session, err = play.NewSession(opponent, config)
	}
	if err != nil {
		return nil, errors.Join(wire.Refused("%v", err), opponent.Close())
	}
	id, err := s.name(nameBytes)
	if err != nil {
		return nil, errors.Join(err, opponent.Close())
	}
	g := s.open(id, text, session, opponent)
	g.teaching = w.Teach
	if err := g.keep(); err != nil {
		return nil, errors.Join(err, opponent.Close())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.add(g); err != nil {
		return nil, errors.Join(err, s.remove(id))
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.goOn()
	return g, nil
}

// readRecord takes the first game of an SGF.
func readRecord(text string) (*sgf.Tree, error) {
	trees, faults := sgf.Parse("record", []byte(text))
	if len(trees) == 0 {
		return nil, wire.Refused("the record has no game: %v", errors.Join(faults...))
	}
	return trees[0], nil
}

// opponent makes who plays, with the player string and the name for people.
func (s *Server) opponent(w wish, size int) (p player.Player, text, name string, err error) {
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
	return p, text, name, err
}

// level is the level that a wish names, or the server's own; the zero Level where a player string counts.
func (s *Server) level(w wish, size int) (strength.Level, error) {
	if w.Level != "" {
		level, err := strength.Find(w.Level, size)
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
	p, text, _, err := s.opponent(wish{Level: level, Player: text}, size)
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
	if err != nil || spec.Kind == "gtp" {
		return err
	}
	for size := largest; size >= smallest; size-- {
		p, failed := s.room.Player(s.config.Player, size)
		if failed == nil {
			return p.Close()
		}
		err = failed
	}
	return options.Errorf("%v", err)
}
