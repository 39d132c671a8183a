package record

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/sgf"
)

// ident is a property's name of one or two letters as a number; all others, which
// mean nothing here, are 0.
type ident uint16

func code(name []byte) ident {
	switch len(name) {
	case 1:
		return ident(name[0])
	case 2:
		return ident(name[0]) | ident(name[1])<<8
	}
	return 0
}

const (
	propB  ident = 'B'
	propW  ident = 'W'
	propAB ident = 'A' | 'B'<<8
	propAW ident = 'A' | 'W'<<8
	propAE ident = 'A' | 'E'<<8
	propPL ident = 'P' | 'L'<<8
	propGM ident = 'G' | 'M'<<8
	propSZ ident = 'S' | 'Z'<<8
	propKM ident = 'K' | 'M'<<8
	propHA ident = 'H' | 'A'<<8
	propRU ident = 'R' | 'U'<<8
	propRE ident = 'R' | 'E'<<8
	propBR ident = 'B' | 'R'<<8
	propWR ident = 'W' | 'R'<<8
	propDT ident = 'D' | 'T'<<8
)

// coord is a point before the board's size is known: column, row, colour, pass.
type coord uint16

const (
	coordWhite coord = 1 << 10
	coordEmpty coord = 1 << 11 // AE: takes a stone away
	coordPass  coord = 1 << 12
	// The row is counted from below and from 0, as in D4: how many rows there are may stand later in the record.
	coordFromBelow coord = 1 << 13
	coordTT        coord = 19 | 19<<5 // "tt": a pass on boards up to 19
	maxSetup             = 4 * board.MaxSize * board.MaxSize
)

// parseSize reads "19" and "19:19", a square board of a size that we play on.
func parseSize(raw []byte) (int, error) {
	s := strings.TrimSpace(string(raw))
	if columns, rows, ok := strings.Cut(s, ":"); ok && columns == rows {
		s = columns
	}
	size, err := strconv.Atoi(s)
	if err != nil || board.CheckSize(size) != nil {
		return 0, fmt.Errorf("board size %.20q: want a number from %d to %d", raw, board.MinSize, board.MaxSize)
	}
	return size, nil
}

// foundKomi is the komi of a packed game; 0 where the record says none that can be.
type foundKomi struct {
	komi float64
	ok   bool
}

func parseKomi(s string) foundKomi {
	komi, ok := readKomi(s)
	return foundKomi{exactKomi(float32(komi)), ok}
}

// exactKomi is the number of at most four decimals that is stored as the given one: 3.7 and not the float32 next to it,
// 3.7000000476837. Finer numbers stay as they are stored.
func exactKomi(stored float32) float64 {
	if komi := math.Round(float64(stored)*1e4) / 1e4; float32(komi) == stored {
		return komi
	}
	return float64(stored)
}

// storedKomi is the komi as sets and packed files have it. Where the record says none it is −0, which versions before
// this one take for 0.
func (g *Game) storedKomi() float32 {
	switch {
	case g.NoKomi:
		return float32(math.Copysign(0, -1))
	case g.Komi == 0: // nobody gives a komi of −0 on purpose
		return 0
	}
	return float32(g.Komi)
}

// setKomi takes a komi from a set or a packed file.
func (g *Game) setKomi(stored float32) {
	g.Komi, g.NoKomi = exactKomi(stored), false
	if stored == 0 {
		g.Komi, g.NoKomi = 0, math.Signbit(float64(stored))
	}
}

// readKomi reads points for White, and says whether the text can be a komi. Chinese servers write hundredths:
// KM[650] and KM[750] are points. KM[375] is stones, as in Chinese counting, where a stone is two points: so
// a quarter, which no komi in points has, is doubled to 7.5. With a decimal point, as komiText writes it, 250.0 is
// points.
func readKomi(s string) (komi float64, ok bool) {
	s = strings.ReplaceAll(s, ",", ".")
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || math.IsNaN(v) {
		return 0, false
	}
	points := strings.Contains(s, ".") && math.Abs(v) <= mostKomi
	if most := math.Abs(v); most >= leastHundredths && most <= 1000 && !points {
		v /= 100
		if math.Mod(math.Abs(v), 0.5) == 0.25 {
			v *= 2
		}
	}
	if math.Abs(v) > mostKomi {
		return 0, false
	}
	return v, true
}

const (
	mostKomi        = board.MaxSize * board.MaxSize
	leastHundredths = 200 // as it stands in a record
)

// komiText writes a komi so that readKomi reads it.
func komiText(komi float64) string {
	text := strconv.FormatFloat(komi, 'f', -1, 64)
	if math.Abs(komi) >= leastHundredths && !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

var errPoint = errors.New("want two letters")

func parseCoord(raw []byte) (coord, error) {
	if len(raw) == 2 && raw[0]-'a' < 26 && raw[1]-'a' < 26 {
		return coord(raw[0]-'a') | coord(raw[1]-'a')<<5, nil
	}
	s := strings.TrimSpace(string(raw))
	switch {
	case s == "":
		return coordPass, nil
	case len(s) == 2 && len(s) != len(raw):
		return parseCoord([]byte(s))
	case strings.EqualFold(s, "pass"):
		return coordPass, nil
	}
	if column, row, ok := sgf.Vertex(s); ok {
		return coord(column) | coord(row)<<5 | coordFromBelow, nil
	}
	return 0, fmt.Errorf("%.20q is no point: %w", raw, errPoint)
}
