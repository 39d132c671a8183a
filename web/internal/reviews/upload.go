package reviews

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
	"unicode"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/review"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// entry is a game of a file with several.
type entry struct {
	Number int    `json:"number"`
	Black  string `json:"black"`
	White  string `json:"white"`
	Result string `json:"result,omitempty"`
	Date   string `json:"date,omitempty"`
	Size   string `json:"size,omitempty"`
	Moves  int    `json:"moves"`
}

// collection is the answer to a file with several games: which one?
type collection struct {
	Games []entry `json:"games"`
	More  int     `json:"more,omitempty"` // games that the list leaves out
}

// mostEntries is how many games of a file a page can choose from.
const mostEntries = 1000

// mostFaults is how many faults of a file without a game are said.
const mostFaults = 4

// begin makes a review of a file, or of a game that was played here.
func (s *Reviews) begin(w http.ResponseWriter, q *http.Request) {
	tree, name, err := s.chosen(q)
	kept := state{Name: name, Player: q.URL.Query().Get("player"), Game: q.URL.Query().Get("game")}
	if err == nil && kept.Game != "" {
		kept.GameMoves = describe(0, tree).Moves
		kept.GameKey, err = key(tree)
		if r := s.earlier(kept); r != nil {
			wire.Answer(w, http.StatusOK, r.whole())
			return
		}
	}
	var many *several
	if errors.As(err, &many) {
		wire.Answer(w, http.StatusOK, many.collection)
		return
	}
	var r *openReview
	if err == nil {
		r, err = s.make(tree, kept)
	}
	if err != nil {
		wire.Fail(w, s.Log, err)
		return
	}
	wire.Answer(w, http.StatusCreated, r.whole())
}

// key names a record with its variations.
func key(t *sgf.Tree) (string, error) {
	text, err := t.Append(nil)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12]), err
}

// earlier is the review of a game that was played here, if there is one and the game has not changed since.
func (s *Reviews) earlier(wanted state) *openReview {
	all, err := s.list(mostListed)
	if err != nil {
		return nil
	}
	for _, kept := range all {
		if kept.Game == wanted.Game && kept.GameKey == wanted.GameKey {
			if r, err := s.review(kept.ID); err == nil {
				return r
			}
		}
	}
	return nil
}

// several says that a file has more than one game.
type several struct{ collection }

func (s *several) Error() string { return fmt.Sprintf("the file has %d games", len(s.Games)+s.More) }

// chosen is the record that a request is about, and its name.
func (s *Reviews) chosen(q *http.Request) (tree *sgf.Tree, name string, err error) {
	if id := q.URL.Query().Get("game"); id != "" {
		tree, err = s.Game(id)
		return tree, "", err
	}
	if kind := q.Header.Get("Content-Type"); strings.HasPrefix(kind, "application/json") {
		return nil, "", wire.Refused("send the file itself, with Content-Type: application/x-go-sgf")
	}
	number := 0
	if text := q.URL.Query().Get("number"); text != "" {
		if number, err = strconv.Atoi(text); err != nil || number < 1 {
			return nil, "", wire.Refused("number %.20q: want 1 or more", text)
		}
	}
	select {
	case s.files <- struct{}{}:
		defer func() { <-s.files }()
	case <-q.Context().Done():
		return nil, "", q.Context().Err()
	}
	raw, err := io.ReadAll(q.Body)
	if err != nil {
		return nil, "", err
	}
	tree, err = choose(raw, number)
	return tree, fileName(q.URL.Query().Get("name")), err
}

// fileName is a name that is fit for a list and for a file.
func fileName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, name)
	if runes := []rune(name); len(runes) > 80 {
		name = string(runes[:80])
	}
	if name == "." || name == "/" {
		return ""
	}
	return name
}

// choose is a game of a file: its only one, or the one of that number. One game is in memory at a
// time.
func choose(raw []byte, number int) (*sgf.Tree, error) {
	if len(raw) == 0 {
		return nil, wire.Refused("the file is empty: send an SGF file, which begins with (;")
	}
	text, _, err := sgf.Decode(raw, "")
	if err != nil {
		return nil, wire.Refused("the file: %v", err)
	}
	games := sgf.NewScanner("the file", text)
	many := &several{}
	var only *sgf.Tree
	var faults []error
	for n := 1; ; {
		tree, err := games.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			if len(faults) < mostFaults {
				faults = append(faults, err)
			}
			continue
		}
		if n == number {
			return tree, nil
		}
		switch {
		case number != 0:
		case n > mostEntries:
			many.More++
		default:
			only = tree
			many.Games = append(many.Games, describe(n, tree))
		}
		n++
	}
	switch {
	case number != 0:
		return nil, wire.Refused("the file has no game %d", number)
	case len(many.Games) == 0:
		return nil, wire.Refused("the file has no game: %v", errors.Join(faults...))
	case len(many.Games) == 1:
		return only, nil
	}
	return nil, many
}

// describe is what the list says of a game.
func describe(number int, t *sgf.Tree) entry {
	short := func(ident string) string {
		text := []rune(t.Root.Text(ident))
		return string(text[:min(len(text), 60)])
	}
	e := entry{Number: number, Black: short("PB"), White: short("PW"), Result: short("RE")}
	e.Date, e.Size = short("DT"), short("SZ")
	for _, n := range t.MainLine() {
		_, black := n.Get("B")
		_, white := n.Get("W")
		if black || white {
			e.Moves++
		}
	}
	return e
}

// Boards that a page can show.
const smallest, largest = 2, 19

// make opens a review of a record, and has the player go through it.
func (s *Reviews) make(tree *sgf.Tree, kept state) (*openReview, error) {
	study, err := review.NewStudy(tree, board.Chinese())
	if err != nil {
		return nil, wire.Refused("the record: %v", err)
	}
	if study.Size() < smallest || study.Size() > largest {
		return nil, wire.Refused("a board of %d: want %d to %d", study.Size(), smallest, largest)
	}
	kept.Player = cmp.Or(kept.Player, s.choices(study.Size())[0].Player)
	if err := s.check(kept.Player, study.Size()); err != nil {
		return nil, err
	}
	id, err := s.Name(nameBytes)
	if err != nil {
		return nil, err
	}
	kept.Node, kept.Think, kept.Working = study.Root(), true, true
	r := s.newReview(id, study, kept)
	r.dirty.record, r.dirty.state = true, true
	if err := r.keep(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.add(r); err != nil {
		return nil, errors.Join(err, s.discard(id))
	}
	return r, nil
}
