package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// runSpec is one run: a command line, its stdin, and the files that are its result.
//
// In args, {NAME} is the folder that run NAME left and {out} this run's own. Files of the
// checkout that runs read are next to these folders (inputs). What a run prints is a result too,
// unless it is silent. It is kept in {out}/stdout.txt, or stdout.json with --json.
type runSpec struct {
	name    string
	args    string
	stdin   string   // file below the checkout
	needs   []string // runs with folders that args name
	results []string // patterns of files below {out}; of those also stdout unless silent
	silent  bool     // what is printed is no result
}

// spec makes the needs of a run from the names in its arguments.
func spec(all []runSpec, r runSpec) runSpec {
	for _, other := range all {
		if strings.Contains(r.args, "{"+other.name+"}") {
			r.needs = append(r.needs, other.name)
		}
	}
	return r
}

// inputs are the files and folders of the checkout that runs read.
var inputs = []string{"examples/tiny7.tengen", "examples/gnugo9.sgfl.gz", "docs/matches/components9"}

// runs is the list. Each run comes after the runs that it needs.
func runs() []runSpec {
	const (
		tiny  = " --layers 3 --filters 8 --batch 16"
		fast  = "threads=1,memory=8M"
		match = " --board 7 --games 2 --max-moves 60 --json -o {out}/match"
	)
	var all []runSpec
	add := func(r runSpec) {
		for threads := 1; threads <= 2; threads++ {
			one := r
			one.name = fmt.Sprintf("%s/%d", r.name, threads)
			one.args = strings.ReplaceAll(r.args, "/T}", fmt.Sprintf("/%d}", threads))
			one.args += fmt.Sprintf(" --threads %d --seed 7 --quiet", threads)
			all = append(all, spec(all, one))
		}
	}
	weights := []string{"run/*.safetensors"}

	add(runSpec{name: "data-stats", args: "data stats gnugo9.sgfl.gz tiny7.tengen --json"})
	add(runSpec{
		name:    "data-pack",
		args:    "data pack gnugo9.sgfl.gz --limit 200 -o {out}/games.tengen --json",
		results: []string{"games.tengen"},
	})
	add(runSpec{
		name:    "policy",
		args:    "train policy tiny7.tengen -o {out}/run" + tiny + " --steps 40 --eval-every 20 --eval-positions 200",
		results: weights,
		silent:  true,
	})
	add(runSpec{
		name: "policy-sgd",
		args: "train policy tiny7.tengen -o {out}/run" + tiny + " --optimizer sgd --planes 12 --steps 30 " +
			"--eval-every 0",
		results: weights,
		silent:  true,
	})
	add(runSpec{
		name: "policy-adam",
		args: "train policy tiny7.tengen -o {out}/run --optimizer adam --init {policy/T}/run --steps 20 " +
			"--eval-every 0",
		results: weights,
		silent:  true,
	})
	add(runSpec{
		name:    "rollout",
		args:    "train rollout tiny7.tengen -o {out}/run --count-games 300 --steps 300 --eval-positions 200",
		results: weights,
		silent:  true,
	})
	add(runSpec{
		name: "tree",
		args: "train rollout tiny7.tengen -o {out}/run --features tree --count-games 300 --steps 200 " +
			"--eval-positions 200",
		results: weights,
		silent:  true,
	})
	add(runSpec{
		name: "balance",
		args: "train rollout tiny7.tengen --balance --init {rollout/T}/run -o {out}/run --reference-playouts 20 " +
			"--balance-positions 20 --balance-playouts 8 --steps 20",
		results: weights,
		silent:  true,
	})
	add(runSpec{
		name:    "shapes",
		args:    "train shapes -o {out}/run --board 7 --games 200 --eval-games 4",
		results: weights,
		silent:  true,
	})
	add(runSpec{
		name: "reinforce",
		args: "train reinforce --policy {policy/T}/run -o {out}/run --updates 4 --games 8 --pool-every 2 --rate " +
			"0.01 --eval-every 0 --komi 9",
		results: weights,
		silent:  true,
	})
	add(runSpec{
		name: "value-data",
		args: "selfplay -o {out}/games.tengen --value-data --sl {policy/T}/run --rl {reinforce/T}/run --games 200 " +
			"--komi 9",
		results: []string{"games.tengen"},
		silent:  true,
	})
	add(runSpec{
		name: "value",
		args: "train value {value-data/T}/games.tengen -o {out}/run" + tiny + " --hidden 16 --steps 40 " +
			"--eval-every 20 --eval-positions 100",
		results: weights,
		silent:  true,
	})
	add(runSpec{
		name: "join",
		args: "model join {reinforce/T}/run --value-from {value/T}/run --rollout-from {rollout/T}/run --tree-from " +
			"{tree/T}/run --shapes-from {shapes/T}/run --half -o {out}/run",
		results: weights,
		silent:  true,
	})

	add(runSpec{
		name: "eval-policy",
		args: "eval policy {policy/T}/run tiny7.tengen --part test --positions 300 --symmetries 8 --by-move --json",
	})
	add(runSpec{
		name: "eval-value",
		args: "eval value {value/T}/run {value-data/T}/games.tengen --part all --positions 40 --rollouts 10 " +
			"--playouts uniform,mogo,informed,softmax:{rollout/T}/run --json",
	})
	add(runSpec{
		name: "eval-rollout",
		args: "eval rollout {rollout/T}/run tiny7.tengen --part all --positions 300 --json",
	})
	add(runSpec{name: "eval-shapes", args: "eval shapes {shapes/T}/run tiny7.tengen --positions 300 --json"})

	add(runSpec{
		name: "selfplay-policy",
		args: "selfplay -o {out}/games.tengen --black policy:model={reinforce/T}/run --white " +
			"policy:model={policy/T}/run,temperature=0.67 --games 30 --komi 9 --sgf {out}/sgf",
		results: []string{"games.tengen", "sgf/*.sgf"},
		silent:  true,
	})
	add(runSpec{
		name: "selfplay-search",
		args: "selfplay -o {out}/games.tengen --black search:model={join/T}/run,playouts=20," + fast + " --games 4 " +
			"--komi 9 --thoughts --sgf {out}/sgf",
		results: []string{"games.tengen", "sgf/*.sgf"},
		silent:  true,
	})

	for _, pair := range [][3]string{
		{"search", "search:model={join/T}/run,playouts=30," + fast, "policy:model={policy/T}/run,temperature=0.5"},
		{
			"search-root",
			"search:model={join/T}/run,playouts=30,threads=2,parallel=root,memory=8M",
			"search:model={join/T}/run,playout=softmax,prior=tree,value=off,playouts=30," + fast,
		},
		{"rules", "uct:playouts=60," + fast, "rave:playouts=60," + fast},
		{"bandits", "aoap:playouts=60," + fast, "ocba:playouts=60," + fast},
		{"more", "ttts:playouts=60," + fast, "ucbtuned:playouts=60," + fast},
		{"flat", "playouts:playouts=60," + fast, "greedy:playouts=60," + fast},
		{"negamax", "negamax:depth=1,playouts=4,memory=1M", "negamax:evaluation=exact,depth=2,memory=1M"},
		{"shapes", "rave:heuristic=shapes,model={shapes/T}/run,playouts=40," + fast, "random:seed=3"},
	} {
		add(runSpec{
			name:    "match-" + pair[0],
			args:    "match -a " + pair[1] + " -b " + pair[2] + match,
			results: []string{"match/*.sgf", "match/results.jsonl"},
		})
	}
	add(runSpec{
		name: "match-tictactoe",
		args: "match --game tictactoe -a aoap:playouts=100," + fast + " -b negamax:evaluation=exact,memory=1M " +
			"--games 4 --json -o {out}/match",
		results: []string{"match/results.jsonl"},
	})
	add(runSpec{
		name: "match-gomoku",
		args: "match --game gomoku:size=5,length=4 -a ttts:playouts=100," + fast +
			" -b uct:playouts=100," + fast + " --games 4 --json -o {out}/match",
		results: []string{"match/results.jsonl"},
	})
	add(runSpec{
		name: "tournament",
		args: "tournament --board 7 --games 2 --max-moves 60 --player rave=rave:playouts=40," + fast +
			" --player uct=uct:playouts=40," + fast +
			" --player flat=playouts:playouts=40," + fast + " --json -o {out}/ladder",
		results: []string{"ladder/*/results.jsonl"},
	})
	add(runSpec{name: "rate", args: "rate components9 --json"})

	add(runSpec{
		name:    "lab-regret",
		args:    "lab run ucb-regret --scale 0.01 -o {out}/lab",
		results: []string{"lab/results.csv"},
		silent:  true,
	})
	add(runSpec{
		name:    "lab-aoap",
		args:    "lab run aoap-1.1 --scale 0.01 -o {out}/lab",
		results: []string{"lab/results.csv"},
		silent:  true,
	})
	add(runSpec{
		name:    "lab-aoap-games",
		args:    "lab run aoap-1.2 --scale 0.01 -o {out}/lab",
		results: []string{"lab/results.csv"},
		silent:  true,
	})
	add(runSpec{
		name:    "lab-boards",
		args:    "lab run aoap-boards --scale 0.01 -o {out}/lab",
		results: []string{"lab/results.csv"},
		silent:  true,
	})
	add(runSpec{
		name:    "lab-rules",
		args:    "lab run rules-9x9 --scale 0.01 --set rules=uct,rave,ocba --set playouts=40 -o {out}/lab",
		results: []string{"lab/results.csv"},
		silent:  true,
	})

	add(runSpec{
		name: "analyze",
		args: "analyze {selfplay-search/T}/sgf/game-000001.sgf --player search:model={join/T}/run,playouts=20," + fast +
			" -o {out}/reviewed.sgf --curve {out}/curve.png --json",
		results: []string{"reviewed.sgf"},
		silent:  true,
	})
	for _, script := range []string{"handicap", "ko", "rules", "setup", "gui", "ending"} {
		add(runSpec{
			name:  "gtp-" + script,
			args:  "gtp --player rave:playouts=30," + fast,
			stdin: "gtp/testdata/" + script + ".gtp",
		})
	}
	add(runSpec{
		name:  "gtp-genmove",
		args:  "gtp --board 9 --player search:playouts=30," + fast,
		stdin: "tools/behaviour/genmove.gtp",
	})
	return all
}

// folderOf is where a run leaves its files, below the folder of all runs.
func folderOf(name string) string { return strings.ReplaceAll(name, "/", "-") }

// do makes a run and gives a line "NAME FILES HASH" for each of its results.
func (m *machine) do(ctx context.Context, r runSpec) ([]string, error) {
	// Paths are relative: they stand in what is hashed, as in the names of players.
	place := folderOf(r.name)
	out := filepath.Join(m.work, place)
	if err := os.RemoveAll(out); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return nil, err
	}
	words := []string{"{out}", place}
	for _, n := range r.needs {
		words = append(words, "{"+n+"}", folderOf(n))
	}
	args := strings.Fields(r.args)
	for i := range args {
		args[i] = strings.NewReplacer(words...).Replace(args[i])
	}
	printed, err := m.call(ctx, r, args)
	if err != nil {
		return nil, err
	}
	patterns := r.results
	if !r.silent {
		name := "stdout.txt"
		if slices.Contains(args, "--json") {
			name = "stdout.json"
		}
		if err := os.WriteFile(filepath.Join(out, name), printed, 0o644); err != nil {
			return nil, err
		}
		patterns = append(slices.Clone(patterns), name)
	}
	var lines []string
	for _, pattern := range patterns {
		files, err := filepath.Glob(filepath.Join(out, pattern))
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("left no %s", pattern)
		}
		h, err := hash(files)
		if err != nil {
			return nil, err
		}
		lines = append(lines, fmt.Sprintf("%s %s %s", r.name, pattern, h))
	}
	return lines, nil
}

// call runs the binary and gives what it prints on stdout.
func (m *machine) call(ctx context.Context, r runSpec, args []string) ([]byte, error) {
	command := slices.Concat(m.under, []string{m.tengen}, args)
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = m.work
	cmd.Env = append(os.Environ(), "TENGEN_KERNEL=portable")
	if r.stdin != "" {
		in, err := os.Open(filepath.Join(m.root, r.stdin))
		if err != nil {
			return nil, err
		}
		defer in.Close()
		cmd.Stdin = in
	}
	var said strings.Builder
	cmd.Stderr = &said
	printed, err := cmd.Output()
	if err == nil && m.timed {
		fmt.Fprintf(os.Stderr, "%-24s %6.2f s of processor time\n",
			r.name, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
	}
	if err != nil {
		return nil, fmt.Errorf("tengen %s: %w\n%s", strings.Join(args, " "), err, said.String())
	}
	return printed, nil
}
