package train

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/tfrecord"
)

// Kinds of metric lines.
const (
	KindTrain = "train" // mean over the steps since the last line, on training samples
	KindEval  = "eval"  // held-out games
)

// Metric is one line of metrics.jsonl: one point of the curves.
type Metric struct {
	Kind    string  `json:"kind"`    // KindTrain or KindEval
	Step    int64   `json:"step"`    // optimiser steps done
	Epoch   float64 `json:"epoch"`   // passes over all positions done
	Samples int64   `json:"samples"` // positions seen by the optimiser
	Wall    float64 `json:"wall_s"`  // seconds of training, interruptions not counted
	Loss    float64 `json:"loss"`    // of a policy in nats, of a value network MSEHalf

	// Of a policy, shares in [0, 1].
	Top1 float64 `json:"top1,omitzero"`
	Top5 float64 `json:"top5,omitzero"`

	// Of a value network: the mean of (z − v)² of outcomes z = ±1, of its half, which the
	// paper gives, and of the same with z and v as winning probabilities; and the share
	// of positions where v has the sign of z.
	MSE     float64 `json:"mse,omitzero"`
	MSEHalf float64 `json:"mse_half,omitzero"`
	MSEUnit float64 `json:"mse_unit,omitzero"`
	Sign    float64 `json:"sign,omitzero"`

	// Of training lines.
	Rate      float64 `json:"rate,omitempty"`            // learning rate of the last step
	PerSecond float64 `json:"positions_per_s,omitempty"` // training speed

	// Of held-out lines: 95% intervals over games, and the MSE of the constant that is
	// best for these positions, their mean outcome.
	MSELo     float64 `json:"mse_lo,omitempty"`
	MSEHi     float64 `json:"mse_hi,omitempty"`
	Constant  float64 `json:"constant,omitempty"`
	Top1Lo    float64 `json:"top1_lo,omitempty"`
	Top1Hi    float64 `json:"top1_hi,omitempty"`
	LossLo    float64 `json:"loss_lo,omitempty"`
	LossHi    float64 `json:"loss_hi,omitempty"`
	Positions int     `json:"positions,omitempty"`
	Games     int     `json:"games,omitempty"`
}

// ofValue says whether the line is of a value network.
func (m *Metric) ofValue() bool { return m.MSE > 0 }

// squared fills in the scales of a mean squared error, raw.
func (m *Metric) squared(mse float64) {
	m.MSE, m.MSEHalf, m.MSEUnit = mse, mse/2, mse/4
	m.Loss = m.MSEHalf
}

// scalars are the curves of m for TensorBoard.
func (m *Metric) scalars() []tfrecord.Scalar {
	group := "train/"
	if m.Kind == KindEval {
		group = "heldout/"
	}
	s := []tfrecord.Scalar{{Tag: group + "loss", Value: float32(m.Loss)}}
	if m.ofValue() {
		s = append(s,
			tfrecord.Scalar{Tag: group + "mse", Value: float32(m.MSE)},
			tfrecord.Scalar{Tag: group + "mse_half", Value: float32(m.MSEHalf)},
			tfrecord.Scalar{Tag: group + "mse_unit", Value: float32(m.MSEUnit)},
			tfrecord.Scalar{Tag: group + "sign", Value: float32(m.Sign)})
	} else {
		s = append(s,
			tfrecord.Scalar{Tag: group + "top1", Value: float32(m.Top1)},
			tfrecord.Scalar{Tag: group + "top5", Value: float32(m.Top5)})
	}
	if m.Kind == KindTrain {
		s = append(s,
			tfrecord.Scalar{Tag: "rate", Value: float32(m.Rate)},
			tfrecord.Scalar{Tag: "positions_per_s", Value: float32(m.PerSecond)},
			tfrecord.Scalar{Tag: "epoch", Value: float32(m.Epoch)})
	}
	return s
}

// at is the step of the line, and whether it is a measurement.
func (m *Metric) at() (step int64, measured bool) { return m.Step, m.Kind == KindEval }

// ReadMetrics reads a metrics.jsonl. A last line that a kill cut off is left out.
func ReadMetrics(path string) ([]Metric, error) { return readLines[Metric](path) }

func readLines[M any](path string) ([]M, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var ms []M
	for n := 1; len(b) > 0; n++ {
		line, rest, whole := bytes.Cut(b, []byte{'\n'})
		if !whole {
			break
		}
		b = rest
		var m M
		if err := json.Unmarshal(line, &m); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		ms = append(ms, m)
	}
	return ms, nil
}

// metricLine is a line of metrics of some kind of run.
type metricLine[M any] interface {
	*M
	at() (step int64, measured bool)
	scalars() []tfrecord.Scalar
}

// metricsLog appends metrics to metrics.jsonl and to an event file.
type metricsLog[M any, P metricLine[M]] struct {
	file   *os.File
	events *os.File
	writer *tfrecord.EventWriter
	all    []M // what the file holds, for the curves
}

// eventsPath is the file for TensorBoard of the session that began at now.
func eventsPath(dir string, now time.Time) string {
	return filepath.Join(dir, eventsPrefix+strconv.FormatInt(now.UnixNano(), 10)+".tengen")
}

// openMetrics opens the logs of the run in dir that stands at step and was measured last at
// evaluated: what an interrupted run wrote beyond its checkpoint, it will write
// again; so that is dropped from metrics.jsonl and voided in the events.
func openMetrics[M any, P metricLine[M]](dir string, step, evaluated int64, now time.Time) (*metricsLog[M, P], error) {
	path := filepath.Join(dir, MetricsName)
	all, err := readLines[M](path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l := &metricsLog[M, P]{}
	var kept bytes.Buffer
	w := bufio.NewWriter(&kept)
	enc := json.NewEncoder(w)
	for _, m := range all {
		if at, measured := P(&m).at(); at > step || measured && at > evaluated {
			continue
		}
		l.all = append(l.all, m)
		if err := enc.Encode(m); err != nil {
			return nil, err
		}
	}
	if err := w.Flush(); err != nil {
		return nil, err
	}
	if err := atomicfile.Write(path, kept.Bytes()); err != nil {
		return nil, err
	}
	if l.file, err = os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
		return nil, err
	}
	if l.events, err = os.OpenFile(eventsPath(dir, now), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
		return nil, errors.Join(err, l.file.Close())
	}
	// TensorBoard drops points at or beyond the start of a later session.
	if l.writer, err = tfrecord.NewEventWriter(l.events, float64(now.UnixNano())/1e9, step+1); err != nil {
		return nil, errors.Join(err, l.close())
	}
	return l, nil
}

// write appends one point, each line with a single system call.
func (l *metricsLog[M, P]) write(m M, unix float64) error {
	line, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if _, err := l.file.Write(append(line, '\n')); err != nil {
		return err
	}
	l.all = append(l.all, m)
	step, _ := P(&m).at()
	return l.writer.Write(tfrecord.Event{WallTime: unix, Step: step, Scalars: P(&m).scalars()})
}

// sync makes the lines so far survive a loss of power.
func (l *metricsLog[M, P]) sync() error { return errors.Join(l.file.Sync(), l.events.Sync()) }

func (l *metricsLog[M, P]) close() error {
	return errors.Join(l.file.Close(), l.events.Close())
}
