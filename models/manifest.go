package models

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

// FormatVersion is the format of model folders that this program writes; it
// reads all up to it.
const FormatVersion = 2 // 2: cards, and weights in half precision

// largestBoard is the side of the largest board that a model can be for.
const largestBoard = 19

// ManifestName is the file that makes a folder a model.
const ManifestName = "model.json"

const weightsSuffix = ".safetensors"

// Manifest is model.json: what a model is and where it comes from.
type Manifest struct {
	Format   int                `json:"format"`         // FormatVersion at the time of writing
	Board    int                `json:"board"`          // side of the board, 2 to 19; 0 for any, if no network needs one
	Networks map[string]Network `json:"networks"`       // by kind: Policy, Value, Rollout, Tree, Shapes
	Card     *Card              `json:"card,omitempty"` // nil: none
}

// Network describes one network of a model.
type Network struct {
	Architecture Architecture `json:"architecture"`
	Training     Training     `json:"training"`
	File         File         `json:"file"` // filled in by Save

	// Original is the SHA-256 of the file of full precision that the weights were rounded
	// from; "" if they were not.
	Original string `json:"original,omitempty"`
}

// Architecture is the shape of a convolutional network, or the size of a linear softmax.
type Architecture struct {
	Planes   int `json:"planes,omitempty"`   // input planes
	Layers   int `json:"layers,omitempty"`   // convolutions, the 1×1 head included
	Filters  int `json:"filters,omitempty"`  // channels of every convolution but the head
	Hidden   int `json:"hidden,omitempty"`   // units of the fully connected layer of a value network
	Features int `json:"features,omitempty"` // of a linear softmax (Rollout, Tree), which has nothing else
	Shapes   int `json:"shapes,omitempty"`   // weights of a value function over local shapes, which has nothing else
}

// Describe is the shape of a network in words, for a board of that size.
func (a Architecture) Describe(board int) string {
	if a.Shapes > 0 {
		return fmt.Sprintf("board %d, %d weights", board, a.Shapes)
	}
	if a.Features > 0 {
		return fmt.Sprintf("any board, %d features", a.Features)
	}
	s := fmt.Sprintf("board %d, %d planes, %d layers, %d filters", board, a.Planes, a.Layers, a.Filters)
	if a.Hidden > 0 {
		s += fmt.Sprintf(", %d hidden units", a.Hidden)
	}
	return s
}

// Training is the provenance of weights. Fields that do not apply are left
// empty.
type Training struct {
	Program string             `json:"program,omitempty"` // version of tengen
	Data    []string           `json:"data,omitempty"`    // data sets, as given
	Games   int                `json:"games,omitempty"`   // games trained on
	Steps   uint64             `json:"steps,omitempty"`   // training steps
	Batch   int                `json:"batch,omitempty"`   // positions a step
	Seed    uint64             `json:"seed"`              // of all randomness
	Parent  string             `json:"parent,omitempty"`  // SHA-256 of the weights trained on from
	Figures map[string]float64 `json:"figures,omitempty"` // measured at saving: "top1", "nll", …
	Notes   string             `json:"notes,omitempty"`   // free text
}

// File is a file of weights as the manifest vouches for it.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // hexadecimal
}

// Validate checks what a manifest claims about itself.
func (m Manifest) Validate() error {
	switch {
	case m.Format < 1 || m.Format > FormatVersion:
		return fmt.Errorf("format %d, want 1 to %d", m.Format, FormatVersion)
	case len(m.Networks) == 0:
		return fmt.Errorf("no network")
	case m.Board == 0 && !m.forAnyBoard():
		return fmt.Errorf("no board, and networks that need one")
	case m.Board != 0 && (m.Board < 2 || m.Board > largestBoard):
		return fmt.Errorf("board %d, want 2 to 19", m.Board)
	}
	for kind, n := range m.Networks {
		if _, ok := kindOf(kind); !ok {
			return fmt.Errorf("network %q is of no known kind", kind)
		}
		if n.File.Name != kind+weightsSuffix || n.File.Name != filepath.Base(n.File.Name) {
			return fmt.Errorf("network %q is in file %q, want %q", kind, n.File.Name, kind+weightsSuffix)
		}
		if !isSHA256(n.File.SHA256) {
			return fmt.Errorf("network %q: %q is not a SHA-256", kind, n.File.SHA256)
		}
		if n.Original != "" && !isSHA256(n.Original) {
			return fmt.Errorf("network %q: the original is %q, not a SHA-256", kind, n.Original)
		}
		if n.File.Bytes < 0 {
			return fmt.Errorf("network %q: %d bytes", kind, n.File.Bytes)
		}
	}
	return nil
}

func isSHA256(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
}

// forAnyBoard says whether no network is tied to a size of the board.
func (m Manifest) forAnyBoard() bool {
	for name := range m.Networks {
		if k, _ := kindOf(name); !k.anyBoard {
			return false
		}
	}
	return true
}

func (m Manifest) encode() ([]byte, error) {
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	return append(data, '\n'), nil
}

// decodeManifest reads the format first: the rest of a newer one may mean
// anything.
func decodeManifest(path string, data []byte) (Manifest, error) {
	var head struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return Manifest{}, &Fault{
			Path:   path,
			Kind:   ErrDamaged,
			Reason: "not a manifest: " + err.Error(),
			Remedy: remedyRestore,
		}
	}
	if head.Format > FormatVersion {
		return Manifest{}, &Fault{
			Path: path, Kind: ErrNewer,
			Reason: fmt.Sprintf("model format %d, this program reads up to %d", head.Format, FormatVersion),
			Remedy: remedyNewer,
		}
	}
	var m Manifest
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&m); err != nil {
		return Manifest{}, &Fault{
			Path:   path,
			Kind:   ErrDamaged,
			Reason: "not a manifest: " + err.Error(),
			Remedy: remedyRestore,
		}
	}
	if err := m.Validate(); err != nil {
		return Manifest{}, &Fault{Path: path, Kind: ErrDamaged, Reason: err.Error(), Remedy: remedyRestore}
	}
	return m, nil
}
