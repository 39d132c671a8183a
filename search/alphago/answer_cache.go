package alphago

import (
	"fmt"
	"math/bits"
	"sync"
)

// parts says which networks are asked, or have answered.
type parts uint8

const (
	wantPriors parts = 1 << iota
	wantValue
)

// answerCache keeps what networks said of positions, as many as fit its budget. A position
// can be in any of the few places of its set; one that is asked for again outlives the others
// of its set (second chance). It is for many goroutines: each shard of sets has a lock, held
// for the copy of one answer.
type answerCache struct {
	points int
	mask   uint64 // sets − 1
	keys   []uint64
	has    []parts // of each place; 0: empty
	used   []bool  // asked for since the hand passed
	hand   []uint8 // of each set: the place to be given away next
	values []float32
	priors []float32 // [place][point]; nil without policy network
	shards [cacheShards]cacheShard
}

const (
	cacheWays   = 4  // places of a set
	cacheShards = 64 // a power of two
)

// cacheShard has a line of the processor's cache for itself.
type cacheShard struct {
	sync.Mutex
	_ [56]byte
}

// answerBytes is the memory of one place.
func answerBytes(points int, priors bool) int64 {
	const place = 8 + 1 + 1 + 4
	if !priors {
		return place + 1
	}
	return place + 1 + 4*int64(points)
}

// newAnswerCache has at most so many bytes of answers. 0 bytes make a nil cache, which keeps
// nothing.
func newAnswerCache(bytes int64, points int, priors bool) (*answerCache, error) {
	if bytes == 0 {
		return nil, nil
	}
	least := answerBytes(points, priors) * cacheWays
	if bytes < least {
		return nil, fmt.Errorf("a cache of %d bytes holds no answers: want 0 or at least %d", bytes, least)
	}
	sets := uint64(1) << (bits.Len64(uint64(bytes/least)) - 1)
	places := sets * cacheWays
	c := &answerCache{
		points: points, mask: sets - 1,
		keys: make([]uint64, places), has: make([]parts, places), used: make([]bool, places),
		hand: make([]uint8, sets), values: make([]float32, places),
	}
	if priors {
		c.priors = make([]float32, places*uint64(points))
	}
	return c, nil
}

// lock locks the shard of a set.
func (c *answerCache) lock(set uint64) *cacheShard {
	s := &c.shards[set&(cacheShards-1)]
	s.Lock()
	return s
}

// find is the place of a key in its set; −1 if it is not there. The caller holds the lock.
func (c *answerCache) find(key uint64) int {
	first := int(key&c.mask) * cacheWays
	for i := first; i < first+cacheWays; i++ {
		if c.keys[i] == key && c.has[i] != 0 {
			return i
		}
	}
	return -1
}

// get finds all that is wanted, or nothing. Priors are copied to dst, [point].
func (c *answerCache) get(key uint64, want parts, dst []float32) (value float32, ok bool) {
	if c == nil {
		return 0, false
	}
	defer c.lock(key & c.mask).Unlock()
	i := c.find(key)
	if i < 0 || c.has[i]&want != want {
		return 0, false
	}
	c.used[i] = true
	if want&wantPriors != 0 {
		copy(dst, c.priors[i*c.points:(i+1)*c.points])
	}
	return c.values[i], true
}

// put keeps an answer, together with what is known of the position already.
func (c *answerCache) put(key uint64, has parts, value float32, priors []float32) {
	if c == nil {
		return
	}
	set := key & c.mask
	defer c.lock(set).Unlock()
	i := c.find(key)
	if i < 0 {
		i = int(set)*cacheWays + c.victim(set)
		c.keys[i], c.has[i], c.used[i] = key, 0, false
	}
	c.has[i] |= has
	if has&wantValue != 0 {
		c.values[i] = value
	}
	if has&wantPriors != 0 {
		copy(c.priors[i*c.points:(i+1)*c.points], priors)
	}
}

// victim moves the hand of a set to the next place that was not asked for since it came by.
func (c *answerCache) victim(set uint64) int {
	first := int(set) * cacheWays
	for {
		at := int(c.hand[set])
		c.hand[set] = uint8((at + 1) % cacheWays)
		if !c.used[first+at] {
			return at
		}
		c.used[first+at] = false
	}
}

// bytes is the memory of the answers.
func (c *answerCache) bytes() int64 {
	if c == nil {
		return 0
	}
	return int64(len(c.keys)) * answerBytes(c.points, c.priors != nil)
}
