package vk

import (
	"fmt"
	"unsafe"
)

// Kernel is a compute shader, compiled for the device with its constants.
type Kernel struct {
	buffers, push           int
	setLayout, layout, pipe handle
}

// Kernel compiles SPIR-V for the device. Its buffers are bound to 0, 1, …; constants are those of
// specialisation with the ids 0, 1, …; push is how many words a dispatch hands over. Subgroups have so many
// lanes; 0: as the device likes.
func (d *Device) Kernel(spirv []byte, buffers int, constants []uint32, push, lanes int) (*Kernel, error) {
	if len(spirv) < 20 || len(spirv)%4 != 0 || *(*uint32)(unsafe.Pointer(&spirv[0])) != 0x07230203 {
		return nil, fmt.Errorf("%d bytes that are no SPIR-V", len(spirv))
	}
	a := &d.arena
	a.reset()
	k := &Kernel{buffers: buffers, push: push}
	module, err := d.create(fnCreateShader, put(a, shaderModuleCreateInfo{
		kind: kindShader, size: uintptr(len(spirv)), code: puts(a, spirv),
	}))
	if err != nil {
		return nil, err
	}
	defer d.run(fnDestroyShader, d.device, uintptr(module), 0)
	bindings := make([]layoutBinding, buffers)
	for i := range bindings {
		bindings[i] = layoutBinding{binding: uint32(i), typ: descriptorStorage, count: 1, stages: stageCompute}
	}
	k.setLayout, err = d.make(fnCreateSetLayout, fnDestroySetLayout, put(a, setLayoutCreateInfo{
		kind: kindSetLayout, count: uint32(buffers), bindings: puts(a, bindings),
	}))
	if err != nil {
		return nil, err
	}
	layout := pipelineLayoutCreateInfo{kind: kindPipelineLayout, sets: 1, layout: put(a, k.setLayout)}
	if push > 0 {
		layout.ranges, layout.push = 1, put(a, pushRange{stageCompute, 0, uint32(4 * push)})
	}
	if k.layout, err = d.make(fnCreatePipelineLayout, fnDestroyPipelineLayout, put(a, layout)); err != nil {
		return nil, err
	}
	stage := stageCreateInfo{kind: kindStage, stage: stageCompute, module: module, name: a.text("main")}
	if len(constants) > 0 {
		entries := make([]specEntry, len(constants))
		for i := range entries {
			entries[i] = specEntry{uint32(i), uint32(4 * i), 4}
		}
		stage.spec = put(a, specInfo{
			uint32(len(constants)), puts(a, entries), uintptr(4 * len(constants)), puts(a, constants),
		})
	}
	if lanes > 0 {
		stage.flags = stageFull
		stage.next = put(a, requiredSize{chained: chained{kind: kindRequiredSize}, size: uint32(lanes)})
	}
	pipe := room[handle](a)
	info := put(a, computePipelineCreateInfo{kind: kindCompute, stage: stage, layout: k.layout})
	if err := d.do(fnCreatePipelines, d.device, uintptr(d.cache), 1, info, 0, at(pipe)); err != nil {
		return nil, err
	}
	k.pipe = *pipe
	d.later(func() { d.run(fnDestroyPipeline, d.device, uintptr(k.pipe), 0) })
	return k, nil
}

// Bound is a kernel with its buffers.
type Bound struct {
	*Kernel
	set handle
}

// Binding is a kernel and the buffers that it shall have.
type Binding struct {
	Kernel  *Kernel
	Buffers []*Buffer
}

// Bind gives kernels their buffers, once for all runs.
func (d *Device) Bind(bindings []Binding) ([]Bound, error) {
	a := &d.arena
	a.reset()
	count := 0
	for i, b := range bindings {
		if len(b.Buffers) != b.Kernel.buffers {
			return nil, fmt.Errorf("binding %d: %d buffers for a kernel of %d", i, len(b.Buffers), b.Kernel.buffers)
		}
		count += len(b.Buffers)
	}
	if count == 0 {
		return nil, nil
	}
	pool, err := d.make(fnCreatePool, fnDestroyPool, put(a, descriptorPoolCreate{
		kind: kindPool, max: uint32(len(bindings)), count: 1,
		sizes: put(a, poolSize{descriptorStorage, uint32(count)}),
	}))
	if err != nil {
		return nil, err
	}
	out := make([]Bound, len(bindings))
	for i, b := range bindings {
		a.reset()
		set := room[handle](a)
		if err := d.do(fnAllocateSets, d.device, put(a, descriptorSetAllocate{
			kind: kindSets, pool: pool, count: 1, layout: put(a, b.Kernel.setLayout),
		}), at(set)); err != nil {
			return nil, err
		}
		out[i] = Bound{b.Kernel, *set}
		writes := make([]writeDescriptorSet, len(b.Buffers))
		for j, buffer := range b.Buffers {
			writes[j] = writeDescriptorSet{
				kind: kindWriteSet, set: *set, binding: uint32(j), count: 1, typ: descriptorStorage,
				buffer: put(a, descriptorBufferInfo{buffer.buffer, 0, ^uint64(0)}),
			}
		}
		if len(writes) > 0 {
			d.run(fnUpdateSets, d.device, uintptr(len(writes)), puts(a, writes), 0, 0)
		}
	}
	return out, nil
}
