package options

import (
	"fmt"
	"slices"
	"strings"
)

// Spec is a player string taken apart: a kind and its options, or for the kind
// that takes one, a command line.
//
//	policy:model=DIR,temperature=0.67
//	gtp:gnugo --mode gtp --level 1
type Spec struct {
	Kind string
	Rest string // all after the first colon

	what string // what it describes, such as player
}

// Kinds of players that start other programs.
const (
	KindGTP      = "gtp"      // gtp:COMMAND, see package gtp
	KindMachines = "machines" // machines:FILE,PLAYER, see package gtp/machines
)

// StartsPrograms says that it is a player that starts other programs, which only the owner of a machine may have it do.
func (s Spec) StartsPrograms() bool { return s.Kind == KindGTP || s.Kind == KindMachines }

// String says for messages what it describes: "player rave".
func (s Spec) String() string { return s.what + " " + s.Kind }

// Error says what is wrong with a string: a mistake of whoever wrote it, unlike a model that is
// not there.
type Error struct{ Err error }

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Errorf is an Error.
func Errorf(format string, args ...any) error {
	return &Error{fmt.Errorf(format, args...)}
}

// Parse splits a string at its first colon. what says for messages what it describes.
func Parse(what, s string) (Spec, error) {
	kind, rest, _ := strings.Cut(strings.TrimSpace(s), ":")
	if kind == "" {
		return Spec{}, Errorf("a %s needs a kind before its options", what)
	}
	return Spec{Kind: kind, Rest: rest, what: what}, nil
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

// Holds says that an option can have this value: a comma would end it, and spaces around it are not read.
func Holds(value string) bool {
	o, err := Spec{Rest: "value=" + value}.Options()
	return err == nil && o.values["value"] == value
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
