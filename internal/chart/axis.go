package chart

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// Axis is one of a panel.
type Axis struct {
	Label string
	// Log is a logarithmic scale; all numbers are positive then.
	Log bool
	// Min and Max bound it; both 0: what the numbers need.
	Min, Max float64
	// Ticks are where it is labelled; nil: as fits.
	Ticks []float64
	// Whole has ticks at whole numbers only.
	Whole bool
}

// set gives a plot's axis its label, its scale and its range, which holds all the numbers.
func (a Axis) set(to *plot.Axis, low, high float64) {
	to.Label.Text = a.Label
	if !(low <= high) { // nothing is drawn
		low, high = 1, 10
	}
	if a.Log {
		to.Scale, to.Tick.Marker = plot.LogScale{}, plot.TickerFunc(logTicks)
		if low == high {
			low, high = low/2, 2*high
		}
		margin := math.Pow(high/low, 0.03)
		low, high = low/margin, high*margin
	} else {
		to.Tick.Marker = plot.TickerFunc(evenTicks)
		if a.Whole {
			to.Tick.Marker = plot.TickerFunc(wholeTicks)
		}
		if low > 0 && low < high/2 {
			low = 0
		}
		if low == high {
			low, high = low-0.5, high+0.5
		}
		margin := 0.04 * (high - low)
		if low != 0 {
			low -= margin
		}
		high += margin
	}
	if a.Min != a.Max {
		low, high = a.Min, a.Max
	}
	to.Min, to.Max = low, high
	if a.Ticks != nil {
		ticks := make(plot.ConstantTicks, len(a.Ticks))
		for i, t := range a.Ticks {
			ticks[i] = plot.Tick{Value: t, Label: tickLabel(t)}
		}
		to.Tick.Marker = ticks
	}
}

// evenTicks are about five round numbers.
func evenTicks(low, high float64) (ticks []plot.Tick) {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/5)))
	for _, factor := range []float64{1, 2, 5, 10} {
		if (high-low)/(factor*step) <= 6 {
			step *= factor
			break
		}
	}
	for i := math.Ceil(low/step - 1e-9); i*step <= high+1e-9*step; i++ {
		v := i * step
		ticks = append(ticks, plot.Tick{Value: v, Label: tickLabel(v)})
	}
	return ticks
}

// wholeTicks are the ticks that are whole numbers.
func wholeTicks(low, high float64) []plot.Tick {
	return slices.DeleteFunc(evenTicks(low, high), func(t plot.Tick) bool { return t.Value != math.Round(t.Value) })
}

// logTicks are the powers of ten with what lies between, which is labelled, too, where there
// are few powers.
func logTicks(low, high float64) (ticks []plot.Tick) {
	few := math.Log10(high/low) < 1.5
	for power := math.Pow(10, math.Floor(math.Log10(low))); power <= high; power *= 10 {
		for digit := 1.0; digit < 10; digit++ {
			v := digit * power
			if v < low*(1-1e-9) || v > high*(1+1e-9) {
				continue
			}
			t := plot.Tick{Value: v}
			if digit == 1 || few && (digit == 2 || digit == 5) {
				t.Label = tickLabel(v)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// tickLabel writes a number with commas between the thousands, and a power of ten from a
// million on as one.
func tickLabel(v float64) string {
	if p := math.Log10(math.Abs(v)); v > 0 && p >= 6 && p == math.Round(p) {
		power := strings.NewReplacer(
			"0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")
		return "10" + power.Replace(strconv.Itoa(int(p)))
	}
	s := strconv.FormatFloat(math.Abs(v), 'g', 10, 64)
	if strings.ContainsRune(s, 'e') {
		return fmt.Sprintf("%g", v)
	}
	whole, fraction, _ := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if v < 0 {
		return "−" + whole
	}
	return whole
}
