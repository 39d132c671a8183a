package schema

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/web/internal/wire"
)

type inner struct {
	Moves []string `json:"moves"`
}

type answer struct {
	inner
	Size  int            `json:"size"`
	Komi  *float64       `json:"komi"`
	Note  *inner         `json:"note,omitempty"`
	When  time.Time      `json:"when,omitzero"`
	Count map[string]int `json:"count,omitempty"`
	Own   string         `json:"-"`
}

// What is missing, of another type, null or too much is found, with its place.
func TestAnswers(t *testing.T) {
	s := Of([]wire.Message{{Route: "GET /a", Takes: answer{}, Gives: wire.Given[answer]()}})
	checks, err := s.checks("gives")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`{"moves":[],"size":9,"komi":null}`:                                                   "",
		`{"moves":["A1"],"size":9,"komi":7.5,"note":{"moves":[]},"when":"x","count":{"a":1}}`: "",
		`{"moves":null,"size":9,"komi":null}`:                                                 "at '/moves': got null, want array",
		`{"moves":[1],"size":9,"komi":null}`:                                                  "at '/moves/0': got number, want string",
		`{"size":9,"komi":null}`:                                                              "missing property 'moves'",
		`{"moves":[],"size":9.5,"komi":null}`:                                                 "at '/size': got number, want integer",
		`{"moves":[],"size":9,"komi":"7"}`:                                                    "at '/komi': got string, want number",
		`{"moves":[],"size":9,"komi":null,"note":null}`:                                       "at '/note': got null, want object",
		`{"moves":[],"size":9,"komi":null,"note":{}}`:                                         "at '/note': missing property 'moves'",
		`{"moves":[],"size":9,"komi":null,"count":{"a":"b"}}`:                                 "at '/count/a': got string, want integer",
		`{"moves":[],"size":9,"komi":null,"Own":"x"}`:                                         "additional properties 'Own' not allowed",
		`[]`: "got array, want object",
	} {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		err := checks["GET /a"].Validate(value)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if checks, err = s.checks("takes"); err != nil {
		t.Fatal(err)
	}
	if err := checks["GET /a"].Validate(map[string]any{}); err != nil {
		t.Errorf("a request without anything: %v", err)
	}
	if err := checks["GET /a"].Validate(map[string]any{"colour": 1.0}); err == nil {
		t.Error("a request with an unknown name fits")
	}
}

// Answers and events that differ are found, and those that fit are not.
func TestHandler(t *testing.T) {
	s := Of([]wire.Message{{Route: "GET /a", Gives: wire.Given[inner]()}, {Route: "GET /a/events", Gives: wire.Given[inner]()}})
	for _, c := range []struct {
		path, kind, text string
		status           int
		want             string
	}{
		{"/a", "application/json", `{"moves":[]}`, 200, ""},
		{"/a", "application/json", `{"moves":7}`, 200, "at '/moves': got number, want array"},
		{"/a", "application/json", `{"error":"no"}`, 404, ""},
		{"/b", "application/json", `{}`, 200, "does not have this address"},
		{"/a/events", "text/event-stream", "event: a\ndata: {\"moves\":[]}\n\ndata: {}\n\n", 200, "missing property 'moves'"},
		{"/a/events", "text/event-stream", "data: {\"moves\":[]}\n\n: alive\n\n", 200, ""},
	} {
		var found error
		next := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", c.kind)
			w.WriteHeader(c.status)
			_, err := w.Write([]byte(c.text))
			found = errors.Join(found, err)
		})
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, c.path, http.NoBody)
		s.Handler(next, func(err error) { found = errors.Join(found, err) }).ServeHTTP(httptest.NewRecorder(), r)
		if (found == nil) != (c.want == "") || found != nil && !strings.Contains(found.Error(), c.want) {
			t.Errorf("%s %s: %v, want %q", c.path, c.text, found, c.want)
		}
	}
}
