package models

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// The safetensors format, https://github.com/huggingface/safetensors: eight
// bytes, little-endian, with the length of a JSON header; the header
//
//	{"__metadata__": {string: string}, NAME: {"dtype", "shape", "data_offsets": [begin, end]}, …}
//
// padded by spaces; then the values back to back, without holes, at offsets
// that count from the end of the header.
const (
	metadataKey = "__metadata__"
	dtypeF32    = "F32"
	dtypeF16    = "F16"
	lengthBytes = 8
	maxHeader   = 100_000_000 // the limit of the format
	headerAlign = 8

	// Bounds on what is read: a network has some dozen tensors of up to four dimensions. Without them
	// a header within the format's limit takes a quarter of a minute to be refused.
	maxKeys       = 1 << 16 // of an object
	maxDimensions = 32
)

// tensorEntry is a tensor in the header. The order of the fields is the order
// in the file.
type tensorEntry struct {
	Dtype   string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets [2]int `json:"data_offsets"`
}

// Write writes the tensors in their order as one safetensors file. Equal
// tensors and metadata give equal bytes.
func Write(w io.Writer, tensors []Tensor, metadata map[string]string) error {
	data, err := encode(tensors, metadata)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

func encode(tensors []Tensor, metadata map[string]string) ([]byte, error) {
	header, size, err := encodeHeader(tensors, metadata)
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, lengthBytes+len(header)+size)
	out = binary.LittleEndian.AppendUint64(out, uint64(len(header)))
	out = append(out, header...)
	for _, t := range tensors {
		for _, v := range t.Data {
			if t.Half {
				out = binary.LittleEndian.AppendUint16(out, toHalf(v))
				continue
			}
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
		}
	}
	return out, nil
}

// encodeHeader returns the padded header and the size of the body in bytes.
func encodeHeader(tensors []Tensor, metadata map[string]string) ([]byte, int, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	if len(metadata) > 0 {
		for k, v := range metadata {
			if !utf8.ValidString(k) || !utf8.ValidString(v) {
				return nil, 0, fmt.Errorf("metadata %q is not UTF-8", k)
			}
		}
		// encoding/json sorts the keys of a map.
		if err := writeField(&b, metadataKey, metadata); err != nil {
			return nil, 0, err
		}
	}
	seen := make(map[string]bool, len(tensors))
	offset := 0
	for _, t := range tensors {
		if err := t.Check(); err != nil {
			return nil, 0, err
		}
		if seen[t.Name] {
			return nil, 0, fmt.Errorf("two tensors are named %q", t.Name)
		}
		seen[t.Name] = true
		size, dtype := t.bytes(), dtypeF32
		if t.Half {
			dtype = dtypeF16
		}
		shape := t.Shape
		if shape == nil {
			shape = []int{}
		}
		e := tensorEntry{Dtype: dtype, Shape: shape, Offsets: [2]int{offset, offset + size}}
		if err := writeField(&b, t.Name, e); err != nil {
			return nil, 0, err
		}
		offset += size
	}
	b.WriteByte('}')
	for b.Len()%headerAlign != 0 {
		b.WriteByte(' ')
	}
	if b.Len() > maxHeader {
		return nil, 0, fmt.Errorf("a safetensors header of %d bytes exceeds the format's limit of %d",
			b.Len(), maxHeader)
	}
	return b.Bytes(), offset, nil
}

func writeField(b *bytes.Buffer, key string, value any) error {
	k, err := json.Marshal(key)
	if err != nil {
		return err
	}
	v, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if b.Len() > 1 {
		b.WriteByte(',')
	}
	b.Write(k)
	b.WriteByte(':')
	b.Write(v)
	return nil
}

// Read decodes a whole safetensors file of float32 or half-precision tensors, in the order
// of their values in the file. It checks everything: the lengths must fit the file, names
// must be unique, shapes must match the number of values, and the offsets must cover the
// body exactly once.
func Read(data []byte) ([]Tensor, map[string]string, error) {
	header, body, err := split(data)
	if err != nil {
		return nil, nil, err
	}
	h := headerReader{dec: json.NewDecoder(bytes.NewReader(header))}
	h.dec.UseNumber()
	if err := h.read(); err != nil {
		return nil, nil, fmt.Errorf("safetensors header: %w", err)
	}
	slices.SortStableFunc(h.tensors, func(a, b namedEntry) int {
		if c := a.Offsets[0] - b.Offsets[0]; c != 0 {
			return c
		}
		return a.Offsets[1] - b.Offsets[1] // an empty tensor before the one that starts where it ends
	})
	tensors := make([]Tensor, 0, len(h.tensors))
	end := 0
	for _, e := range h.tensors {
		n, err := elements(e.Shape)
		if err != nil {
			return nil, nil, fmt.Errorf("tensor %q: %w", e.name, err)
		}
		t := Tensor{Name: e.name, Shape: e.Shape, Half: e.Dtype == dtypeF16}
		width := 4
		if t.Half {
			width = 2
		}
		switch {
		case e.Dtype != dtypeF32 && !t.Half:
			return nil, nil, fmt.Errorf("tensor %q has type %q, only %s and %s are understood",
				e.name, e.Dtype, dtypeF32, dtypeF16)
		case e.Offsets[0] != end:
			return nil, nil, fmt.Errorf("tensor %q begins at byte %d of the body, expected %d: tensors overlap or "+
				"leave a hole", e.name, e.Offsets[0], end)
		case e.Offsets[1] < e.Offsets[0] || e.Offsets[1] > len(body):
			return nil, nil, fmt.Errorf("tensor %q ends at byte %d of the body, which has %d: the file is truncated",
				e.name, e.Offsets[1], len(body))
		case e.Offsets[1]-e.Offsets[0] != width*n:
			return nil, nil, fmt.Errorf("tensor %q: shape %v needs %d bytes, the offsets give %d",
				e.name, e.Shape, width*n, e.Offsets[1]-e.Offsets[0])
		}
		end = e.Offsets[1]
		t.Data = make([]float32, n)
		raw := body[e.Offsets[0]:e.Offsets[1]]
		for i := range t.Data {
			if t.Half {
				t.Data[i] = fromHalf(binary.LittleEndian.Uint16(raw[2*i:]))
			} else {
				t.Data[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
			}
		}
		tensors = append(tensors, t)
	}
	if end != len(body) {
		return nil, nil, fmt.Errorf("the tensors cover %d bytes of a body of %d", end, len(body))
	}
	return tensors, h.metadata, nil
}

// split separates header and body.
func split(data []byte) (header, body []byte, err error) {
	if len(data) < lengthBytes {
		return nil, nil, fmt.Errorf("%d bytes are too few for a safetensors file", len(data))
	}
	n := binary.LittleEndian.Uint64(data)
	switch {
	case n > maxHeader:
		return nil, nil, fmt.Errorf("header length %d exceeds the format's limit of %d: not a safetensors file",
			n, maxHeader)
	case n > uint64(len(data)-lengthBytes):
		return nil, nil, fmt.Errorf("header length %d exceeds the file of %d bytes: truncated, or not a "+
			"safetensors file", n, len(data))
	}
	header, body = data[lengthBytes:lengthBytes+int(n)], data[lengthBytes+int(n):]
	if !utf8.Valid(header) {
		return nil, nil, errors.New("the header is not UTF-8")
	}
	if len(header) == 0 || header[0] != '{' {
		return nil, nil, errors.New("the header does not begin with a brace: not a safetensors file")
	}
	return header, body, nil
}

type namedEntry struct {
	name string
	tensorEntry
}

// headerReader walks the header token by token, because encoding/json into a
// map would let the last of two equal keys win silently.
type headerReader struct {
	dec      *json.Decoder
	tensors  []namedEntry
	metadata map[string]string
}

func (h *headerReader) read() error {
	err := h.object(func(key string) error {
		if key == metadataKey {
			return h.readMetadata()
		}
		e := namedEntry{name: key}
		if key == "" {
			return errors.New("a tensor has no name")
		}
		if err := h.readEntry(&e.tensorEntry); err != nil {
			return fmt.Errorf("tensor %q: %w", key, err)
		}
		h.tensors = append(h.tensors, e)
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := h.dec.Token(); err != io.EOF {
		return errors.New("more after the closing brace")
	}
	return nil
}

// object reads one JSON object, calling field for each key, which is unique.
func (h *headerReader) object(field func(key string) error) error {
	if err := h.delim('{'); err != nil {
		return err
	}
	seen := map[string]bool{}
	for h.dec.More() {
		key, err := h.str()
		if err != nil {
			return err
		}
		if seen[key] {
			return fmt.Errorf("duplicate key %q", key)
		}
		if len(seen) == maxKeys {
			return fmt.Errorf("an object with more than %d keys", maxKeys)
		}
		seen[key] = true
		if err := field(key); err != nil {
			return err
		}
	}
	return h.delim('}')
}

func (h *headerReader) readMetadata() error {
	h.metadata = map[string]string{}
	return h.object(func(key string) (err error) {
		h.metadata[key], err = h.str()
		return err
	})
}

func (h *headerReader) readEntry(e *tensorEntry) error {
	var dtype, shape, offsets bool
	err := h.object(func(key string) (err error) {
		switch key {
		case "dtype":
			dtype = true
			e.Dtype, err = h.str()
		case "shape":
			shape = true
			e.Shape, err = h.ints()
		case "data_offsets":
			offsets = true
			var o []int
			if o, err = h.ints(); err == nil && len(o) != 2 {
				return fmt.Errorf("%d data_offsets, want 2", len(o))
			}
			copy(e.Offsets[:], o)
		default:
			return fmt.Errorf("unknown key %q", key)
		}
		return err
	})
	if err == nil && !(dtype && shape && offsets) {
		return errors.New("dtype, shape or data_offsets is missing")
	}
	return err
}

func (h *headerReader) ints() ([]int, error) {
	if err := h.delim('['); err != nil {
		return nil, err
	}
	out := []int{}
	for h.dec.More() {
		t, err := h.dec.Token()
		if err != nil {
			return nil, err
		}
		n, ok := t.(json.Number)
		if !ok {
			return nil, fmt.Errorf("found %v, want a number", t)
		}
		v, err := strconv.ParseInt(n.String(), 10, strconv.IntSize)
		if err != nil || v < 0 {
			return nil, fmt.Errorf("%s is not a size or offset", n)
		}
		if len(out) == maxDimensions {
			return nil, fmt.Errorf("more than %d dimensions", maxDimensions)
		}
		out = append(out, int(v))
	}
	return out, h.delim(']')
}

func (h *headerReader) str() (string, error) {
	t, err := h.dec.Token()
	if err != nil {
		return "", err
	}
	s, ok := t.(string)
	if !ok {
		return "", fmt.Errorf("found %v, want a string", t)
	}
	return s, nil
}

func (h *headerReader) delim(want json.Delim) error {
	t, err := h.dec.Token()
	if err != nil {
		return err
	}
	if t != want {
		return fmt.Errorf("found %v, want %v", t, want)
	}
	return nil
}
