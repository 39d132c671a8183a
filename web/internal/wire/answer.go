package wire

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"reflect"

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
	var refusal *Refusal // of the body itself
	if err == nil || errors.As(err, &large) || errors.As(err, &refusal) {
		return err
	}
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF):
		err = errors.New("the body is empty, want JSON")
	case errors.As(err, &kind):
		err = fmt.Errorf("%s: want %s, not %s", cmp.Or(kind.Field, "the body"), words(kind.Type), kind.Value)
	}
	return Refused("the request is not what docs/api.md describes: %v", err)
}

// words are the kind of value in JSON that a Go type takes.
func words(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number, 0 or more"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Slice, reflect.Array:
		return "a list"
	}
	return "an object"
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
