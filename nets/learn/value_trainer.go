package learn

import (
	"fmt"

	"github.com/tengen-go/tengen/nets"
)

// ValueTrainer trains a value network; see [NewValueTrainer].
type ValueTrainer struct{ trainer }

// NewValueTrainer prepares the training of a value network, on the network's device. The optimiser
// starts without memory of earlier steps; SetState gives it one.
func NewValueTrainer(v *nets.Value, cfg TrainerConfig) (*ValueTrainer, error) {
	t := new(ValueTrainer)
	if err := t.prepare(v, 1, func() criterion { return squaredErrorLoss{} }, cfg); err != nil {
		return nil, err
	}
	return t, nil
}

// Step trains on one batch: planes [Batch][points][Stride], outcomes [Batch] (from
// −1, the player to move lost, to 1), a weight for each sample (nil: all 1), and the
// step size of the optimiser. Otherwise it is as [Trainer.Step].
func (t *ValueTrainer) Step(planes, outcomes, weights []float32, rate float64) (StepResult, error) {
	if err := t.label(outcomes); err != nil {
		return StepResult{}, err
	}
	return t.step(planes, weights, rate)
}

// Begin begins a step. It is as [Trainer.Begin].
func (t *ValueTrainer) Begin(planes, outcomes, weights []float32, rate float64) error {
	if err := t.label(outcomes); err != nil {
		return err
	}
	return t.begin(planes, weights, rate)
}

// label takes over the outcomes of a batch.
func (t *ValueTrainer) label(outcomes []float32) error {
	if len(outcomes) != t.cfg.Batch {
		return fmt.Errorf("training step: %d outcomes, want %d", len(outcomes), t.cfg.Batch)
	}
	for i, z := range outcomes {
		if !(z >= -1 && z <= 1) {
			return fmt.Errorf("training step: outcome %v of sample %d, want −1 to 1", z, i)
		}
	}
	copy(t.targets, outcomes)
	return nil
}
