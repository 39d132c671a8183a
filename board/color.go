package board

// Color is what stands on a point: nothing, a stone, or the wall round the board.
type Color uint8

// What stands on a point.
const (
	Empty Color = iota
	Black
	White
	// Wall is every place of the padded grid that is not on the board.
	Wall
)

// Opponent is the other player's colour; it is meant for Black and White.
func (c Color) Opponent() Color { return c ^ 3 }

// String is "black", "white", "empty" or "wall".
func (c Color) String() string {
	return [...]string{"empty", "black", "white", "wall"}[c&3]
}
