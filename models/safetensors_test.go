package models

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// file puts header and body together without any help from the writer.
func file(header string, body []byte) []byte {
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(out, header...), body...)
}

// The example of the format's own documentation, laid out by hand: two tensors,
// the second named first, spaces as padding.
func TestReadHandMadeFile(t *testing.T) {
	header := `{"__metadata__":{"who":"hand"},"b":{"dtype":"F32","shape":[1],"data_offsets":[8,12]},` +
		`"a":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},"none":{"dtype":"F32","shape":[0,3],"data_offsets":[8,8]}}   `
	body := []byte{0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0x40, 0x3f} // 1, -2, 0.75
	got, meta, err := Read(file(header, body))
	if err != nil {
		t.Fatal(err)
	}
	want := []Tensor{
		{"a", []int{2, 1}, []float32{1, -2}, false},
		{"none", []int{0, 3}, []float32{}, false},
		{"b", []int{1}, []float32{0.75}, false},
	}
	sameTensors(t, got, want)
	if len(meta) != 1 || meta["who"] != "hand" {
		t.Errorf("metadata %v", meta)
	}
}

func TestWriteLayout(t *testing.T) {
	var b bytes.Buffer
	err := Write(&b, []Tensor{{"w", []int{1, 2}, []float32{1, -2}, false}, {"s", nil, []float32{0.75}, false}}, map[string]string{"k": "v", "a": "b"})
	if err != nil {
		t.Fatal(err)
	}
	header := `{"__metadata__":{"a":"b","k":"v"},"w":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]},"s":{"dtype":"F32","shape":[],"data_offsets":[8,12]}}`
	for len(header)%8 != 0 {
		header += " "
	}
	want := file(header, []byte{0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0x40, 0x3f})
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("got  %q\nwant %q", b.Bytes(), want)
	}
}

// Writing then reading is the identity, down to the bits of NaNs.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var in []Tensor
		for _, name := range rapid.SliceOfNDistinct(rapid.StringMatching(`.{1,12}`), 0, 5, rapid.ID).Draw(t, "names") {
			if name == metadataKey {
				name = "x"
			}
			shape := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 3).Draw(t, "shape")
			n := 1
			for _, s := range shape {
				n *= s
			}
			data := make([]float32, n)
			for j := range data {
				data[j] = math.Float32frombits(rapid.Uint32().Draw(t, "bits"))
			}
			half := rapid.Bool().Draw(t, "half")
			for j := range data {
				if half {
					data[j] = fromHalf(uint16(math.Float32bits(data[j])))
				}
			}
			in = append(in, Tensor{name, shape, data, half})
		}
		meta := rapid.MapOf(rapid.String(), rapid.String()).Draw(t, "metadata")
		var b bytes.Buffer
		if err := Write(&b, in, meta); err != nil {
			t.Fatal(err)
		}
		out, gotMeta, err := Read(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		// Empty tensors carry no bytes, so their place among others is free;
		// compare by name.
		if len(out) != len(in) {
			t.Fatalf("%d tensors, want %d", len(out), len(in))
		}
		for _, w := range in {
			g, ok := Find(out, w.Name)
			if !ok {
				t.Fatalf("tensor %q is lost", w.Name)
			}
			if d := tensorDiff(g, w); d != "" {
				t.Fatal(d)
			}
		}
		if len(gotMeta) != len(meta) {
			t.Fatalf("metadata %v, want %v", gotMeta, meta)
		}
		for k, v := range meta {
			if gotMeta[k] != v {
				t.Fatalf("metadata %q is %q, want %q", k, gotMeta[k], v)
			}
		}
	})
}

// manyKeys is more keys than a header may have.
func manyKeys() string {
	var b strings.Builder
	for i := range maxKeys + 1 {
		fmt.Fprintf(&b, `,"%d":""`, i)
	}
	return b.String()
}

func TestReadRefuses(t *testing.T) {
	entry := func(name, dtype, shape, offsets string) string {
		return `"` + name + `":{"dtype":"` + dtype + `","shape":[` + shape + `],"data_offsets":[` + offsets + `]}`
	}
	a := entry("a", "F32", "2", "0,8")
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty file", nil, "too few"},
		{"seven bytes", make([]byte, 7), "too few"},
		{"header beyond the file", file("{}", nil)[:9], "exceeds the file"},
		{"header beyond the limit", binary.LittleEndian.AppendUint64(nil, maxHeader+1), "limit"},
		{"header length above 2^63", binary.LittleEndian.AppendUint64(nil, math.MaxUint64), "limit"},
		{"empty header", file("", nil), "brace"},
		{"leading space", file(" {}", nil), "brace"},
		{"not UTF-8", file("{\"\xff\":1}", nil), "UTF-8"},
		{"cut JSON", file(`{"a":{`, nil), "header"},
		{"two values", file(`{}{}`, nil), "more after"},
		{"a list", file(`{"a":[]}`, nil), "want {"},
		{"duplicate tensor", file("{"+a+","+entry("a", "F32", "1", "8,12")+"}", make([]byte, 12)), "duplicate key"},
		{"duplicate field", file(`{"a":{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]}}`, make([]byte, 8)), "duplicate key"},
		{"duplicate metadata", file(`{"__metadata__":{"x":"1","x":"2"}}`, nil), "duplicate key"},
		{"metadata number", file(`{"__metadata__":{"x":1}}`, nil), "want a string"},
		{"unknown field", file(`{"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0],"q":1}}`, nil), "unknown key"},
		{"missing field", file(`{"a":{"dtype":"F32","shape":[0]}}`, nil), "missing"},
		{"no name", file("{"+entry("", "F32", "0", "0,0")+"}", nil), "no name"},
		{"other type", file("{"+entry("a", "BF16", "4", "0,8")+"}", make([]byte, 8)), `"BF16"`},
		{"half too long", file("{"+entry("a", "F16", "2", "0,8")+"}", make([]byte, 8)), "needs 4 bytes"},
		{"hole", file("{"+a+","+entry("b", "F32", "1", "12,16")+"}", make([]byte, 16)), "hole"},
		{"hole at the start", file("{"+entry("b", "F32", "1", "4,8")+"}", make([]byte, 8)), "hole"},
		{"overlap", file("{"+a+","+entry("b", "F32", "1", "4,8")+"}", make([]byte, 8)), "overlap"},
		{"body left over", file("{"+a+"}", make([]byte, 9)), "cover"},
		{"body too short", file("{"+a+"}", make([]byte, 7)), "truncated"},
		{"shape too small", file("{"+entry("a", "F32", "1", "0,8")+"}", make([]byte, 8)), "needs 4 bytes"},
		{"shape overflows", file("{"+entry("a", "F32", "4294967296,4294967296,4294967296", "0,8")+"}", make([]byte, 8)), "too large"},
		{"shape overflows to right size", file("{"+entry("a", "F32", "4611686018427387905,2", "0,8")+"}", make([]byte, 8)), "too large"},
		{"negative size", file("{"+entry("a", "F32", "-2", "0,8")+"}", make([]byte, 8)), "not a size"},
		{"fraction", file("{"+entry("a", "F32", "2.0", "0,8")+"}", make([]byte, 8)), "not a size"},
		{"backward offsets", file("{"+entry("a", "F32", "2", "0,-8")+"}", make([]byte, 8)), "not a size"},
		{"too many keys", file(`{"__metadata__":{"k":"v"`+manyKeys()+`}}`, nil), "more than 65536 keys"},
		{"too many dimensions", file("{"+entry("a", "F32", strings.Repeat("1,", 1<<20)+"1", "0,4")+"}", make([]byte, 4)), "more than 32 dimensions"},
		{"three offsets", file("{"+entry("a", "F32", "2", "0,8,8")+"}", make([]byte, 8)), "want 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := Read(c.data)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestWriteRefuses(t *testing.T) {
	for want, in := range map[string][]Tensor{
		"no name":         {{"", nil, []float32{1}, false}},
		"UTF-8":           {{"\xff", nil, []float32{1}, false}},
		"reserved":        {{"__metadata__", nil, []float32{1}, false}},
		"needs 4 values":  {{"a", []int{2, 2}, make([]float32, 3), false}},
		"negative":        {{"a", []int{-1, -1}, make([]float32, 1), false}},
		"two tensors are": {{"a", nil, []float32{1}, false}, {"a", nil, []float32{1}, false}},
	} {
		err := Write(new(bytes.Buffer), in, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// Whatever is read without error can be written, and reads the same again.
func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	if err := Write(&b, []Tensor{
		{"w", []int{1, 2}, []float32{1, -2}, false},
		{"s", nil, []float32{0.75}, false},
	}, map[string]string{"k": "v"}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add(file(`{"a":{"dtype":"F16","shape":[3],"data_offsets":[0,6]},"b":{"dtype":"F32","shape":[],"data_offsets":[6,10]}}`, []byte{1, 0, 0, 0xfc, 1, 0x7e, 0, 0, 0x80, 0x3f}))
	f.Add(file(`{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[0],"data_offsets":[8,8]}}`, make([]byte, 8)))
	f.Add(file(`{"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,8]}}`, make([]byte, 8)))
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\xff{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, meta, err := Read(data)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := Write(&b, first, meta); err != nil {
			t.Fatalf("read but not to be written: %v", err)
		}
		second, _, err := Read(b.Bytes())
		if err != nil {
			t.Fatalf("written but not to be read: %v", err)
		}
		if len(first) != len(second) {
			t.Fatalf("%d tensors became %d", len(first), len(second))
		}
		for _, w := range first {
			g, _ := Find(second, w.Name)
			if d := tensorDiff(g, w); d != "" {
				t.Fatal(d)
			}
		}
	})
}
