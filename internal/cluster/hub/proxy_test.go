package hub_test

import (
	"context"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"
)

// proxy is a bad network between workers and a hub.
type proxy struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	delay time.Duration // of each piece of data, by half of it to and fro
	dead  bool          // nothing goes through, and nobody says so
	alive sync.Cond
	links map[net.Conn]bool
}

// newProxy has all that comes to its address go to another one.
func newProxy(t *testing.T, to string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, to: to, links: map[net.Conn]bool{}}
	p.alive.L = &p.mu
	go p.serve()
	t.Cleanup(func() {
		_ = l.Close()
		p.partition(false)
		p.cut()
	})
	return p
}

func (p *proxy) address() string { return p.listener.Addr().String() }

func (p *proxy) serve() {
	for {
		in, err := p.listener.Accept()
		if err != nil {
			return
		}
		go func() {
			if p.wait() != nil {
				return
			}
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
func (p *proxy) pass(from, to net.Conn) {
	defer func() {
		_, _ = from.Close(), to.Close()
		p.mu.Lock()
		delete(p.links, from)
		p.mu.Unlock()
	}()
	buf := make([]byte, 16<<10)
	for {
		n, err := from.Read(buf)
		if p.wait() != nil {
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

// wait is for the delay, and for the end of a partition.
func (p *proxy) wait() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.delay > 0 {
		d := time.Duration(rand.Int64N(int64(p.delay)))
		p.mu.Unlock()
		time.Sleep(d)
		p.mu.Lock()
	}
	for p.dead {
		p.alive.Wait()
	}
	return nil
}

// slow sets the longest delay.
func (p *proxy) slow(delay time.Duration) {
	p.mu.Lock()
	p.delay = delay
	p.mu.Unlock()
}

// partition holds back all data, and lets it go on.
func (p *proxy) partition(on bool) {
	p.mu.Lock()
	p.dead = on
	p.mu.Unlock()
	p.alive.Broadcast()
}

// cut ends all connections.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.links {
		_ = c.Close()
	}
}

// lose ends all connections again and again, until ctx ends.
func (p *proxy) lose(ctx context.Context, every time.Duration) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration((0.5 + rand.Float64()) * float64(every))):
			p.cut()
		}
	}
}
