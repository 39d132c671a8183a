package player

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

// Spec is a player string taken apart: a kind and its options, or for the kind
// that takes one, a command line.
//
//	policy:model=DIR,temperature=0.67
//	gtp:gnugo --mode gtp --level 1
type Spec struct {
	Kind string
	Rest string // all after the first colon

	what string // what it describes; a player if empty
}

func (s Spec) String() string {
	what := s.what
	if what == "" {
		what = "player"
	}
	return what + " " + s.Kind
}

// SpecError says what is wrong with a player string: a mistake of whoever wrote
// it, unlike a model that is not there.
type SpecError struct{ Err error }

func (e *SpecError) Error() string { return e.Err.Error() }
func (e *SpecError) Unwrap() error { return e.Err }

func specErrorf(format string, args ...any) error {
	return &SpecError{fmt.Errorf(format, args...)}
}

// ParseSpec splits a player string at its first colon.
func ParseSpec(s string) (Spec, error) {
	kind, rest, _ := strings.Cut(strings.TrimSpace(s), ":")
	if kind == "" {
		return Spec{}, specErrorf("a player needs a kind, for example policy or random")
	}
	return Spec{Kind: kind, Rest: rest}, nil
}

// With is the spec with an option set to a value, in the place of the same option if there is one.
// The rest has to be options.
func (s Spec) With(name, value string) Spec {
	pairs, at := s.pairs(), -1
	for i, pair := range pairs {
		if key, _, _ := strings.Cut(pair, "="); key == name {
			at = i
		}
	}
	if at < 0 {
		pairs, at = append(pairs, ""), len(pairs)
	}
	pairs[at] = name + "=" + value
	s.Rest = strings.Join(pairs, ",")
	return s
}

// Without is the spec without the options of these names.
func (s Spec) Without(names ...string) Spec {
	s.Rest = strings.Join(slices.DeleteFunc(s.pairs(), func(pair string) bool {
		key, _, _ := strings.Cut(pair, "=")
		return slices.Contains(names, key)
	}), ",")
	return s
}

// Value is the value of an option; "" if the spec does not have it.
func (s Spec) Value(name string) string {
	for _, pair := range s.pairs() {
		if key, value, _ := strings.Cut(pair, "="); key == name {
			return value
		}
	}
	return ""
}

// pairs are the options as they are written, without spaces round names and values.
func (s Spec) pairs() (pairs []string) {
	for pair := range strings.SplitSeq(s.Rest, ",") {
		if key, value, _ := strings.Cut(pair, "="); strings.TrimSpace(pair) != "" {
			pairs = append(pairs, strings.TrimSpace(key)+"="+strings.TrimSpace(value))
		}
	}
	return pairs
}

// Text is the player string.
func (s Spec) Text() string {
	if s.Rest == "" {
		return s.Kind
	}
	return s.Kind + ":" + s.Rest
}

// Options are the key=value pairs of a player string. Reading one takes it; what
// nobody took is reported by Finish, with the nearest right name.
type Options struct {
	spec   Spec
	values map[string]string
	known  []string
	errs   []error
}

// Options takes the part after the colon apart.
func (s Spec) Options() (*Options, error) {
	o := &Options{spec: s, values: map[string]string{}}
	if strings.TrimSpace(s.Rest) == "" {
		return o, nil
	}
	for pair := range strings.SplitSeq(s.Rest, ",") {
		key, value, ok := strings.Cut(pair, "=")
		key = strings.TrimSpace(key)
		if !ok || key == "" {
			return nil, specErrorf("%v: %q is not an option of the form name=value", s, pair)
		}
		if _, twice := o.values[key]; twice {
			return nil, specErrorf("%v: option %s is given twice", s, key)
		}
		o.values[key] = strings.TrimSpace(value)
	}
	return o, nil
}

func (o *Options) take(key string) (string, bool) {
	o.known = append(o.known, key)
	v, ok := o.values[key]
	delete(o.values, key)
	return v, ok
}

// all are the names of the options that are there and not taken yet, in the order of the alphabet.
func (o *Options) all() []string { return slices.Sorted(maps.Keys(o.values)) }

// given says whether an option is there and not taken yet.
func (o *Options) given(key string) bool {
	_, ok := o.values[key]
	return ok
}

// String takes a text option.
func (o *Options) String(key, otherwise string) string {
	if v, ok := o.take(key); ok {
		return v
	}
	return otherwise
}

// Float takes a number within [low, high].
func (o *Options) Float(key string, otherwise, low, high float64) float64 {
	v, ok := o.take(key)
	if !ok {
		return otherwise
	}
	f, err := strconv.ParseFloat(v, 64)
	if err != nil || math.IsNaN(f) || f < low || f > high {
		o.errs = append(o.errs, specErrorf("%v: %s=%s is not a number from %g to %g", o.spec, key, v, low, high))
		return otherwise
	}
	return f
}

// Int takes a whole number within [low, high].
func (o *Options) Int(key string, otherwise, low, high int) int {
	v, ok := o.take(key)
	if !ok {
		return otherwise
	}
	i, err := strconv.Atoi(v)
	if err != nil || i < low || i > high {
		o.errs = append(o.errs, specErrorf("%v: %s=%s is not a whole number from %d to %d", o.spec, key, v, low, high))
		return otherwise
	}
	return i
}

// Uint64 takes a seed.
func (o *Options) Uint64(key string, otherwise uint64) uint64 {
	v, ok := o.take(key)
	if !ok {
		return otherwise
	}
	u, err := strconv.ParseUint(v, 10, 64)
	if err != nil {
		o.errs = append(o.errs, specErrorf("%v: %s=%s is not a whole number from 0 to 2^64-1", o.spec, key, v))
		return otherwise
	}
	return u
}

// Choice takes one of the given words and returns its place among them.
func (o *Options) Choice(key string, otherwise int, words ...string) int {
	v, ok := o.take(key)
	if !ok {
		return otherwise
	}
	i := slices.Index(words, v)
	if i < 0 {
		o.errs = append(o.errs, specErrorf("%v: %s=%s: want %s", o.spec, key, v, strings.Join(words, ", ")))
		return otherwise
	}
	return i
}

// Word takes one of the given words.
func (o *Options) Word(key, otherwise string, words ...string) string {
	if i := o.Choice(key, -1, words...); i >= 0 {
		return words[i]
	}
	return otherwise
}

// Bool takes on or off.
func (o *Options) Bool(key string, otherwise bool) bool {
	switch o.Choice(key, -1, "on", "off") {
	case 0:
		return true
	case 1:
		return false
	}
	return otherwise
}

// Duration takes a time above 0, as 5s or 1m30s, or as a number of seconds.
func (o *Options) Duration(key string, otherwise time.Duration) time.Duration {
	v, ok := o.take(key)
	if !ok {
		return otherwise
	}
	d, err := time.ParseDuration(v)
	if seconds, number := strconv.ParseFloat(v, 64); number == nil && seconds < 1e9 {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || d <= 0 {
		o.errs = append(o.errs, specErrorf("%v: %s=%s is no time such as 5s or 500ms", o.spec, key, v))
		return otherwise
	}
	return d
}

// Bytes takes an amount of memory: a whole number, with K, M or G behind it for binary
// multiples.
func (o *Options) Bytes(key string, otherwise int64) int64 {
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
		o.errs = append(o.errs, specErrorf("%v: %s=%s is no amount of memory such as 500M or 2G", o.spec, key, v))
		return otherwise
	}
	b <<= shift
	if has, known := machine.Memory(); known && b > has {
		o.errs = append(o.errs, specErrorf("%v: %s=%s is more than this machine has, %d MB", o.spec, key, v, has>>20))
		return otherwise
	}
	return b
}

// readAll takes the options of a list, for a small game those that it has, and finishes.
func (o *Options) readAll(list []Option, game *Game) error {
	for _, option := range list {
		if game != nil && option.GoOnly != "" {
			if o.given(option.Name) {
				return specErrorf("%v: %s= has no meaning in %s: %s", o.spec, option.Name, game.Name, option.GoOnly)
			}
			continue
		}
		option.read(o, option.Name)
	}
	return o.Finish()
}

// mostListed is how many options an error lists; of more it names the nearest.
const mostListed = 6

// Finish reports bad values and options that no one took.
func (o *Options) Finish() error {
	if len(o.errs) > 0 {
		return o.errs[0]
	}
	if len(o.values) == 0 {
		return nil
	}
	key := o.all()[0]
	if len(o.known) == 0 {
		return specErrorf("%v has no options, and so no %s=", o.spec, key)
	}
	hint := spelling.Nearest(key, o.known)
	if others := AllKinds().holders(key); o.spec.what == "" && len(others) > 0 && len(others) <= 3 {
		hint = ", which belongs to " + strings.Join(others, ", ")
	}
	list := "it has " + strings.Join(o.known, ", ")
	if len(o.known) > mostListed {
		list = fmt.Sprintf("the nearest are %s; tengen player show %s lists all", strings.Join(spelling.Near(key, o.known, 3), ", "), o.spec.Kind)
	}
	return specErrorf("%v has no option %s%s (%s)", o.spec, key, hint, list)
}
