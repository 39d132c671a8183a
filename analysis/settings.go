package analysis

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
)

// Settings are what a query may override, by the names of KataGo's configuration.
type Settings struct {
	// Perspective is whose win rates and points are reported; board.Empty: the side to move.
	Perspective board.Color
	// Visits is how many playouts a position gets if the query does not say.
	Visits int64
	// Playouts is another bound on them, which a query's own number does not lift; 0: none.
	Playouts int64
	// Time bounds the reading of one position; 0: no bound.
	Time time.Duration
	// PVLength is how many moves a line has after its first one.
	PVLength int64
	// WarnUnused warns of fields that nothing reads.
	WarnUnused bool
}

// Defaults are the settings of the configuration that KataGo ships for analysis.
func Defaults() Settings {
	return Settings{Perspective: board.Black, Visits: 500, PVLength: 15, WarnUnused: true}
}

// limit is how many playouts a position gets by both bounds.
func (s Settings) limit() int64 {
	if s.Playouts > 0 {
		return min(s.Visits, s.Playouts)
	}
	return s.Visits
}

// mostVisits is the largest number of visits that can be asked for.
const mostVisits = 1 << 50

// Set sets the setting that KataGo calls key. known is false for one that Tengen does not have.
func (s *Settings) Set(key, value string) (known bool, err error) {
	var n int64
	switch key {
	case "reportAnalysisWinratesAs":
		switch strings.ToUpper(value) {
		case "BLACK", "B":
			s.Perspective = board.Black
		case "WHITE", "W":
			s.Perspective = board.White
		case "SIDETOMOVE", "SIDE_TO_MOVE":
			s.Perspective = board.Empty
		default:
			err = fmt.Errorf("%s: want BLACK, WHITE or SIDETOMOVE, not %.40s", key, value)
		}
	case "maxVisits":
		if n, err = whole(key, value, 1, mostVisits); err == nil {
			s.Visits = n
		}
	case "maxPlayouts":
		if n, err = whole(key, value, 1, mostVisits); err == nil {
			s.Playouts = n
		}
	case "maxTime":
		var seconds float64
		seconds, err = strconv.ParseFloat(value, 64)
		if err != nil || !(seconds >= 0 && seconds <= 1e20) {
			return true, fmt.Errorf("%s: want a number of seconds, not %.40s", key, value)
		}
		// A search of no time would have nothing to report.
		s.Time = max(time.Duration(min(seconds*float64(time.Second), math.MaxInt64/2)), time.Millisecond)
	case "analysisPVLen":
		if n, err = whole(key, value, 1, 1000); err == nil {
			s.PVLength = n
		}
	case "warnUnusedFields":
		s.WarnUnused, err = strconv.ParseBool(value)
	default:
		return false, nil
	}
	return true, err
}

// whole reads a whole number.
func whole(key, value string, low, high int64) (int64, error) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%s: want %d to %d, not %.40s", key, low, high, value)
	}
	return n, nil
}

// Read reads a configuration file of KataGo and takes what Tengen has.
func (s *Settings) Read(r io.Reader) error {
	lines, n := bufio.NewScanner(r), 0
	for lines.Scan() {
		n++
		text, _, _ := strings.Cut(lines.Text(), "#")
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			continue
		}
		if _, err := s.Set(strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n+1, err)
	}
	return nil
}
