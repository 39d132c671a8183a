// Package news tells those who watch something that it has changed.
//
//	news, leave := state.News.Watch()
//	defer leave()
//	for range news { // at least once after the last change
//		show(state)
//	}
//
// The names are not stable.
package news

import "sync"

// News tells those who watch something that it has changed. The zero News has no watchers.
type News struct {
	mu       sync.Mutex
	watchers map[chan struct{}]bool
}

// Tell has everybody who watches look again.
func (n *News) Tell() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for w := range n.watchers {
		select {
		case w <- struct{}{}:
		default: // it knows already that there is something new
		}
	}
}

// Watched says whether anybody watches.
func (n *News) Watched() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.watchers) > 0
}

// Watch is a channel that gets something after each change, and what ends that.
func (n *News) Watch() (news <-chan struct{}, leave func()) {
	w := make(chan struct{}, 1)
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.watchers == nil {
		n.watchers = map[chan struct{}]bool{}
	}
	n.watchers[w] = true
	return w, func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.watchers, w)
	}
}
