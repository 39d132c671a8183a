package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
)

// Handler passes requests on and checks what next answers: JSON with a status below 300, and events. failed gets
// each difference.
func (s *Schema) Handler(next http.Handler, failed func(error)) http.Handler {
	routes := http.NewServeMux()
	for route := range s.Routes {
		routes.HandleFunc(route, func(http.ResponseWriter, *http.Request) {})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, route := routes.Handler(r)
		seen := &recorder{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(seen, r)
		if err := s.answer(route, seen); err != nil {
			failed(fmt.Errorf("%s %s: %w", r.Method, r.URL.Path, err))
		}
	})
}

// answer checks what was answered at a route.
func (s *Schema) answer(route string, seen *recorder) error {
	seen.mu.Lock()
	defer seen.mu.Unlock()
	kind := seen.Header().Get("Content-Type")
	stream := strings.HasPrefix(kind, "text/event-stream")
	if seen.status >= 300 || !stream && !strings.HasPrefix(kind, "application/json") {
		return nil
	}
	if s.Routes[route] == nil {
		return errors.New("the schema does not have this address")
	}
	all := [][]byte{seen.text.Bytes()}
	if stream {
		all = nil
		for line := range bytes.Lines(seen.text.Bytes()) {
			if data, is := bytes.CutPrefix(line, []byte("data: ")); is {
				all = append(all, data)
			}
		}
	}
	for _, text := range all {
		var value any
		if err := json.Unmarshal(text, &value); err != nil {
			return err
		}
		if err := s.Check(s.Routes[route].Gives, value); err != nil {
			return err
		}
	}
	return nil
}

// recorder keeps what is written.
type recorder struct {
	http.ResponseWriter
	mu     sync.Mutex
	status int
	text   bytes.Buffer
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func (r *recorder) WriteHeader(status int) {
	r.mu.Lock()
	r.status = status
	r.mu.Unlock()
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(text []byte) (int, error) {
	r.mu.Lock()
	r.text.Write(text)
	r.mu.Unlock()
	return r.ResponseWriter.Write(text)
}
