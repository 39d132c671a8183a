package vk

//lint:file-ignore U1000 The structures have the fields that C has, used or not.

// handle is an object of Vulkan that is no pointer.
type handle = uint64

// The structures of Vulkan's headers, as C lays them out on 64-bit machines. Addresses are numbers:
// what they point at is in an arena. The first field is the kind, VkStructureType.
type (
	applicationInfo struct {
		kind          uint32
		next          uintptr
		name          uintptr
		version       uint32
		engine        uintptr
		engineVersion uint32
		api           uint32
	}
	instanceCreateInfo struct {
		kind       uint32
		next       uintptr
		flags      uint32
		app        uintptr
		layers     uint32
		layerNames uintptr
		extensions uint32
		names      uintptr
	}
	queueCreateInfo struct {
		kind       uint32
		next       uintptr
		flags      uint32
		family     uint32
		count      uint32
		priorities uintptr
	}
	deviceCreateInfo struct {
		kind       uint32
		next       uintptr
		flags      uint32
		queues     uint32
		queueInfos uintptr
		layers     uint32
		layerNames uintptr
		extensions uint32
		names      uintptr
		features   uintptr
	}
	chained struct { // the head of a structure in a chain
		kind uint32
		next uintptr
	}
	features2 struct {
		chained
		f [55]uint32
		_ uint32
	}
	features11 struct {
		chained
		f [12]uint32
	}
	features12 struct {
		chained
		f [47]uint32
		_ uint32
	}
	matrixFeatures struct { // VkPhysicalDeviceCooperativeMatrixFeaturesKHR
		chained
		matrix, robust uint32
	}
	matrixProperties struct { // VkCooperativeMatrixPropertiesKHR
		chained
		m, n, k           uint32
		a, b, c, result   uint32
		saturating, scope uint32
	}
	sizeFeatures struct { // VkPhysicalDeviceSubgroupSizeControlFeatures
		chained
		control, full uint32
	}
	sizeProperties struct { // VkPhysicalDeviceSubgroupSizeControlProperties
		chained
		least, most, ofGroup, stages uint32
	}
	requiredSize struct { // VkPipelineShaderStageRequiredSubgroupSizeCreateInfo
		chained
		size uint32
	}
	properties2 struct {
		chained
		properties
	}
	driverProperties struct {
		chained
		id          uint32
		name, info  [256]byte
		conformance [4]byte
	}
	subgroupProperties struct {
		chained
		size, stages, operations, quad uint32
	}
	maintenance3 struct {
		chained
		perSet     uint32
		allocation uint64
	}
	bufferCreateInfo struct {
		kind     uint32
		next     uintptr
		flags    uint32
		size     uint64
		usage    uint32
		sharing  uint32
		families uint32
		indices  uintptr
	}
	memoryRequirements struct {
		size, alignment uint64
		types           uint32
		_               uint32
	}
	memoryAllocateInfo struct {
		kind uint32
		next uintptr
		size uint64
		typ  uint32
	}
	memoryProperties struct {
		types uint32
		typ   [32]struct{ flags, heap uint32 }
		heaps uint32
		heap  [16]struct {
			size  uint64
			flags uint32
		}
	}
	memoryProperties2 struct {
		chained
		memoryProperties
	}
	memoryBudget struct { // VkPhysicalDeviceMemoryBudgetPropertiesEXT
		chained
		budget, usage [16]uint64 // of the heaps, for this process
	}
	shaderModuleCreateInfo struct {
		kind  uint32
		next  uintptr
		flags uint32
		size  uintptr
		code  uintptr
	}
	layoutBinding struct {
		binding, typ, count, stages uint32
		samplers                    uintptr
	}
	setLayoutCreateInfo struct {
		kind     uint32
		next     uintptr
		flags    uint32
		count    uint32
		bindings uintptr
	}
	pushRange                struct{ stages, offset, size uint32 }
	pipelineLayoutCreateInfo struct {
		kind   uint32
		next   uintptr
		flags  uint32
		sets   uint32
		layout uintptr
		ranges uint32
		push   uintptr
	}
	specEntry struct {
		id, offset uint32
		size       uintptr
	}
	specInfo struct {
		count   uint32
		entries uintptr
		size    uintptr
		data    uintptr
	}
	stageCreateInfo struct {
		kind   uint32
		next   uintptr
		flags  uint32
		stage  uint32
		module handle
		name   uintptr
		spec   uintptr
	}
	pipelineCacheCreateInfo struct {
		kind  uint32
		next  uintptr
		flags uint32
		size  uintptr
		data  uintptr
	}
	computePipelineCreateInfo struct {
		kind      uint32
		next      uintptr
		flags     uint32
		stage     stageCreateInfo
		layout    handle
		base      handle
		baseIndex int32
	}
	poolSize             struct{ typ, count uint32 }
	descriptorPoolCreate struct {
		kind  uint32
		next  uintptr
		flags uint32
		max   uint32
		count uint32
		sizes uintptr
	}
	descriptorSetAllocate struct {
		kind   uint32
		next   uintptr
		pool   handle
		count  uint32
		layout uintptr
	}
	descriptorBufferInfo struct{ buffer, offset, size uint64 }
	writeDescriptorSet   struct {
		kind    uint32
		next    uintptr
		set     handle
		binding uint32
		element uint32
		count   uint32
		typ     uint32
		image   uintptr
		buffer  uintptr
		texel   uintptr
	}
	commandPoolCreate struct {
		kind   uint32
		next   uintptr
		flags  uint32
		family uint32
	}
	commandBufferAllocate struct {
		kind  uint32
		next  uintptr
		pool  handle
		level uint32
		count uint32
	}
	commandBufferBegin struct {
		kind    uint32
		next    uintptr
		flags   uint32
		inherit uintptr
	}
	memoryBarrier struct {
		kind     uint32
		next     uintptr
		src, dst uint32
	}
	submitInfo struct {
		kind      uint32
		next      uintptr
		waits     uint32
		waitOn    uintptr
		waitMasks uintptr
		count     uint32
		commands  uintptr
		signals   uint32
		signal    uintptr
	}
	fenceCreateInfo struct {
		kind  uint32
		next  uintptr
		flags uint32
	}
	queryPoolCreate struct {
		kind       uint32
		next       uintptr
		flags      uint32
		typ        uint32
		count      uint32
		statistics uint32
	}
	bufferCopy          struct{ src, dst, size uint64 }
	queueFamilyProperty struct{ flags, count, timestampBits, x, y, z uint32 }
	extensionProperty   struct {
		name    [256]byte
		version uint32
	}
	properties struct {
		api, driver, vendor, device, typ uint32
		name                             [256]byte
		cacheID                          [16]byte
		_                                uint32
		limits                           limits
		_                                [5]uint32 // sparse
		_                                uint32
	}
	limits struct { // those of interest have names
		_               [7]uint32
		storageRange    uint32
		_               [11]uint32
		storageBuffers  uint32 // of a kernel
		_               [34]uint32
		shared          uint32 // bytes of a workgroup
		_               [3]uint32
		invocations     uint32 // of a workgroup
		groupSize       [3]uint32
		_               [44]uint32
		timestampPeriod float32 // nanoseconds
		_               [19]uint32
	}
)

// Kinds of structures, VkStructureType.
const (
	kindApplication      = 0
	kindInstance         = 1
	kindQueue            = 2
	kindDevice           = 3
	kindSubmit           = 4
	kindAllocate         = 5
	kindFence            = 8
	kindQueryPool        = 11
	kindBuffer           = 12
	kindShader           = 16
	kindPipelineCache    = 17
	kindStage            = 18
	kindCompute          = 29
	kindPipelineLayout   = 30
	kindSetLayout        = 32
	kindPool             = 33
	kindSets             = 34
	kindWriteSet         = 35
	kindCommandPool      = 39
	kindCommands         = 40
	kindBegin            = 42
	kindMemoryBarrier    = 46
	kindFeatures11       = 49
	kindFeatures12       = 51
	kindFeatures2        = 1000059000
	kindProperties2      = 1000059001
	kindMemory2          = 1000059006
	kindSubgroup         = 1000094000
	kindMaintenance3     = 1000168000
	kindDriver           = 1000196000
	kindSizeProperties   = 1000225000
	kindRequiredSize     = 1000225001
	kindSizeFeatures     = 1000225002
	kindMemoryBudget     = 1000237000
	kindMatrixFeatures   = 1000506000
	kindMatrixProperties = 1000506001
)

// Indices of features in their structures.
const (
	feature11Storage16   = 0  // storageBuffer16BitAccess
	feature12Float16     = 7  // shaderFloat16
	feature12MemoryModel = 41 // vulkanMemoryModel
	feature12DeviceScope = 42 // vulkanMemoryModelDeviceScope
)

// Bits and enumerations.
const (
	usageAll            = 0x20 | 1 | 2 // storage, copied from and to
	descriptorStorage   = 7
	stageCompute        = 0x20 // of shaders
	queueGraphics       = 1
	stageFull           = 2 // flag of a stage: subgroups are full
	queueCompute        = 2
	memoryLocal         = 1
	memoryVisible       = 2
	memoryCoherent      = 4
	memoryCached        = 8
	bindCompute         = 1
	pipeTop             = 1
	pipeCompute         = 0x800
	pipeTransfer        = 0x1000
	pipeBottom          = 0x2000
	pipeHost            = 0x4000
	accessShaderRead    = 0x20
	accessShaderWrite   = 0x40
	accessTransferRead  = 0x800
	accessTransferWrite = 0x1000
	accessHostRead      = 0x2000
	queryTimestamp      = 2
	portability         = 1 // flag of an instance: list devices such as MoltenVK's
)

// Extensions.
const (
	extensionPortability = "VK_KHR_portability_enumeration"
	extensionSubset      = "VK_KHR_portability_subset"
	extensionMatrix      = "VK_KHR_cooperative_matrix"
	extensionBudget      = "VK_EXT_memory_budget"
	extensionSizes       = "VK_EXT_subgroup_size_control"
)
