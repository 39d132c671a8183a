package nets

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/tengen-go/tengen/internal/onnx"
)

// Names of input and outputs in ONNX files.
const (
	ONNXPlanes = "planes" // [N, plane, row, column]
	ONNXLogits = "logits" // [N, point], policy before the softmax
	ONNXPolicy = "policy" // [N, point], probabilities
	ONNXValue  = "value"  // [N, 1], from −1 to 1
)

// ONNXNotes is what an ONNX file says about a network, in addition to the network itself.
type ONNXNotes struct {
	Version string   // of this program
	Model   string   // name of the model
	SHA256  string   // of its file of weights
	Planes  []string // names of the input planes, in their order; may be nil
}

// onnx begins a file with all layers. Their parameters are of one moment, also while
// training goes on.
func (n *network) onnx() *onnx.Stack {
	weights := n.Weights()
	s := onnx.NewStack(ONNXPlanes, n.planes, n.board, n.board)
	for i, l := range n.net.Layers {
		from, to := n.net.Own(i)
		params := make([][]float32, to-from)
		for j, t := range weights[from:to] {
			params[j] = t.Data
		}
		l.ONNX(s, params)
	}
	return s
}

// about writes the notes down for programs and people.
func (n *network) about(kind string, notes ONNXNotes, outputs string) onnx.About {
	a := onnx.About{
		Program: "tengen",
		Version: notes.Version,
		Graph:   kind,
		Doc: fmt.Sprintf("Tengen's %s network for Go on %d×%d, after Silver et al. 2016. "+
			"Input %s is [N, %d, %d, %d]: float32 planes of N positions as the player to move sees them, rows from "+
			"the top, columns from the left. %s",
			kind, n.board, n.board, ONNXPlanes, n.planes, n.board, n.board, outputs),
		Properties: []onnx.Property{
			{Key: "tengen.network", Value: kind},
			{Key: "tengen.board", Value: strconv.Itoa(n.board)},
			{Key: "tengen.planes", Value: strconv.Itoa(n.planes)},
		},
	}
	add := func(key, value string) {
		if value != "" {
			a.Properties = append(a.Properties, onnx.Property{Key: key, Value: value})
		}
	}
	if len(notes.Planes) > 0 {
		names, _ := json.Marshal(notes.Planes) // strings always have a JSON form
		add("tengen.plane_names", string(names))
	}
	add("tengen.model", notes.Model)
	add("tengen.sha256", notes.SHA256)
	return a
}
