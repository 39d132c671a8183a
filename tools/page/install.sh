#!/bin/sh
# Installs what the tests of the page need besides Go: Chromium (Debian's, by apt, as root) and
# axe-core (by npm, into this folder). What cannot be installed is said in one line, and nothing is skipped.
set -eu
cd "$(dirname "$0")"

if ! command -v chromium >/dev/null; then
	command -v apt-get >/dev/null || {
		echo "test-web needs Chromium: install it as 'chromium'" >&2
		exit 1
	}
	apt-get update && apt-get install -y --no-install-recommends chromium
fi
command -v npm >/dev/null || {
	echo "test-web needs Node 20 or newer with npm (Debian: apt install nodejs npm)" >&2
	exit 1
}
if ! cmp -s package-lock.json node_modules/installed-lock.json; then
	npm ci --ignore-scripts --no-audit --no-fund
	cp package-lock.json node_modules/installed-lock.json
fi
