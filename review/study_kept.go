package review

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
)

// Annotated is a copy of the record with what a player found on the main line, as Review.Annotate writes
// it; without a player, the record.
func (s *Study) Annotated(player string) (*sgf.Tree, error) {
	text, err := s.Kept()
	if err != nil {
		return nil, err
	}
	trees, faults := sgf.Parse("record", text)
	if len(trees) != 1 {
		return nil, fmt.Errorf("the record cannot be written: %w", errors.Join(faults...))
	}
	other, err := NewStudy(trees[0], s.rules) // takes the numbers out
	if err != nil {
		return nil, err
	}
	r, err := New(trees[0], s.rules)
	var broken *record.BreakError
	if err != nil && !errors.As(err, &broken) || player == "" {
		return trees[0], nil
	}
	r.Player = player
	for i := range r.Positions {
		at := &r.Positions[i]
		id := other.of[at.Node].id
		f := s.Finding(id, player)
		if f == nil || i+1 < len(r.Positions) && r.Positions[i+1].Node == at.Node { // a node with two moves
			continue
		}
		at.Analysis = f.analysis(s.size, r.mover(i))
		if j, ok := s.Judge(id, player); ok {
			at.Loss = j.Loss
		}
	}
	r.Annotate()
	for _, at := range r.Positions {
		delete(other.of, at.Node)
	}
	for n, p := range other.of { // the variations
		if f := s.Finding(p.id, player); f != nil {
			black := 100 * f.Black
			n.Set("SBKV", sgf.Value(fmt.Sprintf("%.2f", black)))
			comment(n, fmt.Sprintf("Black %.1f%%, White %.1f%% after %d playouts.", black, 100-black, f.Visits))
		}
	}
	return trees[0], nil
}

// propertyNode numbers the nodes of a kept record.
const propertyNode = "TGNODE"

// mostNumber is the largest number that a record may give a node: many more than there are, and exact in JSON.
const mostNumber = 1 << 30

// Kept is the record with the numbers of its nodes, as NewStudy takes them up again.
func (s *Study) Kept() ([]byte, error) {
	for n, p := range s.of {
		n.Set(propertyNode, sgf.Value(fmt.Sprint(p.id)))
	}
	defer func() {
		for n := range s.of {
			n.Set(propertyNode)
		}
	}()
	return s.tree.Append(nil)
}

// MarshalFindings writes all findings, by player and node.
func (s *Study) MarshalFindings() ([]byte, error) {
	all := map[string]map[int]*Finding{}
	for id, p := range s.places {
		for name, f := range p.found {
			if all[name] == nil {
				all[name] = map[int]*Finding{}
			}
			all[name][id] = f
		}
	}
	return json.Marshal(all)
}

// forgetEnd drops what older versions found where the game ends, if it is not what the record counts.
func (s *Study) forgetEnd() {
	for _, n := range slices.Backward(s.tree.MainLine()) {
		p := s.of[n]
		if q, err := s.Position(p.id); err == nil && q.Game.Over() && q.Result.Counted() {
			want := q.estimate(0).For(board.Black)
			maps.DeleteFunc(p.found, func(_ string, f *Finding) bool { return f.Black != want })
		}
		if _, ok := s.moveOf(n); ok { // before it the game goes on
			return
		}
	}
}

// UnmarshalFindings takes up what MarshalFindings wrote; what was found at nodes that are gone is left out.
func (s *Study) UnmarshalFindings(raw []byte) error {
	all := map[string]map[int]*Finding{}
	if err := json.Unmarshal(raw, &all); err != nil {
		return fmt.Errorf("the findings of a review: %w", err)
	}
	for name, found := range all {
		for id, f := range found {
			s.last = max(s.last, min(id, mostNumber))
			if p := s.places[id]; p != nil && f != nil {
				p.found[name] = f
			}
		}
	}
	s.forgetEnd()
	return nil
}
