package mailbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// launch begins a server, and waits until it is ready.
func launch(ctx context.Context, options *server.Options) (*server.Server, error) {
	ns, err := server.NewServer(options.Clone())
	if err != nil {
		return nil, err
	}
	ns.Start()
	if err := ready(ctx, ns); err != nil {
		ns.Shutdown()
		return nil, err
	}
	return ns, nil
}

// current is the server now: after a full disk it is another one.
func (s *Server) current() *server.Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.nats
}

// InProcessConn is how clients in this process connect, again and again.
func (s *Server) InProcessConn() (net.Conn, error) { return s.current().InProcessConn() }

// mendStep is how often a server looks whether it can store.
const mendStep = 2 * time.Second

// The part of its room from which on, and below which, a server counts as nearly full.
const (
	nearlyFull = 0.9
	roomAgain  = 0.8
)

// watch reports when the mail cannot be stored, and when it nearly fills its room. A server that has seen
// an error of its disk stores nothing more, even when there is room again, so another one follows it then.
func (s *Server) watch(report func(text string)) {
	defer close(s.watched)
	tick := time.NewTicker(mendStep)
	defer tick.Stop()
	var sick, full bool
	for {
		select {
		case <-s.ended:
			return
		case <-tick.C:
		}
		why := s.sick()
		switch {
		case why != "" && !sick:
			sick = true
			report(fmt.Sprintf("the hub cannot store games: %s; they wait with the workers; make room for %s", why,
				s.options.StoreDir))
		case why == "" && sick:
			sick = false
			report("the hub stores games again")
		}
		if why != "" {
			if !s.passing && s.probe() == nil { // another one would not have what is in memory
				s.follow()
			}
			continue
		}
		used, room := s.used()
		switch part := float64(used) / float64(max(1, room)); {
		case part >= nearlyFull && !full:
			full = true
			report(fmt.Sprintf("the hub's games, tickets and models take %.1f MB of %.1f MB; without room workers "+
				"keep their games; fetch them, or give more with --bytes", float64(used)/1e6, float64(room)/1e6))
		case part < roomAgain:
			full = false
		}
	}
}

// sick is why the server cannot store; empty if it can.
func (s *Server) sick() string {
	return illness(s.current().Healthz(&server.HealthzOptions{Details: true}))
}

// illness is what keeps a server of this health from storing. That it accepts no connections is not among it: the
// server looks for a millisecond, which on a busy machine may pass before the look begins.
func illness(h *server.HealthStatus) string {
	for _, e := range h.Errors {
		if e.Type == server.HealthzErrorConn {
			continue
		}
		if _, cause, ok := strings.Cut(e.Error, "write error: "); ok {
			return cause
		}
		return e.Error
	}
	return ""
}

// used is how many bytes the mail takes, and how many it may.
func (s *Server) used() (used, room int64) {
	info, err := s.current().Jsz(nil)
	if err != nil {
		return 0, 0
	}
	return int64(info.Store), info.Config.MaxStore
}

// probeBytes is how much room there must be before a server is tried again: the largest message, and as
// much for what the server writes about it.
const probeBytes = 2 * maxPayload

// probe says whether the disk has room.
func (s *Server) probe() error {
	f, err := os.Create(s.dir.Path("probe")) // the same each time: one that a killed server leaves goes with the next
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, probeBytes))
	return errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
}

// syncedBytes is about the size of a ticket.
const syncedBytes = 4 << 10

// SyncTime is how long the disk takes now to sync a small file. The server waits for such a sync before it says that it
// has a ticket or a bundle.
func (s *Server) SyncTime() (took time.Duration, err error) {
	s.probing.Lock()
	defer s.probing.Unlock()
	f, err := os.Create(s.dir.Path("probe-sync")) // the same each time, as in probe
	if err != nil {
		return 0, err
	}
	_, err = f.Write(make([]byte, syncedBytes))
	began := time.Now()
	err = errors.Join(err, f.Sync())
	took = time.Since(began)
	return took, errors.Join(err, f.Close(), os.Remove(f.Name()))
}

// follow ends the server and begins another one in its place. If it does not begin, the next look tries again.
func (s *Server) follow() {
	old := s.current()
	old.Shutdown()
	old.WaitForShutdown()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		select {
		case <-s.ended:
			stop()
		case <-ctx.Done():
		}
	}()
	s.mu.Lock()
	options, err := s.admitted()
	s.mu.Unlock()
	if err != nil {
		return
	}
	ns, err := launch(ctx, options)
	if err != nil {
		return
	}
	s.mu.Lock()
	s.nats = ns
	if s.identity != nil {
		_ = s.admitOnly(s.door.open()) // somebody may have been shut out meanwhile
	}
	s.mu.Unlock()
	ctx, enough := context.WithTimeout(ctx, patience)
	defer enough()
	if b, err := s.Connect(ctx); err == nil { // makes what was in memory, so that workers can say that they are there
		b.Close()
	}
}
