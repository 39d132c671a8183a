package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/play"
)

var errNotHere = errors.New("there is nothing to count in this game")

const plainHelp = `moves such as D4 and pass, and the commands
  undo         back to your previous turn
  hint         the player's favourite move
  score        the result, or what playouts say: the lead in points and who wins more
  dead D4      at the end: this chain is dead, or alive again
  resign       give the game up
  back N       N moves back in the record, and forward N on; without N one move
  variation    the next variation of this move
  go           the player moves here
  board        draw the board
  save FILE    write the game as SGF
  quit
`

// Plain plays line by line until quit, the end of in, or ctx's end.
func Plain(ctx context.Context, s GameView, in io.Reader, out io.Writer) error {
	w := bufio.NewWriter(out)
	if err := plain(ctx, s, in, w); err != nil {
		return errors.Join(err, w.Flush())
	}
	return w.Flush()
}

func plain(ctx context.Context, s GameView, in io.Reader, w *bufio.Writer) error {
	fmt.Fprintln(w, s.words().begin)
	if err := answer(ctx, s, w); err != nil {
		return err
	}
	stop := make(chan struct{})
	defer close(stop)
	lines := readLines(in, stop)
	for {
		prompt(w, s)
		if err := w.Flush(); err != nil {
			return err
		}
		var next input
		select {
		case <-ctx.Done():
			fmt.Fprintln(w)
			return ctx.Err()
		case next = <-lines:
		}
		if next.end {
			fmt.Fprintln(w)
			return next.err
		}
		done, err := line(ctx, s, strings.Fields(next.text), w)
		if err != nil {
			return err
		}
		if done {
			return nil
		}
	}
}

// input is a line, or the end of all lines and why it came.
type input struct {
	text string
	end  bool
	err  error
}

// readLines reads apart from the game, so that an interrupt ends a game in which
// the person says nothing. The reader outlives stop until its next line comes.
func readLines(in io.Reader, stop <-chan struct{}) <-chan input {
	lines := make(chan input)
	send := func(next input) bool {
		select {
		case lines <- next:
			return true
		case <-stop:
			return false
		}
	}
	go func() {
		scanner := bufio.NewScanner(in)
		for scanner.Scan() {
			if !send(input{text: scanner.Text()}) {
				return
			}
		}
		send(input{end: true, err: scanner.Err()})
	}()
	return lines
}

// line carries out one line; its error ends the session, a refusal does not.
func line(ctx context.Context, s GameView, words []string, w io.Writer) (done bool, err error) {
	if len(words) == 0 {
		return false, nil
	}
	refuse := func(err error) {
		if err != nil {
			fmt.Fprintf(w, "no: %v\n", err)
		}
	}
	switch word := strings.ToLower(words[0]); {
	case len(words) == 1 && (word == "quit" || word == "exit" || word == "q"):
		return true, nil
	case len(words) == 1 && (word == "help" || word == "?"):
		fmt.Fprint(w, s.words().help)
	case len(words) == 1 && word == "board":
		drawPlain(w, s)
	case len(words) == 1 && word == "undo":
		if err := s.Undo(); err != nil {
			refuse(err)
			break
		}
		if err := answer(ctx, s, w); err != nil {
			return false, err
		}
	case goesThrough[word] != nil && (len(words) == 1 || len(words) == 2 && counted[word]):
		if err := browse(s, word, words[1:], w); err != nil {
			refuse(err)
			break
		}
		if err := answer(ctx, s, w); err != nil {
			return false, err
		}
	case len(words) == 1 && word == "hint":
		hints, err := s.Hints(ctx)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if err != nil {
			refuse(err)
			break
		}
		fmt.Fprintf(w, "hint: %s\n", hints[0].Text(s.Size()))
	case len(words) == 1 && word == "score":
		m, ok := s.(marker)
		if !ok {
			refuse(errNotHere)
			break
		}
		fmt.Fprintf(w, "score: %s\n", m.Estimate())
	case len(words) == 1 && word == "resign":
		if err := s.Resign(); err != nil {
			refuse(err)
			break
		}
		announce(w, s)
	case len(words) == 2 && word == "dead":
		p, err := board.ParseVertex(words[1], s.Size())
		if m, ok := s.(marker); !ok {
			err = errNotHere
		} else if err == nil {
			err = m.Toggle(p)
		}
		if err != nil {
			refuse(err)
			break
		}
		announce(w, s)
	case len(words) == 2 && word == "save":
		_, missing := os.Stat(words[1])
		if err := s.Save(words[1]); err != nil {
			refuse(err)
			break
		}
		fmt.Fprintf(w, "saved %s%s\n", words[1], map[bool]string{true: ", in place of the file before"}[missing == nil])
	case len(words) == 1 || len(words) == 2 && word == "play": // "play D4" is what a script of GTP says
		typed := words[len(words)-1]
		p, err := board.ParseVertex(strings.ToLower(typed), s.Size())
		if err != nil {
			such := board.XY(min(3, s.Size()-1), max(0, s.Size()-4)).Vertex(s.Size()) // D4, where there is one
			fmt.Fprintf(w, "no: %q is neither a point such as %s nor a command; type help for help\n", typed, such)
			break
		}
		if err := s.Play(p); err != nil {
			refuse(err)
			break
		}
		if err := answer(ctx, s, w); err != nil {
			return false, err
		}
	default:
		fmt.Fprintf(w, "no: %q is no command; type help for help\n", strings.Join(words, " "))
	}
	return false, nil
}

// counted are those of goesThrough that take a number of moves.
var counted = map[string]bool{"back": true, "forward": true}

// goesThrough are the commands that go through a record.
var goesThrough = map[string]func(browser, int) error{
	"back": browser.Back, "forward": browser.Forward,
	"variation": func(b browser, _ int) error { return b.NextVariation() },
	"go":        func(b browser, _ int) error { return b.PlayerMoves() },
}

var (
	errNoRecord = errors.New("there is no record to go through in this game")
	errMoves    = errors.New("want a number of moves, 1 or more")
)

// browse carries out one of them, and prints the comment there.
func browse(s GameView, word string, count []string, w io.Writer) error {
	b, ok := s.(browser)
	if !ok {
		return errNoRecord
	}
	n := 1
	if len(count) > 0 {
		var err error
		if n, err = strconv.Atoi(count[0]); err != nil || n < 1 {
			return errMoves
		}
	}
	if err := goesThrough[word](b, n); err != nil {
		return err
	}
	if comment := b.Comment(); comment != "" {
		fmt.Fprintln(w, comment)
	}
	return nil
}

// answer lets the player move if it is its turn, draws the board, and tells the result if there is one.
func answer(ctx context.Context, s GameView, w io.Writer) error {
	if s.PlayersTurn() {
		side := s.words().prompt[s.ToMove()]
		choice, err := s.Think(ctx)
		if err != nil {
			return err
		}
		if err := s.Answer(choice); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s: %s\n", side, choice.Vertex(s.Size()))
	}
	drawPlain(w, s)
	if s.Over() {
		announce(w, s)
	}
	return nil
}

// announce tells the result and which stones it takes for dead.
func announce(w io.Writer, s GameView) {
	var dead []board.Point
	if m, ok := s.(marker); ok {
		dead = m.Dead()
	}
	if len(dead) > 0 {
		words := make([]string, len(dead))
		for i, p := range dead {
			words[i] = p.Vertex(s.Size())
		}
		fmt.Fprintf(w, "dead: %s (change with: dead POINT)\n", strings.Join(words, " "))
	}
	fmt.Fprintf(w, "result: %s (%s)\n", s.Result(), play.ResultText(s.Result()))
}

func prompt(w io.Writer, s GameView) {
	if s.Over() {
		fmt.Fprint(w, "over> ")
		return
	}
	fmt.Fprintf(w, "%s> ", s.words().prompt[s.ToMove()])
}

// drawPlain draws the board in letters.
func drawPlain(w io.Writer, s GameView) {
	for _, line := range drawBoard(s, boardLook{cursor: board.NoPoint, scale: 1}) {
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	if key := plainKey(s.marks(nil)); key != "" {
		fmt.Fprintln(w, key)
	}
}

// plainKey says what the letters of a counted board mean that it shows, "" if it shows none.
func plainKey(marks []mark) string {
	var key []string
	for _, m := range []struct {
		kind markKind
		word string
	}{
		{markBlackArea, "b Black's area"},
		{markWhiteArea, "w White's area"},
		{markBlackDead, "x dead Black stone"},
		{markWhiteDead, "o dead White stone"},
	} {
		if slices.ContainsFunc(marks, func(on mark) bool { return on.kind == m.kind }) {
			key = append(key, m.word)
		}
	}
	return strings.Join(key, ", ")
}
