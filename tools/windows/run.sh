#!/bin/sh
# run.sh FOLDER PROGRAM [ARGUMENT…] runs a program for Windows in the Debian with Wine that install.sh put into a folder.
# It sees the files of this machine. SCREEN=1 gives it a screen in memory, through which Wine reaches Vulkan's devices.
set -eu
folder=$1
shift
checkout=$(cd "$(dirname "$0")/../.." && pwd)
exec unshare --mount sh -eu -c '
	root=$1 checkout=$2 here=$PWD
	shift 2
	for shared in /proc /dev /tmp "$HOME" "$checkout"; do
		mkdir -p "$root$shared"
		mount --rbind "$shared" "$root$shared"
	done
	exec chroot "$root" env WINEPREFIX=/var/wine WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml= XDG_RUNTIME_DIR=/tmp \
		sh -c "cd \"\$0\" && exec \"\$@\"" "$here" ${SCREEN:+xvfb-run -a} wine "$@"
' run.sh "$folder" "$checkout" "$@"
