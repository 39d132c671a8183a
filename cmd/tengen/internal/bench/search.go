package bench

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/bench"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
)

// SearchCmd measures searches.
type SearchCmd struct {
	flags.Common
	devices.Flag
	Player string        `help:"The search to measure: search, uct, rave or another tree search, with options after a colon." default:"rave" placeholder:"P"`
	Board  int           `help:"Size of the board, 2 to 19." default:"9"`
	Arch   string        `help:"Untrained policy and value networks of this shape, for --player search, compared with their speed alone: alphago or 64x7." placeholder:"NAME"`
	Time   time.Duration `help:"How long to search." default:"5s"`
}

// Help shows how the command is used.
func (c *SearchCmd) Help() string {
	return `It searches the empty board and counts playouts and evaluated positions per second.

--arch NAME compares the search with the networks alone. Networks with random weights are made.
The search runs on them without playouts. Before and after it, the same networks run alone on as
many threads, on positions of games.

Examples: tengen bench search --player rave:playout=mogo --board 9 --threads 1
          tengen bench search --player search --arch 64x7 --board 19 --threads 2 --json`
}

// searchSpeed is what bench search prints.
type searchSpeed struct {
	Board   int    `json:"board"`
	Player  string `json:"player"`
	Model   string `json:"model,omitempty"` // the one that the player took, if none was named
	Threads int    `json:"threads"`
	bench.SearchSpeed
}

// Run measures and prints.
func (c *SearchCmd) Run(ctx context.Context) error {
	if err := checkBench(c.Board, c.Time, c.Threads); err != nil {
		return err
	}
	spec, err := options.Parse("player", c.Player)
	if err != nil {
		return usage.Wrap(err)
	}
	device, done, err := c.OpenDevice(ctx, devices.Work{Quiet: c.Quiet, Threads: c.Workers()})
	if err != nil {
		return err
	}
	defer done()
	if c.Arch == "" {
		p, speed, err := c.prepare(c.Player, device)
		if err != nil {
			return err
		}
		defer p.Close()
		if speed.SearchSpeed, err = bench.Search(ctx, p, c.Board, c.Time); err != nil {
			return err
		}
		if d, ok := p.(player.Defaulter); ok {
			speed.Model = d.DefaultModel() // known once the player has a game
		}
		return c.print(speed)
	}
	if spec.Kind != player.KindSearch || strings.Contains(spec.Rest, "model=") {
		return usage.Errorf("--arch %s is for --player search, not for %s", c.Arch, c.Player)
	}
	return c.compare(ctx, spec, device)
}

// compare measures the search between two measurements of its networks alone.
func (c *SearchCmd) compare(ctx context.Context, spec options.Spec, device nets.Device) error {
	shape, err := parseArch(c.Arch, c.Board, nets.Paper().Planes)
	if err != nil {
		return usage.Errorf("--arch %s: %w", c.Arch, err)
	}
	m, err := bench.Untrained(shape, c.Seed)
	if err != nil {
		return err
	}
	m.Policy.SetDevice(device)
	m.Value.SetDevice(device)
	dir, err := os.MkdirTemp("", "tengen-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	model := filepath.Join(dir, "model")
	if _, err := nets.SaveModel(model, m, nil); err != nil {
		return err
	}
	text := spec.Kind + ":model=" + model + ",playout=none"
	if spec.Rest != "" {
		text += "," + spec.Rest
	}
	p, speed, err := c.prepare(text, device)
	if err != nil {
		return err
	}
	defer p.Close()
	if speed.SearchSpeed, err = bench.ComparedWithNetworks(ctx, p, m, c.Workers(), c.Time, c.Seed); err != nil {
		return err
	}
	speed.Player = c.Player + " " + c.Arch
	return c.print(speed)
}

// treePlayer is a player with a tree that can be measured.
type treePlayer interface {
	player.Player
	bench.TreePlayer
	Config() player.SearchConfig
}

// prepare makes the player, and the part of the result that is known before the search.
func (c *SearchCmd) prepare(text string, device nets.Device) (treePlayer, searchSpeed, error) {
	p, err := players.Registry().Parse(text, player.Env{
		Rules:     game.Go{Board: c.Board},
		Seed:      c.Seed,
		Threads:   c.Threads,
		ModelDirs: players.ModelDirs(),
		Networks:  &loaded.Networks{Device: device},
	})
	if err != nil {
		return nil, searchSpeed{}, usage.Player(err)
	}
	players.TellNotes(p, c.Quiet)
	s, ok := p.(treePlayer)
	if !ok {
		p.Close()
		return nil, searchSpeed{}, usage.Errorf("--player %s has no playouts in a tree to count: want one of %s, "+
			"or playouts or ucb1", text, strings.Join(player.TreeKinds(), ", "))
	}
	return s, searchSpeed{Board: c.Board, Player: text, Threads: s.Config().Threads}, nil
}

func (c *SearchCmd) print(s searchSpeed) error {
	if c.JSON {
		return output.JSON(s)
	}
	output.Printf("%d×%d, %s, %s: %.0f playouts/s, %d nodes\n",
		s.Board, s.Board, s.Player, output.Count(s.Threads, "thread"), s.PlayoutsPerS, s.Nodes)
	if s.EvalsPerS > 0 {
		output.Printf("networks: %.0f positions/s, %.1f at once\n", s.EvalsPerS, s.Batch)
	}
	if s.Share > 0 {
		output.Printf("alone:    %.0f positions/s; the search gets %.0f%%\n", s.NetEvalsPerS, 100*s.Share)
	}
	return nil
}
