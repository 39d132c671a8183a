package train

import (
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/nets/learn"
	"github.com/tengen-go/tengen/train/session"
)

// Overrides are the settings of a policy network's training that people choose, for the command line (the tags help,
// placeholder, name and xor, which are kong's) and for files (toml). A setting that is left out
// keeps the value of the preset. A field sets the field of its name in [Learning], so that a new
// setting is a field there and one here.
type Overrides struct {
	Layers  *int `toml:"layers" help:"Number of convolutions, the last 1×1 included." why:"If the curves are flat long before the end, the network is too small; each layer costs time." placeholder:"N"`
	Filters *int `toml:"filters" help:"Channels of the hidden layers." why:"A wide network needs hours and many games; in minutes a narrow one often learns more." placeholder:"N"`
	Planes  *int `toml:"planes" help:"Input planes: 4, 12, 20 or 48; for a value network also 49." placeholder:"N"`

	Optimizer   *string  `toml:"optimizer" help:"sgd, momentum, adam or muon." why:"Muon needs two thirds of the samples that Adam needs." placeholder:"NAME"`
	Momentum    *float64 `toml:"momentum" help:"Share of the velocity that a step keeps, for --optimizer momentum." placeholder:"X"`
	WeightDecay *float64 `toml:"weight-decay" help:"How strongly weights are pulled to zero." why:"Without it weights grow without end, which costs accuracy." placeholder:"X"`
	Batch       *int     `toml:"batch" help:"Positions per step." why:"32 to 128 come to the same." placeholder:"N"`
	Rate        *float64 `toml:"rate" help:"Learning rate." why:"If the loss stays high, try half of it." placeholder:"X"`
	Schedule    *string  `toml:"schedule" help:"halve, cosine, linear or constant." why:"A cosine uses the whole time, whatever its length." placeholder:"NAME"`
	HalveEvery  *int64   `toml:"halve-every" help:"Steps after which the rate is halved; 0: never. Implies --schedule halve." placeholder:"N"`
	WarmUp      *float64 `toml:"warm-up" help:"Fraction of the run in which the rate rises." placeholder:"X"`

	Steps  *int64             `toml:"steps" help:"Length of the run in steps." xor:"length" placeholder:"N"`
	Epochs *float64           `toml:"epochs" help:"Length of the run in passes over all positions." xor:"length" placeholder:"X"`
	Time   *settings.Duration `toml:"time" help:"Length of the run in time, such as 30m. The schedule fits it (default without --steps, --epochs and --time: 30m)." why:"Much of the gain comes near the end, so a run that is stopped halfway looks worse than it is." xor:"length" placeholder:"D"`

	LogEvery           *int64             `toml:"log-every" help:"Steps between lines of metrics." placeholder:"N"`
	EvalEvery          *int64             `toml:"eval-every" help:"Steps between measurements on held-out games; 0: only at the end." placeholder:"N"`
	EvalPositions      *int               `toml:"eval-positions" help:"Held-out positions of one measurement; 0: all." placeholder:"N"`
	CheckpointInterval *settings.Duration `toml:"checkpoint-every" name:"checkpoint-every" help:"Time between checkpoints." placeholder:"D"`
	StallAfter         *int64             `toml:"stall-after" help:"Stop if the loss has not fallen after this many steps; 0: never." placeholder:"N"`
	Overfit            *int               `toml:"check-overfit" name:"check-overfit" help:"First check that a new network can learn N positions by heart, and stop if it cannot; 0: no check." placeholder:"N"`
}

// Over replaces the settings of c that are given. A setting that the others make meaningless is
// an error.
func (o *Overrides) Over(c *PolicyConfig) error { return o.over(&c.Learning) }

func (o *Overrides) over(c *Learning) error {
	if o.Optimizer != nil {
		c.UseOptimizer(*o.Optimizer) // before the momentum and the weight decay, which it changes
	}
	if o.HalveEvery != nil {
		c.Schedule = "halve" // before the schedule, which may contradict
	}
	if !settings.Over(c, o) && c.Steps == 0 {
		c.Time = session.DefaultLength
	}
	if o.HalveEvery != nil && c.Schedule != "halve" {
		return fmt.Errorf("halve-every %d has no meaning for the schedule %s: leave one of them out",
			*o.HalveEvery, c.Schedule)
	}
	if o.HalveEvery == nil && c.Schedule == "halve" && c.HalveEvery == 0 {
		return errors.New("schedule halve, but no halve-every, the steps between: add it, or choose another schedule")
	}
	return learn.CheckMomentum(o.Momentum, c.Optimizer)
}

// ValueOverrides are the settings of a value network's training.
type ValueOverrides struct {
	Overrides

	Hidden *int     `toml:"hidden" help:"Units of the fully connected layer." placeholder:"N"`
	Owners *float64 `toml:"owners" help:"Weight of learning who owns each point at the end; 0: none." placeholder:"X"`
}

// Over replaces the settings of c that are given.
func (o *ValueOverrides) Over(c *ValueConfig) error {
	if o.Hidden != nil && *o.Hidden < 1 {
		return fmt.Errorf("hidden %d: want at least 1", *o.Hidden)
	}
	err := o.Overrides.over(&c.Learning)
	settings.Over(c, o)
	return err
}
