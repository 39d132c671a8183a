package mailbox

import (
	"context"
	"fmt"
	"net"
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
		why, text := s.sick(), ""
		if why != "" {
			text = fmt.Sprintf("the hub cannot store games: %s; they wait with the workers; make room for %s", why,
				s.options.StoreDir)
		}
		s.ill.Store(&text)
		switch {
		case why != "" && !sick:
			sick = true
			report(text)
		case why == "" && sick:
			sick = false
			report("the hub stores games again")
		}
		if why != "" {
			if !s.passing { // another one would not have what is in memory
				if _, err := s.probe(); err == nil {
					s.follow()
				}
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

// follow ends the server and begins another one in its place. If it does not begin, the next look tries again.
func (s *Server) follow() {
	old := s.current()
	_, room := s.used()
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
	if room > 0 { // by what is free now the bound would be less than there is already
		s.options.JetStreamMaxStore = room
	}
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
	patient, enough := context.WithTimeout(ctx, patience) // not ctx, which the goroutine reads
	defer enough()
	if b, err := s.Connect(patient); err == nil { // makes what was in memory: workers can say that they are there
		b.Close()
	}
}
