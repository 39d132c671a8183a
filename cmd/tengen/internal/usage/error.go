// Package usage is what can be wrong with how the program was called: which errors are the
// caller's, and the words for the parser's errors.
package usage

import "fmt"

// Error marks an error of the caller's: exit status 2.
type Error struct{ err error }

func (e *Error) Error() string { return e.err.Error() }
func (e *Error) Unwrap() error { return e.err }

// Wrap makes err, which is not nil, one of the caller's.
func Wrap(err error) error { return &Error{err} }

// Errorf is an error of the caller's in the words of fmt.Errorf.
func Errorf(format string, args ...any) error { return Wrap(fmt.Errorf(format, args...)) }
