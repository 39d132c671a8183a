// Package interrupt takes apart the errors of work that a person has interrupted. Such work may also fail to save what
// it had. errors.Join puts both into one error, and a check for context.Canceled alone would hide the failure.
package interrupt

import (
	"context"
	"errors"
	"strings"
)

// Split takes an error apart into what it says of the interruption and what else went wrong. Either may be nil. Parts
// that errors.Join put together are parted. Words around such parts are lost.
func Split(err error) (interrupted, rest error) {
	if !errors.Is(err, context.Canceled) {
		return nil, err
	}
	switch e := err.(type) { //nolint:errorlint // the chain is followed link by link
	case interface{ Unwrap() []error }:
		parts := e.Unwrap()
		if !joined(err, parts) {
			return err, nil
		}
		var stops, rests []error
		for _, part := range parts {
			stop, other := Split(part)
			stops, rests = append(stops, stop), append(rests, other)
		}
		return errors.Join(stops...), errors.Join(rests...)
	case interface{ Unwrap() error }:
		if stop, other := Split(e.Unwrap()); other != nil {
			return stop, other
		}
	}
	return err, nil
}

// Words are what an interruption says, in words for the person who interrupted: the first of several.
func Words(err error) string {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if text, ok := strings.CutSuffix(line, ": "+context.Canceled.Error()); ok {
			return "interrupted: " + text
		}
	}
	return "interrupted"
}

// joined says whether the parts stand below each other, as errors.Join puts them. The parts of a sentence with several
// %w are one error.
func joined(err error, parts []error) bool {
	lines := make([]string, len(parts))
	for i, part := range parts {
		lines[i] = part.Error()
	}
	return err.Error() == strings.Join(lines, "\n")
}
