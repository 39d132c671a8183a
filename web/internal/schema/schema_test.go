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
func TestCheck(t *testing.T) {
	s := Of([]wire.Message{{Route: "GET /a", Takes: answer{}, Gives: wire.Given[answer]()}})
	for text, want := range map[string]string{
		`{"moves":[],"size":9,"komi":null}`:                                                   "",
		`{"moves":["A1"],"size":9,"komi":7.5,"note":{"moves":[]},"when":"x","count":{"a":1}}`: "",
		`{"moves":null,"size":9,"komi":null}`:                                                 "$.moves: want array",
		`{"moves":[1],"size":9,"komi":null}`:                                                  "$.moves[0]: want string",
		`{"size":9,"komi":null}`:                                                              "$: moves is missing",
		`{"moves":[],"size":9.5,"komi":null}`:                                                 "$.size: want integer",
		`{"moves":[],"size":9,"komi":"7"}`:                                                    "$.komi: want number",
		`{"moves":[],"size":9,"komi":null,"note":null}`:                                       "$.note: want object",
		`{"moves":[],"size":9,"komi":null,"note":{}}`:                                         "$.note: moves is missing",
		`{"moves":[],"size":9,"komi":null,"count":{"a":"b"}}`:                                 "$.count.a: want integer",
		`{"moves":[],"size":9,"komi":null,"Own":"x"}`:                                         "$: Own is not in the schema",
		`[]`: "$: want object",
	} {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		err := s.Check(s.Routes["GET /a"].Gives, value)
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if err := s.Check(s.Routes["GET /a"].Takes, map[string]any{}); err != nil {
		t.Errorf("a request without anything: %v", err)
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
		{"/a", "application/json", `{"moves":7}`, 200, "GET /a: $.moves: want array"},
		{"/a", "application/json", `{"error":"no"}`, 404, ""},
		{"/b", "application/json", `{}`, 200, "does not have this address"},
		{"/a/events", "text/event-stream", "event: a\ndata: {\"moves\":[]}\n\ndata: {}\n\n", 200, "moves is missing"},
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
