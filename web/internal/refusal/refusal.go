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
	// Code is which of the common reasons it is, "" for another one, and Args are its values. Pages say it in
	// the language of whoever reads it.
	Code string
	Args map[string]any
}

// The codes of common reasons. docs/api.md says what they mean.
const (
	Occupied     = "occupied"
	Suicide      = "suicide"
	Ko           = "ko"
	Superko      = "superko"
	Over         = "over"
	NotYourTurn  = "not_your_turn"
	NoUndo       = "no_undo"
	RecordBegins = "record_begins"
	RecordEnds   = "record_ends"
	NoVariation  = "no_variation"
	Handicap     = "handicap"
	Komi         = "komi"
	NoModel      = "no_model"
)

// Codes are all of them.
var Codes = []string{
	Occupied, Suicide, Ko, Superko, Over, NotYourTurn, NoUndo, RecordBegins, RecordEnds, NoVariation,
	Handicap, Komi, NoModel,
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
	return &Refusal{Status: BadRequest, Text: fmt.Sprintf(format, args...)}
}

// Coded is a refusal for a common reason, because of an error.
func Coded(code string, args map[string]any, err error) error {
	return &Refusal{Status: BadRequest, Text: err.Error(), Code: code, Args: args}
}
