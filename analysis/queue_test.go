package analysis

import "testing"

// Queries may hold much text each. Those that wait are refused beyond a bound, and counted until their last turn is
// taken or ended.
func TestTheTextOfQueriesIsBounded(t *testing.T) {
	q := newQueue()
	large := &query{text: mostText + 1, turns: []int{0, 1}, priority: map[int]int64{}}
	small := func() *query { return &query{text: 1, turns: []int{0}, priority: map[int]int64{}} }
	if !q.add(large) {
		t.Fatal("an empty queue took no query")
	}
	if q.add(small()) {
		t.Error("another one was taken")
	}
	if _, ctx := q.take(t.Context()); ctx == nil || q.add(small()) {
		t.Error("another one was taken while a turn of the first waits")
	}
	if waited := q.end(func(r *request) bool { return r.query == large }); len(waited) != 1 {
		t.Errorf("%d turns waited, want 1", len(waited))
	}
	if !q.add(&query{text: mostText + 1}) { // it asks for no turn
		t.Error("a query without turns was refused")
	}
	if q.text != 0 || !q.add(small()) {
		t.Errorf("%d bytes wait, and no other query is taken", q.text)
	}
}
