package nets

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/tengen-go/tengen/internal/onnx"
	"github.com/tengen-go/tengen/models"
)

// Names of input and outputs in ONNX files.
const (
	ONNXPlanes = "planes" // [N, plane, row, column]
	ONNXLogits = "logits" // [N, point], policy before the softmax
	ONNXPolicy = "policy" // [N, point], probabilities
	ONNXValue  = "value"  // [N, 1], from −1 to 1
)

// ONNXNotes is what an ONNX file tells about a network beside the network itself.
type ONNXNotes struct {
	Version string   // of this program
	Model   string   // name of the model
	SHA256  string   // of its file of weights
	Planes  []string // names of the input planes, in their order; may be nil
}

// ONNX returns the network as a file for ONNX Runtime and other engines: input
// ONNXPlanes, outputs ONNXLogits and ONNXPolicy, any batch, float32. The planes
// come channel-first there, [N, plane, row, column], and without padding. The file
// is the same to the byte for the same weights and notes.
func (p *Policy) ONNX(notes ONNXNotes) ([]byte, error) {
	s, above := p.onnxTrunk()
	s.Conv("head", 1, 1, above[0].Data, nil)
	s.Flatten()
	s.Add("head.point", above[1].Data)
	s.Output(ONNXLogits)
	s.Softmax()
	s.Output(ONNXPolicy)
	return s.Encode(notes.about(models.Policy, p.trunk,
		"logits and policy hold one value a point, in the same order: policy is the probability that a strong player moves there. There is no output for a pass."))
}

// ONNX returns the network as a file, as [Policy.ONNX] does: input ONNXPlanes, output
// ONNXValue.
func (v *Value) ONNX(notes ONNXNotes) ([]byte, error) {
	s, above := v.onnxTrunk()
	s.Conv("head", 1, 1, above[0].Data, above[1].Data)
	s.Flatten()
	s.Dense("hidden", v.cfg.Hidden, above[2].Data, above[3].Data)
	s.Relu()
	s.Dense("outcome", 1, above[4].Data, above[5].Data)
	s.Tanh()
	s.Output(ONNXValue)
	return s.Encode(notes.about(models.Value, v.trunk,
		"value is the outcome to be expected, from −1 (the player to move loses) to 1 (wins)."))
}

// onnxTrunk begins a file by the convolutions that all networks share, and returns the
// parameters of the layers above. They are of one moment, also while training goes on.
func (n *network) onnxTrunk() (s *onnx.Stack, above []models.Tensor) {
	tensors := n.Weights()
	s = onnx.NewStack(ONNXPlanes, n.trunk.planes, n.trunk.board, n.trunk.board)
	convs := n.trunk.convs()
	for i, c := range convs {
		s.Conv(fmt.Sprintf("conv%d", i+1), c.Filter, c.Out, tensors[2*i].Data, tensors[2*i+1].Data)
		s.Relu()
	}
	return s, tensors[2*len(convs):]
}

// about writes the notes down for programs and people.
func (notes ONNXNotes) about(kind string, t trunk, outputs string) onnx.About {
	a := onnx.About{
		Program: "tengen",
		Version: notes.Version,
		Graph:   kind,
		Doc: fmt.Sprintf("Tengen's %s network for Go on %d×%d, after Silver et al. 2016. "+
			"Input %s is [N, %d, %d, %d]: float32 planes of N positions as the player to move sees them, rows from the top, columns from the left. %s",
			kind, t.board, t.board, ONNXPlanes, t.planes, t.board, t.board, outputs),
		Properties: []onnx.Property{
			{Key: "tengen.network", Value: kind},
			{Key: "tengen.board", Value: strconv.Itoa(t.board)},
			{Key: "tengen.planes", Value: strconv.Itoa(t.planes)},
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
