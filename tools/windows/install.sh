#!/bin/sh
# install.sh FOLDER puts a Debian with Wine there, which runs programs for Windows (1.7 GB, some minutes; as root). Wine
# of Debian 12 is too old: Go's os.RemoveAll fails in it. What cannot be installed is said in one line.
set -eu
folder=$1

if [ -e "$folder/usr/bin/wine" ] && [ ! -e "$folder/debootstrap" ]; then
	exit
fi
if [ "$(id -u)" != 0 ]; then
	echo "make test-windows needs root, to put a Debian with Wine into $folder" >&2
	exit 1
fi
if ! command -v debootstrap >/dev/null; then
	if command -v apt-get >/dev/null; then
		apt-get update && apt-get install -y --no-install-recommends debootstrap
	else
		echo "make test-windows needs debootstrap" >&2
		exit 1
	fi
fi
rm -rf "$folder"
debootstrap --variant=minbase --include=wine,wine64,xvfb,xauth,libvulkan1,mesa-vulkan-drivers trixie "$folder" \
	"${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
