// Package refusal is the error with which a part of the server, or of a page without one, refuses what
// somebody asked for.
//
//	return refusal.Of("size %d: want 7 to 19", size)
//
// The names are not stable.
package refusal

import "fmt"

// Refusal is an error with the status that it has over HTTP. This package does without net/http,
// which would make an exported page a megabyte larger.
type Refusal struct {
	Status int
	Text   string
}

func (r *Refusal) Error() string { return r.Text }

// The statuses of HTTP that a Refusal has most often.
const (
	BadRequest = 400
	NotFound   = 404
	Conflict   = 409
)

// Of is a refusal of what somebody asked for, with status 400.
func Of(format string, args ...any) error {
	return &Refusal{BadRequest, fmt.Sprintf(format, args...)}
}
