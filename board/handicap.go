package board

import "fmt"

// FixedHandicap lists the stones of a fixed handicap in the order in which GTP 2
// §4.1.1 names the points. Sizes below 7 take none; 7 and even sizes up to four;
// others up to nine.
func FixedHandicap(size, stones int) ([]Point, error) {
	most := MostFixedHandicap(size)
	if stones < 2 || stones > most {
		if most == 0 {
			return nil, fmt.Errorf("no fixed handicap on %d×%d: want a board of 7×7 or more", size, size)
		}
		return nil, fmt.Errorf("handicap %d: want 2 to %d on %d×%d", stones, most, size, size)
	}
	near := 3
	if size < 13 {
		near = 2
	}
	low, mid, high := near, size/2, size-1-near // columns from the left, rows from the bottom
	at := func(x, y int) Point { return XY(x, size-1-y) }
	points := []Point{at(low, low), at(high, high), at(low, high), at(high, low)}
	switch {
	case stones <= 4:
		return points[:stones], nil
	case stones == 5:
		return append(points, at(mid, mid)), nil
	}
	points = append(points, at(low, mid), at(high, mid))
	switch stones {
	case 6:
		return points, nil
	case 7:
		return append(points, at(mid, mid)), nil
	}
	points = append(points, at(mid, low), at(mid, high))
	if stones == 9 {
		points = append(points, at(mid, mid))
	}
	return points, nil
}

// MostFixedHandicap is the largest fixed handicap of a board; 0 where there is none.
func MostFixedHandicap(size int) int {
	switch {
	case size < 7:
		return 0
	case size == 7 || size%2 == 0:
		return 4
	}
	return 9
}

// StarPoints are the marked points of a board of this size: the points of the fixed
// handicap, on small boards without the middles of the sides.
func StarPoints(size int) []Point {
	most := 9
	if size < 13 {
		most = 5
	}
	for n := most; n >= 2; n-- {
		if points, err := FixedHandicap(size, n); err == nil {
			return points
		}
	}
	return nil
}

// HandicapKomi is the komi of games with handicap where nobody names another one: half a point, against draws.
const HandicapKomi = 0.5

// PlaceHandicap puts Black's handicap stones on the empty board; White is then to
// move.
func (g *Game) PlaceHandicap(points []Point) error {
	if len(g.moves) > 0 || g.now.EmptyCount() != g.Size()*g.Size() {
		return ErrNotEmpty
	}
	if len(points) < 2 || len(points) >= g.Size()*g.Size() {
		return fmt.Errorf("%d handicap stones: want at least 2 and an empty point left", len(points))
	}
	p := g.start
	if err := p.Setup(points, nil); err != nil {
		return err
	}
	p.SetToMove(White)
	*g = *newGame(p, g.rules)
	g.handicap = len(points)
	return nil
}
