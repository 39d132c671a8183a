package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// refusal is an error with the status that it has over HTTP.
type refusal struct {
	status int
	text   string
}

func (r *refusal) Error() string { return r.text }

// refused is a refusal of what somebody asked for.
func refused(format string, args ...any) error {
	return &refusal{http.StatusBadRequest, fmt.Sprintf(format, args...)}
}

// fail answers with an error.
func (s *Server) fail(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	var r *refusal
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &r):
		status = r.status
	case errors.As(err, &large):
		status, err = http.StatusRequestEntityTooLarge, fmt.Errorf("more than %d bytes", large.Limit)
	default:
		s.config.Log.Error("a request failed", "error", err)
	}
	answer(w, status, map[string]string{"error": err.Error()})
}

// answer writes JSON.
func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // whoever asked may have gone
}
