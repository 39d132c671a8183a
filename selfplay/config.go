package selfplay

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
)

// Random, in place of a player, is a uniformly random legal move: any point that the
// rules allow, own eyes included.
const Random = -1

// Player is one who chooses moves.
type Player struct {
	// Policy is the network that gives the probabilities, for the board of the Config.
	Policy *nets.Policy
	// Temperature T makes p^(1/T) of the network's p: below 1 sharper, above 1 flatter; 0
	// plays the likeliest move.
	Temperature float64
}

// Validate says what is wrong with a player for boards of this size.
func (p Player) Validate(size int) error {
	switch {
	case p.Policy == nil:
		return errors.New("a player without a policy network")
	case p.Policy.Config().Board != size:
		return fmt.Errorf("a policy network for %[1]d×%[1]d on a board of %[2]d×%[2]d: tengen model carry makes one "+
			"for that board", p.Policy.Config().Board, size)
	case !(p.Temperature >= 0 && p.Temperature <= 100):
		return fmt.Errorf("temperature %v: want 0 to 100", p.Temperature)
	}
	return nil
}

// Schedule says who plays a game.
type Schedule struct {
	// Who is the player of the move after ply moves, which is c's: an index into the players,
	// or Random. It is asked once a move.
	Who func(ply int, c board.Color) int
	// Mark is the number of moves before the position that the game is made for, 0 for none.
	// A game that is over by then is begun again with another schedule. Before it no game
	// is settled or resigned.
	Mark int
	// Start is the position that the game begins with, whatever was played before it; nil for
	// the empty board.
	Start *board.Position
}

// Even is the schedule of a plain game between two players.
func Even(black, white int) Schedule {
	who := [...]int{board.Black: black, board.White: white}
	return Schedule{Who: func(_ int, c board.Color) int { return who[c] }}
}

// Config is how games are played.
type Config struct {
	// Size is the side of the board.
	Size int
	// Komi is White's points, a multiple of a half.
	Komi float64
	// Games is how many games are under way at once; 0 means 32 for each thread.
	Games int
	// MoveLimit ends a game, which is then counted as it stands; 0 means three times as many
	// moves as there are points.
	MoveLimit int
	// Threads is how many goroutines play; 0 means one.
	Threads int
	// Seed is where all chance comes from.
	Seed uint64
	// Settle ends a game once the winner is beyond doubt.
	Settle bool
	// Resign is the share of playouts won below which a position is hopeless, from 0 (nobody
	// resigns) to 0.5. From half a board on there is a check every seven moves. A player resigns
	// when three checks in a row find its position hopeless.
	Resign float64
	// PlayOut is the share of games in which no player may resign although Resign is set. They
	// measure the rate of false resignations.
	PlayOut float64
	// Thoughts keeps with each move the probability that the network gave to it, among all points
	// and at temperature 1 (record.Game.Thoughts).
	Thoughts bool
	// Moved hears of each move, with the number of its game, in any of the goroutines; nil for nobody.
	Moved func(game int)
}

// DefaultPlayOut is the share of games that is played out to measure false
// resignations.
const DefaultPlayOut = 0.1

// Validate names the first field that cannot be.
func (c Config) Validate() error {
	if err := board.CheckSize(c.Size); err != nil {
		return err
	}
	points := c.Size * c.Size
	switch {
	case !(math.Abs(c.Komi) <= float64(points)) || c.Komi*2 != math.Trunc(c.Komi*2):
		return fmt.Errorf("komi %v: want a multiple of a half, up to %d", c.Komi, points)
	case c.Games < 0 || c.Games > 1<<16:
		return fmt.Errorf("%d games at once: want 1 to %d, or 0", c.Games, 1<<16)
	case c.MoveLimit < 0 || c.MoveLimit > 1<<16:
		return fmt.Errorf("a limit of %d moves: want 1 to %d, or 0", c.MoveLimit, 1<<16)
	case c.Threads < 0 || c.Threads > 1024:
		return fmt.Errorf("%d threads: want 1 to 1024, or 0", c.Threads)
	case !(c.Resign >= 0 && c.Resign <= 0.5):
		return fmt.Errorf("resign %v: want 0 to 0.5", c.Resign)
	case !(c.PlayOut >= 0 && c.PlayOut <= 1):
		return fmt.Errorf("%v of the games played out: want 0 to 1", c.PlayOut)
	}
	return nil
}

// defaults fills in what is 0.
func (c Config) defaults() Config {
	if c.Threads == 0 {
		c.Threads = 1
	}
	if c.Games == 0 {
		c.Games = 32 * c.Threads
	}
	if c.MoveLimit == 0 {
		c.MoveLimit = 3 * c.Size * c.Size
	}
	return c
}

// End is how a game of self-play ended, in one word. Games of other players, as a match
// plays them, have the words of its referee.
type End string

// The ends of games that Play plays.
const (
	Passes   End = "passes"  // two passes in a row
	Settled  End = "settled" // the winner was beyond doubt
	Limit    End = "limit"   // the move limit
	Resigned End = "resign"  // a player gave up
)

// Game is a finished game. It belongs to the function that gets it.
type Game struct {
	// Index is the game's number.
	Index int
	// Record is the game, with Mark and Result. The area counts, all stones alive.
	Record record.Game
	// Winner is Black or White, Empty for a draw.
	Winner board.Color
	// End is how it ended.
	End End
	// Redrawn is how many games were given up before this one because they were over before
	// their Mark.
	Redrawn int
	// Hopeless is who would have resigned first if the game were not played out; Empty for
	// nobody.
	Hopeless board.Color
	// PlayedOut says that nobody was allowed to resign.
	PlayedOut bool
}

// sources are the sources of chance of game i: one for its draws, and one for its playouts. They
// are separate so that the moves are the same with and without playouts.
func (c Config) sources(i int) (draws *rand.Rand, playouts uint64, playOut bool) {
	base := rand.New(rand.NewPCG(c.Seed, uint64(i)))
	draws = rand.New(rand.NewPCG(base.Uint64(), base.Uint64()))
	playouts = base.Uint64()
	return draws, playouts, base.Float64() < c.PlayOut
}
