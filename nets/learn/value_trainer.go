package learn

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/nets"
)

// ValueTrainer trains a value network; see [NewValueTrainer].
type ValueTrainer struct{ trainer }

// NewValueTrainer prepares the training of a value network, on the network's device. The optimiser
// starts without memory of earlier steps; SetState gives it one.
func NewValueTrainer(v *nets.Value, cfg TrainerConfig) (*ValueTrainer, error) {
	t := new(ValueTrainer)
	if !(cfg.Owners >= 0) || math.IsInf(cfg.Owners, 0) {
		return nil, fmt.Errorf("trainer: weight %v of owners, want at least 0", cfg.Owners)
	}
	if plane := v.Config().Layers - 1; cfg.Owners > 0 && cfg.Frozen > plane {
		return nil, fmt.Errorf("trainer: %d frozen layers: the plane, layer %d, learns owners", cfg.Frozen, plane+1)
	}
	labels := 1
	if cfg.Owners > 0 {
		labels += v.Points()
	}
	if err := t.prepare(v, labels, func() criterion { return squaredErrorLoss{} }, cfg); err != nil {
		return nil, err
	}
	return t, nil
}

// Step trains on one batch: planes [Batch][points][Stride], labels [Batch][Labels], a weight for
// each sample (nil: all 1), and the step size of the optimiser. The first label is the outcome, from
// −1, the player to move lost, to 1. If the configuration gives Owners a weight, the owners of the
// points at the end of the game follow, row-major: from −1, the opponent, to 1, the player to move.
// Otherwise it is as [Trainer.Step].
func (t *ValueTrainer) Step(planes, labels, weights []float32, rate float64) (StepResult, error) {
	if err := t.label(labels); err != nil {
		return StepResult{}, err
	}
	return t.step(planes, weights, rate)
}

// Begin begins a step. It is as [Trainer.Begin].
func (t *ValueTrainer) Begin(planes, labels, weights []float32, rate float64) error {
	if err := t.label(labels); err != nil {
		return err
	}
	return t.begin(planes, weights, rate)
}

// label takes over the labels of a batch.
func (t *ValueTrainer) label(labels []float32) error {
	if len(labels) != len(t.targets) {
		return fmt.Errorf("training step: %d labels, want %d for each of %d samples",
			len(labels), t.Labels(), t.cfg.Batch)
	}
	for i, z := range labels {
		if z >= -1 && z <= 1 {
			continue
		}
		sample, point := i/t.Labels(), i%t.Labels()-1
		if point < 0 {
			return fmt.Errorf("training step: outcome %v of sample %d, want −1 to 1", z, sample)
		}
		return fmt.Errorf("training step: owner %v of point %d of sample %d, want −1 to 1", z, point, sample)
	}
	copy(t.targets, labels)
	return nil
}
