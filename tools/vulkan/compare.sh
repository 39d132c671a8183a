#!/bin/sh
# Compares trainings on a graphics card with trainings on the CPU (tools/devices). CARD is the card and its grade, as
# --device has it. Without CARD, it is a newer software device, in float16: three times as fast as that of Debian 12.
#
# That device's driver needs newer libraries than the system's. The comparison sees them in the place of the system's,
# in name spaces of its own: tengen itself is static and needs none.
set -eu
cd "$(dirname "$0")/../.."
[ -n "${CARD:-}" ] && exec bin/devices -device "$CARD" "$@"
. tools/vulkan/newer.sh
exec unshare --map-root-user --mount sh -c '
	mount --bind "$0" "$1" && shift && exec bin/devices -device gpu:0:float16 "$@"' \
	"$libraries" "/usr/lib/$(basename "$libraries")" "$@"
