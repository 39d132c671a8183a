package vk

import "fmt"

// List is recorded commands.
type List struct {
	d       *Device
	buffer  uintptr
	queries handle // of the clock, 0: it is not timed
	timed   int
}

// newList is an empty one.
func (d *Device) newList() (*List, error) {
	d.arena.reset()
	p := room[uintptr](&d.arena)
	info := put(&d.arena, commandBufferAllocate{kind: kindCommands, pool: d.commands, count: 1})
	if err := d.do(fnAllocateCommands, d.device, info, at(p)); err != nil {
		return nil, err
	}
	buffer := *p
	d.later(func() {
		d.arena.reset()
		d.run(fnFreeCommands, d.device, uintptr(d.commands), 1, put(&d.arena, buffer))
	})
	return &List{d: d, buffer: buffer}, nil
}

// Recorder records the commands of a list.
type Recorder struct {
	l *List
	a *arena
}

// Record records a list, which may run any number of times.
func (d *Device) Record(record func(*Recorder)) (*List, error) {
	l, err := d.newList()
	if err != nil {
		return nil, err
	}
	return l, l.record(record)
}

// RecordTimed is Record with a clock: [Device.Times] has the time of each dispatch of the last run.
func (d *Device) RecordTimed(dispatches int, record func(*Recorder)) (*List, error) {
	if d.period == 0 {
		return nil, fmt.Errorf("%w: %s has no clock", ErrLacking, d.Name)
	}
	l, err := d.newList()
	if err != nil {
		return nil, err
	}
	l.queries, err = d.make(fnCreateQueryPool, fnDestroyQueryPool,
		put(&d.arena, queryPoolCreate{kind: kindQueryPool, typ: queryTimestamp, count: uint32(dispatches + 1)}))
	if err != nil {
		return nil, err
	}
	return l, l.record(func(r *Recorder) {
		d.run(fnResetQueryPool, l.buffer, uintptr(l.queries), 0, uintptr(dispatches+1))
		d.run(fnWriteTimestamp, l.buffer, pipeTop, uintptr(l.queries), 0)
		record(r)
	})
}

func (l *List) record(record func(*Recorder)) error {
	d := l.d
	d.arena.reset()
	// A list may be submitted again before its last run is over.
	const simultaneous = 4
	begin := commandBufferBegin{kind: kindBegin, flags: simultaneous}
	if err := d.do(fnBegin, l.buffer, put(&d.arena, begin)); err != nil {
		return err
	}
	record(&Recorder{l, &d.arena})
	return d.do(fnEnd, l.buffer)
}

// Dispatch runs workgroups of a kernel. It does not wait for earlier commands; see Wait.
func (r *Recorder) Dispatch(b Bound, groups [3]int, push []uint32) {
	d := r.l.d
	d.run(fnBindPipeline, r.l.buffer, bindCompute, uintptr(b.pipe))
	d.run(fnBindSets, r.l.buffer, bindCompute, uintptr(b.layout), 0, 1, put(r.a, b.set), 0, 0)
	if len(push) > 0 {
		d.run(fnPushConstants, r.l.buffer, uintptr(b.layout), stageCompute, 0, uintptr(4*len(push)), puts(r.a, push))
	}
	d.run(fnDispatch, r.l.buffer, uintptr(groups[0]), uintptr(groups[1]), uintptr(groups[2]))
	if r.l.queries != 0 {
		r.l.timed++
		d.run(fnWriteTimestamp, r.l.buffer, pipeBottom, uintptr(r.l.queries), uintptr(r.l.timed))
	}
	r.a.reset()
}

// Clear sets a buffer to zero.
func (r *Recorder) Clear(b *Buffer) {
	r.l.d.run(fnFillBuffer, r.l.buffer, uintptr(b.buffer), 0, ^uintptr(0), 0)
}

func (r *Recorder) copy(to, from *Buffer, c bufferCopy) {
	r.l.d.run(fnCopyBuffer, r.l.buffer, uintptr(from.buffer), uintptr(to.buffer), 1, put(r.a, c))
}

// Wait makes the commands that follow see what the earlier ones wrote, and not overwrite what these
// still read.
func (r *Recorder) Wait() {
	r.wait(pipeCompute|pipeTransfer, accessShaderRead|accessShaderWrite|accessTransferRead|accessTransferWrite)
}

// done makes the process see what the commands wrote.
func (r *Recorder) done() { r.wait(pipeHost, accessHostRead) }

func (r *Recorder) wait(stages uintptr, access uint32) {
	b := put(r.a, memoryBarrier{kind: kindMemoryBarrier, src: accessShaderWrite | accessTransferWrite, dst: access})
	r.l.d.run(fnBarrier, r.l.buffer, pipeCompute|pipeTransfer, stages, 0, 1, b, 0, 0, 0, 0)
	r.a.reset()
}
