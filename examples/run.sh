#!/bin/sh
# The main job on a fresh machine: train a small 9×9 policy network on the
# example games, measure it on games it has not seen, let it play a short game,
# and say how to play against it. RUN_TIME sets the training time (2m).
set -eu
time=${RUN_TIME:-2m}
out=${RUN_DIR:-runs/first}
tengen=./bin/tengen
games=examples/gnugo9.sgfl.gz

step() { printf '\n== %s\n' "$*"; }

step "Train on the 9×9 games that GNU Go played for us ($time)"
resume=
if [ -d "$out" ]; then resume=--resume; fi
if [ -n "$resume" ] && [ -f "$out/model.json" ]; then
	echo "$out holds a finished model already; remove the folder to train anew."
else
	$tengen train policy "$games" -o "$out" --board 9 --filters 32 --layers 6 --time "$time" $resume
fi

step "Accuracy on the held-out games"
$tengen eval policy "$out" "$games" --part test

step "A game: the network against itself, to the end"
{
	printf 'boardsize 9\nclear_board\nkomi 7\n'
	for i in $(seq 60); do printf 'genmove b\ngenmove w\n'; done
	printf 'showboard\nfinal_score\nquit\n'
} | $tengen gtp --player "policy:model=$out,resign=0" | awk '
	{ sub(/^= ?/, "") }
	/^[A-T][0-9]+$/ { moves++; next }
	/^pass$/ { next }
	NF { line[++n] = $0 }
	END { for (i = 1; i < n; i++) print line[i]; printf "%s after %d moves\n", line[n] == "0" ? "a draw" : line[n], moves }'

cat <<EOF

== Your turn
  in the terminal       bin/tengen play --player policy:model=$out
  in any Go program     bin/tengen gtp --player policy:model=$out     (as the engine's command)
  on your own games     bin/tengen train policy FOLDER -o runs/mine --time 30m
EOF
