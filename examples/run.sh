#!/bin/sh
# The main job on a fresh machine: the whole chain on 7×7, from games to a measured player,
# with its report; then how to play. RUN_TIME, such as 20s, is for trying it out: the policy
# network learns so long, and the rest is cut down alike.
set -eu
cd "$(dirname "$0")/.."
out=${RUN_DIR:-runs/first}
less=
if [ -n "${RUN_TIME:-}" ]; then
	less="--set policy.time=$RUN_TIME --set policy.filters=8 --set rollout.epochs=1 --set tree.epochs=1
		--set reinforce.updates=4 --set reinforce.games=16 --set reinforce.eval-every=2 --set reinforce.eval-games=20
		--set valuedata.games=600 --set value.steps=60 --set value.filters=8 --set judgement.positions=20 --set tuning.games=2
		--set tuning.playouts=10 --set tournament.games=2 --set tournament.playouts=10"
fi
bin/tengen pipeline -o "$out" --config examples/tiny.toml $less
cat <<END

$out/report.html shows it all in any browser. The model is $out/model.

== Your turn
  against this player   bin/tengen play --player "search:model=$out/model" --komi 9
  a stronger one        bin/tengen play --board 9
  in the browser        bin/tengen serve --open
  in any Go program     bin/tengen gtp             (as the engine's command)
  on your own games     bin/tengen pipeline FOLDER -o runs/mine --config examples/9x9.toml
END
