package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"sync/atomic"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
)

// crowd is a hub and its workers, in processes of their own.
type crowd struct {
	each    int
	hub     *process
	workers *process
	proxy   *proxy
	dir     string
}

// gather begins them.
func gather(ctx context.Context, t task) (c *crowd, err error) {
	c = &crowd{each: t.Each}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.scatter())
		}
	}()
	if c.dir, err = os.MkdirTemp(t.Dir, "hub-"); err != nil {
		return c, err
	}
	t.Dir = c.dir
	if c.hub, err = start(ctx, "hub", t); err != nil {
		return c, err
	}
	var at counters
	if err = c.hub.ask(&at); err != nil {
		return c, err
	}
	if c.proxy, err = newProxy(fmt.Sprintf("127.0.0.1:%d", at.Port)); err != nil {
		return c, err
	}
	token, err := mailbox.NewToken(t.Dir, c.proxy.listener.Addr().String(), false)
	if err != nil {
		return c, err
	}
	t.Token = token.String()
	if c.workers, err = start(ctx, "workers", t); err != nil {
		return c, err
	}
	var since time.Duration
	return c, c.workers.ask(&since) // they are all there
}

// flow is what a hub did for a while.
type flow struct {
	games     float64 // that came
	rate      float64 // games a second
	seconds   float64
	processor float64 // seconds
	written   float64 // bytes
	wire      float64 // bytes, in both directions
	mail      float64 // bytes of the hub's folder at the end
}

// patience is how long games may take to come.
const patience = 2 * time.Minute

// watch measures for a while, some time after the first game came. It takes longer if few bundles come.
func (c *crowd) watch(ctx context.Context, before, during time.Duration) (flow, error) {
	var from, to counters
	for began := time.Now(); from.Games == 0; {
		if time.Since(began) > patience {
			return flow{}, fmt.Errorf("no game came within %v", patience)
		}
		if err := errors.Join(pause(ctx, step), c.hub.ask(&from)); err != nil {
			return flow{}, err
		}
	}
	if err := errors.Join(pause(ctx, before), c.hub.ask(&from)); err != nil {
		return flow{}, err
	}
	wire := c.proxy.bytes.Load()
	if err := pause(ctx, during); err != nil {
		return flow{}, err
	}
	var arrivals []time.Duration
	for began := time.Now(); len(arrivals) < leastBundles; {
		if time.Since(began) > patience {
			return flow{}, fmt.Errorf("%d bundles of games came within %v: too few", len(arrivals), during+patience)
		}
		to = counters{}
		if err := errors.Join(pause(ctx, step), c.hub.ask(&to)); err != nil {
			return flow{}, err
		}
		arrivals = append(arrivals, to.Arrivals...)
	}
	// Bundles come whole, so the time from the first to the last one is exact.
	n := len(arrivals)
	return flow{
		games: float64(to.Games - from.Games), seconds: (to.At - from.At).Seconds(),
		rate:      float64(c.each*(n-1)) / (arrivals[n-1] - arrivals[0]).Seconds(),
		processor: (to.Processor - from.Processor).Seconds(), written: float64(to.Written - from.Written),
		wire: float64(c.proxy.bytes.Load() - wire), mail: float64(to.Mail),
	}, nil
}

// step is how long to wait between two looks at a hub.
const step = 100 * time.Millisecond

// leastBundles are enough for a rate.
const leastBundles = 5

// scatter ends them.
func (c *crowd) scatter() error {
	var errs []error
	for _, p := range []*process{c.workers, c.hub} {
		if p != nil {
			errs = append(errs, p.end())
		}
	}
	if c.proxy != nil {
		errs = append(errs, c.proxy.listener.Close())
	}
	if c.dir != "" {
		errs = append(errs, os.RemoveAll(c.dir))
	}
	return errors.Join(errs...)
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}

// process is this program in a role.
type process struct {
	role string
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
}

func start(ctx context.Context, role string, t task) (*process, error) {
	text, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &process{role: role, cmd: exec.CommandContext(ctx, self, role, string(text))}
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	return p, p.cmd.Start()
}

// ask has one answer.
func (p *process) ask(answer any) error {
	if _, err := io.WriteString(p.in, "\n"); err != nil {
		return fmt.Errorf("%s: %w", p.role, err)
	}
	line, err := p.out.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, answer)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", p.role, err)
	}
	return nil
}

// end ends it with its input.
func (p *process) end() error {
	_ = p.in.Close()
	if err := p.cmd.Wait(); err != nil {
		return fmt.Errorf("%s: %w", p.role, err)
	}
	return nil
}

// proxy counts the bytes between workers and a hub.
type proxy struct {
	listener net.Listener
	bytes    atomic.Int64
}

func newProxy(to string) (*proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{listener: l}
	go func() {
		for {
			worker, err := l.Accept()
			if err != nil {
				return
			}
			hub, err := net.Dial("tcp", to)
			if err != nil {
				_ = worker.Close()
				continue
			}
			go p.pass(worker, hub)
			go p.pass(hub, worker)
		}
	}()
	return p, nil
}

// pass takes bytes from one side to the other.
func (p *proxy) pass(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		p.bytes.Add(int64(n))
		if err != nil {
			return
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}
