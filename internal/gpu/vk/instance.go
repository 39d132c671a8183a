package vk

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Options say how Vulkan is loaded.
type Options struct {
	// Library is the file of Vulkan's loader; empty: where the system has it.
	Library string
	// Fault, if given, is asked before calls that a device may fail: a code other than 0 is what the
	// call then answers. Tests make devices fail with it.
	Fault func(call string) Code
}

// Type is the kind of a device.
type Type uint32

// The types, as Vulkan numbers them.
const (
	Other Type = iota
	Integrated
	Discrete
	Virtual
	Software
)

func (t Type) String() string {
	switch t {
	case Integrated:
		return "integrated"
	case Discrete:
		return "discrete"
	case Virtual:
		return "virtual"
	case Software:
		return "software"
	}
	return "other"
}

// Info is what a device says of itself.
type Info struct {
	Name    string
	Type    Type
	Driver  string // name and version
	API     [2]int // version of Vulkan
	Memory  int64  // bytes of its own
	Float16 bool   // numbers of 16 bits in memory
	// Matrices are the products of matrices that the device has instructions for, those first that it prefers.
	Matrices []Matrix
	Subgroup int // invocations that run in step
	// Subgroups are the smallest and the largest Subgroup that a kernel may ask for; 0: it may not ask.
	Subgroups [2]int
	Shared    int // bytes of memory that a workgroup shares
	Range     int // bytes of the largest buffer
	Threads   int // invocations of a workgroup, in one dimension
	Buffers   int // that a kernel may have
	// Lacking is what tengen needs and the device has not; empty: the device is usable.
	Lacking string

	physical uintptr
	family   uint32  // of queues
	period   float64 // nanoseconds of a tick, 0: it has no clock
	block    int64   // bytes of the largest piece of memory
	subset   bool    // a device such as MoltenVK's
	budgeted bool    // it says how much memory is left
	// arithmetic says that the device computes with numbers of 16 bits, which products of matrices need.
	arithmetic bool
}

// Matrix is a product of matrices, M×K by K×N, which the invocations of a scope make together.
type Matrix struct {
	M, N, K      int
	A, B         Number // what the matrices hold
	Sums, Result Number
	Saturating   bool
	Scope        Scope
}

// Number is a type of numbers in matrices, as Vulkan numbers them.
type Number uint32

// Types of numbers.
const (
	Float16Number Number = 0
	Float32Number Number = 1
	Int8Number    Number = 3
	Int32Number   Number = 5
	Uint8Number   Number = 7
	Uint32Number  Number = 9
)

// Scope says which invocations make a product together, as Vulkan numbers scopes.
type Scope uint32

// Scopes of products.
const (
	WorkgroupScope Scope = 2
	SubgroupScope  Scope = 3
)

// Instance is a loaded Vulkan.
type Instance struct {
	fn       [functions]uintptr
	get      uintptr
	instance uintptr
	fault    func(call string) Code
	scratch  arena // for Load, Devices and what they call, which one goroutine does
}

// Load opens the system's Vulkan. An error that Is [ErrNoDriver] says that there is none.
func Load(o Options) (*Instance, error) {
	names := libraries()
	if o.Library != "" {
		names = []string{o.Library}
	}
	get, err := load(names)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoDriver, err)
	}
	i := &Instance{get: get, fault: o.Fault}
	if err := i.resolve(0, globals); err != nil {
		return nil, err
	}
	a := &i.scratch
	app := put(a, applicationInfo{kind: kindApplication, name: a.text("tengen"), api: 1<<22 | 2<<12})
	info := room[instanceCreateInfo](a)
	*info = instanceCreateInfo{kind: kindInstance, app: app}
	extensions, err := i.extensions(fnEnumerateInstanceExtensions, 0)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoDriver, err)
	}
	if slices.Contains(extensions, extensionPortability) {
		info.flags, info.extensions, info.names = portability, 1, put(a, a.text(extensionPortability))
	}
	instance := room[uintptr](a)
	if err := i.do(fnCreateInstance, at(info), 0, at(instance)); err != nil {
		var code *Error
		if errors.As(err, &code) && code.Code == incompatibleDriver { // what the loader says where it finds no driver
			return nil, fmt.Errorf("%w: Vulkan's loader finds none that works: install the display driver of the card",
				ErrNoDriver)
		}
		return nil, fmt.Errorf("%w: %w", ErrNoDriver, err)
	}
	i.instance = *instance
	return i, i.resolve(globals, functions)
}

// resolve finds the addresses of functions.
func (i *Instance) resolve(from, to function) error {
	for f := from; f < to; f++ {
		if names[f] == "" {
			continue
		}
		i.scratch.reset()
		if i.fn[f] = call(i.get, i.instance, i.scratch.text(names[f])); i.fn[f] == 0 {
			return fmt.Errorf("%w: the Vulkan loader has no %s: update it", ErrNoDriver, names[f])
		}
	}
	i.scratch.reset()
	return nil
}

// do calls a function that answers a code.
func (i *Instance) do(f function, args ...uintptr) error {
	if i.fault != nil {
		if c := i.fault(names[f]); c != 0 {
			return problem(names[f], c)
		}
	}
	return problem(names[f], Code(int32(call(i.fn[f], args...))))
}

// run calls a function that answers nothing.
func (i *Instance) run(f function, args ...uintptr) { call(i.fn[f], args...) }

// extensions are the names of what the loader or a device has beyond Vulkan.
func (i *Instance) extensions(f function, physical uintptr) ([]string, error) {
	var first []uintptr
	if physical != 0 {
		first = []uintptr{physical}
	}
	n := room[uint32](&i.scratch)
	if err := i.do(f, append(first, 0, at(n), 0)...); err != nil || *n == 0 {
		return nil, err
	}
	found := list[extensionProperty](&i.scratch, int(*n))
	if err := i.do(f, append(first, 0, at(n), at(&found[0]))...); err != nil {
		return nil, err
	}
	var out []string
	for _, e := range found[:*n] {
		out = append(out, name(e.name[:]))
	}
	return out, nil
}

// Devices lists the machine's devices: discrete ones first, software last. Those that lack something come behind all
// others. Without any the error is [ErrNoDriver].
func (i *Instance) Devices() ([]Info, error) {
	defer i.scratch.reset()
	n := room[uint32](&i.scratch)
	if err := i.do(fnEnumeratePhysicalDevices, i.instance, at(n), 0); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoDriver, err)
	}
	if *n == 0 {
		return nil, fmt.Errorf("%w: Vulkan finds no card: install the display driver of the card", ErrNoDriver)
	}
	physical := list[uintptr](&i.scratch, int(*n))
	if err := i.do(fnEnumeratePhysicalDevices, i.instance, at(n), at(&physical[0])); err != nil {
		return nil, err
	}
	var out []Info
	for _, p := range physical[:*n] {
		info, err := i.info(p)
		if err != nil {
			info.Lacking = fmt.Sprintf("a driver that answers: %v", err)
		}
		out = append(out, info)
	}
	slices.SortStableFunc(out, before)
	return out, nil
}

// before orders devices, the best first.
func before(a, b Info) int {
	if (a.Lacking == "") != (b.Lacking == "") {
		return cmp.Compare(a.Lacking, b.Lacking) // the empty one first
	}
	order := map[Type]int{Discrete: 0, Integrated: 1, Virtual: 2, Other: 3, Software: 4}
	return cmp.Compare(order[a.Type], order[b.Type])
}

// info asks a device.
func (i *Instance) info(physical uintptr) (Info, error) {
	a := &i.scratch
	p := room[properties](a)
	i.run(fnGetProperties, physical, at(p))
	info := Info{
		Name: name(p.name[:]), Type: Type(p.typ), API: [2]int{int(p.api >> 22 & 127), int(p.api >> 12 & 1023)},
		Shared: int(p.limits.shared), Range: int(p.limits.storageRange), physical: physical,
		Threads: int(min(p.limits.invocations, p.limits.groupSize[0])), Buffers: int(p.limits.storageBuffers),
		period: float64(p.limits.timestampPeriod),
	}
	if info.API[0] == 1 && info.API[1] < 2 {
		info.Lacking = fmt.Sprintf("Vulkan 1.2; its driver has %d.%d: update the driver", info.API[0], info.API[1])
		return info, nil
	}
	third := room[maintenance3](a)
	third.kind = kindMaintenance3
	group := room[subgroupProperties](a)
	group.chained = chained{kindSubgroup, at(third)}
	driver := room[driverProperties](a)
	driver.chained = chained{kindDriver, at(group)}
	all := room[properties2](a)
	all.chained = chained{kindProperties2, at(driver)}
	i.run(fnGetProperties2, physical, at(all))
	info.Driver = name(driver.name[:]) + " " + name(driver.info[:])
	info.Subgroup = int(group.size)
	info.block = int64(third.allocation)

	memory := room[memoryProperties](a)
	i.run(fnGetMemoryProperties, physical, at(memory))
	for _, h := range memory.heap[:memory.heaps] {
		if h.flags&1 != 0 { // of the device
			info.Memory = max(info.Memory, int64(h.size))
		}
	}
	extensions, err := i.extensions(fnEnumerateDeviceExtensions, physical)
	if err != nil {
		return info, err
	}
	info.subset = slices.Contains(extensions, extensionSubset)
	info.budgeted = slices.Contains(extensions, extensionBudget)
	f12 := room[features12](a)
	f12.kind = kindFeatures12
	f11 := room[features11](a)
	f11.chained = chained{kindFeatures11, at(f12)}
	matrix, sizes := room[matrixFeatures](a), room[sizeFeatures](a)
	if slices.Contains(extensions, extensionMatrix) {
		matrix.chained = chained{kindMatrixFeatures, 0}
		f12.next = at(matrix)
	}
	if slices.Contains(extensions, extensionSizes) {
		sizes.chained = chained{kindSizeFeatures, f12.next}
		f12.next = at(sizes)
	}
	features := room[features2](a)
	features.chained = chained{kindFeatures2, at(f11)}
	i.run(fnGetFeatures2, physical, at(features))
	info.Float16 = f11.f[feature11Storage16] != 0
	info.arithmetic = f12.f[feature12Float16] != 0
	// With the memory model switched on, the atomic operations of other kernels need the device scope.
	model := f12.f[feature12MemoryModel] != 0 && f12.f[feature12DeviceScope] != 0
	if info.Float16 && info.arithmetic && matrix.matrix != 0 && model {
		info.Matrices = i.matrices(physical)
	}
	if sizes.control != 0 && sizes.full != 0 {
		info.Subgroups = i.subgroups(physical)
	}

	n := room[uint32](a)
	i.run(fnGetQueueFamilies, physical, at(n), 0)
	families := list[queueFamilyProperty](a, max(1, int(*n)))
	i.run(fnGetQueueFamilies, physical, at(n), at(&families[0]))
	k := queue(families[:*n])
	if k < 0 {
		info.Lacking = "a queue that computes"
		return info, nil
	}
	info.family = uint32(k)
	if families[k].timestampBits == 0 {
		info.period = 0
	}
	return info, nil
}

// queue is the family of queues that computes, −1 if none does. One that draws as well shares the card with the
// screen, and is the second choice.
func queue(families []queueFamilyProperty) int {
	best := -1
	for k, f := range families {
		if f.flags&queueCompute == 0 || f.count == 0 {
			continue
		}
		if f.flags&queueGraphics == 0 {
			return k
		}
		if best < 0 {
			best = k
		}
	}
	return best
}

// matrices asks a device for its products of matrices. One that does not answer has none.
func (i *Instance) matrices(physical uintptr) []Matrix {
	a := &i.scratch
	get := call(i.get, i.instance, a.text("vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR"))
	if get == 0 {
		return nil
	}
	n := room[uint32](a)
	if c := Code(int32(call(get, physical, at(n), 0))); c != 0 || *n == 0 {
		return nil
	}
	found := list[matrixProperties](a, int(*n))
	for k := range found {
		found[k].kind = kindMatrixProperties
	}
	if c := Code(int32(call(get, physical, at(n), at(&found[0])))); c != 0 && c != incomplete {
		return nil
	}
	var out []Matrix
	for _, m := range found[:*n] {
		out = append(out, Matrix{
			int(m.m), int(m.n), int(m.k), Number(m.a), Number(m.b), Number(m.c), Number(m.result),
			m.saturating != 0, Scope(m.scope),
		})
	}
	return out
}

// subgroups asks a device how many invocations in step a compute kernel may ask for.
func (i *Instance) subgroups(physical uintptr) [2]int {
	a := &i.scratch
	sizes := room[sizeProperties](a)
	sizes.chained = chained{kindSizeProperties, 0}
	all := room[properties2](a)
	all.chained = chained{kindProperties2, at(sizes)}
	i.run(fnGetProperties2, physical, at(all))
	if sizes.stages&stageCompute == 0 {
		return [2]int{}
	}
	return [2]int{int(sizes.least), int(sizes.most)}
}

// Close gives Vulkan back; devices are closed before.
func (i *Instance) Close() { i.run(fnDestroyInstance, i.instance, 0) }
