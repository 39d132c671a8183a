package mailbox

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// known lists the named workers.
func known(workers map[string]string) string {
	if len(workers) == 0 {
		return ""
	}
	return "; those that have one: " + strings.Join(slices.Sorted(maps.Keys(workers)), ", ")
}

// lookStep is how often a server looks whether its workers' keys have changed.
const lookStep = 250 * time.Millisecond

// door is whom a server with a port lets in.
type door struct {
	dir     string
	workers map[string]string // public keys, by name
	shut    map[string]bool   // keys that open nothing any more
	changed time.Time         // of the folder of keys, when it was read
}

// look reads the keys if they may have changed. A file without a key is an error, and lets nobody in. After an error
// they are read again.
func (d *door) look() (changed bool, err error) {
	info, err := os.Stat(filepath.Join(d.dir, registerDir))
	if errors.Is(err, fs.ErrNotExist) { // no worker has a name, or none any more
		changed = len(d.workers) > 0
		d.workers, d.changed = nil, time.Time{}
		return changed, nil
	}
	if err != nil {
		return false, fmt.Errorf("the hub's workers: %w", err)
	}
	// What changes twice within the clock's grain has the same time, so it is read again a second later.
	if info.ModTime().Equal(d.changed) && time.Since(d.changed) > time.Second {
		return false, nil
	}
	workers, err := register(d.dir)
	d.changed = info.ModTime()
	if err != nil {
		d.changed = time.Time{} // a file that is mended does not change the time of its folder
	}
	if err != nil && workers == nil {
		return false, err // nobody loses a connection because the folder cannot be read
	}
	changed = !maps.Equal(workers, d.workers)
	d.workers = workers
	return changed, err
}

// open are the keys that open the door, by name.
func (d *door) open() map[string]string {
	open := maps.Clone(d.workers)
	maps.DeleteFunc(open, func(_, key string) bool { return d.shut[key] })
	return open
}

// watchDoor lets new workers in and old ones out, as the folder of keys says, until the server ends.
func (s *Server) watchDoor(report func(text string)) {
	tick := time.NewTicker(lookStep)
	defer tick.Stop()
	said := ""
	for {
		select {
		case <-s.ended:
			return
		case <-tick.C:
			s.mu.Lock()
			before := s.door.workers
			changed, err := s.door.look()
			var out []string
			if changed {
				out = without(before, s.door.workers)
				_ = s.admitOnly(s.door.open()) // it says no only to what cannot change while it runs
			}
			s.mu.Unlock()
			text := ""
			if err != nil {
				text = err.Error()
			}
			if text != "" && text != said {
				report(text)
			}
			for _, name := range out {
				report(fmt.Sprintf("worker %s is shut out: its token opens nothing any more", name))
			}
			said = text
		}
	}
}

// without are the names whose keys are no longer known.
func without(before, now map[string]string) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if now[name] != before[name] {
			names = append(names, name)
		}
	}
	return names
}

// Workers are the public keys of the named workers.
func (s *Server) Workers() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.door.workers)
}

// ShutOut ends the connections of a worker's key, and lets it in no more while this server runs.
func (s *Server) ShutOut(key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.door.shut[key] {
		return nil
	}
	s.door.shut[key] = true
	return s.admitOnly(s.door.open())
}

// admitted are the options of a server that knows the workers of now.
func (s *Server) admitted() (*server.Options, error) {
	if s.identity == nil {
		return s.options, nil
	}
	return s.identity.admitting(s.options, s.door.open())
}

// admitOnly has the server know these workers and no other ones. While the server takes new options it reads some
// without a lock (see nats-io/nats-server issue 8499). It sees the old or the new ones, but the race detector complains
// if messages pass at that moment.
func (s *Server) admitOnly(workers map[string]string) error {
	for range 2 { // imports of a new account begin when it is there already
		options, err := s.identity.admitting(s.options, workers)
		if err != nil {
			return err
		}
		if err := s.nats.ReloadOptions(options); err != nil {
			return fmt.Errorf("the hub's keys: %w", err)
		}
	}
	return nil
}
