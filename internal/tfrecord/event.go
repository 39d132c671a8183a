package tfrecord

import (
	"fmt"
	"io"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// FileVersion is the content of the first event of every event file.
const FileVersion = "brain.Event:2"

// Scalar is one point of one curve.
type Scalar struct {
	Tag   string  // name of the curve; a slash groups curves in TensorBoard
	Value float32 // the value at the event's step
}

// Event is the part of tensorflow.Event that scalar curves use.
type Event struct {
	WallTime    float64  // seconds since 1970
	Step        int64    // training step
	FileVersion string   // only in the first event of a file
	Start       bool     // a session starts at Step: later points of earlier files are void
	Scalars     []Scalar // the values at Step
}

// Field numbers of tensorflow/core/util/event.proto and
// tensorflow/core/framework/summary.proto.
const (
	eventWallTime    = 1
	eventStep        = 2
	eventFileVersion = 3
	eventSummary     = 5
	eventSessionLog  = 7

	summaryValue = 1

	valueTag    = 1
	valueSimple = 2

	sessionStatus      = 1
	sessionStatusStart = 1
)

// AppendEvent appends the protocol buffer message of e to dst.
func AppendEvent(dst []byte, e Event) []byte {
	dst = protowire.AppendTag(dst, eventWallTime, protowire.Fixed64Type)
	dst = protowire.AppendFixed64(dst, math.Float64bits(e.WallTime))
	if e.Step != 0 {
		dst = protowire.AppendTag(dst, eventStep, protowire.VarintType)
		dst = protowire.AppendVarint(dst, uint64(e.Step))
	}
	if e.FileVersion != "" {
		dst = protowire.AppendTag(dst, eventFileVersion, protowire.BytesType)
		dst = protowire.AppendString(dst, e.FileVersion)
	}
	if len(e.Scalars) > 0 {
		var summary, value []byte
		for _, s := range e.Scalars {
			value = protowire.AppendTag(value[:0], valueTag, protowire.BytesType)
			value = protowire.AppendString(value, s.Tag)
			value = protowire.AppendTag(value, valueSimple, protowire.Fixed32Type)
			value = protowire.AppendFixed32(value, math.Float32bits(s.Value))
			summary = protowire.AppendTag(summary, summaryValue, protowire.BytesType)
			summary = protowire.AppendBytes(summary, value)
		}
		dst = protowire.AppendTag(dst, eventSummary, protowire.BytesType)
		dst = protowire.AppendBytes(dst, summary)
	}
	if e.Start {
		log := protowire.AppendTag(nil, sessionStatus, protowire.VarintType)
		log = protowire.AppendVarint(log, sessionStatusStart)
		dst = protowire.AppendTag(dst, eventSessionLog, protowire.BytesType)
		dst = protowire.AppendBytes(dst, log)
	}
	return dst
}

// ParseEvent reads the message that AppendEvent writes; unknown fields are
// skipped. Errors wrap ErrDamaged.
func ParseEvent(b []byte) (Event, error) {
	var e Event
	err := fields(b, func(num protowire.Number, typ protowire.Type, v uint64, b []byte) error {
		switch {
		case num == eventWallTime && typ == protowire.Fixed64Type:
			e.WallTime = math.Float64frombits(v)
		case num == eventStep && typ == protowire.VarintType:
			e.Step = int64(v)
		case num == eventFileVersion && typ == protowire.BytesType:
			e.FileVersion = string(b)
		case num == eventSummary && typ == protowire.BytesType:
			return fields(b, func(num protowire.Number, typ protowire.Type, _ uint64, b []byte) error {
				if num != summaryValue || typ != protowire.BytesType {
					return nil
				}
				s, err := parseScalar(b)
				e.Scalars = append(e.Scalars, s)
				return err
			})
		case num == eventSessionLog && typ == protowire.BytesType:
			return fields(b, func(num protowire.Number, typ protowire.Type, v uint64, _ []byte) error {
				if num == sessionStatus && typ == protowire.VarintType {
					e.Start = v == sessionStatusStart
				}
				return nil
			})
		}
		return nil
	})
	return e, err
}

func parseScalar(b []byte) (Scalar, error) {
	var s Scalar
	err := fields(b, func(num protowire.Number, typ protowire.Type, v uint64, b []byte) error {
		switch {
		case num == valueTag && typ == protowire.BytesType:
			s.Tag = string(b)
		case num == valueSimple && typ == protowire.Fixed32Type:
			s.Value = math.Float32frombits(uint32(v))
		}
		return nil
	})
	return s, err
}

// fields calls visit for every field of a message: v holds a number, b the
// bytes of a length-delimited field.
func fields(msg []byte, visit func(num protowire.Number, typ protowire.Type, v uint64, b []byte) error) error {
	for len(msg) > 0 {
		num, typ, n := protowire.ConsumeTag(msg)
		if n < 0 {
			return fmt.Errorf("%w: %v", ErrDamaged, protowire.ParseError(n))
		}
		msg = msg[n:]
		var v uint64
		var b []byte
		switch typ {
		case protowire.VarintType:
			v, n = protowire.ConsumeVarint(msg)
		case protowire.Fixed64Type:
			v, n = protowire.ConsumeFixed64(msg)
		case protowire.Fixed32Type:
			var v32 uint32
			v32, n = protowire.ConsumeFixed32(msg)
			v = uint64(v32)
		case protowire.BytesType:
			b, n = protowire.ConsumeBytes(msg)
		default:
			n = protowire.ConsumeFieldValue(num, typ, msg)
		}
		if n < 0 {
			return fmt.Errorf("%w: field %d: %v", ErrDamaged, num, protowire.ParseError(n))
		}
		msg = msg[n:]
		if err := visit(num, typ, v, b); err != nil {
			return err
		}
	}
	return nil
}

// EventWriter writes an event file.
type EventWriter struct {
	frames *Writer
	buf    []byte
}

// NewEventWriter starts an event file on w: the version, and the mark that a
// session starts at step, by which TensorBoard drops what an interrupted run
// wrote beyond its last checkpoint. wall is in seconds since 1970.
func NewEventWriter(w io.Writer, wall float64, step int64) (*EventWriter, error) {
	e := &EventWriter{frames: NewWriter(w)}
	if err := e.Write(Event{WallTime: wall, FileVersion: FileVersion}); err != nil {
		return nil, err
	}
	if err := e.Write(Event{WallTime: wall, Step: step, Start: true}); err != nil {
		return nil, err
	}
	return e, nil
}

// Write appends one event.
func (w *EventWriter) Write(e Event) error {
	w.buf = AppendEvent(w.buf[:0], e)
	return w.frames.Write(w.buf)
}
