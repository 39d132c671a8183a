package search

import "sync"

// life is how a tree ends: its memory is given back when it is closed and no search goes on.
type life struct {
	mu       sync.Mutex
	searches int // under way
	closed   bool
}

func (l *life) begin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.searches++
}

// Close gives the memory back, if need be when the search under way has ended. Methods that may be called at any time
// find nothing after it. Another search would begin anew.
func (t *Tree) Close() {
	t.life.mu.Lock()
	defer t.life.mu.Unlock()
	t.life.closed = true
	t.free()
}

// end is the end of a search.
func (t *Tree) end() {
	t.life.mu.Lock()
	defer t.life.mu.Unlock()
	t.life.searches--
	t.free()
}

// free gives the memory back if it is time. The caller holds life.mu.
func (t *Tree) free() {
	if !t.life.closed || t.life.searches > 0 {
		return
	}
	t.hold()
	defer t.release()
	if t.rootTrees == nil {
		t.root = none
		t.store.close()
		return
	}
	for _, one := range t.rootTrees.trees {
		one.root = none
		one.store.close()
	}
	for _, m := range t.rootTrees.mirrors {
		m.root = none
		m.store.close()
	}
}
