package player

import "fmt"

// Level is a strength to play against, as a player string. Its numbers of playouts and its
// temperature, not the machine, make its strength.
type Level struct {
	Number int
	// Player plays on boards that a model is for, StandIn on the others.
	Player, StandIn string
	// Elo is what Player was measured at, ± Plus (95 %); see docs/players.md.
	Elo, Plus int
}

// Levels are all levels, the weakest first.
func Levels() []Level { return levels }

var levels = []Level{
	{1, "policy:temperature=4", "uct:playouts=10,threads=1", 0, 0},
	{2, "policy:temperature=2.5", "rave:playouts=1,threads=1", 0, 0},
	{3, "policy:temperature=1.7", "uct:playouts=150,threads=1", 0, 0},
	{4, "policy:temperature=1.3", "rave:playouts=30,threads=1", 0, 0},
	{5, "policy:temperature=1", "rave:playouts=60,threads=1", 0, 0},
	{6, "policy:temperature=0.6", "rave:playouts=150,threads=1", 0, 0},
	{7, "search:playouts=5,threads=1", "rave:playouts=400,threads=1", 0, 0},
	{8, "search:playouts=40,threads=1", "rave:playouts=1000,threads=1", 0, 0},
	{9, "search:playouts=200,threads=1", "rave:playouts=3000,threads=1", 0, 0},
	{10, "search:playouts=1000,threads=1", "rave:playouts=10000,threads=1", 0, 0},
}

// FindLevel is the level of a number.
func FindLevel(number int) (Level, error) {
	if number < 1 || number > len(levels) {
		return Level{}, fmt.Errorf("level %d: want 1 to %d", number, len(levels))
	}
	return levels[number-1], nil
}
