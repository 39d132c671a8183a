package machines

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/team"
	"github.com/tengen-go/tengen/search"
)

// mostMachines bounds a list.
const mostMachines = 1000

// Kind is the kind of player that searches on several machines, machines:FILE,PLAYER. lost hears in words of each
// machine that fails.
func Kind(lost func(words string)) player.Kind {
	return player.Kind{
		Name: options.KindMachines,
		About: "one search on several machines, as machines:FILE,rave:time=5s; FILE has a line for each other one: " +
			"ssh box tengen gtp",
		Options: averages(&team.Team{}),
		Make:    func(spec options.Spec, env player.Env) (player.Player, error) { return build(spec, env, lost) },
		GoOnly:  true,
	}
}

// averages are the options about averages. They stand among the player's options, as with parallel=root.
func averages(t *team.Team) []options.Option {
	usual := search.DefaultConfig()
	return []options.Option{
		options.New("sync", "N", strconv.Itoa(usual.SyncEvery),
			"playouts of each machine between two averages", "",
			func(o *options.Values, name string) { t.Every = o.Int(name, usual.SyncEvery, 1, 1<<30) }),
		options.New("sync-depth", "N", strconv.Itoa(usual.SyncDepth),
			"average the root's moves (1), and the moves up to so many plies later", "",
			func(o *options.Values, name string) { t.Depth = o.Int(name, usual.SyncDepth, 1, 16) }),
	}
}

// readAverages takes the options about averages out of a player string.
func readAverages(t *team.Team, spec options.Spec) (rest options.Spec, err error) {
	own := options.Spec{Kind: spec.Kind}
	list := averages(t)
	for _, option := range list {
		if value := spec.Value(option.Name); value != "" {
			own = own.With(option.Name, value)
		}
		spec = spec.Without(option.Name)
	}
	o, err := own.Options()
	if err != nil {
		return spec, err
	}
	for _, option := range list {
		option.Read(o, option.Name)
	}
	return spec, o.Finish()
}

// build makes the player, and starts tengen on the other machines.
func build(spec options.Spec, env player.Env, lost func(words string)) (player.Player, error) {
	file, text, ok := strings.Cut(spec.Rest, ",")
	if !ok || file == "" || text == "" {
		return nil, options.Errorf("player machines: want machines:FILE,PLAYER, for example " +
			"machines:boxes.txt,rave:time=5s")
	}
	commands, err := readCommands(file)
	if err != nil {
		return nil, fmt.Errorf("player machines: %w", err)
	}
	inner, err := options.Parse("player", text)
	if err != nil {
		return nil, err
	}
	t := &team.Team{Single: inner.Value("threads") == "1", Lost: func(m team.Machine, err error) {
		lost(fmt.Sprintf("machine %q is lost, and the search goes on without it: %v", m, err))
	}}
	if inner, err = readAverages(t, inner); err != nil {
		return nil, err
	}
	p, err := player.Players().Parse(inner.Text(), env)
	if err != nil {
		return nil, err
	}
	if err := join(p, t, commands, inner, env); err != nil {
		return nil, errors.Join(fmt.Errorf("player machines: %s: %w", file, err), t.Close(), p.Close())
	}
	return p, nil
}

// join has other machines search with a player of a string.
func join(p player.Player, t *team.Team, commands []string, spec options.Spec, env player.Env) error {
	searcher, ok := p.(interface {
		Config() player.SearchConfig
		Join(t *team.Team)
	})
	if !ok || !slices.Contains(player.TreeKinds(), searcher.Config().Kind) {
		return options.Errorf("%s grows no tree of playouts; %s do", spec.Kind, strings.Join(player.TreeKinds(), ", "))
	}
	config, size := searcher.Config(), 0
	switch {
	case config.Clock == "cpu":
		return options.Errorf("%s: clock=cpu is the time of one thread, and several machines have more", spec.Kind)
	case config.Parallel == search.ParallelRoot:
		return options.Errorf("%s: parallel=root has several trees; a machine has one", spec.Kind)
	}
	if env.Rules != nil {
		size = env.Rules.Size()
	}
	// Each machine has a seed of its own, and this player says when machines forget.
	text := spec.Without("seed").With("reuse", "on").Text()
	for i, command := range commands {
		m, err := Start(command, text, size, t.Seed(config.Seed, i+1))
		if err != nil {
			return err
		}
		t.Add(m)
	}
	searcher.Join(t)
	return nil
}

// readCommands reads a list of machines: a command a line, and comments after #.
func readCommands(path string) (commands []string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if line = strings.TrimSpace(line); line != "" {
			commands = append(commands, line)
		}
		if len(commands) > mostMachines {
			return nil, fmt.Errorf("%s: more than %d machines", path, mostMachines)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(commands) == 0 {
		return nil, fmt.Errorf("%s: no machine: write a command a line that starts tengen there, as: "+
			"ssh box tengen gtp", path)
	}
	return commands, nil
}
