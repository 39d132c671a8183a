package lab

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// bias refuses what is no RAVE bias.
func bias(s string) error {
	if b, err := strconv.ParseFloat(s, 64); err != nil || !(b >= 0) || b > 1 {
		return fmt.Errorf("%q: want a number from 0 to 1", s)
	}
	return nil
}

// checkOptions refuses what is no list of options of a player.
func checkOptions(s string) error {
	if s == "" {
		return nil
	}
	for pair := range strings.SplitSeq(s, ",") {
		if name, _, ok := strings.Cut(pair, "="); !ok || strings.TrimSpace(name) == "" {
			return fmt.Errorf("%q is not of the form name=value: want options of a player, as reuse=on,resign=-1", pair)
		}
	}
	return nil
}

// numbers reads a list such as 1,10,100 of different numbers of at least low, which are whole
// if low is 1.
func numbers(s string, low float64) ([]float64, error) {
	var list []float64
	for word := range strings.SplitSeq(s, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		switch {
		case err != nil || !(x >= low) || x > 1e9:
			return nil, fmt.Errorf("%q: want numbers from %g on with commas between", s, low)
		case low >= 1 && x != math.Trunc(x):
			return nil, fmt.Errorf("%q: want whole numbers", s)
		}
		if slices.Contains(list, x) {
			return nil, fmt.Errorf("%q: %g is there twice", s, x)
		}
		list = append(list, x)
	}
	slices.Sort(list)
	return list, nil
}

// numbersOption is an option that is such a list.
func numbersOption(name, otherwise, help string, low float64) Option {
	return Option{Name: name, Default: otherwise, Help: help, Check: func(s string) error {
		_, err := numbers(s, low)
		return err
	}}
}

// two wants two of an option's numbers or more.
func two(o Option) Option {
	check := o.Check
	o.Check = func(s string) error {
		if err := check(s); err != nil {
			return err
		}
		if !strings.Contains(s, ",") {
			return fmt.Errorf("%q: want two numbers or more", s)
		}
		return nil
	}
	return o
}

// numbers is the value of such an option.
func (r *Run) numbers(name string) []float64 {
	list, err := numbers(r.Option(name), 0)
	if err != nil {
		panic("lab: option " + name + " was not checked: " + err.Error())
	}
	return list
}

// most is the largest number of playouts that an option may ask for.
const most = 10_000_000

// countOption is an option that is a whole number from 1 on.
func countOption(name string, otherwise int, help string) Option {
	return wholeOption(name, otherwise, help, 1, most)
}

// wholeOption is an option that is a whole number from low to high.
func wholeOption(name string, otherwise int, help string, low, high int) Option {
	return Option{Name: name, Default: strconv.Itoa(otherwise), Help: help, Check: func(s string) error {
		if n, err := strconv.Atoi(s); err != nil || n < low || n > high {
			return fmt.Errorf("%q: want a whole number from %d to %d", s, low, high)
		}
		return nil
	}}
}

// count is the value of such an option.
func (r *Run) count(name string) int {
	n, err := strconv.Atoi(r.Option(name))
	if err != nil {
		panic("lab: option " + name + " was not checked: " + err.Error())
	}
	return n
}
