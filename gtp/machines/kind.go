package machines

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/team"
	"github.com/tengen-go/tengen/search"
)

// mostMachines bounds a list.
const mostMachines = 1000

// Kind is the kind of player that searches on several machines, machines:FILE,PLAYER. lost is told, in words, of each
// machine that fails.
func Kind(lost func(words string)) player.Kind {
	return player.Kind{
		Name: options.KindMachines,
		About: "one search on several machines, as machines:FILE,rave:time=5s; FILE has a line for each other one: " +
			"ssh box tengen gtp",
		Make:   func(spec options.Spec, env player.Env) (player.Player, error) { return build(spec, env, lost) },
		GoOnly: true,
	}
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
	t := &team.Team{Lost: func(m team.Machine, err error) {
		lost(fmt.Sprintf("machine %q is lost, and the search goes on without it: %v", m, err))
	}}
	if text, err = readAverages(t, text); err != nil {
		return nil, err
	}
	p, err := player.Players().Parse(text, env)
	if err != nil {
		return nil, err
	}
	if err := join(p, t, commands, text, env); err != nil {
		return nil, errors.Join(fmt.Errorf("player machines: %s: %w", file, err), t.Close(), p.Close())
	}
	return p, nil
}

// join has other machines search with a player of a string.
func join(p player.Player, t *team.Team, commands []string, text string, env player.Env) error {
	searcher, ok := p.(interface {
		Config() player.SearchConfig
		Join(t *team.Team)
	})
	if !ok || !slices.Contains(player.TreeKinds(), searcher.Config().Kind) {
		return options.Errorf("%s grows no tree of playouts; %s do", text, strings.Join(player.TreeKinds(), ", "))
	}
	config, size := searcher.Config(), 0
	if config.Clock == "cpu" {
		return options.Errorf("%s: clock=cpu is the time of one thread, and several machines have more", text)
	}
	if env.Rules != nil {
		size = env.Rules.Size()
	}
	spec, err := options.Parse("player", text)
	if err != nil {
		return err
	}
	// The player says when its machines forget.
	text = spec.With("reuse", "on").Text()
	for i, command := range commands {
		m, err := Start(command, text, size, team.Seed(config.Seed, config.Threads, i+1))
		if err != nil {
			return err
		}
		t.Add(m)
	}
	searcher.Join(t)
	return nil
}

// readAverages takes the options about averages out of a player string. They are those of parallel=root.
func readAverages(t *team.Team, text string) (rest string, err error) {
	spec, err := options.Parse("player", text)
	if err != nil {
		return "", err
	}
	own := options.Spec{Kind: spec.Kind}
	for _, name := range averages {
		if value := spec.Value(name); value != "" {
			own = own.With(name, value)
		}
	}
	o, err := own.Options()
	if err != nil {
		return "", err
	}
	usual := search.DefaultConfig()
	t.Every, t.Depth = o.Int(averages[0], usual.SyncEvery, 1, 1<<30), o.Int(averages[1], usual.SyncDepth, 1, 16)
	return spec.Without(averages[:]...).Text(), o.Finish()
}

// averages are the options about averages: after how many playouts of each machine, and how many moves deep.
var averages = [2]string{"sync", "sync-depth"}

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
