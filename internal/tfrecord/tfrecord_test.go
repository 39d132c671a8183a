package tfrecord

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The check values of CRC-32C are those of RFC 3720, B.4 (32 bytes of zeros,
// of ones, and the numbers 0 to 31); the mask is undone here by its inverse.
func TestChecksumIsMaskedCRC32C(t *testing.T) {
	ascending := make([]byte, 32)
	for i := range ascending {
		ascending[i] = byte(i)
	}
	for _, c := range []struct {
		name string
		data []byte
		crc  uint32
	}{
		{"zeros", make([]byte, 32), 0x8a9136aa},
		{"ones", bytes.Repeat([]byte{0xff}, 32), 0x62a8ab43},
		{"ascending", ascending, 0x46dd794e},
	} {
		rot := maskedCRC(c.data) - 0xa282ead8
		if got := rot>>17 | rot<<15; got != c.crc {
			t.Errorf("%s: crc %#x, want %#x", c.name, got, c.crc)
		}
	}
}

// The first frame of every TensorBoard file that TensorFlow writes starts with
// the length 24 and this checksum of it (seen in any such file: the version
// event has 9 bytes of wall time and 15 of version).
func TestVersionEventAsTensorFlowWritesIt(t *testing.T) {
	var b bytes.Buffer
	if _, err := NewEventWriter(&b, 1.5, 0); err != nil {
		t.Fatal(err)
	}
	want := "1800000000000000" + "a37f4b22" + "09" + "000000000000f83f" + "1a0d" + hex.EncodeToString([]byte(FileVersion))
	if got := hex.EncodeToString(b.Bytes()); len(got) < len(want) || got[:len(want)] != want {
		t.Errorf("file starts\n%s, want\n%s", got, want)
	}
}

func TestFramesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		payloads := rapid.SliceOf(rapid.SliceOfN(rapid.Byte(), 0, 200)).Draw(t, "payloads")
		var b bytes.Buffer
		w := NewWriter(&b)
		for _, p := range payloads {
			if err := w.Write(p); err != nil {
				t.Fatal(err)
			}
		}
		whole := b.Bytes()
		r := NewReader(bufio.NewReader(bytes.NewReader(whole)))
		for i, p := range payloads {
			got, err := r.Next()
			if err != nil || !bytes.Equal(got, p) {
				t.Fatalf("frame %d: %v, %v; want %v", i, got, err, p)
			}
		}
		if _, err := r.Next(); err != io.EOF {
			t.Fatalf("at the end: %v, want io.EOF", err)
		}
		if r.Offset() != int64(len(whole)) {
			t.Fatalf("offset %d of %d", r.Offset(), len(whole))
		}
		if len(whole) == 0 {
			return
		}
		// One flipped bit or a cut anywhere is found.
		bad := bytes.Clone(whole)
		bad[rapid.IntRange(0, len(bad)-1).Draw(t, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		if err := readAll(bad); !errors.Is(err, ErrDamaged) {
			t.Fatalf("flipped bit: %v", err)
		}
		cut := rapid.IntRange(0, len(whole)-1).Draw(t, "cut")
		if err := readAll(whole[:cut]); err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatalf("cut at %d: %v", cut, err)
		}
	})
}

func TestCutFrameIsDamaged(t *testing.T) {
	whole := AppendFrame(nil, []byte("a game"))
	for n := 1; n < len(whole); n++ {
		if err := readAll(whole[:n]); !errors.Is(err, ErrDamaged) {
			t.Errorf("cut at %d: %v", n, err)
		}
	}
}

func readAll(b []byte) error {
	r := NewReader(bytes.NewReader(b))
	for {
		if _, err := r.Next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestEventsDecode(t *testing.T) {
	var b bytes.Buffer
	w, err := NewEventWriter(&b, 1700000000.25, 40)
	if err != nil {
		t.Fatal(err)
	}
	point := Event{WallTime: 1700000001.5, Step: 50, Scalars: []Scalar{{"train/loss", 5.5}, {"train/top1", 0.125}}}
	if err := w.Write(point); err != nil {
		t.Fatal(err)
	}
	r := NewReader(&b)
	var got []Event
	for {
		payload, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, err := ParseEvent(payload)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e)
	}
	want := []Event{
		{WallTime: 1700000000.25, FileVersion: FileVersion},
		{WallTime: 1700000000.25, Step: 40, Start: true},
		point,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func FuzzParseEvent(f *testing.F) {
	f.Add(AppendEvent(nil, Event{WallTime: 1, Step: 2, FileVersion: FileVersion, Start: true}))
	f.Add(AppendEvent(nil, Event{Scalars: []Scalar{{"a", 1}}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := ParseEvent(b); err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatal(err)
		}
	})
}

func FuzzReader(f *testing.F) {
	f.Add(AppendFrame(AppendFrame(nil, []byte("one")), nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := readAll(b); err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatal(err)
		}
	})
}
