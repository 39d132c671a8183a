package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/ownership"
	"github.com/tengen-go/tengen/record"
)

// travelling is a game on its way from the machine that played it.
type travelling struct {
	Game      *Game            `json:"game"`
	Moves     string           `json:"moves"` // of the opening, too
	Thoughts  []record.Thought `json:"thoughts,omitempty"`
	PlayedOut bool             `json:"played_out,omitempty"`
	Hopeless  board.Color      `json:"hopeless,omitempty"`
}

var errNoGame = errors.New("no game in it")

// Encode is a game that was played, for [Config.Decode] on another machine.
func (m *Game) Encode() ([]byte, error) {
	played := m.Record.Game
	var moves []string
	for _, move := range played.Moves() {
		moves = append(moves, move.Point.Vertex(played.Size()))
	}
	data, err := json.Marshal(travelling{m, strings.Join(moves, " "), m.Thoughts, m.PlayedOut, m.Hopeless})
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", m.Game+1, err)
	}
	return data, nil
}

// Decode is game i of a match between players of these names, A first, which another machine has played and
// encoded. What cannot be true is an error: another game, a move that the rules forbid, a result that does not
// follow from the moves. What the playouts of a game of Go take for dead is looked at if it may decide who won, or if
// thorough; it takes as long as some moves. Nobody can check that a player resigned, failed or had no time left.
func (c Config) Decode(i int, names [2]string, data []byte, thorough bool) (*Game, error) {
	var t travelling
	err := json.Unmarshal(data, &t)
	if err == nil && t.Game == nil {
		err = errNoGame
	}
	if err == nil {
		err = c.receive(i, names, &t, thorough)
	}
	if err != nil {
		return nil, fmt.Errorf("game %d from another machine: %w", i+1, err)
	}
	return t.Game, nil
}

// receive checks a game and completes it.
func (c Config) receive(i int, names [2]string, t *travelling, thorough bool) error {
	m := t.Game
	want, black := c.begin(i)
	switch {
	case m.Game != want.Game || m.Seed != want.Seed || m.Black != want.Black || m.White != want.White:
		return fmt.Errorf("game %d with seed %d and %s as black, where seed %d and %s are wanted",
			m.Game+1, m.Seed, m.Black, want.Seed, want.Black)
	case t.Hopeless > board.White || t.Hopeless != board.Empty && !t.PlayedOut || t.PlayedOut && c.PlayOut == 0:
		return fmt.Errorf("it says that %v had no hope, and %v that nobody resigned", t.Hopeless, t.PlayedOut)
	case !(m.Seconds[0] >= 0 && m.Seconds[1] >= 0):
		return fmt.Errorf("thinking times of %v seconds", m.Seconds)
	}
	if err := m.sound(); err != nil {
		return err
	}
	g, opened, err := c.opened(i)
	if err != nil {
		return err
	}
	if err := c.replay(g, opened, t.Moves); err != nil {
		return err
	}
	if err := c.ends(g, m, thorough); err != nil {
		return err
	}
	switch moves := len(g.Moves()); {
	case m.Moves != moves || m.Hash != movesHash(g):
		return fmt.Errorf("%d moves with the hash %q, and %d in the game, with the hash %q",
			m.Moves, m.Hash, moves, movesHash(g))
	case t.Thoughts != nil && (!c.Thoughts || len(t.Thoughts) != moves):
		return fmt.Errorf("%d thoughts about %d moves", len(t.Thoughts), moves)
	}
	for k, move := range g.Moves()[:len(t.Thoughts)] {
		if err := t.Thoughts[k].Check(g.Size(), record.NewMove(move.Color, move.Point, g.Size())); err != nil {
			return fmt.Errorf("the thought about move %d: %w", k+1, err)
		}
	}
	m.Ending.Winner = m.color()
	m.Record = game.Record{
		Game: g, Black: names[black], White: names[1-black], Result: m.Result, Opening: opened,
	}
	m.Thoughts, m.PlayedOut, m.Hopeless = t.Thoughts, t.PlayedOut, t.Hopeless
	return nil
}

// opened is game i after its opening, and how many moves that has.
func (c Config) opened(i int) (game.Game, int, error) {
	g, err := c.newGame()
	if err != nil {
		return nil, 0, err
	}
	beginning := i / 2
	if c.Handicap != 0 { // nobody changes colours, so two games that begin alike would be one
		beginning = i
	}
	err = opening(g, c.Openings, gameSeed(c.Seed^openingSalt, beginning))
	return g, len(g.Moves()), err
}

// moveLimit ends a game.
func (c Config) moveLimit() int {
	if c.MoveLimit == 0 {
		return 4 * c.Rules.Size() * c.Rules.Size()
	}
	return c.MoveLimit
}

// replay plays the moves of a text. The first ones are those of the opening, which g has.
func (c Config) replay(g game.Game, opened int, text string) error {
	moves := strings.Fields(text)
	if len(moves) < opened {
		return fmt.Errorf("%d moves, where the opening alone has %d", len(moves), opened)
	}
	for n, name := range moves {
		p, err := board.ParseVertex(name, g.Size())
		switch {
		case err != nil:
			return fmt.Errorf("move %d: %w", n+1, err)
		case n < opened:
			if drawn := g.Moves()[n].Point; p != drawn {
				return fmt.Errorf("move %d of the opening is %s, not %s", n+1, drawn.Vertex(g.Size()), name)
			}
			continue
		case g.Over() || len(g.Moves()) >= c.moveLimit():
			return fmt.Errorf("%d moves, where the game ended after %d", len(moves), n)
		}
		if err := g.Play(p, g.ToMove()); err != nil {
			return fmt.Errorf("move %d: %w", n+1, err)
		}
	}
	return nil
}

// color is who won; Empty for a draw.
func (m *Game) color() board.Color {
	switch m.Who {
	case m.Black:
		return board.Black
	case m.White:
		return board.White
	}
	return board.Empty
}

// scoreText is how a score of Go is written.
var scoreText = regexp.MustCompile(`^(0|[BW]\+[0-9]+(\.[0-9]+)?)$`)

// ends checks how a game ended.
func (c Config) ends(g game.Game, m *Game, thorough bool) error {
	over, full := g.Over(), len(g.Moves()) >= c.moveLimit()
	mark, forfeit := forfeits[m.End]
	switch {
	case forfeit:
		if (over || full) && m.End != EndFailed || len(m.Result) != 3 || m.Result[1:] != "+"+mark ||
			m.Who == "draw" || m.Plain+m.Cleared != "" {
			return fmt.Errorf("it ended by %s with the result %s, which cannot be", m.End, m.Result)
		}
		return nil
	case m.Error != "":
		return fmt.Errorf("it ended by %s with the fault %s", m.End, m.Error)
	case m.End == EndLimit && (over || !full), m.End != EndLimit && !over:
		return fmt.Errorf("it ended by %s after %d moves, which is too early", m.End, len(g.Moves()))
	case m.Cleared != "" && !scoreText.MatchString(m.Cleared):
		return fmt.Errorf("its score is %q", m.Cleared)
	}
	var o game.Outcome
	enough := false
	if !thorough {
		o, enough = m.claimed(g)
	}
	if !enough {
		o = g.Outcome()
	}
	winner, result := decide(o, m.Said)
	if m.End != EndLimit && m.End != o.End || m.Plain != o.Plain || m.Cleared != o.Cleared || m.Result != result ||
		m.color() != winner {
		return fmt.Errorf("it ended by %s with the result %s, where the moves lead to %s by %s",
			m.End, m.Result, result, o.End)
	}
	return nil
}

// claimed is the outcome of a game of Go if its claim of the score without dead stones is true. It is enough where no
// other such score makes another winner.
func (m *Game) claimed(g game.Game) (o game.Outcome, enough bool) {
	of, ok := g.(game.GoGame)
	if !ok || m.Cleared == "" {
		return o, false
	}
	plain := of.Score(nil)
	o = game.Outcome{
		Winner: scoreWinner(m.Cleared), Result: m.Cleared, End: game.EndPasses,
		Plain: plain.String(), Cleared: m.Cleared, PlainWinner: plain.Winner(),
	}
	winner, _ := decide(o, m.Said)
	return o, winner == o.PlainWinner && (agree(m.Said, winner) || surelyWon(of.Game, winner))
}

// A few playouts show which chains live. One that is dead by many playouts has a mean owner below −0.4, from +1 for its
// own colour to −1. It passes for alive here less than once in 10¹² times.
const (
	fewPlayouts = 64
	surelyAlive = 0.5 // the mean owner
)

// surelyWon says that c has more points whatever many playouts take for dead. So it counts c's score without all its
// stones that a few playouts leave in doubt.
func surelyWon(g *board.Game, c board.Color) bool {
	m := ownership.Estimate(g, fewPlayouts, uint64(len(g.Moves())))
	var doubtful []board.Point
	for _, chain := range ownership.Chains(g.Position()) {
		mean := 0.0
		for _, p := range chain {
			mean += m.For(p, c) / float64(len(chain))
		}
		if g.Position().At(chain[0]) == c && mean < surelyAlive {
			doubtful = append(doubtful, chain...)
		}
	}
	return c != board.Empty && g.Score(doubtful).Winner() == c
}
