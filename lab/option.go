package lab

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

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

// NumbersOption is an option that is such a list.
func NumbersOption(name, otherwise, help string, low float64) Option {
	return Option{Name: name, Default: otherwise, Help: help, Check: func(s string) error {
		_, err := numbers(s, low)
		return err
	}}
}

// TwoOrMore wants two of an option's numbers or more.
func TwoOrMore(o Option) Option {
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

// Numbers is the value of such an option.
func (r *Run) Numbers(name string) []float64 {
	list, err := numbers(r.Option(name), 0)
	if err != nil {
		panic("lab: option " + name + " was not checked: " + err.Error())
	}
	return list
}

// most is the largest number of playouts that an option may ask for.
const most = 10_000_000

// CountOption is an option that is a whole number from 1 on.
func CountOption(name string, otherwise int, help string) Option {
	return WholeOption(name, otherwise, help, 1, most)
}

// WholeOption is an option that is a whole number from low to high.
func WholeOption(name string, otherwise int, help string, low, high int) Option {
	return Option{Name: name, Default: strconv.Itoa(otherwise), Help: help, Check: func(s string) error {
		if n, err := strconv.Atoi(s); err != nil || n < low || n > high {
			return fmt.Errorf("%q: want a whole number from %d to %d", s, low, high)
		}
		return nil
	}}
}

// Count is the value of such an option.
func (r *Run) Count(name string) int {
	n, err := strconv.Atoi(r.Option(name))
	if err != nil {
		panic("lab: option " + name + " was not checked: " + err.Error())
	}
	return n
}
