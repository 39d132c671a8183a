package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/bench"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/alphago"
	"github.com/tengen-go/tengen/search/gostate"
)

// BenchSearchCmd measures searches.
type BenchSearchCmd struct {
	Common
	Player string        `help:"The search to measure: search, uct, rave or another tree search, with options after a colon." default:"rave" placeholder:"P"`
	Board  int           `help:"Size of the board, 2 to 19." default:"9"`
	Arch   string        `help:"Untrained policy and value networks of this shape, for --player search, compared with their speed alone: alphago or 64x7." placeholder:"NAME"`
	Time   time.Duration `help:"How long to search." default:"5s"`
}

// Help shows how the command is used.
func (c *BenchSearchCmd) Help() string {
	return `It searches the empty board and counts playouts and evaluated positions per second.

--arch NAME compares the search with the networks alone. Networks with random weights are made.
The search runs on them without playouts. Before and after it, the same networks run alone on as
many threads, on positions of games.

Examples: tengen bench search --player rave:playout=mogo --board 9 --threads 1
          tengen bench search --player search --arch 64x7 --board 19 --threads 2 --json`
}

// searchSpeed is what bench search prints.
type searchSpeed struct {
	Board        int     `json:"board"`
	Player       string  `json:"player"`
	Model        string  `json:"model,omitempty"` // the one that the player took, if none was named
	Threads      int     `json:"threads"`
	PlayoutsPerS float64 `json:"playouts_per_s"`
	EvalsPerS    float64 `json:"evals_per_s"` // positions that the networks judged
	Batch        float64 `json:"batch"`       // their mean number in a call
	Nodes        int     `json:"nodes"`
	Seconds      float64 `json:"seconds"`

	NetEvalsPerS float64 `json:"net_evals_per_s,omitempty"` // of the networks alone
	Share        float64 `json:"share,omitempty"`           // of it that the search reached
}

// Run measures and prints.
func (c *BenchSearchCmd) Run(ctx context.Context) error {
	if err := checkBench(c.Board, c.Time, c.Threads); err != nil {
		return err
	}
	spec, err := player.ParseSpec(c.Player)
	if err != nil {
		return &usageError{err}
	}
	if c.Arch == "" {
		speed, err := c.search(ctx, c.Player)
		if err != nil {
			return err
		}
		return c.print(speed)
	}
	if spec.Kind != player.KindSearch || strings.Contains(spec.Rest, "model=") {
		return &usageError{fmt.Errorf("--arch %s is for --player search, not for %s", c.Arch, c.Player)}
	}
	return c.compare(ctx, spec)
}

// compare measures the search between two measurements of its networks alone.
func (c *BenchSearchCmd) compare(ctx context.Context, spec player.Spec) error {
	shape, err := parseArch(c.Arch, c.Board, nets.Paper().Planes)
	if err != nil {
		return &usageError{fmt.Errorf("--arch %s: %w", c.Arch, err)}
	}
	value := nets.PaperValue()
	value.Board, value.Filters, value.Layers = shape.Board, shape.Filters, shape.Layers
	var m nets.Model
	if m.Policy, err = nets.NewPolicy(shape, c.Seed); err != nil {
		return err
	}
	if m.Value, err = nets.NewValue(value, c.Seed); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "tengen-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	model := filepath.Join(dir, "model")
	if _, err := nets.SaveModel(model, m, nil); err != nil {
		return err
	}
	player := spec.Kind + ":model=" + model + ",playout=none"
	if spec.Rest != "" {
		player += "," + spec.Rest
	}
	before, err := bench.Evaluations(ctx, m, c.threads(), c.Time/4, c.Seed)
	if err != nil {
		return err
	}
	speed, err := c.search(ctx, player)
	if err != nil {
		return err
	}
	after, err := bench.Evaluations(ctx, m, c.threads(), c.Time/4, c.Seed)
	if err != nil {
		return err
	}
	speed.Player = c.Player + " " + c.Arch
	speed.NetEvalsPerS = (before + after) / 2
	speed.Share = speed.EvalsPerS / speed.NetEvalsPerS
	return c.print(speed)
}

// search lets the player read the empty board.
func (c *BenchSearchCmd) search(ctx context.Context, text string) (searchSpeed, error) {
	p, err := players().Parse(text, player.Env{Size: c.Board, Seed: c.Seed, Threads: c.Threads, ModelDirs: modelDirs()})
	if err != nil {
		var bad *player.SpecError
		if errors.As(err, &bad) {
			err = &usageError{err}
		}
		return searchSpeed{}, err
	}
	defer p.Close()
	tellNotes(p, c.Quiet)
	s, ok := p.(interface {
		player.Player
		Tree() *search.Tree
		Config() player.SearchConfig
		Evaluations() alphago.QueueStats
	})
	if !ok {
		return searchSpeed{}, &usageError{fmt.Errorf("--player %s has no playouts in a tree to count: want one of %s, or playouts or ucb1", text, strings.Join(player.TreeKinds(), ", "))}
	}
	g, err := board.NewGame(c.Board, board.Chinese())
	if err != nil {
		return searchSpeed{}, err
	}
	if err := s.NewGame(g); err != nil {
		return searchSpeed{}, err
	}
	tree := s.Tree()
	tree.Reset(gostate.New(g))
	start := time.Now()
	deadline := start.Add(c.Time)
	if err := tree.Search(ctx, search.Budget{Stop: func() bool { return !time.Now().Before(deadline) }}); err != nil {
		return searchSpeed{}, err
	}
	if err := ctx.Err(); err != nil {
		return searchSpeed{}, err
	}
	seconds := time.Since(start).Seconds()
	e := s.Evaluations()
	nodes, _ := tree.Nodes()
	speed := searchSpeed{
		Board: c.Board, Player: text, Threads: s.Config().Threads, Seconds: seconds, Nodes: nodes,
		PlayoutsPerS: float64(tree.Playouts()) / seconds, EvalsPerS: float64(e.Positions) / seconds,
	}
	if d, ok := p.(player.Defaulter); ok {
		speed.Model = d.DefaultModel()
	}
	if e.Calls > 0 {
		speed.Batch = float64(e.Positions) / float64(e.Calls)
	}
	return speed, nil
}

func (c *BenchSearchCmd) print(s searchSpeed) error {
	if c.JSON {
		return printJSON(s)
	}
	fmt.Printf("%d×%d, %s, %s: %.0f playouts/s, %d nodes\n", s.Board, s.Board, s.Player, count(s.Threads, "thread"), s.PlayoutsPerS, s.Nodes)
	if s.EvalsPerS > 0 {
		fmt.Printf("networks: %.0f positions/s, %.1f at once\n", s.EvalsPerS, s.Batch)
	}
	if s.Share > 0 {
		fmt.Printf("alone:    %.0f positions/s; the search gets %.0f%%\n", s.NetEvalsPerS, 100*s.Share)
	}
	return nil
}
