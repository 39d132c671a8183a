package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
)

// gameTree is a game with its variations, and a place in it.
type gameTree struct {
	tree *sgf.Tree
	path []*sgf.Node        // from the root to the present node
	ours map[*sgf.Node]bool // the nodes that were not read from a file
	read struct {           // from a file; nothing in a game that began here
		result []sgf.Value // RE
		end    *sgf.Node   // where the main line ended: while it does, the result is the record's
	}
}

func newGameTree(tree *sgf.Tree) gameTree {
	record.PutHandicap(tree)
	return gameTree{tree: tree, path: []*sgf.Node{tree.Root}, ours: map[*sgf.Node]bool{}}
}

// at is the same record with a place of its own.
func (r *gameTree) at() gameTree {
	other := *r
	other.path = slices.Clone(r.path)
	return other
}

func (r *gameTree) root() *sgf.Node { return r.path[0] }
func (r *gameTree) here() *sgf.Node { return r.path[len(r.path)-1] }

// play goes to the node of a move after the present one on a board of this size. The node is made if there is none.
func (r *gameTree) play(m board.Move, size int) {
	ident := record.Letter(m.Color)
	for _, n := range r.here().Children {
		v, ok := n.Get(ident)
		if p, err := sgf.ParseMove(v, size); ok && err == nil && p == m.Point { // a pass may be "" or "tt"
			r.path = append(r.path, n)
			return
		}
	}
	n := r.here().Add(ident, sgf.Point(m.Point))
	r.ours[n] = true
	r.path = append(r.path, n)
}

// keepResult makes the result of the record, as it is now, the one that holds while its main line ends where it does.
func (r *gameTree) keepResult() {
	line := r.tree.MainLine()
	r.read.end = line[len(line)-1]
	if v, ok := r.root().Get("RE"); ok {
		r.read.result = []sgf.Value{v}
	}
}

// givenResult is the result that was read, nil if there was none or the main line is another.
func (r *gameTree) givenResult() []sgf.Value {
	if r.asRead() {
		return r.read.result
	}
	return nil
}

// asRead says whether the main line ends where it did when it was read.
func (r *gameTree) asRead() bool {
	line := r.tree.MainLine()
	return line[len(line)-1] == r.read.end
}

// began says whether the game began here, and not with a record from a file.
func (r *gameTree) began() bool { return r.read.end == nil }

// own makes the nodes after one ours.
func (r *gameTree) own(after *sgf.Node) {
	for open := slices.Clone(after.Children); len(open) > 0; {
		n := open[len(open)-1]
		open = append(open[:len(open)-1], n.Children...)
		r.ours[n] = true
	}
}

// unread is what readUntil writes of a game that began here.
const unread = "none"

// readUntil is the place where the main line ended that was read.
func (r *gameTree) readUntil() string {
	if r.began() {
		return unread
	}
	at := r.at()
	for at.path = at.path[:1]; at.here() != r.read.end && at.down(); {
	}
	return at.String()
}

// setReadUntil takes what readUntil has written before the game was kept, and so which nodes were read. Nothing, as
// older versions write it, leaves them all as read.
func (r *gameTree) setReadUntil(place string) error {
	at := r.at()
	switch place {
	case "":
		return nil
	case unread:
		r.read.result, r.read.end = nil, nil
		r.own(r.root())
		return nil
	}
	if err := at.goTo(place); err != nil {
		return err
	}
	r.read.end = at.here()
	r.own(r.read.end)
	return nil
}

// promote makes the path the main line as far as it goes.
func (r *gameTree) promote() {
	for i, n := range r.path[1:] {
		before := r.path[i]
		k := slices.Index(before.Children, n)
		before.Children = slices.Insert(slices.Delete(before.Children, k, k+1), 0, n)
	}
}

// ends says whether the main line ends at the present node.
func (r *gameTree) ends() bool {
	line := r.tree.MainLine()
	return line[len(line)-1] == r.here()
}

// up goes to the node before; false at the root.
func (r *gameTree) up() bool {
	if len(r.path) == 1 {
		return false
	}
	r.path = r.path[:len(r.path)-1]
	return true
}

// down goes to the first node after the present one; false at the end of the line.
func (r *gameTree) down() bool {
	if len(r.here().Children) == 0 {
		return false
	}
	r.path = append(r.path, r.here().Children[0])
	return true
}

// place is which variation this is after the node before, from 1, and of how many.
func (r *gameTree) place() (number, of int) {
	if len(r.path) == 1 {
		return 1, 1
	}
	children := r.path[len(r.path)-2].Children
	for i, n := range children {
		if n == r.here() {
			return i + 1, len(children)
		}
	}
	return 1, 1
}

// across goes to the next variation of the present node, after the last to the first; false if
// there is no other.
func (r *gameTree) across() bool {
	number, of := r.place()
	if of == 1 {
		return false
	}
	before := len(r.path) - 1
	r.path[before] = r.path[before-1].Children[number%of]
	return true
}

// atRoot is the place of the root.
const atRoot = "0"

// String is the present place: at each node of the path the number of the next one, from 1.
func (r *gameTree) String() string {
	if len(r.path) == 1 {
		return atRoot
	}
	numbers := make([]string, 0, len(r.path))
	at := r.at()
	for {
		number, _ := at.place()
		if !at.up() {
			slices.Reverse(numbers)
			return strings.Join(numbers, ".")
		}
		numbers = append(numbers, strconv.Itoa(number))
	}
}

// goTo goes from the root to a place that String has written, or to the end of the main line if
// it is empty.
func (r *gameTree) goTo(place string) error {
	r.path = r.path[:1]
	if place == "" {
		for r.down() {
		}
		return nil
	}
	if place == atRoot {
		return nil
	}
	for text := range strings.SplitSeq(place, ".") {
		number, err := strconv.Atoi(text)
		if err != nil || number < 1 || number > len(r.here().Children) {
			return fmt.Errorf("the record has no place %.40q", place)
		}
		r.path = append(r.path, r.here().Children[number-1])
	}
	return nil
}

// forget goes back to the first n nodes of the path, and takes the nodes after them out of the
// record if they are ours and nothing follows them.
func (r *gameTree) forget(n int) {
	for len(r.path) > n {
		last, before := r.here(), r.path[len(r.path)-2]
		if r.ours[last] && len(last.Children) == 0 {
			delete(r.ours, last)
			for i, c := range before.Children {
				if c == last {
					before.Children = append(before.Children[:i:i], before.Children[i+1:]...)
					break
				}
			}
		}
		r.up()
	}
}

// game replays the path.
func (r *gameTree) game(rules board.Rules) (*board.Game, error) {
	g, err := record.ReadPath(r.path, rules)
	if err != nil {
		return nil, fmt.Errorf("the record: %w", err)
	}
	return g, nil
}

// playable goes back to the last node of the path that can be reached by legal moves, and is the
// game there; cut says why it went back. Its error is the root's error.
func (r *gameTree) playable(rules board.Rules) (g *board.Game, cut, err error) {
	g, cut = r.game(rules)
	if cut == nil {
		return g, nil, nil
	}
	whole := r.path
	r.path = whole[:1]
	if g, err = r.game(rules); err != nil {
		return nil, nil, err
	}
	legal, faulty := 1, len(whole) // nodes from the root
	for faulty-legal > 1 {
		middle := (legal + faulty) / 2
		r.path = whole[:middle]
		if next, err := r.game(rules); err == nil {
			g, legal = next, middle
		} else {
			faulty = middle
		}
	}
	r.path = whole[:legal]
	return g, cut, nil
}
