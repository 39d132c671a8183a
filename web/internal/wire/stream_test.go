package wire

import (
	"bufio"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// A stream sends the state at once and the newest after changes, and ends with the server.
func TestSend(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var n atomic.Int64
	news := &News{}
	streams := &Streams{Most: 1, Log: slog.New(slog.DiscardHandler)}
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		streams.Send(ctx, w, r, Source{"count", news, func() (int, any) { return int(n.Load()), n.Load() }})
	}))
	defer h.Close()
	get := func() *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		response, err := h.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		return response
	}
	first := get()
	defer first.Body.Close()
	lines := bufio.NewScanner(first.Body)
	data := func() string {
		for lines.Scan() {
			if text, is := strings.CutPrefix(lines.Text(), "data: "); is {
				return text
			}
		}
		return "the end"
	}
	if got := data(); got != "0" {
		t.Errorf("at first %s", got)
	}
	if second := get(); second.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a stream too many: status %d", second.StatusCode)
		second.Body.Close()
	} else {
		second.Body.Close()
	}
	for range 100 { // many changes are one or two events, the last of them the newest
		n.Add(1)
		news.Tell()
	}
	got := data()
	for range 2 {
		if got != "100" {
			got = data()
		}
	}
	if got != "100" {
		t.Errorf("after 100 changes the third event says %s", got)
	}
	stop()
	if got := data(); got != "the end" {
		t.Errorf("after the end of the server: %s", got)
	}
}
