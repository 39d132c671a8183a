package main

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
)

// The server answers until it is interrupted, and the next one takes the next port.
func TestServe(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	c := ServeCmd{Common: flags.Common{Answer: flags.Answer{Quiet: true}, Threads: 1}}
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
	if _, err := c.server(address); err == nil || !strings.Contains(err.Error(), "XDG_STATE_HOME") {
		t.Errorf("a second server on the same folder: %v", err)
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
	if server, err = c.server(address); err != nil { // the folder is free again
		t.Fatal(err)
	}
	if err := server.Close(); err != nil {
		t.Error(err)
	}
}

// The link for other machines leads to this one, not to "all addresses".
func TestTheLinkForOtherMachines(t *testing.T) {
	ip := func(text string) net.Addr {
		a, n, err := net.ParseCIDR(text)
		if err != nil {
			t.Fatal(err)
		}
		n.IP = a
		return n
	}
	loopback, home := ip("127.0.0.1/8"), ip("192.168.1.7/24")
	for _, c := range []struct {
		address, want string
		own           []net.Addr
	}{
		{"[::]:8361", "192.168.1.7:8361", []net.Addr{loopback, ip("fe80::1/64"), home}},
		{"0.0.0.0:8361", "192.168.1.7:8361", []net.Addr{home}},
		{"0.0.0.0:8361", "localhost:8361", []net.Addr{loopback}},
		{"10.0.0.3:8361", "10.0.0.3:8361", []net.Addr{home}},
	} {
		if got := reachable(c.address, c.own); got != c.want {
			t.Errorf("%s of %v: %s, want %s", c.address, c.own, got, c.want)
		}
	}
}

// A wrong player is refused before anybody opens the page.
func TestServeRefusesAPlayer(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	c := ServeCmd{Common: flags.Common{Threads: 1}, Flag: devices.Flag{Device: "cpu"}, Listen: "127.0.0.1:0", Player: "nobody"}
	var wrong *usage.Error
	if err := c.Run(t.Context()); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "nobody") {
		t.Errorf("player nobody: %v", err)
	}
}
