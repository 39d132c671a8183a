package live

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/timing"
	"github.com/tengen-go/tengen/web/internal/gamefile"
	"github.com/tengen-go/tengen/web/internal/refusal"
)

// Boards that a page offers.
const Smallest, Largest = 7, 19

// Wish is a game that somebody wants to begin.
type Wish struct {
	Size     int      `json:"size"`
	Rules    string   `json:"rules"`
	Komi     *float64 `json:"komi"`
	Handicap int      `json:"handicap"`
	Human    string   `json:"human"`
	// Level is who plays, such as 8k; "" for Player, a player string; both "" for the program's own. Both are for
	// the caller of Begin, who makes the opponent.
	Level  string `json:"level"`
	Player string `json:"player"`
	// Teach says whether the teacher warns, and Share what share of a game a move may lose before; 0 for the usual.
	Teach bool    `json:"teach"`
	Share float64 `json:"share"`
	// Time is a time setting such as 5m+3s; "" for none.
	Time string `json:"time"`
	// File is a record to go on with, instead of Size and Handicap. Rules and Komi count where it has none of its own.
	gamefile.File
}

// Opponent is who plays against the person: the player, its string, its name for people, and how many
// processors it wants.
type Opponent struct {
	Player     player.Player
	Text, Name string
	Threads    int
}

// Maker makes who plays, for the size of a board.
type Maker func(size int) (Opponent, error)

// colors are the sides that a person may have.
var colors = map[string]board.Color{"": board.Black, "black": board.Black, "white": board.White, "both": board.Empty}

// Begin makes a game, which nobody thinks about before GoOn. The game closes its opponents. It makes another one where
// the last can play no more, such as a program that was ended.
func Begin(w Wish, room *Room, id string, opponent Maker) (*Game, error) {
	human, known := colors[w.Human]
	if !known {
		return nil, refusal.Of("human %.20q: want black, white or both", w.Human)
	}
	share, err := shareOf(w.Share)
	if err != nil {
		return nil, err
	}
	config := play.Config{
		Size: cmp.Or(w.Size, 9), Human: human, Handicap: w.Handicap, Seed: 1, Date: room.Now().Format("2006-01-02"),
	}
	if config.Rules, err = board.ParseRules(cmp.Or(w.Rules, "chinese")); err != nil {
		return nil, refusal.Of("%v", err)
	}
	if config.Time, err = timing.Parse(w.Time); err != nil {
		return nil, refusal.Of("%v", err)
	}
	switch {
	case w.Komi != nil:
		config.Rules.Komi = *w.Komi
	case w.Handicap > 0 && !w.Given():
		config.Rules.Komi = board.HandicapKomi
	}
	var tree *sgf.Tree
	if w.Given() {
		if tree, err = w.Tree(); err != nil {
			return nil, err
		}
		start, err := play.ReadStart(tree, config.Rules, w.Rules != "", w.Komi)
		if err != nil {
			return nil, refusal.Of("the record: %v", err)
		}
		config.Size, config.Rules, config.Handicap = start.Size(), start.Rules(), 0
		play.GiveTime(tree, config.Time)
	}
	if config.Size < Smallest || config.Size > Largest {
		return nil, refusal.Of("size %d: want %d to %d", config.Size, Smallest, Largest)
	}
	if err := config.Validate(); err != nil {
		return nil, unfit(config, err)
	}
	o, err := opponent(config.Size)
	if err != nil {
		return nil, err
	}
	config.Opponent, config.Teacher = o.Name, room.hinter(config.Size)
	var session *play.Session
	if tree != nil {
		session, err = play.OpenSession(o.Player, config, tree, "")
	} else {
		session, err = play.NewSession(o.Player, config)
	}
	if err != nil {
		return nil, errors.Join(refusal.Of("%v", err), o.Player.Close())
	}
	g := open(room, id, o, opponent, session, w.Teach, share)
	if err := g.keep(); err != nil {
		return nil, errors.Join(err, o.Player.Close())
	}
	return g, nil
}

// Resume goes on with a kept game, as Begin does with a new one.
func Resume(u *play.Unfinished, room *Room, id string, opponent Maker) (*Game, error) {
	start, err := record.ReadGame(u.Tree, board.Chinese(), 0)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	share, err := shareOf(u.Share)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	o, err := opponent(start.Size())
	if err != nil {
		return nil, err
	}
	config := play.Config{
		Rules: start.Rules(), Human: u.Human, Opponent: u.Opponent(), Seed: 1, Time: u.Time,
		Teacher: room.hinter(start.Size()),
	}
	session, err := play.OpenSession(o.Player, config, u.Tree, u.Place)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("game %s: %w", id, err), o.Player.Close())
	}
	session.Restore(u)
	return open(room, id, o, opponent, session, u.Teach, share), nil
}

// GoOn has the player think if it is its turn.
func (g *Game) GoOn() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.goOn()
}
