package search

// Move is an action of a game, at least 0. For Go it is a board.Point, board.Pass
// included.
type Move int16

// NoMove says that there is no move.
const NoMove Move = -1

// State is a position of a game for two players, as much of it as the tree has to know.
// The two are numbered 0, who moves first from the game's beginning (Black), and 1; values
// are for one of them, from −1 (lost) to 1 (won).
//
// A State belongs to one goroutine. Its methods do not allocate, apart from Clone.
type State interface {
	// Clone is an independent copy.
	Clone() State
	// Set makes the state a copy of another one of the same game and size.
	Set(State)
	// Player is whose turn it is.
	Player() int
	// Moves appends the moves worth a thought to buf: legal ones, and none that fills an
	// own eye. It is empty if the game is over, and where the search shall play nothing out
	// but judge by playouts alone.
	Moves(buf []Move) []Move
	// Legal tells whether a move of Moves, or any other, may be played.
	Legal(m Move) bool
	// Play plays a legal move.
	Play(m Move)
	// Over tells whether the game has ended and its value for player 0.
	Over() (value float32, over bool)
	// Hash is equal for equal positions with the same player to move.
	Hash() uint64
	// Range is above every move.
	Range() int
}

// Playout plays games to their end. It is for one goroutine.
type Playout interface {
	// Playout plays s, which is not over, to the end, appends the moves to trace, the
	// first by s.Player() and then alternating, and returns the outcome for player 0. s is
	// of no use afterwards.
	Playout(s State, r *Rand, trace []Move) (outcome float32, played []Move)
}

// counted is a State that knows how many moves of the game came before it.
type counted interface{ Ply() int }

// plyOf is that number, 0 for a state that does not count.
func plyOf(s State) int {
	if c, ok := s.(counted); ok {
		return c.Ply()
	}
	return 0
}

// Passer is a State of a game in which a player may pass. RAVE gives a pass no credit: it
// means another thing at each moment.
type Passer interface{ Passing() Move }
