package reviews

import (
	"sync"
	"time"

	"github.com/tengen-go/tengen/review"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// openReview is a review in memory, with those who look at it.
type openReview struct {
	id      string
	server  *Reviews
	choices []choice  // of the page
	news    wire.News // of changes

	saving sync.Mutex // taken before mu by who writes the files

	// mu guards what is below. Nobody thinks or writes with it held.
	mu      sync.Mutex
	used    time.Time // by a page or a program, last
	kept    state
	study   *review.Study
	at      int // how many changes there were
	changed struct{ tree, here, work int }
	results map[string]map[int]int // the change by player and node
	shown   struct {               // the position that pages saw last
		here herePart
		tree int // the change of the tree that it belongs to
	}
	dirty struct{ record, findings, state bool }
	gone  bool          // deleted: nothing of it is written any more
	saved time.Time     // when the findings were written last
	took  time.Duration // to write them

	job      *job
	failure  string // of the last job
	watchers map[string]*watcher
	enough   map[string]int // by player: the node at which it has read enough
	unread   string         // why nobody reads the present position
}

// newReview is a review in memory that nobody looks at yet.
func (s *Reviews) newReview(id string, study *review.Study, kept state) *openReview {
	return &openReview{
		id: id, server: s, choices: s.choices(study.Size()), study: study, kept: kept,
		results: map[string]map[int]int{}, watchers: map[string]*watcher{}, enough: map[string]int{},
	}
}

// tell has everybody who looks on see the parts that changed. The caller holds mu.
func (r *openReview) tell(parts ...*int) {
	r.at++
	for _, p := range parts {
		*p = r.at
	}
	r.news.Tell()
}

// found takes up what a player found at a node. The caller holds mu.
func (r *openReview) found(id int, player string, f *review.Finding) {
	if known := r.study.Current(id, player); known != nil && known.Visits > f.Visits && (!known.Partial || f.Partial) {
		return // nothing new
	}
	if err := r.study.Set(id, player, f); err != nil {
		return // the node was deleted meanwhile
	}
	r.dirty.findings = true
	r.at++
	at := r.results[player]
	if at == nil {
		at = map[int]int{}
		r.results[player] = at
	}
	at[id] = r.at
	for _, next := range r.study.After(id) { // what they lost depends on this one
		at[next] = r.at
	}
	if id == r.kept.Node {
		r.changed.here = r.at
	}
	r.news.Tell()
}

// touch notes that somebody uses the review.
func (r *openReview) touch() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used = r.server.Now()
}

// idle says whether nobody needs the review in memory, and since when.
func (r *openReview) idle() (since time.Time, idle bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.used, !r.news.Watched() && r.job == nil && len(r.watchers) == 0
}
