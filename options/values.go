package options

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/machine"
	"github.com/tengen-go/tengen/internal/spelling"
)

// Values are the name=value pairs of a string. Reading a pair takes it. Finish refuses pairs that
// were not taken, and names the nearest option.
type Values struct {
	// Elsewhere are the kinds that have an option which this one lacks; it may be nil.
	Elsewhere func(option string) []string
	// Manual says where all options are listed, as "tengen player show rave lists all".
	Manual string

	spec   Spec
	values map[string]string
	known  []string
	errs   []error
}

// Options takes the part after the colon apart.
func (s Spec) Options() (*Values, error) {
	o := &Values{spec: s, values: map[string]string{}}
	if strings.TrimSpace(s.Rest) == "" {
		return o, nil
	}
	for pair := range strings.SplitSeq(s.Rest, ",") {
		key, value, ok := strings.Cut(pair, "=")
		key = strings.TrimSpace(key)
		if !ok || key == "" {
			return nil, Errorf("%v: %q is not an option of the form name=value", s, pair)
		}
		if _, twice := o.values[key]; twice {
			return nil, Errorf("%v: option %s is given twice", s, key)
		}
		o.values[key] = strings.TrimSpace(value)
	}
	return o, nil
}

func (o *Values) take(key string) (string, bool) {
	o.known = append(o.known, key)
	v, ok := o.values[key]
	delete(o.values, key)
	return v, ok
}

// Names are the names of the options that are there and not taken yet, in the order of the alphabet.
func (o *Values) Names() []string { return slices.Sorted(maps.Keys(o.values)) }

// Given says whether an option is there and not taken yet.
func (o *Values) Given(key string) bool {
	_, ok := o.values[key]
	return ok
}

// Refuse has Finish refuse the values, for a reason that no single option shows.
func (o *Values) Refuse(format string, args ...any) { o.errs = append(o.errs, Errorf(format, args...)) }

// String takes a text option.
func (o *Values) String(key, otherwise string) string {
	if v, ok := o.take(key); ok {
		return v
	}
	return otherwise
}

// Float takes a number within [low, high].
func (o *Values) Float(key string, otherwise, low, high float64) float64 {
	return o.number(key, otherwise, low, high, "")
}

// FloatOr takes a number within [low, high] or a word, and says whether it was the word.
func (o *Values) FloatOr(key, word string, otherwise, low, high float64) (f float64, isWord bool) {
	if o.values[key] == word {
		o.take(key)
		return otherwise, true
	}
	return o.number(key, otherwise, low, high, ", or "+word), false
}

// number takes a number. Another value is an error, which also names what else is possible.
func (o *Values) number(key string, otherwise, low, high float64, or string) float64 {
	v, ok := o.take(key)
	if !ok {
		return otherwise
	}
	f, err := strconv.ParseFloat(v, 64)
	if err != nil || math.IsNaN(f) || f < low || f > high {
		o.errs = append(o.errs, Errorf("%v: %s=%s is not a number from %g to %g%s", o.spec, key, v, low, high, or))
		return otherwise
	}
	return f
}

// Int takes a whole number within [low, high].
func (o *Values) Int(key string, otherwise, low, high int) int {
	v, ok := o.take(key)
	if !ok {
		return otherwise
	}
	i, err := strconv.Atoi(v)
	if err != nil || i < low || i > high {
		o.errs = append(o.errs, Errorf("%v: %s=%s is not a whole number from %d to %d", o.spec, key, v, low, high))
		return otherwise
	}
	return i
}

// Uint64 takes a seed.
func (o *Values) Uint64(key string, otherwise uint64) uint64 {
	v, ok := o.take(key)
	if !ok {
		return otherwise
	}
	u, err := strconv.ParseUint(v, 10, 64)
	if err != nil {
		o.errs = append(o.errs, Errorf("%v: %s=%s is not a whole number from 0 to 2^64-1", o.spec, key, v))
		return otherwise
	}
	return u
}

// Choice takes one of the given words and returns its place among them.
func (o *Values) Choice(key string, otherwise int, words ...string) int {
	v, ok := o.take(key)
	if !ok {
		return otherwise
	}
	i := slices.Index(words, v)
	if i < 0 {
		o.errs = append(o.errs, Errorf("%v: %s=%s: want %s", o.spec, key, v, strings.Join(words, ", ")))
		return otherwise
	}
	return i
}

// Word takes one of the given words.
func (o *Values) Word(key, otherwise string, words ...string) string {
	if i := o.Choice(key, -1, words...); i >= 0 {
		return words[i]
	}
	return otherwise
}

// Bool takes on or off.
func (o *Values) Bool(key string, otherwise bool) bool {
	switch o.Choice(key, -1, "on", "off") {
	case 0:
		return true
	case 1:
		return false
	}
	return otherwise
}

// Duration takes a time above 0, as 5s or 1m30s, or as a number of seconds.
func (o *Values) Duration(key string, otherwise time.Duration) time.Duration {
	v, ok := o.take(key)
	if !ok {
		return otherwise
	}
	d, err := time.ParseDuration(v)
	if seconds, number := strconv.ParseFloat(v, 64); number == nil && seconds < 1e9 {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || d <= 0 {
		o.errs = append(o.errs, Errorf("%v: %s=%s is no time such as 5s or 500ms", o.spec, key, v))
		return otherwise
	}
	return d
}

// Bytes takes an amount of memory: a whole number, with K, M or G behind it for binary
// multiples.
func (o *Values) Bytes(key string, otherwise int64) int64 {
	v, ok := o.take(key)
	if !ok {
		return otherwise
	}
	digits, shift := v, 0
	if n := len(v) - 1; n > 0 {
		if at := strings.IndexByte("KMGT", v[n]&^0x20); at >= 0 {
			digits, shift = v[:n], 10*(at+1)
		}
	}
	b, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || b <= 0 || b > 1<<50>>shift {
		o.errs = append(o.errs, Errorf("%v: %s=%s is no amount of memory such as 500M or 2G", o.spec, key, v))
		return otherwise
	}
	b <<= shift
	if has, known := machine.Memory(); known && b > has {
		o.errs = append(o.errs, Errorf("%v: %s=%s is more than this machine has, %d MB", o.spec, key, v, has>>20))
		return otherwise
	}
	return b
}

// mostListed is how many options an error lists; of more it names the nearest.
const mostListed = 6

// Finish reports bad values and options that no one took.
func (o *Values) Finish() error {
	if len(o.errs) > 0 {
		return o.errs[0]
	}
	if len(o.values) == 0 {
		return nil
	}
	key := o.Names()[0]
	if len(o.known) == 0 {
		return Errorf("%v has no options, and so no %s=", o.spec, key)
	}
	hint := spelling.Nearest(key, o.known)
	if o.Elsewhere != nil {
		if others := o.Elsewhere(key); len(others) > 0 && len(others) <= 3 {
			hint = ", which belongs to " + strings.Join(others, ", ")
		}
	}
	list := "it has " + strings.Join(o.known, ", ")
	if len(o.known) > mostListed {
		list = fmt.Sprintf("the nearest are %s; %s", strings.Join(spelling.Near(key, o.known, 3), ", "), o.Manual)
	}
	return Errorf("%v has no option %s%s (%s)", o.spec, key, hint, list)
}
