package gtp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"pgregory.net/rapid"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
)

// searcher is a real search, as small as it can be, that ponders. It is made once:
// what a game leaves behind is no excuse in the next.
var searcher = sync.OnceValues(func() (player.Player, error) {
	return player.Players().Parse("rave:playouts=8,threads=1,memory=8M,ponder=on", player.Env{Rules: game.Go{Board: 5}, Seed: 1})
})

// fuzzed are engines with players of every kind: one that shows nothing, one that
// shows all, one that draws, and, unless little time is wanted, one that searches.
func fuzzed(t interface{ Fatal(...any) }) []*Engine {
	kinds := []Player{&anySize{}, &oracle{}, player.NewRandom(1)}
	if !testing.Short() {
		reader, err := searcher()
		if err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, reader)
	}
	var engines []*Engine
	for _, p := range kinds {
		e, err := New(p, Config{Name: "Test", Version: "1", Size: 5, Rules: board.Chinese(), Seed: 1, Show: ShowGraphics, Messages: io.Discard, CPUTime: noTime})
		if err != nil {
			t.Fatal(err)
		}
		engines = append(engines, e)
	}
	return engines
}

func noTime() time.Duration { return 0 }

// allCommands are the names of all commands.
func allCommands(t interface{ Fatal(...any) }) map[string]action {
	all := map[string]action{}
	for _, e := range fuzzed(t) {
		maps.Copy(all, e.commands)
	}
	return all
}

// FuzzEngine feeds the engine any bytes: it answers every command line exactly
// once, in GTP, and never falls over. Nothing in it waits for a time to pass, so an
// input that takes long is a fault. The seeds are all commands, the conversations of
// testdata and what testdata/fuzz holds.
func FuzzEngine(f *testing.F) {
	for name := range allCommands(f) {
		f.Add([]byte(name + "\n"))
		f.Add([]byte("3 " + name + " b C3\r\n" + name + " 7\n" + name + " w\n"))
	}
	scripts, err := filepath.Glob("testdata/programs/*.gtp")
	if err != nil || len(scripts) == 0 {
		f.Fatalf("no scripts: %v", err)
	}
	for _, path := range scripts {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		var sent []byte
		for line := range bytes.Lines(raw) {
			if line, ok := bytes.CutPrefix(line, []byte("> ")); ok {
				sent = append(sent, line...)
			}
		}
		f.Add(sent)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		if text := scrub(string(input)); strings.Contains(text, "printsgf") || strings.Contains(text, "loadsgf") {
			t.Skip() // they touch files
		}
		for i, e := range fuzzed(t) {
			if err := checkConversation(e, input, i == 0); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestHostileInput runs the worst that came to mind through the whole engine.
func TestHostileInput(t *testing.T) {
	long := strings.Repeat("9", maxLine)
	for _, input := range []string{
		"", "\x00", "\r", "\n\n\n", "#", "\xff\xfe", "quit", "quit\nname", "name",
		"# " + long + long + "\n3 name\n", strings.Repeat(" ", 2*maxLine) + "20 name" + strings.Repeat(" \t", maxLine) + "# " + long + "\n21 name\n",
		long, long + "\nname\n", "1 " + long, "# " + long + "\n2 name", strings.Repeat("\x00", 2*maxLine) + "\nname\n",
		strings.Repeat("x", maxLine-1) + "\n", strings.Repeat("x", maxLine) + "\n",
		"na\x00me\n\x07version\x7f\n\tname\t\n", "genmove\x00 b\nlz-an\x01alyze b\x0b 10\n",
		"boardsize 99999999999999999999\nboardsize -2147483649\nboardsize 1\nboardsize 5\nkomi 1e308\nkomi -1e308\nkomi 1e999\nkomi nan\nkomi 0x1p-2\ngenmove b\nfinal_score\n",
		"time_settings 1e18 1e18 999999999999\ntime_settings 3e8 3e8 1048576\ntime_left b 3e8 1048576\ngenmove b\nkata-time_settings fischer 1e300 1\n",
		"lz-analyze 99999999999999999999\nlz-analyze 1e999\nlz-analyze minmoves 99999999999\nlz-analyze maxmoves 1048576\nlz-analyze avoid b A1:E5 1048577\nlz-analyze avoid b A1:E5 1\n",
		strings.Repeat("lz-analyze 1\n\n", 500), strings.Repeat("# interrupt\n", 500) + "genmove b\n# interrupt\n# interrupt\ngenmove w",
		strings.Repeat("genmove b\nundo\n", 100), strings.Repeat("play b pass\nplay w pass\ngenmove b\n", 20),
		"lz-analyze avoid b " + strings.Repeat("A1:E5,", 5000) + "A1 3\n", "lz-analyze" + strings.Repeat(" avoid b A1:E5 3", 3000) + "\n",
		"set_position" + strings.Repeat(" b A1", 9000) + "\nkata-set-rules " + strings.Repeat("{\"ko\":", 5000) + "\n",
		"gogui-play_sequence" + strings.Repeat(" b pass", 8000) + "\ngenmove b\n",
		"123456789012345678901234567890 name\n0 name\n007 name\n1name\n1 2 name\n-1 name\n",
	} {
		for _, e := range fuzzed(t) {
			for _, slowly := range []bool{false, true} {
				if err := checkConversation(e, []byte(input), slowly); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// checkConversation counts command lines in the slowest, plainest way and compares
// the responses. Slowly means a byte at a time.
func checkConversation(e *Engine, input []byte, slowly bool) error {
	ids := expectedIDs(string(input))
	var in io.Reader = bytes.NewReader(input)
	if slowly {
		in = iotest.OneByteReader(in)
	}
	var out bytes.Buffer
	if err := e.Run(context.Background(), in, &out); err != nil {
		return fmt.Errorf("%.300q: %w", input, err)
	}
	rest := out.String()
	if i := strings.IndexFunc(rest, func(r rune) bool { return r < ' ' && r != '\n' || r == 127 }); i >= 0 {
		return fmt.Errorf("%.300q: a control character in %.80q", input, rest[i:])
	}
	for i, id := range ids {
		end := strings.Index(rest, "\n\n")
		if end < 0 || rest[0] != '=' && rest[0] != '?' {
			return fmt.Errorf("command %d of %.300q: no response in %.300q", i, input, rest)
		}
		body, ok := strings.CutPrefix(rest[1:end], id)
		if !ok {
			return fmt.Errorf("command %d of %.300q: %.300q does not carry the number %.80q", i, input, body, id)
		}
		if body != "" && body[0] != ' ' && body[0] != '\n' {
			return fmt.Errorf("command %d of %.300q: number %.80q runs into %.300q", i, input, id, body)
		}
		rest = rest[end+2:]
	}
	if rest != "" {
		return fmt.Errorf("%.300q: %d responses, and then %.300q", input, len(ids), rest)
	}
	if err := soundGame(e.Game()); err != nil {
		return fmt.Errorf("%.300q: %w", input, err)
	}
	return nil
}

// expectedIDs are the numbers of the commands that want an answer.
func expectedIDs(input string) []string {
	var ids []string
	for line := range strings.Lines(input) {
		var clean []byte
		for i := range len(line) {
			switch b := line[i]; {
			case b == '\t':
				clean = append(clean, ' ')
			case b >= 32 && b != 127:
				clean = append(clean, b)
			}
		}
		text, _, _ := strings.Cut(string(clean), "#")
		for strings.Contains(text, "  ") {
			text = strings.ReplaceAll(text, "  ", " ")
		}
		text = strings.TrimLeft(text, " ")
		if text == "" {
			continue
		}
		long := len(text) > maxLine
		text = text[:min(len(text), maxLine)]
		n := 0
		for n < len(text) && text[n] >= '0' && text[n] <= '9' {
			n++
		}
		ids = append(ids, text[:n])
		if words := strings.Fields(text[n:]); len(words) > 0 && words[0] == "quit" && !long {
			break
		}
	}
	return ids
}

// soundGame replays the game from its start: the position must follow from the
// moves.
func soundGame(g *board.Game) error {
	again, err := board.NewGameFrom(*g.Start(), g.Rules())
	if err != nil {
		return err
	}
	for _, m := range g.Moves() {
		if err := again.Play(m.Point, m.Color); err != nil {
			return err
		}
	}
	if again.Position().HashToMove() != g.Position().HashToMove() {
		return errors.New("the position does not follow from the moves")
	}
	return nil
}

// TestAnyConversation makes up conversations of real commands with real and
// broken arguments, which bytes alone would seldom hit.
func TestAnyConversation(t *testing.T) {
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range allCommands(t) {
			if name != "loadsgf" && name != "printsgf" && !yield(name) {
				return
			}
		}
	})
	words := []string{
		"b", "w", "black", "WHITE", "A1", "b2", "C3", "d4", "E5", "J9", "T19", "pass", "resign", "0", "1", "2", "5", "7", "9", "-1", "0.5", "x",
		"interval", "minmoves", "maxmoves", "avoid", "allow", "A1:C3,D4", "ownership", "rootInfo", "true", "10", "show", "gfx",
		"dead", "alive", "seki", "none", "absolute", "byoyomi", "japanese", `{"ko":"SIMPLE"}`, `{"scoring":"TERRITORY","suicide":true}`, "#",
	}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(1, 25).Draw(t, "commands") {
			name := rapid.SampledFrom(names).Draw(t, "name")
			if rapid.Bool().Draw(t, "plays") {
				name = rapid.SampledFrom([]string{"play", "genmove", "undo", "boardsize"}).Draw(t, "move")
			}
			b.WriteString(name)
			for range rapid.IntRange(0, 4).Draw(t, "arguments") {
				b.WriteString(" " + rapid.SampledFrom(words).Draw(t, "word"))
			}
			b.WriteString(rapid.SampledFrom([]string{"\n", "\r\n", " \n", "\n\n", "\n# interrupt\n"}).Draw(t, "end"))
		}
		defer func() {
			if r := recover(); r != nil {
				t.Fatalf("%q: %v", b.String(), r)
			}
		}()
		for _, e := range fuzzed(t) {
			if err := checkConversation(e, []byte(b.String()), rapid.Bool().Draw(t, "slowly")); err != nil {
				t.Fatal(err)
			}
		}
	})
}
