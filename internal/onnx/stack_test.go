package onnx

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
)

// Layers that do not fit are named, whatever is put on top of them.
func TestWrongLayers(t *testing.T) {
	floats := func(n int) []float32 { return make([]float32, n) }
	for want, build := range map[string]func(s *Stack){
		"conv: 17 weights, want 3×3×2×1":                   func(s *Stack) { s.Conv("conv", 3, 1, floats(17), nil) },
		"conv: 1 filters of side 2":                        func(s *Stack) { s.Conv("conv", 2, 1, floats(8), nil) },
		"conv: 0 filters of side 3":                        func(s *Stack) { s.Conv("conv", 3, 0, nil, nil) },
		"conv: 2 biases, want 1":                           func(s *Stack) { s.Conv("conv", 1, 1, floats(2), floats(2)) },
		"conv: a convolution of a result of shape [32]":    func(s *Stack) { s.Flatten(); s.Conv("conv", 1, 1, floats(2), nil) },
		"dense: a dense layer of a result of shape [2 4 4": func(s *Stack) { s.Dense("dense", 1, floats(32), floats(1)) },
		"dense: 32 weights and 2 biases, want 32×1 and 1":  func(s *Stack) { s.Flatten(); s.Dense("dense", 1, floats(32), floats(2)) },
		"bias: 3 biases for a result of shape [32]":        func(s *Stack) { s.Flatten(); s.Add("bias", floats(3)) },
		"first: an output without a layer":                 func(s *Stack) { s.Output("first") },
		"second: an output without a layer":                func(s *Stack) { s.Relu(); s.Output("first"); s.Output("second") },
		`the name "conv.weight" is empty or used twice`: func(s *Stack) {
			s.Conv("conv", 1, 2, floats(4), nil)
			s.Conv("conv", 1, 2, floats(4), nil)
		},
		`the name "planes" is empty`: func(s *Stack) { s.Relu(); s.Output("planes") },
		`the name "" is empty`:       func(s *Stack) { s.Relu(); s.Output("") },
	} {
		s := NewStack("planes", 2, 4, 4)
		build(s)
		s.Relu()
		s.Output("end")
		b, err := s.Encode(About{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
		if b != nil {
			t.Errorf("%s: a file all the same", want)
		}
	}
	s := NewStack("planes", 0, 4, 4)
	s.Relu()
	s.Output("end")
	if _, err := s.Encode(About{}); err == nil {
		t.Error("no channels are accepted")
	}
	s = NewStack("planes", 1, 4, 4)
	s.Relu()
	if _, err := s.Encode(About{}); err == nil || !strings.Contains(err.Error(), "no output") {
		t.Errorf("error %v without output", err)
	}
}

// A file that onnx.checker has accepted, by its hash: any change of the bytes is
// meant, or it is a fault.
func TestGolden(t *testing.T) {
	s := NewStack("planes", 1, 2, 2)
	s.Conv("conv1", 3, 2, []float32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}, []float32{18, 19})
	s.Relu()
	s.Flatten()
	s.Add("point", []float32{1, 2, 3, 4, 5, 6, 7, 8})
	s.Output("logits")
	s.Softmax()
	s.Output("policy")
	s.Dense("dense", 1, []float32{1, 2, 3, 4, 5, 6, 7, 8}, []float32{9})
	s.Tanh()
	s.Output("value")
	b, err := s.Encode(About{Program: "tengen", Version: "v1", Graph: "g", Doc: "d", Properties: []Property{{"k", "v"}}})
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(b)
	if got := hex.EncodeToString(sum[:8]); got != "8c56bf56b43256e6" {
		t.Errorf("%d bytes, SHA-256 %s…", len(b), got)
	}
}
