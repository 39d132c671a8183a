package web

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/tengen-go/tengen/web/internal/wire"
)

// Each piece of a body has its time, until all of it must be there. After the end there is no limit.
func TestASlowBody(t *testing.T) {
	begun := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	now := begun
	var limits []time.Time
	b := &body{
		ReadCloser: io.NopCloser(iotest.OneByteReader(strings.NewReader("slow"))),
		limit:      func(at time.Time) error { limits = append(limits, at); return nil },
		now:        func() time.Time { return now },
		end:        begun.Add(bodyWithin),
	}
	for _, after := range []time.Duration{silence - 1, bodyWithin - silence, bodyWithin - 1, bodyWithin} {
		now = begun.Add(after)
		if n, err := b.Read(make([]byte, 9)); n != 1 || err != nil {
			t.Fatalf("%d, %v", n, err)
		}
		want := begun.Add(min(after+silence, bodyWithin))
		if got := limits[len(limits)-1]; !got.Equal(want) {
			t.Errorf("after %v the next piece may come until %v, want %v", after, got.Sub(begun), want.Sub(begun))
		}
	}
	if _, err := b.Read(make([]byte, 9)); !errors.Is(err, io.EOF) || !limits[len(limits)-1].IsZero() {
		t.Errorf("at the end: %v, limit %v", err, limits[len(limits)-1])
	}
}

// A request without a body, such as that for a stream, has no limit of time.
func TestNoBody(t *testing.T) {
	r := httptest.NewRequest(http.MethodGet, "/api/v1/events", http.NoBody)
	if limited(httptest.NewRecorder(), r); r.Body != http.NoBody {
		t.Errorf("it waits for %v", r.Body)
	}
}

// A body that does not come is an error of the sender with status 408, in JSON too.
func TestABodyThatDoesNotCome(t *testing.T) {
	for name, read := range map[string]func(*http.Request) error{
		"a file": func(r *http.Request) error { _, err := io.ReadAll(r.Body); return err },
		"JSON":   func(r *http.Request) error { return wire.Decode(r, &struct{}{}) },
	} {
		h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			limited(w, r)
			if err := http.NewResponseController(w).SetReadDeadline(time.Now()); err != nil { // as if it had waited long
				t.Error(err)
			}
			wire.Fail(w, nil, read(r))
		}))
		body, sender := io.Pipe()
		response, err := h.Client().Post(h.URL, "application/json", body)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusRequestTimeout || !strings.Contains(string(text), "send it again") {
			t.Errorf("%s: status %d, %v: %s", name, response.StatusCode, err, text)
		}
		if err := errors.Join(response.Body.Close(), sender.Close()); err != nil {
			t.Error(err)
		}
		h.Close()
	}
}
