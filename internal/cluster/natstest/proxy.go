package natstest

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"
)

// Proxy is a bad network between a server and those who reach it through the proxy.
type Proxy struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	delay time.Duration // of each piece of data, half of it on average, each way
	pace  float64       // bytes a second of each connection and direction; 0 for no bound
	dead  bool          // nothing goes through, and nobody says so
	alive sync.Cond
	links map[net.Conn]bool // false for those that nothing goes through any more
}

// NewProxy listens on this machine, and passes everything on to another address until the test ends.
func NewProxy(t testing.TB, to string) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{listener: l, to: to, links: map[net.Conn]bool{}}
	p.alive.L = &p.mu
	go p.serve()
	t.Cleanup(func() {
		_ = l.Close()
		p.Partition(false)
		p.Cut()
	})
	return p
}

// Address is where the proxy listens.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

func (p *Proxy) serve() {
	for {
		in, err := p.listener.Accept()
		if err != nil {
			return
		}
		go func() {
			p.wait(0)
			out, err := net.Dial("tcp", p.to)
			if err != nil {
				_ = in.Close()
				return
			}
			p.mu.Lock()
			p.links[in], p.links[out] = true, true
			p.mu.Unlock()
			go p.pass(in, out)
			p.pass(out, in)
		}()
	}
}

// pass brings data from one side to the other one.
func (p *Proxy) pass(from, to net.Conn) {
	defer func() {
		_, _ = from.Close(), to.Close()
		p.mu.Lock()
		delete(p.links, from)
		p.mu.Unlock()
	}()
	buf := make([]byte, 16<<10)
	for {
		n, err := from.Read(buf)
		p.wait(n)
		if !p.lives(from) {
			_, _ = io.Copy(io.Discard, from) // until it is cut: nobody hears of it
			return
		}
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// wait is as long as some bytes need, and until the end of a partition.
func (p *Proxy) wait(bytes int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var d time.Duration
	if p.delay > 0 {
		d = time.Duration(rand.Int64N(int64(p.delay)))
	}
	if p.pace > 0 {
		d += time.Duration(float64(bytes) / p.pace * float64(time.Second))
	}
	if d > 0 {
		p.mu.Unlock()
		time.Sleep(d)
		p.mu.Lock()
	}
	for p.dead {
		p.alive.Wait()
	}
}

func (p *Proxy) lives(c net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.links[c]
}

// Slow sets the longest delay of each piece of data.
func (p *Proxy) Slow(delay time.Duration) {
	p.mu.Lock()
	p.delay = delay
	p.mu.Unlock()
}

// Narrow sets how many bytes a second go through a connection, each way; 0 for no bound.
func (p *Proxy) Narrow(pace float64) {
	p.mu.Lock()
	p.pace = pace
	p.mu.Unlock()
}

// Partition holds back all data, and lets it go on.
func (p *Proxy) Partition(on bool) {
	p.mu.Lock()
	p.dead = on
	p.mu.Unlock()
	p.alive.Broadcast()
}

// Forget has nothing go through the connections of now any more. Neither side hears of it, as when a router between
// them was started anew.
func (p *Proxy) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.links {
		p.links[c] = false
	}
}

// Cut ends all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.links {
		_ = c.Close()
	}
}

// Lose ends all connections again and again, until ctx ends.
func (p *Proxy) Lose(ctx context.Context, every time.Duration) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration((0.5 + rand.Float64()) * float64(every))):
			p.Cut()
		}
	}
}
