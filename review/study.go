package review

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
)

// MaxStudyNodes is how many nodes a record may have in order to be studied.
const MaxStudyNodes = record.MaxShown

// ErrNoNode says that a study has no node of that number, or has it no longer.
var ErrNoNode = errors.New("the record has no such place")

// Study is a record whose variations are walked and changed, with what players found at its nodes.
// Nodes have numbers, which stay while others come and go; the root's is 1.
type Study struct {
	tree   *sgf.Tree
	rules  board.Rules
	size   int
	places map[int]*place
	of     map[*sgf.Node]*place
	last   int // the highest number ever given

	weights map[string]string // that players read, by their strings; without those of whom nobody knows
}

// place is a node of a study.
type place struct {
	id     int
	node   *sgf.Node
	before *place // nil for the root
	found  map[string]*Finding
}

// Spot is a node of a study as others see it.
type Spot struct {
	ID, Before int        // Before is 0 for the root
	Move       board.Move // Color Empty if the node has none
	Number     int        // of moves up to here
	Setup      bool       // stones are set up here
	Comment    bool       // the node has a comment, or a mark for a good or bad move
}

// NewStudy takes a record, which belongs to the study from then on. rules hold where the record names none.
func NewStudy(tree *sgf.Tree, rules board.Rules) (*Study, error) {
	record.PutHandicap(tree)
	start, err := record.ReadGame(sgf.LineOf(tree.Root), rules, -1)
	if err != nil {
		return nil, err
	}
	s := &Study{
		tree: tree, rules: rules, size: start.Size(),
		places: map[int]*place{}, of: map[*sgf.Node]*place{}, weights: map[string]string{},
	}
	if err := s.number(); err != nil {
		return nil, err
	}
	return s, nil
}

// number gives numbers to nodes that have none: those of Kept stay.
func (s *Study) number() error {
	type step struct {
		node   *sgf.Node
		before *place
	}
	var fresh []*place
	for todo := []step{{s.tree.Root, nil}}; len(todo) > 0; {
		now := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		p := &place{node: now.node, before: now.before, found: map[string]*Finding{}}
		s.of[p.node] = p
		if len(s.of) > MaxStudyNodes {
			return fmt.Errorf("the record has more than %d moves and variations: cut it into parts", MaxStudyNodes)
		}
		id, err := strconv.Atoi(p.node.Text(propertyNode))
		p.node.Set(propertyNode)
		if err == nil && id > 0 && id <= mostNumber && s.places[id] == nil {
			p.id, s.places[id] = id, p
			s.last = max(s.last, id)
		} else {
			fresh = append(fresh, p)
		}
		for _, child := range slices.Backward(p.node.Children) {
			todo = append(todo, step{child, p})
		}
	}
	for _, p := range fresh {
		s.last++
		p.id = s.last
		s.places[p.id] = p
	}
	return nil
}

// Root is the number of the root.
func (s *Study) Root() int { return s.of[s.tree.Root].id }

// Has says whether there is a node of that number.
func (s *Study) Has(id int) bool { return s.places[id] != nil }

// After are the nodes right after a node.
func (s *Study) After(id int) (after []int) {
	if p := s.places[id]; p != nil {
		for _, child := range p.node.Children {
			after = append(after, s.of[child].id)
		}
	}
	return after
}

// Size is the side of the board.
func (s *Study) Size() int { return s.size }

// Text is a property of the root, such as PB.
func (s *Study) Text(ident string) string { return s.tree.Root.Text(ident) }

// Comment is what the record says at a node.
func (s *Study) Comment(id int) string {
	p, err := s.at(id)
	if err != nil {
		return ""
	}
	v, _ := p.node.Get("C")
	return v.Text()
}

func (s *Study) at(id int) (*place, error) {
	if p := s.places[id]; p != nil {
		return p, nil
	}
	return nil, ErrNoNode
}

// Spots are the nodes, each before those after it, the main line before variations.
func (s *Study) Spots() []Spot {
	spots := make([]Spot, 0, len(s.places))
	type step struct {
		node   *sgf.Node
		number int
	}
	for todo := []step{{s.tree.Root, 0}}; len(todo) > 0; {
		now := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		spot := s.spot(s.of[now.node])
		if spot.Move.Color != board.Empty {
			now.number++
		}
		spot.Number = now.number
		spots = append(spots, spot)
		for _, child := range slices.Backward(now.node.Children) {
			todo = append(todo, step{child, now.number})
		}
	}
	return spots
}

// spot is a node without its Number.
func (s *Study) spot(p *place) Spot {
	spot := Spot{ID: p.id}
	if p.before != nil {
		spot.Before = p.before.id
	}
	spot.Move, _ = s.moveOf(p.node)
	for _, property := range p.node.Properties {
		switch property.Ident {
		case "AB", "AW", "AE":
			spot.Setup = true
		case "C", "BM", "TE", "DO", "IT":
			spot.Comment = true
		}
	}
	return spot
}

// moveOf is the move of a node.
func (s *Study) moveOf(n *sgf.Node) (board.Move, bool) {
	for _, c := range []board.Color{board.Black, board.White} {
		if v, ok := n.Get(record.Letter(c)); ok {
			p, err := sgf.ParseMove(v, s.size)
			if err != nil {
				p = board.NoPoint
			}
			return board.Move{Point: p, Color: c}, true
		}
	}
	return board.Move{}, false
}

// Chance is the win rate of Black, 0 to 1, that the record itself gives a node (SBKV).
func (s *Study) Chance(id int) (black float64, ok bool) {
	p, err := s.at(id)
	if err != nil {
		return 0, false
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(p.node.Text("SBKV")), 64)
	return v / 100, err == nil && v >= 0 && v <= 100
}

// path are the nodes from the root to a place.
func (p *place) path() (nodes []*sgf.Node) {
	for ; p != nil; p = p.before {
		nodes = append(nodes, p.node)
	}
	slices.Reverse(nodes)
	return nodes
}

// Position is the game at a node, and who is to move.
func (s *Study) Position(id int) (Position, error) {
	p, err := s.at(id)
	if err != nil {
		return Position{}, err
	}
	g, err := record.ReadPath(p.path(), s.rules)
	if err != nil {
		return Position{}, err
	}
	position := Position{Game: g, ToMove: g.Position().ToMove()}
	if len(p.node.Children) > 0 { // whoever moves next in the record, also twice in a row
		if m, ok := s.moveOf(p.node.Children[0]); ok {
			position.ToMove = m.Color
		}
	}
	if s.ends(p.node) {
		position.Result = record.ParseResult(s.Text("RE"))
	}
	return position, nil
}

// ends says whether a node is on the main line, and no move follows there, or one pass follows another. Nodes with
// comments may follow.
func (s *Study) ends(n *sgf.Node) bool {
	rest, ok := record.MovesAfter(s.tree, n)
	if len(rest) != 1 {
		return ok && len(rest) == 0
	}
	m, _ := s.moveOf(n)
	last, _ := s.moveOf(rest[0])
	return isPass(m) && isPass(last)
}

// MainLine are the nodes of the main line that have positions of their own, as far as the moves are legal.
func (s *Study) MainLine() (line []int) {
	var last *board.Game
	pending := 0 // the node of a move that was not played yet
	add := func(id int) {
		if id != 0 && (len(line) == 0 || line[len(line)-1] != id) {
			line = append(line, id)
		}
	}
	err := record.Replay(s.tree, s.rules, func(n *sgf.Node, g *board.Game, m *board.Move) error {
		if id := s.of[n].id; id != pending { // a node may have two moves, and the second may be illegal
			add(pending)
			pending = 0
		}
		switch id := s.of[n].id; {
		case m != nil:
			pending = id
		case g != last:
			add(id)
		}
		last = g
		return nil
	})
	if err == nil {
		add(pending)
	}
	return line
}

// Play tries a move for whoever is to move at a node: the node of that move, which is made if there is
// none.
func (s *Study) Play(id int, point board.Point) (next int, err error) {
	position, err := s.Position(id)
	if err != nil {
		return 0, err
	}
	if err := position.Game.Play(point, position.ToMove); err != nil {
		return 0, err
	}
	p := s.places[id]
	move := board.Move{Point: point, Color: position.ToMove}
	for _, child := range p.node.Children {
		if m, ok := s.moveOf(child); ok && m == move {
			return s.of[child].id, nil
		}
	}
	if len(s.places) >= MaxStudyNodes {
		return 0, fmt.Errorf("the record has %d moves and variations: delete some first", len(s.places))
	}
	s.last++
	next = s.last
	added := p.node.Add(record.Letter(move.Color), sgf.Point(point))
	child := &place{id: next, node: added, before: p, found: map[string]*Finding{}}
	s.places[next], s.of[child.node] = child, child
	return next, nil
}

// Delete takes a node, and all that follows it, out of the record, and returns the node before.
func (s *Study) Delete(id int) (before int, err error) {
	p, err := s.at(id)
	if err != nil {
		return 0, err
	}
	if p.before == nil {
		return 0, errors.New("the beginning of a record cannot be deleted")
	}
	siblings := &p.before.node.Children
	*siblings = slices.DeleteFunc(*siblings, func(n *sgf.Node) bool { return n == p.node })
	for todo := []*sgf.Node{p.node}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], n.Children...)
		delete(s.places, s.of[n].id)
		delete(s.of, n)
	}
	return p.before.id, nil
}

// Order makes a node the variation of that index, from 0, among those of the same move; the others keep
// their order.
func (s *Study) Order(id, index int) error {
	p, err := s.at(id)
	if err != nil {
		return err
	}
	if p.before == nil {
		return errors.New("the beginning of a record is no variation")
	}
	siblings := p.before.node.Children
	if index < 0 || index >= len(siblings) {
		return fmt.Errorf("variation %d: want 0 to %d", index, len(siblings)-1)
	}
	from := slices.Index(siblings, p.node)
	p.before.node.Children = slices.Insert(slices.Delete(siblings, from, from+1), index, p.node)
	return nil
}

// Promote makes the line that leads to a node, and goes on from it, the main line.
func (s *Study) Promote(id int) error {
	p, err := s.at(id)
	if err != nil {
		return err
	}
	for ; p.before != nil; p = p.before {
		if err := s.Order(p.id, 0); err != nil {
			return err
		}
	}
	return nil
}

// short keeps figures short in files and messages.
func short(v float64) float64 { return math.Round(1e4*v) / 1e4 }
