package sgf

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

var ignorePlaces = cmp.Options{cmpopts.IgnoreFields(Node{}, "Line", "Col"), cmpopts.EquateEmpty()}

// parseOne reads text that must be one sound game.
func parseOne(t *testing.T, text string) *Tree {
	t.Helper()
	trees, faults := Parse("t.sgf", []byte(text))
	if len(faults) > 0 || len(trees) != 1 {
		t.Fatalf("%q: %d games, %v", text, len(trees), faults)
	}
	return trees[0]
}

func TestParseKeepsEverything(t *testing.T) {
	tree := parseOne(t, `(;FF[4]GM[1]XX[a:b][c\]d]  C[line one\
 goes on \\ here]
	;B[dd](;W[pp];B[])(;W[pd]N[second](;B[aa])(;B[bb])))`)
	want := &Tree{&Node{
		Properties: []Property{{"FF", []Value{"4"}}, {"GM", []Value{"1"}}, {"XX", []Value{"a:b", `c\]d`}}, {"C", []Value{"line one\\\n goes on \\\\ here"}}},
		Children: []*Node{{
			Properties: []Property{{"B", []Value{"dd"}}},
			Children: []*Node{
				{Properties: []Property{{"W", []Value{"pp"}}}, Children: []*Node{{Properties: []Property{{"B", []Value{""}}}}}},
				{Properties: []Property{{"W", []Value{"pd"}}, {"N", []Value{"second"}}}, Children: []*Node{
					{Properties: []Property{{"B", []Value{"aa"}}}},
					{Properties: []Property{{"B", []Value{"bb"}}}},
				}},
			},
		}},
	}}
	if diff := cmp.Diff(want, tree, ignorePlaces); diff != "" {
		t.Error(diff)
	}
	if got := tree.Root.Text("C"); got != `line one goes on \ here` {
		t.Errorf("C reads %q", got)
	}
	if n := tree.MainLine(); len(n) != 4 || n[1].Line != 3 || n[1].Col != 2 || n[2].Col != 9 {
		t.Errorf("main line %d nodes; places %d:%d, %d", len(n), n[1].Line, n[1].Col, n[2].Col)
	}
}

func TestOldFormatsNameTheSameProperties(t *testing.T) {
	tree := parseOne(t, "(;GaMe[1]VieW[]SiZe[9]AddBlack[aa][bb];Black[cc];White[dd];b[ee])")
	var idents []string
	for _, n := range tree.MainLine() {
		for _, p := range n.Properties {
			idents = append(idents, p.Ident)
		}
	}
	if got := strings.Join(idents, " "); got != "GM VW SZ AB B W B" {
		t.Errorf("identifiers %q", got)
	}
}

func TestTextFollowsFF4(t *testing.T) {
	for in, want := range map[Value]string{
		"plain":            "plain",
		`a\]b\\c\:d\x`:     `a]b\c:dx`,
		"soft\\\nbreak":    "softbreak",
		"soft\\\r\nbreak":  "softbreak",
		"soft\\\n\rbreak":  "softbreak",
		"hard\r\nbreak\rx": "hard\nbreak\nx",
		"tab\tvt\v":        "tab vt ",
		`lone\`:            "lone",
	} {
		if got := in.Text(); got != want {
			t.Errorf("%q reads %q, want %q", in, got, want)
		}
	}
	if got := Value("one\r\ntwo").SimpleText(); got != "one two" {
		t.Errorf("simple text %q", got)
	}
}

func TestBrokenGamesAreSkippedAndTold(t *testing.T) {
	const sound = "(;GM[1]N[%];B[aa])"
	for name, c := range map[string]struct {
		broken    string
		line, col int
		msg       string
	}{
		"stray character":  {"(;GM[1];B[dd]\n  $;W[pp])", 3, 3, "unexpected character '$'"},
		"no value":         {"(;GM[1]\nB;W[pp])", 3, 1, "property B has no value"},
		"no property":      {"(;GM[1];[dd])", 2, 9, "value without a property"},
		"empty variation":  {"(;GM[1]())", 2, 9, "empty variation"},
		"early property":   {"(;GM[1](B[aa]))", 2, 9, "property outside of a node"},
		"late node":        {"(;GM[1](;B[aa]);W[bb])", 2, 16, "node after a variation that has ended"},
		"not closed":       {"(;GM[1];B[aa](;W[bb])", 3, 1, "the game of line 2 is not closed before the next"},
		"nested opening":   {"(;GM[1]((;B[aa])))", 2, 9, "variation without a node before it"},
		"wide characters":  {"(;GM[1]C[囲碁]!)", 2, 13, "unexpected character '!'"},
		"between games":    {"GM[1];B[aa]", 2, 3, "text outside of any game"},
		"character escape": {`(;GM[1]C[\]]$(;B[aa]))`, 2, 13, "unexpected character '$'"},
	} {
		text := strings.Replace(sound, "%", "1", 1) + "\n" + c.broken + "\n" + strings.Replace(sound, "%", "2", 1)
		trees, faults := Parse("t.sgf", []byte(text))
		if len(trees) != 2 || trees[0].Root.Text("N") != "1" || trees[1].Root.Text("N") != "2" {
			t.Errorf("%s: %d games read", name, len(trees))
			continue
		}
		want := &SyntaxError{File: "t.sgf", Line: c.line, Col: c.col, Msg: c.msg}
		var got *SyntaxError
		if len(faults) != 1 || !errors.As(faults[0], &got) || *got != *want {
			t.Errorf("%s: %v, want %v", name, faults, want)
		}
	}
}

// The bracket that is missing would be the next game's first one: its size, result
// and moves would go to the broken game, without an error.
func TestAnUnclosedValueDoesNotSwallowTheNextGame(t *testing.T) {
	const next = "(;GM[1]SZ[9]N[next];B[cc])\n(;GM[1]N[last](;B[dd])(;B[ee]))"
	for broken, place := range map[string]string{
		"(;GM[1]SZ[13]C[abc\n":                "t.sgf:1:15",
		"(;GM[1]SZ[13];B[c\n":                 "t.sgf:1:16",
		"(;GM[1]\n;B[aa]C[a (b) [c\\] d;e)\n": "t.sgf:2:8",
		"(;GM[1]$ C[ (;B[dd]) x\n":            "t.sgf:1:8",
	} {
		trees, faults := Parse("t.sgf", []byte(broken+next))
		if len(trees) != 2 || trees[0].Root.Text("N") != "next" || trees[1].Root.Text("N") != "last" {
			t.Errorf("%q: %d games", broken, len(trees))
		}
		if len(faults) != 1 || !strings.HasPrefix(faults[0].Error(), place) {
			t.Errorf("%q: %v, want one fault at %s", broken, faults, place)
		}
	}
}

// A game in a comment is a comment.
func TestAGamePastedIntoACommentIsText(t *testing.T) {
	for _, text := range []string{"(;GM[1]FF[4];B[aa])", "see (;GM[1", "(;SZ[9]"} {
		tree := &Tree{&Node{}}
		tree.Root.Set("C", Escape(text))
		b, err := tree.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := parseOne(t, string(b)).Root.Text("C"); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	var b bytes.Buffer
	if err := Write(&b, &Tree{&Node{Properties: []Property{{"C", []Value{"(;GM[1"}}}}}); err == nil {
		t.Errorf("written as %q, which reads as two games", b.String())
	}
	parseOne(t, `(;GM[1]C[(;GM[1\]SZ[9\];B[aa\])];B[bb])`)
}

// Millions of games that never close must not each cost a walk to the end.
func TestUnclosedGamesAreBounded(t *testing.T) {
	// With a bracket at the end, each value ends there, within another game.
	for _, end := range []string{"", "]", "]])"} {
		_, faults := Parse("t.sgf", []byte(strings.Repeat("(;GM[", 1<<17)+end))
		if len(faults) == 0 || len(faults) > maxWalks+2 {
			t.Errorf("%q at the end: %d faults", end, len(faults))
		}
	}
}

// Comments that cannot be mended, each with the same walk behind it, take no longer than one.
func TestMendingIsBounded(t *testing.T) {
	comments := strings.Repeat("c [a]", 1<<19)
	for _, end := range []string{"$", "$)", ";B[aa"} {
		if trees, faults := Parse("t.sgf", []byte("(;"+comments+end)); len(trees) > 0 || len(faults) == 0 {
			t.Errorf("%q: %d games, %d faults", end, len(trees), len(faults))
		}
	}
}

// Of a file of nothing but faults the first ones are given, and always one of a game that is left out.
func TestFaultsAreBounded(t *testing.T) {
	mended := strings.Repeat("(;C[a [b] c])", 2*mostFaults)
	trees, faults := Parse("t.sgf", []byte(mended+strings.Repeat("(;$)", 2*mostFaults)))
	if len(trees) != 2*mostFaults || len(faults) != mostFaults+1 || !LeftOut(faults[mostFaults]) {
		t.Errorf("%d games and %d faults", len(trees), len(faults))
	}
}

func TestEndsInsideAreTold(t *testing.T) {
	for _, text := range []string{"(;GM[1];B[aa", `(;C[\]`, "(;GM[1];B", "(;GM[1](", "nothing here"} {
		trees, faults := Parse("t.sgf", []byte(text))
		if len(trees) != 0 || len(faults) != 1 {
			t.Errorf("%q: %d games, faults %v", text, len(trees), faults)
		}
	}
}

// What is mended reads like the text that was meant, and is reported.
func TestMendedGames(t *testing.T) {
	for broken, c := range map[string]struct{ meant, fault string }{
		"(;GM[1]":                       {"(;GM[1])", "t.sgf:1:8: the file ends inside the game of line 1: taken as closed there"},
		"\n(;GM[1]\n;B[aa];W[bb]\n":     {"(;GM[1];B[aa];W[bb])", "t.sgf:4:1: the file ends inside the game of line 2: taken as closed there"},
		"(;B[aa](;W[bb](;B[cc])(;B[dd]": {"(;B[aa](;W[bb](;B[cc])(;B[dd])))", "t.sgf:1:30: the file ends inside the game of line 1: taken as closed there"},
		"(;B[aa](;W[bb])":               {"(;B[aa](;W[bb]))", "t.sgf:1:16: the file ends inside the game of line 1: taken as closed there"},
		"(;B[aa]C[joe [3d]: hi];W[bb])": {`(;B[aa]C[joe [3d\]: hi];W[bb])`, "t.sgf:1:17: a bracket in the comment is not escaped: taken as text"},
		"(;C[[3d] joe: hi\nBob [2k]: a [b\\] c]PL[W];W[bb])": {`(;C[[3d\] joe: hi
Bob [2k\]: a [b\] c]PL[W];W[bb])`, "t.sgf:1:8: a bracket in the comment is not escaped: taken as text"},
		"(;C[a [b]]\n(;B[cc])(;GC[(x) [y] (z) ]))": {`(;C[a [b\]](;B[cc])(;GC[(x) [y\] (z) ]))`, "t.sgf:1:9: a bracket in the comment is not escaped: taken as text"},
		"(;B[aa]GC[a [b] and [c] d [e] f];W[bb])":  {`(;B[aa]GC[a [b\] and [c\] d [e\] f];W[bb])`, "t.sgf:1:15: a bracket in the comment is not escaped: taken as text"},
		"(\nEV[x]PB[y]\n;B[pd];W[dp])":             {"(;EV[x]PB[y];B[pd];W[dp])", "t.sgf:2:1: the first node has no semicolon before it: taken as there"},
		"(SZ[9](;B[aa])(;B[bb]))":                  {"(;SZ[9](;B[aa])(;B[bb]))", "t.sgf:1:2: the first node has no semicolon before it: taken as there"},
		"(;C[a [b] c":                              {"", "t.sgf:1:11: property C has no value"},
		"(;C[ok]$;B[aa];W[bb])":                    {"", "t.sgf:1:8: unexpected character '$'"},
		"(;C[ok]$ ; Black [aa]C[x])":               {"", "t.sgf:1:8: unexpected character '$'"},
		"(;C[ok]$SZ [9];W[bb])":                    {"", "t.sgf:1:8: unexpected character '$'"},
		"(;B[aa]N[joe [3d]: hi];W[b])":             {"", "t.sgf:1:18: unexpected character ':'"},
	} {
		trees, faults := Parse("t.sgf", []byte(broken))
		if len(faults) != 1 || !strings.HasPrefix(faults[0].Error(), c.fault) {
			t.Errorf("%q: %v, want %s", broken, faults, c.fault)
		}
		switch {
		case c.meant == "":
			if len(trees) != 0 {
				t.Errorf("%q is read as %d games", broken, len(trees))
			}
		case len(trees) != 1:
			t.Errorf("%q: %d games", broken, len(trees))
		default:
			if diff := cmp.Diff(parseOne(t, c.meant), trees[0], ignorePlaces); diff != "" {
				t.Errorf("%q: %s", broken, diff)
			}
		}
	}
	// Neither takes anything from the next game.
	trees, faults := Parse("t.sgf", []byte("(;GM[1]C[a [b] c;B[dd])\n(;GM[1]C[x [y] z];B[ee])"))
	if len(trees) != 1 || len(faults) != 2 || trees[0].MainLine()[1].Text("B") != "ee" {
		t.Errorf("%d games, %v", len(trees), faults)
	}
}

// Small letters name properties too, and close brackets tell them from the text of a comment.
func TestSmallNamesAfterAComment(t *testing.T) {
	got := parseOne(t, "(;gm[1];c[fine]b[aa];w[bb])")
	if n := got.MainLine()[1]; n.Text("B") != "aa" || n.Text("C") != "fine" {
		t.Errorf("%+v", n)
	}
}

func TestRubbishBeforeTheFirstGameIsSkipped(t *testing.T) {
	for _, before := range []string{"\ufeff", "From: me [x]\nSubject: (a game)\n\n", "\x00\x00", " \n"} {
		parseOne(t, before+"(;GM[1];B[aa])")
	}
	if trees, faults := Parse("t.sgf", nil); len(trees)+len(faults) != 0 {
		t.Errorf("an empty file: %v, %v", trees, faults)
	}
}

func TestNestingIsBounded(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("(;B[aa]", n) + strings.Repeat(")", n) }
	tree := parseOne(t, deep(MaxNesting))
	if _, err := tree.Append(nil); err != nil {
		t.Error(err)
	}
	trees, faults := Parse("t.sgf", []byte(deep(MaxNesting+1)+"(;GM[1])"))
	if len(trees) != 1 || len(faults) != 1 || !strings.Contains(faults[0].Error(), "nested deeper") {
		t.Errorf("%d games, %v", len(trees), faults)
	}
	parseOne(t, "("+strings.Repeat(";B[aa]", 100000)+")")
}

// randomNode draws a tree of the given depth.
func randomNode(r *rapid.T, depth int, root bool) *Node {
	n := &Node{}
	if root {
		n.Set("FF", "4")
		n.Set("CA", "UTF-8")
	}
	text := rapid.StringOfN(rapid.RuneFrom([]rune("ab]\\[();:\n 囲")), 0, 6, -1)
	for range rapid.IntRange(0, 2).Draw(r, "properties") {
		p := Property{Ident: rapid.SampledFrom([]string{"B", "W", "C", "AB", "XYZ"}).Draw(r, "ident")}
		for range rapid.IntRange(1, 3).Draw(r, "values") {
			p.Values = append(p.Values, Escape(text.Draw(r, "value")))
		}
		n.Properties = append(n.Properties, p)
	}
	if depth > 0 {
		for range rapid.SampledFrom([]int{0, 1, 1, 2, 3}).Draw(r, "children") {
			n.Children = append(n.Children, randomNode(r, depth-1, false))
		}
	}
	return n
}

func TestWritingAndReadingIsTheIdentity(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var trees []*Tree
		for range rapid.IntRange(1, 3).Draw(r, "games") {
			trees = append(trees, &Tree{randomNode(r, 5, true)})
		}
		var first, second bytes.Buffer
		if err := Write(&first, trees...); err != nil {
			t.Fatal(err)
		}
		again, faults := Parse("t.sgf", first.Bytes())
		if len(faults) > 0 {
			r.Fatalf("%v in\n%s", faults, first.String())
		}
		if diff := cmp.Diff(trees, again, ignorePlaces); diff != "" {
			r.Fatalf("%s\n%s", diff, first.String())
		}
		if err := Write(&second, again...); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			r.Fatalf("written again it differs: %v", err)
		}
	})
}

func TestEscapeGivesTheTextBack(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := rapid.StringOfN(rapid.RuneFrom([]rune("ab]\\[\n 囲")), 0, 12, -1).Draw(r, "text")
		if got := Escape(s).Text(); got != s {
			r.Fatalf("%q became %q", s, got)
		}
	})
}

func TestWriteRefusesWhatCannotBeRead(t *testing.T) {
	for name, p := range map[string]Property{
		"no name":   {"", []Value{"x"}},
		"small":     {"b", []Value{"x"}},
		"no value":  {"B", nil},
		"bracket":   {"C", []Value{"a]b"}},
		"backslash": {"C", []Value{`a\`}},
	} {
		var b bytes.Buffer
		if err := Write(&b, &Tree{&Node{Properties: []Property{p}}}); err == nil {
			t.Errorf("%s: written as %q", name, b.String())
		}
	}
}

func TestOldFilesAreWrittenAsFF4(t *testing.T) {
	tree := parseOne(t, "(;FF[3]CA[GB18030]GaMe[1];Black[dd])")
	b, err := tree.Append(nil)
	if err != nil || string(b) != "(;FF[4]CA[UTF-8]GM[1];B[dd])" {
		t.Errorf("%s, %v", b, err)
	}
}

// Without FF and CA a reader takes the file for FF[1] in Latin-1.
func TestWhatIsWrittenSaysItsFormat(t *testing.T) {
	b, err := parseOne(t, "(;GM[1]PB[骊龙];B[dd])").Append(nil)
	if err != nil || string(b) != "(;FF[4]CA[UTF-8]GM[1]PB[骊龙];B[dd])" {
		t.Errorf("%s, %v", b, err)
	}
	tree := &Tree{&Node{Properties: []Property{{"GM", []Value{"1"}}}}}
	if _, err := tree.Append(nil); err != nil || len(tree.Root.Properties) != 1 {
		t.Errorf("writing changed the tree: %v, %v", tree.Root.Properties, err)
	}
}

// FuzzParse holds that any bytes are read without a crash, and that whatever is
// read can be written and read again to the same.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"(;FF[4]GM[1]SZ[19];B[dd](;W[pp])(;W[pd]C[a\\]b]))(;B[]", "(;CA[GB18030]PB[\xb0\xa1]",
		"(;B[aa]$(;GM[1]))", "x(;;;)((", "(;C[\\", "(;C[a [b] c]])(;B[aa]", "\xef\xbb\xbf(;AB[aa:cc])",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		trees, faults := Parse("f", data)
		if len(trees)+len(faults) > len(data)+1 {
			t.Fatal("more games than bytes")
		}
		var b bytes.Buffer
		if err := Write(&b, trees...); err != nil {
			t.Fatal(err)
		}
		again, faults := Parse("f", b.Bytes())
		if len(faults) > 0 {
			t.Fatalf("%v in %q", faults, b.Bytes())
		}
		var c bytes.Buffer
		if err := Write(&c, again...); err != nil || !bytes.Equal(b.Bytes(), c.Bytes()) {
			t.Fatalf("written %q, then %q", b.Bytes(), c.Bytes())
		}
	})
}
