package sgf

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

func encoded(t *testing.T, e encoding.Encoding, text string) []byte {
	t.Helper()
	b, err := e.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Well-known players and titles in the encodings of their countries, none
// declared.
func TestUndeclaredEncodingsAreRecognised(t *testing.T) {
	for _, c := range []struct {
		name string
		e    encoding.Encoding
		text string
	}{
		{"gb18030", simplifiedchinese.GBK, "(;GM[1]PB[聂卫平]PW[马晓春]BR[9段]WR[9段]EV[第一届名人战决赛]RE[黑中盘胜];B[pd])"},
		{"gb18030", simplifiedchinese.GBK, "(;GM[1]PB[古力]PW[柯洁]EV[围棋甲级联赛];B[pd])"},
		{"shift_jis", japanese.ShiftJIS, "(;GM[1]PB[加藤正夫]PW[林海峰]EV[名人戦]PC[東京]C[ソフトの表示です];B[pd])"},
		{"euc-kr", korean.EUCKR, "(;GM[1]PB[이창호]PW[조훈현]EV[국수전 도전기]PC[서울];B[pd])"},
		{"big5", traditionalchinese.Big5, "(;GM[1]PB[張栩]PW[王立誠]EV[第三十屆名人戰]PC[臺北];B[pd])"},
		{"windows-1252", charmap.Windows1252, "(;GM[1]PB[Jürgen Müller]PW[François Dupré]PC[Köln];B[pd])"},
		{"utf-8", encoding.Nop, "(;GM[1]PB[聂卫平]PW[加藤正夫];B[pd])"},
	} {
		text, used, err := Decode(encoded(t, c.e, c.text), "")
		if err != nil || used != c.name || string(text) != c.text {
			t.Errorf("%s: read as %s, %v: %s", c.name, used, err, text)
		}
	}
}

// UTF-16 shows itself by its zeros, with a mark or without. Zeros elsewhere are no sign of it.
func TestUTF16WithoutAMark(t *testing.T) {
	const text = "(;GM[1]SZ[19]PB[加藤正夫]PW[Müller]EV[名人戦];B[pd];W[dp])"
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		for _, mark := range []unicode.BOMPolicy{unicode.IgnoreBOM, unicode.UseBOM} {
			got, used, err := Decode(encoded(t, unicode.UTF16(order, mark), text), "")
			if err != nil || used != "utf-16" || string(got) != text {
				t.Errorf("order %v, mark %v: read as %s, %v: %q", order, mark, used, err, got)
			}
		}
	}
	for _, raw := range []string{"\x00\x00(;B[dd])", "(;C[\x00a\x00b\x00c\x00];B[dd])", strings.Repeat("\x00", 64), "(\x00;\x00"} {
		if _, used, err := Decode([]byte(raw), ""); err != nil || used == "utf-16" {
			t.Errorf("%q is read as %s, %v", raw, used, err)
		}
	}
}

// The second bytes of ソ, 予, 十 and 功 are the backslash or bracket of SGF.
func TestDecodingComesBeforeLexing(t *testing.T) {
	for _, c := range []struct {
		declared string
		e        encoding.Encoding
		name     string
	}{
		{"Shift_JIS", japanese.ShiftJIS, "ソ予十"},
		{"cp936", simplifiedchinese.GBK, "乗俓俔"},
		{"Big5", traditionalchinese.Big5, "功許蓋"},
		{"uhc", korean.EUCKR, "이창호"},
		{"EUC-JP", japanese.EUCJP, "加藤正夫"},
	} {
		raw := encoded(t, c.e, "(;GM[1]CA["+c.declared+"]PB["+c.name+"];B[pd])")
		trees, faults := Parse("t.sgf", raw)
		if len(faults) > 0 || len(trees) != 1 || trees[0].Root.Text("PB") != c.name || len(trees[0].MainLine()) != 2 {
			t.Errorf("%s: %v, %v", c.declared, trees, faults)
		}
	}
}

func TestAliasesNameEncodings(t *testing.T) {
	for _, name := range []string{
		"cp936", "CP949", "uhc", "euckr", "euc-cn", "gb2312", "GBK", "gb18030", "sjis", "x-sjis", "ks_c_5601-1987",
		"big5", "latin1", "koi8-r", "UTF-8", "utf8",
	} {
		if _, err := byName(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := Decode([]byte("x"), "klingon"); err == nil {
		t.Error("an unknown encoding was accepted")
	}
}

// Fox's archive has lost single bytes of its UTF-8: names are damaged, ranks are not.
func TestDamagedUTF8StaysUTF8(t *testing.T) {
	for _, raw := range []string{
		"(;GM[1]CA[UTF-8]PB[\xe6\x9f\xaf\xe6\xb4]BR[9段];B[pd])",
		"(;GM[1]PB[\xe6\x9d?]PW[\xe5?\x9b]BR[9段];B[pd])",
	} {
		text, used, _ := Decode([]byte(raw), "")
		if used != "utf-8" || !utf8.Valid(text) || !strings.Contains(string(text), "BR[9段]") {
			t.Errorf("%q: %s %s", raw, used, text)
		}
	}
}

// Collections are converted to UTF-8 and keep the CA of before. Read as GBK, the
// three bytes of 段 and the bracket behind are two characters, and the move after
// it is gone without an error.
func TestAnOutdatedDeclarationDoesNotSwallowMoves(t *testing.T) {
	for _, declared := range []string{"GB2312", "gb18030", "Big5", "Shift_JIS", "EUC-KR", "ISO-8859-1"} {
		tree := parseOne(t, "(;GM[1]CA["+declared+"]PB[骊龙]PW[印城之霸]BR[9段];B[aa];W[bb])")
		if line := tree.MainLine(); len(line) != 3 || line[1].Properties[0].Ident != "B" {
			t.Errorf("%s: the main line has %d nodes", declared, len(line))
		}
		if got := tree.Root.Text("PB"); got != "骊龙" {
			t.Errorf("%s: PB reads %q", declared, got)
		}
	}
}

// What is UTF-8 throughout was converted, though CA still names an encoding of single bytes. What is not stays as
// declared.
func TestAnOutdatedDeclarationOfSingleBytes(t *testing.T) {
	for _, c := range []struct {
		declared string
		e        encoding.Encoding
		name     string
	}{
		{"windows-1251", charmap.Windows1251, "Иван Пётр"},
		{"windows-1251", charmap.Windows1251, "И"},
		{"KOI8-R", charmap.KOI8R, "Китайские правила"},
		{"ISO-8859-1", charmap.Windows1252, "José Müller"},
		{"ISO-8859-2", charmap.ISO8859_2, "Žofie"},
		{"ISO-8859-7", charmap.ISO8859_7, "Αθηνά"},
	} {
		text := "(;GM[1]CA[" + c.declared + "]SZ[9]PB[" + c.name + "];B[aa];W[bb])"
		for kept, raw := range map[string][]byte{"utf-8": []byte(text), strings.ToLower(c.declared): encoded(t, c.e, text)} {
			got, used, err := Decode(raw, "")
			if err != nil || used != kept || string(got) != text {
				t.Errorf("%s %q: read as %s, %v: %s", c.declared, c.name, used, err, got)
			}
		}
	}
}

// CA in single bytes cannot name an encoding in which letters have two, or none. Files that were converted keep it.
func TestADeclarationThatCannotBeIsNotBelieved(t *testing.T) {
	for _, declared := range []string{"UTF-16", "utf-16le", "UTF-16BE", "hz-gb-2312", "iso-2022-kr"} {
		for _, name := range []string{"Müller", "M\xfcller"} {
			tree := parseOne(t, "(;GM[1]CA["+declared+"]SZ[9]PB["+name+"];B[aa];W[bb])")
			if got := tree.Root.Text("PB"); got != "Müller" || len(tree.MainLine()) != 3 {
				t.Errorf("%s: PB reads %q", declared, got)
			}
		}
	}
}

// The other way round: names of common characters, in the encoding that CA names,
// are never taken for UTF-8.
func TestADeclarationIsBelieved(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		name := make([]byte, 0, 8)
		for range 1 + rng.IntN(4) { // rows 16 to 55 of GB 2312, less the five empty places
			name = append(name, byte(0xb0+rng.IntN(39)), byte(0xa1+rng.IntN(94)))
		}
		raw := append(append([]byte("(;GM[1]CA[GB2312]PB["), name...), "];B[aa])"...)
		if _, used, _ := Decode(raw, ""); used != "gb2312" {
			t.Fatalf("% x was read as %s", name, used)
		}
	}
}

func TestByteOrderMarks(t *testing.T) {
	const game = "(;GM[1]PB[聂卫平];B[pd])"
	utf16 := []byte{0xff, 0xfe}
	for _, r := range game {
		utf16 = append(utf16, byte(r), byte(r>>8))
	}
	for _, raw := range [][]byte{utf16, []byte("\xef\xbb\xbf" + game)} {
		if text, used, err := Decode(raw, ""); err != nil || string(text) != game {
			t.Errorf("%s %v: %q", used, err, text)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("(;CA[sjis]PB[\x83\x5c])"))
	f.Add([]byte("\xff\xfe(\x00"))
	f.Add([]byte("\xb0\xa1\xc4\xe3"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		text, _, err := Decode(raw, "")
		if err != nil || !utf8.Valid(text) {
			t.Fatalf("%v: %q", err, text)
		}
	})
}

// Large text is decoded into room that is set aside for it: the result is the same.
func TestLargeTextIsDecodedAlike(t *testing.T) {
	const piece = "(;CA[GB2312]PB[李昌镐]C[a b c])\n"
	want := strings.Repeat(piece, large/len(piece)*2)
	for name, e := range map[string]encoding.Encoding{"gb2312": simplifiedchinese.GBK, "utf-16": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)} {
		raw := encoded(t, e, want)
		if text, used, err := Decode(raw, ""); len(raw) <= large || err != nil || used != name || string(text) != want {
			t.Errorf("%s: %d bytes became %d of %s, %v", name, len(raw), len(text), used, err)
		}
	}
}
