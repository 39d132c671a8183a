#!/bin/sh
# Runs the kernels with products of matrices, and whole networks in the grade matrix, on a newer software device that
# has them. Debian's validation layer watches, the order of reads and writes too.
set -eu
cd "$(dirname "$0")/../.."
. tools/vulkan/newer.sh
loader=$(ls "$libraries"/ld-linux-*.so.*)
export VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation VK_LAYER_VALIDATE_SYNC=1 VK_LAYER_SYNCVAL_SHADER_ACCESSES_HEURISTIC=1

# tests FOLDER OPTIONS...: the tests of a package that was compiled for them, with the libraries of the newer release.
tests() {
	folder=$1
	shift
	(cd "$folder" && "$loader" --library-path "$libraries" "$dir/$(basename "$folder").test" -test.v -test.timeout 2h "$@") \
		>"$dir/log" 2>&1 || {
		cat "$dir/log"
		exit 1
	}
	cat "$dir/log"
	if grep -e VUID -e UNASSIGNED -e SYNC-HAZARD "$dir/log"; then
		echo "the validation layer complains" >&2
		exit 1
	fi
}

CGO_ENABLED=0 go test -tags vulkan,long -c -o "$dir/trial.test" ./internal/gpu/trial
tests internal/gpu/trial -test.run '^TestProducts$'

# Whole networks, in the grade matrix where make test-gpu has float16.
export TENGEN_TEST_GRADE=matrix
for package in nets nets/learn; do
	CGO_ENABLED=0 go test -tags vulkan -c -o "$dir/$(basename "$package").test" "./$package"
	tests "$package" -test.run 'Card' -test.skip 'Validation' # the layer watches all of them
done
