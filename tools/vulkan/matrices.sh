#!/bin/sh
# Runs the kernels with products of matrices, and whole networks in the grade matrix, on a software device that has
# them: Mesa's of Debian 13's successor.
# Its packages, 80 MB, go into .cache/vulkan and are not installed. Debian's validation layer watches. To take newer
# packages, delete the folder.
set -eu
cd "$(dirname "$0")/../.."
dir=$PWD/.cache/vulkan
root=$dir/root

command -v apt-get >/dev/null && command -v dpkg >/dev/null || {
	echo "tools/vulkan/matrices.sh needs apt-get and dpkg, which take packages of Debian apart" >&2
	exit 1
}
if [ ! -e "$dir/complete" ]; then
	rm -rf "$dir"
	mkdir -p "$root" "$dir/lists/partial" "$dir/cache/archives/partial"
	: >"$dir/status" # as if nothing were installed, so that all comes that is needed
	echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian forky main" >"$dir/sources.list"
	options="-o Dir::Etc::sourcelist=$dir/sources.list -o Dir::Etc::sourceparts=- -o Dir::State::Lists=$dir/lists
		-o Dir::State::status=$dir/status -o Dir::Cache=$dir/cache -o Debug::NoLocking=1 -o APT::Sandbox::User=$(id -un)
		-o Acquire::Languages=none -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false"
	apt-get $options update
	apt-get $options install -y --no-install-recommends --download-only \
		libvulkan1 mesa-vulkan-drivers vulkan-validationlayers
	for part in bin lib lib64 sbin; do # as Debian has them
		mkdir -p "$root/usr/$part"
		ln -s "usr/$part" "$root/$part"
	done
	for package in "$dir"/cache/archives/*.deb; do
		dpkg -x "$package" "$root"
	done
	rm -rf "$dir/lists" "$dir/cache"
	touch "$dir/complete"
fi

libraries=$(dirname "$(ls "$root"/usr/lib/*/libvulkan_lvp.so)")
sed "s|\"library_path\": *\"[^\"]*\"|\"library_path\": \"$libraries/libvulkan_lvp.so\"|" \
	"$root/usr/share/vulkan/icd.d/lvp_icd.json" >"$dir/icd.json"
loader=$(ls "$libraries"/ld-linux-*.so.*)
export VK_DRIVER_FILES="$dir/icd.json" VK_LAYER_PATH="$root/usr/share/vulkan/explicit_layer.d"
export VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation

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
	if grep -e VUID -e UNASSIGNED "$dir/log"; then
		echo "the validation layer complains" >&2
		exit 1
	fi
}

CGO_ENABLED=0 go test -tags vulkan,long -c -o "$dir/trial.test" ./internal/gpu/trial
tests internal/gpu/trial -test.run '^TestProducts$'

# Whole networks, in the grade matrix where make test-gpu has float16. What Mesa 26.1 makes of the kernel dense-data
# crashes for 40 hidden units, in every grade: the test with such a value network is left out.
export TENGEN_TEST_GRADE=matrix
for package in nets nets/learn; do
	CGO_ENABLED=0 go test -tags vulkan -c -o "$dir/$(basename "$package").test" "./$package"
	tests "$package" -test.run 'Card|CPU|Odd' -test.skip '^TestCardValueGradientsEqualReference$'
done
