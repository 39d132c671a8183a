# Fetches a newer software device than Debian 12's: Mesa's of Debian 13's successor, 80 MB, into .cache/vulkan. Nothing is
# installed. To take newer packages, delete the folder. Scripts source this file in the root of the repository.
dir=$PWD/.cache/vulkan
root=$dir/root

command -v apt-get >/dev/null && command -v dpkg >/dev/null || {
	echo "a newer software device needs apt-get and dpkg, which take packages of Debian apart" >&2
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
export VK_DRIVER_FILES="$dir/icd.json" VK_LAYER_PATH="$root/usr/share/vulkan/explicit_layer.d"
