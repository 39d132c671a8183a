#!/bin/sh
# Installs what the tests of exported networks need beside Go: ONNX Runtime for
# Node (by npm, into this folder) and the onnx package for Python (by apt, as
# root). What cannot be installed is said in one line, and nothing is skipped.
set -eu
cd "$(dirname "$0")"
python=${1:-/usr/bin/python3}

command -v npm >/dev/null || {
	echo "test-onnx needs Node 20 or newer with npm (Debian: apt install nodejs npm)" >&2
	exit 1
}
# --ignore-scripts: the package's own would fetch CUDA libraries.
if ! cmp -s package-lock.json node_modules/installed-lock.json; then
	npm ci --ignore-scripts --no-audit --no-fund
	cp package-lock.json node_modules/installed-lock.json
fi

if ! "$python" -c 'import onnx' 2>/dev/null; then
	if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
		apt-get update && apt-get install -y --no-install-recommends python3-onnx
	fi
	"$python" -c 'import onnx' 2>/dev/null || {
		echo "test-onnx needs the onnx package for $python (Debian: apt install python3-onnx; PYTHON=… names another)" >&2
		exit 1
	}
fi
