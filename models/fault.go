package models

import "errors"

// Reasons for which a file is refused, for errors.Is.
var (
	// ErrDamaged marks content that is not what was saved.
	ErrDamaged = errors.New("damaged")
	// ErrNewer marks a format of a later version of the program.
	ErrNewer = errors.New("newer format")
	// ErrMismatch marks content that is sound but is not what it should be:
	// exchanged files, another network, another board.
	ErrMismatch = errors.New("mismatch")
	// ErrNoCheckpoint means that a folder holds no checkpoint.
	ErrNoCheckpoint = errors.New("no checkpoint")
)

// Fault says why a file is refused and what to do about it.
type Fault struct {
	Path   string // the file
	Kind   error  // ErrDamaged, ErrNewer, ErrMismatch, or an error of the file system
	Reason string // what was found
	Remedy string // what helps
}

func (f *Fault) Error() string {
	s := f.Path + ": " + f.Reason
	if f.Remedy != "" {
		s += " (" + f.Remedy + ")"
	}
	return s
}

func (f *Fault) Unwrap() error { return f.Kind }

const (
	remedyRestore = "restore the folder from a copy, or train or fetch the model again"
	remedyNewer   = "update tengen"
)
