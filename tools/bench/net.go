package main

import "fmt"

// net is a network in words that all engines understand.
type net struct {
	Arch         string `json:"arch"` // as tengen bench net calls it
	Kind         string `json:"kind"` // policy or value
	Board        int    `json:"board"`
	Planes       int    `json:"planes"`
	Filters      int    `json:"filters"`
	Convolutions int    `json:"convolutions"` // below the 1×1 head: one 5×5, the others 3×3
}

// The networks of the comparison.
var (
	alphago  = net{"alphago", "policy", 19, 48, 192, 12}
	value    = net{"alphago", "value", 19, 49, 192, 12}
	wide19   = net{"64x7", "policy", 19, 48, 64, 7}
	narrow19 = net{"32x5", "policy", 19, 48, 32, 5}
	wide9    = net{"64x7", "policy", 9, 48, 64, 7}
	narrow9  = net{"32x5", "policy", 9, 48, 32, 5}
)

func (n net) String() string {
	name := n.Arch
	if n.Kind != "policy" {
		name += " " + n.Kind
	}
	return fmt.Sprintf("%s %d×%d", name, n.Board, n.Board)
}

// large says that a single position keeps a core busy for milliseconds.
func (n net) large() bool { return n.Filters > 128 }

// file is the name of the network's ONNX file.
func (n net) file() string { return fmt.Sprintf("%s-%s-%d.onnx", n.Arch, n.Kind, n.Board) }
