package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/tengen-go/tengen/web/internal/refusal"
)

// Refusal is an error with the status that it has over HTTP.
type Refusal = refusal.Refusal

// Refused is a refusal of what somebody asked for, with status 400.
func Refused(format string, args ...any) error { return refusal.Of(format, args...) }

// Missing is a refusal because something is not there, with status 404.
func Missing(format string, args ...any) error {
	return &Refusal{Status: http.StatusNotFound, Text: fmt.Sprintf(format, args...)}
}

// Fail answers with an error. One that is not a refusal goes to the log as well.
func Fail(w http.ResponseWriter, log *slog.Logger, err error) {
	status := http.StatusInternalServerError
	var r *Refusal
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &r):
		status = r.Status
	case errors.As(err, &large):
		status = http.StatusRequestEntityTooLarge
		err = fmt.Errorf("more than %d MB: cut the file into parts", large.Limit>>20)
	default:
		log.Error("a request failed", "error", err)
	}
	answer := failure{Error: err.Error()}
	if r != nil {
		answer.Code, answer.Args = r.Code, r.Args
	}
	Answer(w, status, answer)
}

// failure is the answer to a request that failed.
type failure struct {
	Error string         `json:"error"`
	Code  string         `json:"code,omitempty"`
	Args  map[string]any `json:"args,omitempty"`
}

// Answer writes JSON.
func Answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // whoever asked may have gone
}

// Decode reads the JSON of a request. Unknown names are refused, so that a typing mistake is not
// silently something else.
func Decode(r *http.Request, value any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(value)
	var large *http.MaxBytesError
	if err != nil && !errors.As(err, &large) {
		return Refused("the request is not what docs/api.md describes: %v", err)
	}
	return err
}

// Handle is a handler from a function that gives the answer of status 200.
func Handle(log *slog.Logger, answer func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		value, err := answer(r)
		if err != nil {
			Fail(w, log, err)
			return
		}
		Answer(w, http.StatusOK, value)
	}
}
