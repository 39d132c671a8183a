package session

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

// Kinds of lines of metrics.
const (
	KindTrain = "train" // mean over the steps since the last line, on training samples
	KindEval  = "eval"  // held-out games
)

const eventsPrefix = "events.out.tfevents."

// ReadLines reads a metrics.jsonl with lines of type M. A last line that a kill cut off is left out.
func ReadLines[M any](path string) ([]M, error) {
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
			return nil, fmt.Errorf("%s:%d: %w: take the line away", path, n, err)
		}
		ms = append(ms, m)
	}
	return ms, nil
}

// Line is a line of metrics of some kind of run.
type Line[M any] interface {
	*M
	// At is the step of the line, and whether it is a measurement.
	At() (step int64, measured bool)
	// Scalars are what TensorBoard shows of it.
	Scalars() []tfrecord.Scalar
}

// metricsLog appends metrics to metrics.jsonl and to an event file.
type metricsLog[M any, P Line[M]] struct {
	file   *os.File
	events *os.File
	writer *tfrecord.EventWriter
	all    []M // what the file holds, for the curves
}

// eventsPath is the file for TensorBoard of the session that began at now.
func eventsPath(dir string, now time.Time) string {
	return filepath.Join(dir, eventsPrefix+strconv.FormatInt(now.UnixNano(), 10)+".local")
}

// openMetrics opens the logs of the run in dir that stands at step and was measured last at
// evaluated: what an interrupted run wrote beyond its checkpoint, it will write
// again; so that is dropped from metrics.jsonl and voided in the events.
func openMetrics[M any, P Line[M]](dir string, step, evaluated int64, now time.Time) (*metricsLog[M, P], error) {
	path := filepath.Join(dir, MetricsName)
	all, err := ReadLines[M](path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l := &metricsLog[M, P]{}
	var kept bytes.Buffer
	w := bufio.NewWriter(&kept)
	enc := json.NewEncoder(w)
	for _, m := range all {
		if at, measured := P(&m).At(); at > step || measured && at > evaluated {
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
	step, _ := P(&m).At()
	return l.writer.Write(tfrecord.Event{WallTime: unix, Step: step, Scalars: P(&m).Scalars()})
}

// sync makes the lines so far survive a loss of power.
func (l *metricsLog[M, P]) sync() error { return errors.Join(l.file.Sync(), l.events.Sync()) }

func (l *metricsLog[M, P]) close() error {
	return errors.Join(l.file.Close(), l.events.Close())
}
