package player

import "fmt"

// Level is a strength to play against. Its temperature or its number of playouts makes the
// strength, not the speed of the machine.
type Level struct {
	Number int
	// Player is the player string on boards that a model is for, StandIn on the others.
	Player, StandIn string
	// Elo is what Player has on 9×9, level 1 at 0, and Plus half of its 95 % interval.
	Elo, Plus int
}

// levels were measured in 1,181 games on 9×9 with komi 7.5 and one thread; docs/players.md has
// what they mean.
var levels = []Level{
	{1, "policy:temperature=4", "uct:playouts=10,threads=1", 0, 0},
	{2, "policy:temperature=2.5", "rave:playouts=1,threads=1", 220, 114},
	{3, "policy:temperature=1.7", "uct:playouts=150,threads=1", 499, 139},
	{4, "policy:temperature=1.3", "rave:playouts=20,threads=1", 677, 151},
	{5, "policy:temperature=1", "rave:playouts=60,threads=1", 882, 152},
	{6, "policy:temperature=0.6", "rave:playouts=200,threads=1", 1114, 176},
	{7, "search:playouts=5,threads=1", "rave:playouts=600,threads=1", 1192, 184},
	{8, "search:playouts=40,threads=1", "rave:playouts=3000,threads=1", 1402, 189},
	{9, "search:playouts=200,threads=1", "rave:playouts=10000,threads=1", 1657, 222},
	{10, "search:playouts=1000,threads=1", "rave:playouts=30000,threads=1", 2040, 271},
}

// Levels are all levels, the weakest first.
func Levels() []Level { return append([]Level(nil), levels...) }

// FindLevel is the level of a number.
func FindLevel(number int) (Level, error) {
	if number < 1 || number > len(levels) {
		return Level{}, fmt.Errorf("level %d: want 1 to %d", number, len(levels))
	}
	return levels[number-1], nil
}
