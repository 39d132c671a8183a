package hub

import (
	"context"
	"slices"
	"sync"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/selfplay"
)

// idleModels is how many models stay at the hub that no order needs now. Another one may need them again, such
// as an opponent that comes back.
const idleModels = 4

// shelf is the models of an orderer at the hub.
type shelf struct {
	box   *mailbox.Box
	owner string

	mu   sync.Mutex
	uses map[string]int // orders under way, by digest
	idle []string       // digests, that used last behind
}

// lend stores the networks of two players.
func (s *shelf) lend(ctx context.Context, players [2]selfplay.Player) (digests [2]string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := map[*nets.Policy]string{}
	for i, p := range players {
		if known[p.Policy] == "" {
			packed, err := work.PackPolicy(p.Policy)
			if err != nil {
				return digests, err
			}
			if known[p.Policy], err = s.box.PutModel(ctx, s.owner, packed); err != nil {
				return digests, err
			}
		}
		digests[i] = known[p.Policy]
	}
	if s.uses == nil {
		s.uses = map[string]int{}
	}
	for _, d := range digests {
		s.uses[d]++
		s.idle = slices.DeleteFunc(s.idle, func(o string) bool { return o == d })
	}
	return digests, nil
}

// back says that an order needs its networks no more. If it was played to its end, those that have been idle for
// long are removed; else its tickets may still be at the hub, and need them.
func (s *shelf) back(ctx context.Context, digests [2]string, done bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range digests {
		if s.uses[d]--; s.uses[d] == 0 {
			delete(s.uses, d)
			s.idle = append(s.idle, d)
		}
	}
	if !done {
		return nil
	}
	s.idle = s.idle[max(0, len(s.idle)-idleModels):]
	keep := slices.Clone(s.idle)
	for d := range s.uses {
		keep = append(keep, d)
	}
	return s.box.DropModels(ctx, s.owner, keep...)
}

// clear removes all of them.
func (s *shelf) clear(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.uses, s.idle = nil, nil
	return s.box.DropModels(ctx, s.owner)
}
