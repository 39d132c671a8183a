package record

import (
	"bytes"
	"testing"
)

// Whatever the bytes, a packed file is read or refused; what is read is written
// and read again to the same.
func FuzzPackedBytes(f *testing.F) {
	var set Set
	set.Add(Game{Size: 9, First: 1, Komi: 7, Moves: []Move{40, 41 | whiteFlag, passIndex}, Rules: "Chinese", Source: Source{"a.sgf", 3}})
	var b bytes.Buffer
	if err := EncodePacked(&b, &set); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add(b.Bytes()[:20])
	f.Fuzz(func(t *testing.T, data []byte) {
		var set Set
		if DecodePacked(bytes.NewReader(data), func(g Game) error { set.Add(g); return nil }) != nil {
			return
		}
		var again bytes.Buffer
		if err := EncodePacked(&again, &set); err != nil {
			t.Fatal(err)
		}
		n := 0
		if err := DecodePacked(&again, func(g Game) error { n++; return nil }); err != nil || n != set.Len() {
			t.Fatalf("%d games of %d, %v", n, set.Len(), err)
		}
	})
}

// Every byte of a packed file is covered by a checksum: none can change, and no
// end can be missing, without notice.
func TestNoDamageToAPackedFileGoesUnnoticed(t *testing.T) {
	var set Set
	for i := range 3 {
		set.Add(Game{Size: 9, First: 1, Moves: []Move{Move(i), 41 | whiteFlag}, Source: Source{"a.sgf", i + 1}})
	}
	var b bytes.Buffer
	if err := EncodePacked(&b, &set); err != nil {
		t.Fatal(err)
	}
	whole := b.Bytes()
	count := func(data []byte) (n int, err error) {
		err = DecodePacked(bytes.NewReader(data), func(Game) error { n++; return nil })
		return n, err
	}
	if n, err := count(whole); n != 3 || err != nil {
		t.Fatalf("%d games, %v", n, err)
	}
	for i := range whole {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 1 << (i % 8)
		if _, err := count(damaged); err == nil {
			t.Errorf("byte %d changed, and nobody noticed", i)
		}
		if _, err := count(whole[:i]); err == nil {
			t.Errorf("cut to %d bytes, and nobody noticed", i)
		}
	}
}

// What a parser makes of any text is written as text that it reads the same way.
func FuzzRecordTexts(f *testing.F) {
	for _, s := range []string{"9段", "P3段", "12k?", "2878", "B+R", "W+12.5", "b+resign", "0", "2016-03-09,10", "2016/3/9", "Void", "9 dan", "十段"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if r := ParseRank(s); ParseRank(r.String()) != r {
			t.Errorf("rank %q is %v (%d), which reads as %d", s, r, r, ParseRank(r.String()))
		}
		if r := ParseResult(s); ParseResult(r.String()) != r {
			t.Errorf("result %q is %+v, written %q", s, r, r)
		}
		if d := ParseDate(s); ParseDate(d.String()) != d {
			t.Errorf("date %q is %d, written %q", s, d, d)
		}
	})
}
