#!/bin/sh
# Installs what the tests of GUIs' own modules need beside Go (by npm, into this
# folder). What cannot be installed is said in one line, and nothing is skipped.
set -eu
cd "$(dirname "$0")"

command -v npm >/dev/null || {
	echo "test-gui needs Node 20 or newer with npm (Debian: apt install nodejs npm)" >&2
	exit 1
}
if ! cmp -s package-lock.json node_modules/installed-lock.json; then
	npm ci --ignore-scripts --no-audit --no-fund
	cp package-lock.json node_modules/installed-lock.json
fi
