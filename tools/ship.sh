#!/bin/sh
# Makes models the one that ships for their board, or, with NAME=19x19-rl, beside it; make ship
# calls it. LAMBDA=EARLY,LATE,FROM,TO notes another fit of λ. See models/shipped/README.md.
set -eu
test $# -gt 0 || { echo 'usage: make ship MODEL="DIR…"' >&2; exit 2; }
tengen=./bin/tengen
board=0
for model in "$@"; do
	b=$($tengen model info --json "$model" | sed -n 's/.*"board":\([0-9]*\),"networks".*/\1/p')
	if [ "${b:-0}" -gt 0 ]; then board=$b; fi
done
name=${NAME:-${board}x${board}}
out=models/shipped/$name
card=$out/card.toml
test -f "$card" || { echo "$card is missing: write it after that of another board" >&2; exit 1; }

# Elsewhere first: the old one may be one of the models.
new=$(mktemp -d "bin/ship.XXXXXX")
trap 'rm -rf "$new"' EXIT
$tengen model join --half --card "$card" ${LAMBDA:+--lambda "$LAMBDA"} -o "$new" "$@"
$tengen model verify "$new"
$tengen model info --card "$new" >"$new/README.md"
rm -f "$out"/*.safetensors "$out/model.json"
mv "$new"/*.safetensors "$new/model.json" "$new/README.md" "$out"
trap - EXIT
rm -rf "$new"

make build
$tengen model verify "shipped:$name"
${GO:-go} test -count=1 -run 'Shipped|EveryModelThatShips' ./models ./cmd/tengen/internal/model
du -ch "$out"/* bin/tengen
echo "commit $out; it is shipped:$name now"
