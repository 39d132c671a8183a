package train

import (
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train/sample"
)

// PolicyStart is the weights that a policy network begins with: [FromSeed] or [FromPolicy].
type PolicyStart interface {
	// startPolicy sets the weights. It returns how many of the first convolutions have learned, and so may be frozen.
	startPolicy(l *policyLearner) (layers int, err error)
	// hash is the SHA-256 of the file that they come from, "" for none.
	hash() string
}

// ValueStart is the weights that a value network begins with: [FromSeed], [FromValue] or [FromPolicy].
type ValueStart interface {
	startValue(l *valueLearner) (layers int, err error)
	hash() string
}

var errNoStart = errors.New("no weights to begin with: want train.FromSeed{} or those of a network")

// FromSeed are weights drawn from the seed of the run.
type FromSeed struct{}

func (FromSeed) startPolicy(*policyLearner) (int, error) { return 0, nil }
func (FromSeed) startValue(*valueLearner) (int, error)   { return 0, nil }
func (FromSeed) hash() string                            { return "" }

// FromPolicy are the weights of a policy network. A value network takes the first half of its
// convolutions over, see [nets.Value.SetTrunk].
type FromPolicy struct {
	Policy *nets.Policy
	SHA256 string // of its file
}

func (f FromPolicy) hash() string { return f.SHA256 }

func (f FromPolicy) startPolicy(l *policyLearner) (int, error) {
	got, want := f.Policy.Config(), l.Config()
	if got != want {
		return 0, fmt.Errorf("the initial weights are of a network for %s; the run wants one for %s",
			policyInWords(got), policyInWords(want))
	}
	return want.Layers - 1, l.SetWeights(f.Policy.Weights())
}

// trunkPositions is on how many positions the size of a policy's activations is measured.
const trunkPositions = 64

func (f FromPolicy) startValue(l *valueLearner) (int, error) {
	order, err := sample.NewOrder(l.data.Len(), l.seed)
	if err != nil {
		return 0, err
	}
	n := int(min(trunkPositions, l.data.Len()))
	sampler, size := l.data.NewSampler(l.Stride()), l.Points()*l.Stride()
	planes := make([]float32, n*size)
	for i := range n {
		position, _ := order.Sample(int64(i))
		if _, err := sampler.Sample(planes[i*size:(i+1)*size], position, 0, 0); err != nil {
			return 0, err
		}
	}
	layers := l.Config().Trunk()
	if l.Config().Planes > f.Policy.Config().Planes {
		layers = 0 // the weights of the planes that the policy lacks are still 0
	}
	return layers, l.SetTrunk(f.Policy, planes, n)
}

// FromValue are the weights of a value network. Of a network for another board the convolutions are
// taken, see [nets.Value.SetBody].
type FromValue struct {
	Value  *nets.Value
	SHA256 string // of its file
}

func (f FromValue) hash() string { return f.SHA256 }

func (f FromValue) startValue(l *valueLearner) (int, error) {
	got, want := f.Value.Config(), l.Config()
	if got.Board != want.Board {
		return want.Layers - 1, l.SetBody(f.Value)
	}
	if got != want {
		return 0, fmt.Errorf("the initial weights are of a network for %s; the run wants one for %s",
			valueInWords(got), valueInWords(want))
	}
	return want.Layers - 1, l.SetWeights(f.Value.Weights())
}

// policyInWords is the shape of a network as people say it.
func policyInWords(c nets.PolicyConfig) string {
	return fmt.Sprintf("%d×%d with %d planes and %d layers of %d filters",
		c.Board, c.Board, c.Planes, c.Layers, c.Filters)
}

// valueInWords is the shape of a network as people say it.
func valueInWords(c nets.ValueConfig) string {
	return fmt.Sprintf("%d×%d with %d planes, %d layers of %d filters and %d hidden units",
		c.Board, c.Board, c.Planes, c.Layers, c.Filters, c.Hidden)
}
