// Package usage is what can be wrong with how the program was called: which errors are the
// caller's, and the words for the parser's errors.
package usage

import (
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/options"
)

// Error marks an error of the caller's: exit status 2.
type Error struct{ err error }

func (e *Error) Error() string { return e.err.Error() }
func (e *Error) Unwrap() error { return e.err }

// Wrap makes err, which is not nil, one of the caller's.
func Wrap(err error) error { return &Error{err} }

// Errorf is an error of the caller's in the words of fmt.Errorf.
func Errorf(format string, args ...any) error { return Wrap(fmt.Errorf(format, args...)) }

// WrongPlayer says whether err is about a wrong player string, or a wrong name of a game.
func WrongPlayer(err error) bool {
	var wrong *options.Error
	return errors.As(err, &wrong)
}

// Player makes err one of the caller's if a player string is wrong. Other errors, and nil, stay as they are.
func Player(err error) error {
	if WrongPlayer(err) {
		return Wrap(err)
	}
	return err
}
