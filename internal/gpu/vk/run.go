package vk

import (
	"encoding/binary"
	"fmt"
	"time"
)

// Span is bytes of a buffer, and those of the process that are copied to them or from them. Offset
// and length are multiples of 4.
type Span struct {
	Buffer *Buffer
	Offset int
	Data   []byte
}

// Run copies data to the device, runs lists, and copies data back, in one submission. It returns
// when the device is done.
func (d *Device) Run(writes []Span, lists []*List, reads []Span) error {
	commands := make([]uintptr, 0, len(lists)+2)
	if len(writes) > 0 {
		size, err := spans(writes)
		if err != nil {
			return err
		}
		if d.up, err = d.stage(d.up, size, 0); err != nil {
			return err
		}
		from := 0
		for _, w := range writes {
			from += copy(d.up.bytes[from:], w.Data)
		}
		from = 0
		if err := d.copies.record(func(r *Recorder) {
			r.Wait() // for the run before, which may still read what is written now
			for _, w := range writes {
				if len(w.Data) > 0 {
					r.copy(w.Buffer, d.up.Buffer, bufferCopy{uint64(from), uint64(w.Offset), uint64(len(w.Data))})
				}
				from += len(w.Data)
			}
			r.Wait()
		}); err != nil {
			return err
		}
		commands = append(commands, d.copies.buffer)
	}
	for _, l := range lists {
		commands = append(commands, l.buffer)
	}
	if len(reads) > 0 {
		size, err := spans(reads)
		if err != nil {
			return err
		}
		if d.down, err = d.stage(d.down, size, memoryCached); err != nil {
			return err
		}
		from := 0
		if err := d.after.record(func(r *Recorder) {
			r.Wait()
			for _, w := range reads {
				if len(w.Data) > 0 {
					r.copy(d.down.Buffer, w.Buffer, bufferCopy{uint64(w.Offset), uint64(from), uint64(len(w.Data))})
				}
				from += len(w.Data)
			}
			r.done()
		}); err != nil {
			return err
		}
		commands = append(commands, d.after.buffer)
	}
	if len(commands) == 0 {
		return nil
	}
	if err := d.submit(commands); err != nil {
		return err
	}
	from := 0
	for _, r := range reads {
		from += copy(r.Data, d.down.bytes[from:])
	}
	return nil
}

// spans checks spans and counts their bytes.
func spans(list []Span) (int, error) {
	total := 0
	for _, s := range list {
		if s.Offset < 0 || s.Offset%4 != 0 || len(s.Data)%4 != 0 || s.Offset+len(s.Data) > s.Buffer.Size {
			return 0, fmt.Errorf("bytes %d to %d of a buffer of %d: want multiples of 4 within it",
				s.Offset, s.Offset+len(s.Data), s.Buffer.Size)
		}
		total += len(s.Data)
	}
	return total, nil
}

// submit hands lists to the device and waits. Each list is a batch of its own: some systems reset a
// device that works on one for two seconds.
func (d *Device) submit(commands []uintptr) error {
	a := &d.arena
	a.reset()
	batches := make([]submitInfo, len(commands))
	for i, c := range commands {
		batches[i] = submitInfo{kind: kindSubmit, count: 1, commands: put(a, c)}
	}
	if err := d.do(fnSubmit, d.queue, uintptr(len(batches)), puts(a, batches), uintptr(d.fence)); err != nil {
		return err
	}
	fence := put(a, d.fence)
	if err := d.do(fnWaitFences, d.device, 1, fence, 1, uintptr(d.Deadline.Nanoseconds())); err != nil {
		return err
	}
	return d.do(fnResetFences, d.device, 1, fence)
}

// Clear sets buffers to zero.
func (d *Device) Clear(buffers []*Buffer) error {
	return d.after.once(func(r *Recorder) {
		for _, b := range buffers {
			r.Clear(b)
		}
		r.Wait()
	})
}

// once records a list and runs it.
func (l *List) once(record func(*Recorder)) error {
	if err := l.record(record); err != nil {
		return err
	}
	return l.d.submit([]uintptr{l.buffer})
}

// Times are how long each dispatch of a timed list took in its last run.
func (d *Device) Times(l *List) ([]time.Duration, error) {
	if l.queries == 0 {
		return nil, fmt.Errorf("the list has no clock")
	}
	d.arena.reset()
	n := l.timed + 1
	raw := list[byte](&d.arena, 8*n)
	const wait64 = 1 | 2 // 64 bits, wait
	err := d.do(fnGetQueryResults, d.device, uintptr(l.queries), 0, uintptr(n), uintptr(8*n), at(&raw[0]), 8, wait64)
	if err != nil {
		return nil, err
	}
	out := make([]time.Duration, l.timed)
	for i := range out {
		before, after := binary.NativeEndian.Uint64(raw[8*i:]), binary.NativeEndian.Uint64(raw[8*i+8:])
		out[i] = time.Duration(float64(after-before) * d.period)
	}
	return out, nil
}
