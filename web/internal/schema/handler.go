package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Handler passes requests on and checks what next answers: JSON with a status below 300, and events. failed gets
// each difference.
func (s *Schema) Handler(next http.Handler, failed func(error)) http.Handler {
	routes := http.NewServeMux()
	for route := range s.Routes {
		routes.HandleFunc(route, func(http.ResponseWriter, *http.Request) {})
	}
	checks, err := s.checks("gives")
	if err != nil {
		failed(err)
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, route := routes.Handler(r)
		seen := &recorder{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(seen, r)
		if err := seen.check(checks[route]); err != nil {
			failed(fmt.Errorf("%s %s: %w", r.Method, r.URL.Path, err))
		}
	})
}

// check is for what was answered: JSON, or the events of a stream.
func (r *recorder) check(want *jsonschema.Schema) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	kind := r.Header().Get("Content-Type")
	stream := strings.HasPrefix(kind, "text/event-stream")
	if r.status >= 300 || !stream && !strings.HasPrefix(kind, "application/json") {
		return nil
	}
	if want == nil {
		return errors.New("the schema does not have this address")
	}
	all := [][]byte{r.text.Bytes()}
	if stream {
		all = nil
		for line := range bytes.Lines(r.text.Bytes()) {
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
		if err := want.Validate(value); err != nil {
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
