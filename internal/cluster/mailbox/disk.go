package mailbox

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// probeBytes is how much room there must be before a server begins, also in place of another one: the largest message,
// and as much for what the server writes about it.
const probeBytes = 2 * maxPayload

// probe says whether the disk has room for probeBytes, and how many of them it took.
func (s *Server) probe() (took int, err error) {
	f, err := os.Create(s.dir.Path("probe")) // the same each time: one that a killed server leaves goes with the next
	if err != nil {
		return 0, err
	}
	took, err = f.Write(make([]byte, probeBytes))
	return took, errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
}

// roomToBegin refuses a disk that is full. A server would begin there with no bytes as its bound, keep this bound when
// there is room again, and wait for ever until it can make its streams.
func (s *Server) roomToBegin() error {
	took, err := s.probe()
	if err == nil {
		return nil
	}
	return fmt.Errorf("the hub's folder %s: there is room for %.1f MB on the disk; a hub needs %.1f MB to begin, and "+
		"%d MB for networks and games: %w; make room there, and give the same command again, or choose another folder",
		s.dir.Path(), float64(took)/1e6, float64(probeBytes)/1e6, LeastBytes/1_000_000, err)
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
