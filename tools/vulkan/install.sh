#!/bin/sh
# Installs what the tests and the kernels of graphics cards need besides Go: Vulkan's loader, Mesa's
# software device, the validation layer, glslc and spirv-val (Debian's, by apt, as root). What cannot be
# installed is said in one line, and nothing is skipped.
set -eu

missing() {
	command -v glslc >/dev/null && command -v spirv-val >/dev/null &&
		ls /usr/share/vulkan/icd.d/lvp_icd*.json >/dev/null 2>&1 &&
		ls /usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json >/dev/null 2>&1 && return 1
	return 0
}

if missing; then
	if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
		apt-get update && apt-get install -y --no-install-recommends \
			libvulkan1 mesa-vulkan-drivers vulkan-validationlayers glslc spirv-tools
	fi
	if missing; then
		echo "make vulkan needs Vulkan with Mesa's software device, its validation layer, glslc and spirv-val" \
			"(Debian: apt install libvulkan1 mesa-vulkan-drivers vulkan-validationlayers glslc spirv-tools)" >&2
		exit 1
	fi
fi
