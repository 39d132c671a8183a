package vk

// function is an index of names.
type function int

const (
	fnCreateInstance function = iota
	fnEnumerateInstanceExtensions
	globals // the functions before this one need no instance
)

const (
	fnDestroyInstance function = iota + globals
	fnEnumeratePhysicalDevices
	fnGetProperties
	fnGetProperties2
	fnGetFeatures2
	fnGetMemoryProperties
	fnGetMemoryProperties2
	fnGetQueueFamilies
	fnEnumerateDeviceExtensions
	fnCreateDevice
	fnDestroyDevice
	fnGetQueue
	fnDeviceWaitIdle
	fnCreateBuffer
	fnDestroyBuffer
	fnGetRequirements
	fnAllocateMemory
	fnFreeMemory
	fnBindMemory
	fnMapMemory
	fnCreateShader
	fnDestroyShader
	fnCreateSetLayout
	fnDestroySetLayout
	fnCreatePipelineLayout
	fnDestroyPipelineLayout
	fnCreatePipelineCache
	fnGetPipelineCacheData
	fnDestroyPipelineCache
	fnCreatePipelines
	fnDestroyPipeline
	fnCreatePool
	fnDestroyPool
	fnAllocateSets
	fnUpdateSets
	fnCreateCommandPool
	fnDestroyCommandPool
	fnAllocateCommands
	fnFreeCommands
	fnBegin
	fnEnd
	fnBindPipeline
	fnBindSets
	fnPushConstants
	fnDispatch
	fnBarrier
	fnCopyBuffer
	fnFillBuffer
	fnSubmit
	fnCreateFence
	fnDestroyFence
	fnWaitFences
	fnResetFences
	fnCreateQueryPool
	fnDestroyQueryPool
	fnResetQueryPool
	fnWriteTimestamp
	fnGetQueryResults
	functions
)

// names of the functions, as the loader has them.
var names = [functions]string{
	fnCreateInstance:              "vkCreateInstance",
	fnEnumerateInstanceExtensions: "vkEnumerateInstanceExtensionProperties",
	fnDestroyInstance:             "vkDestroyInstance",
	fnEnumeratePhysicalDevices:    "vkEnumeratePhysicalDevices",
	fnGetProperties:               "vkGetPhysicalDeviceProperties",
	fnGetProperties2:              "vkGetPhysicalDeviceProperties2",
	fnGetFeatures2:                "vkGetPhysicalDeviceFeatures2",
	fnGetMemoryProperties:         "vkGetPhysicalDeviceMemoryProperties",
	fnGetMemoryProperties2:        "vkGetPhysicalDeviceMemoryProperties2",
	fnGetQueueFamilies:            "vkGetPhysicalDeviceQueueFamilyProperties",
	fnEnumerateDeviceExtensions:   "vkEnumerateDeviceExtensionProperties",
	fnCreateDevice:                "vkCreateDevice",
	fnDestroyDevice:               "vkDestroyDevice",
	fnGetQueue:                    "vkGetDeviceQueue",
	fnDeviceWaitIdle:              "vkDeviceWaitIdle",
	fnCreateBuffer:                "vkCreateBuffer",
	fnDestroyBuffer:               "vkDestroyBuffer",
	fnGetRequirements:             "vkGetBufferMemoryRequirements",
	fnAllocateMemory:              "vkAllocateMemory",
	fnFreeMemory:                  "vkFreeMemory",
	fnBindMemory:                  "vkBindBufferMemory",
	fnMapMemory:                   "vkMapMemory",
	fnCreateShader:                "vkCreateShaderModule",
	fnDestroyShader:               "vkDestroyShaderModule",
	fnCreateSetLayout:             "vkCreateDescriptorSetLayout",
	fnDestroySetLayout:            "vkDestroyDescriptorSetLayout",
	fnCreatePipelineLayout:        "vkCreatePipelineLayout",
	fnDestroyPipelineLayout:       "vkDestroyPipelineLayout",
	fnCreatePipelineCache:         "vkCreatePipelineCache",
	fnGetPipelineCacheData:        "vkGetPipelineCacheData",
	fnDestroyPipelineCache:        "vkDestroyPipelineCache",
	fnCreatePipelines:             "vkCreateComputePipelines",
	fnDestroyPipeline:             "vkDestroyPipeline",
	fnCreatePool:                  "vkCreateDescriptorPool",
	fnDestroyPool:                 "vkDestroyDescriptorPool",
	fnAllocateSets:                "vkAllocateDescriptorSets",
	fnUpdateSets:                  "vkUpdateDescriptorSets",
	fnCreateCommandPool:           "vkCreateCommandPool",
	fnDestroyCommandPool:          "vkDestroyCommandPool",
	fnAllocateCommands:            "vkAllocateCommandBuffers",
	fnFreeCommands:                "vkFreeCommandBuffers",
	fnBegin:                       "vkBeginCommandBuffer",
	fnEnd:                         "vkEndCommandBuffer",
	fnBindPipeline:                "vkCmdBindPipeline",
	fnBindSets:                    "vkCmdBindDescriptorSets",
	fnPushConstants:               "vkCmdPushConstants",
	fnDispatch:                    "vkCmdDispatch",
	fnBarrier:                     "vkCmdPipelineBarrier",
	fnCopyBuffer:                  "vkCmdCopyBuffer",
	fnFillBuffer:                  "vkCmdFillBuffer",
	fnSubmit:                      "vkQueueSubmit",
	fnCreateFence:                 "vkCreateFence",
	fnDestroyFence:                "vkDestroyFence",
	fnWaitFences:                  "vkWaitForFences",
	fnResetFences:                 "vkResetFences",
	fnCreateQueryPool:             "vkCreateQueryPool",
	fnDestroyQueryPool:            "vkDestroyQueryPool",
	fnResetQueryPool:              "vkCmdResetQueryPool",
	fnWriteTimestamp:              "vkCmdWriteTimestamp",
	fnGetQueryResults:             "vkGetQueryPoolResults",
}
