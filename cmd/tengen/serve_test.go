package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
)

// The server answers until it is interrupted, and the next one takes the next port.
func TestServe(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	c := ServeCmd{Common: flags.Common{Quiet: true, Threads: 1}}
	first, err := listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := first.Addr().String()
	second, err := listen(t.Context(), address)
	if err != nil || second.Addr().String() == address {
		t.Fatalf("the taken port again: %v, %v", second, err)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	server, err := c.server(address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, first, server) }()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil || !strings.Contains(string(page), "/app.js") {
		t.Errorf("the page: %v\n%s", err, page)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("an interrupted server says %v", err)
	}
}
