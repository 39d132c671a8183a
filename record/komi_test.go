package record

import (
	"bytes"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/sgf"
)

// Without a komi that counts a handicap decides, and then the rules of the record. A komi that was asked for comes
// before both.
func TestKomiOfARecordWithout(t *testing.T) {
	for text, want := range map[string]float64{
		"(;SZ[9];B[ee])":                               7.5,
		"(;SZ[9]RU[Japanese];B[ee])":                   6.5,
		"(;SZ[9]RU[NZ]KM[1e6];B[ee])":                  7,
		"(;SZ[9]RU[golf];B[ee])":                       7.5,
		"(;SZ[9]HA[4]AB[cc][gg][cg][gc];W[ee])":        0.5,
		"(;SZ[9]HA[2]RU[Japanese];W[ee])":              0.5,
		"(;SZ[9]HA[2]KM[?];W[ee])":                     0.5,
		"(;SZ[9]HA[2]RU[Chinese];B[cc];B[gg];W[ee])":   0.5, // the stones are played
		"(;SZ[9]RU[Chinese]AB[cc][gg];W[ee])":          0.5,
		"(;SZ[9]RU[Chinese]AB[cc][gg];B[ee])":          7.5, // no handicap
		"(;SZ[9]HA[1];B[ee])":                          7.5,
		"(;SZ[9]HA[0]RU[Chinese]AB[cc][gg];W[ee])":     7.5, // HA says so
		"(;SZ[9]HA[2]KM[5.5]RU[Japanese];W[ee];B[cc])": 5.5,
	} {
		read := func() (*sgf.Tree, *board.Game) {
			trees, _ := sgf.Parse("x", []byte(text))
			g, err := ReadGame(trees[0], board.Chinese(), 0)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			return trees[0], g
		}
		tree, g := read()
		if got := g.Rules().Komi; got != want {
			t.Errorf("%s: komi %v, want %v", text, got, want)
		}
		// At the root alone, as somebody who walks through variations reads it, the komi is the same.
		PutHandicap(tree)
		g, err := ReadGame(sgf.LineOf(tree.Root), board.Chinese(), -1)
		if err != nil || g.Rules().Komi != want {
			t.Errorf("%s: komi %v at the root (%v), want %v", text, g.Rules().Komi, err, want)
		}
		if kept, err := FromSGF(sgf1(t, text)); err != nil || kept.CountKomi() != want {
			t.Errorf("%s: counted with komi %v, want %v (%v)", text, kept.CountKomi(), want, err)
		}
		tree, g = read()
		asked := 3.5
		if want != 5.5 { // of the record
			want = asked
		}
		if err := GiveKomi(g, tree, &asked); err != nil || g.Rules().Komi != want {
			t.Errorf("%s: komi %v where %v was asked for (%v)", text, g.Rules().Komi, asked, err)
		}
	}
}

// sgf1 is the root of a record.
func sgf1(t *testing.T, text string) *sgf.Node {
	t.Helper()
	trees, _ := sgf.Parse("x", []byte(text))
	if len(trees) != 1 {
		t.Fatalf("%s: %d games", text, len(trees))
	}
	return trees[0].Root
}

// Every komi that rules may have is read back from what is written of it. Hundredths and stones of Chinese servers have
// no decimal point.
func TestKomiAsItIsWritten(t *testing.T) {
	for komi := -float64(mostKomi); komi <= mostKomi; komi += 0.25 {
		if got, ok := readKomi(komiText(komi)); !ok || got != komi {
			t.Errorf("komi %v is written as %s and read as %v, %v", komi, komiText(komi), got, ok)
		}
	}
	rules := board.Chinese()
	rules.Komi = 250
	g, err := board.NewGame(9, rules)
	if err != nil {
		t.Fatal(err)
	}
	tree := Transcript{Game: g}.Tree()
	if back, err := ReadGame(tree, board.Chinese(), 0); err != nil || back.Rules().Komi != 250 {
		t.Errorf("a record with komi %s: %v, %v", tree.Root.Text("KM"), back.Rules().Komi, err)
	}
	if back := ToSGF(Game{Size: 9, Komi: -300}).Root.Text("KM"); back != "-300.0" {
		t.Errorf("a game with komi −300 has KM[%s]", back)
	}
	for text, want := range map[string]float64{"650": 6.5, "375": 7.5, "750": 7.5, "250": 2.5, "250.0": 250, "250,5": 250.5} {
		if got, ok := readKomi(text); !ok || got != want {
			t.Errorf("KM[%s] is %v, %v; want %v", text, got, ok, want)
		}
	}
}

// A komi that no float32 is comes back as the record has it, at once, from a set and from a packed file.
func TestKomiIsTheNumberOfTheRecord(t *testing.T) {
	for text, want := range map[string]float64{
		"3.7": 3.7, "-3.7": -3.7, "361.0": 361, "360.1234": 360.1234, "0.0001": 0.0001, "0": 0,
		"3.75": 3.75, "3.12345": float64(float32(3.12345)),
	} {
		game, err := FromSGF(sgf1(t, "(;SZ[9]KM["+text+"];B[aa])"))
		if err != nil || game.Komi != want {
			t.Errorf("KM[%s] is %v, want %v; %v", text, game.Komi, want, err)
		}
		var set Set
		set.Add(game)
		if got := set.Game(0).Komi; got != want {
			t.Errorf("KM[%s] in a set is %v, want %v", text, got, want)
		}
		var packed bytes.Buffer
		if err := EncodePacked(&packed, &set); err != nil {
			t.Fatal(err)
		}
		_, err = DecodePacked(&packed, func(g Game) error {
			if written := ToSGF(g).Root.Text("KM"); g.Komi != want || written != komiText(want) {
				t.Errorf("KM[%s] in a packed file is %v and written as %s, want %v", text, g.Komi, written, want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Only a komi that is named and cannot be one is a fault.
func TestCheckKomi(t *testing.T) {
	for text, want := range map[string]string{
		"(;SZ[9];B[ee])":             "",
		"(;SZ[9]KM[];B[ee])":         "",
		"(;SZ[9]KM[6,5];B[ee])":      "",
		"(;SZ[9]\n;B[ee]KM[?])":      "",
		"\n(;SZ[9]KM[ ? ];B[ee])":    "line 2: KM[?] is no komi: the game counts as one without",
		"(;SZ[9]KM[1e6]HA[2];W[ee])": "line 1: KM[1e6] is no komi: the game counts as one without",
	} {
		trees, _ := sgf.Parse("x", []byte(text))
		got := ""
		if err := CheckKomi(trees[0]); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
