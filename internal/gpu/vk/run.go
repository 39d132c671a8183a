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

// slot is what a submission has to itself until the device is done with it. Slots are used again.
type slot struct {
	before, after *List // copies, recorded anew each time
	up, down      *staging
	fence         handle
}

// slot is one that no submission has.
func (d *Device) slot() (s *slot, err error) {
	if n := len(d.idle); n > 0 {
		s, d.idle = d.idle[n-1], d.idle[:n-1]
		return s, nil
	}
	into := d.into
	d.into = &d.own // it outlives the group at work
	defer func() { d.into = into }()
	s = new(slot)
	if s.before, err = d.newList(); err != nil {
		return nil, err
	}
	if s.after, err = d.newList(); err != nil {
		return nil, err
	}
	d.arena.reset()
	s.fence, err = d.make(fnCreateFence, fnDestroyFence, put(&d.arena, fenceCreateInfo{kind: kindFence}))
	return s, err
}

// Submission is work that the device has got.
type Submission struct {
	d     *Device
	slot  *slot // nil: there was nothing to do
	reads []Span
}

// Start has the device copy data to it, run lists, and copy data back, in one submission, after those that came
// before. It does not wait for any of this. The data of the writes are free for the caller when it returns.
func (d *Device) Start(writes []Span, lists []*List, reads []Span) (*Submission, error) {
	if len(writes)+len(lists)+len(reads) == 0 {
		return &Submission{d: d}, nil
	}
	s, err := d.slot()
	if err != nil {
		return nil, err
	}
	commands, err := d.commandsOf(s, writes, lists, reads)
	if err == nil {
		err = d.submit(commands, s.fence)
	}
	if err != nil {
		d.idle = append(d.idle, s)
		return nil, err
	}
	return &Submission{d: d, slot: s, reads: reads}, nil
}

// commandsOf stages the writes of a submission and records its copies.
func (d *Device) commandsOf(s *slot, writes []Span, lists []*List, reads []Span) ([]uintptr, error) {
	commands := make([]uintptr, 0, len(lists)+2)
	if len(writes) > 0 {
		size, err := spans(writes)
		if err != nil {
			return nil, err
		}
		if s.up, err = d.stage(s.up, size, 0); err != nil {
			return nil, err
		}
		from := 0
		for _, w := range writes {
			from += copy(s.up.bytes[from:], w.Data)
		}
		from = 0
		if err := s.before.record(func(r *Recorder) {
			r.Wait() // for the run before, which may still read what is written now
			for _, w := range writes {
				if len(w.Data) > 0 {
					r.copy(w.Buffer, s.up.Buffer, bufferCopy{uint64(from), uint64(w.Offset), uint64(len(w.Data))})
				}
				from += len(w.Data)
			}
			r.Wait()
		}); err != nil {
			return nil, err
		}
		commands = append(commands, s.before.buffer)
	}
	for _, l := range lists {
		commands = append(commands, l.buffer)
	}
	if len(reads) > 0 {
		size, err := spans(reads)
		if err != nil {
			return nil, err
		}
		if s.down, err = d.stage(s.down, size, memoryCached); err != nil {
			return nil, err
		}
		from := 0
		if err := s.after.record(func(r *Recorder) {
			r.Wait()
			for _, w := range reads {
				if len(w.Data) > 0 {
					r.copy(s.down.Buffer, w.Buffer, bufferCopy{uint64(w.Offset), uint64(from), uint64(len(w.Data))})
				}
				from += len(w.Data)
			}
			r.done()
		}); err != nil {
			return nil, err
		}
		commands = append(commands, s.after.buffer)
	}
	return commands, nil
}

// Wait waits until the device is done with a submission, and copies what it reads to where it belongs. It is
// called once.
func (s *Submission) Wait() error {
	if s.slot == nil {
		return nil
	}
	d := s.d
	d.arena.reset()
	fence := put(&d.arena, s.slot.fence)
	if err := d.do(fnWaitFences, d.device, 1, fence, 1, uintptr(d.Deadline.Nanoseconds())); err != nil {
		return err // the device is lost, and the slot with it
	}
	if err := d.do(fnResetFences, d.device, 1, fence); err != nil {
		return err
	}
	from := 0
	for _, r := range s.reads {
		from += copy(r.Data, s.slot.down.bytes[from:])
	}
	d.idle = append(d.idle, s.slot)
	return nil
}

// Run is Start and Wait.
func (d *Device) Run(writes []Span, lists []*List, reads []Span) error {
	s, err := d.Start(writes, lists, reads)
	if err != nil {
		return err
	}
	return s.Wait()
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

// submit hands lists to the device, which signals the fence when it is done. Each list is a batch of its own:
// some systems reset a device that works on one for two seconds.
func (d *Device) submit(commands []uintptr, fence handle) error {
	a := &d.arena
	a.reset()
	batches := make([]submitInfo, len(commands))
	for i, c := range commands {
		batches[i] = submitInfo{kind: kindSubmit, count: 1, commands: put(a, c)}
	}
	return d.do(fnSubmit, d.queue, uintptr(len(batches)), puts(a, batches), uintptr(fence))
}

// Clear sets buffers to zero.
func (d *Device) Clear(buffers []*Buffer) error {
	s, err := d.slot()
	if err != nil {
		return err
	}
	if err := s.before.record(func(r *Recorder) {
		for _, b := range buffers {
			r.Clear(b)
		}
		r.Wait()
	}); err != nil {
		return err
	}
	if err := d.submit([]uintptr{s.before.buffer}, s.fence); err != nil {
		return err
	}
	return (&Submission{d: d, slot: s}).Wait()
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
