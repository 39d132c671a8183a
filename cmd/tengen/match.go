package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/tengen-go/tengen/arena"
	"github.com/tengen-go/tengen/board"
)

// MatchCmd plays a match.
type MatchCmd struct {
	Common
	A        string        `short:"a" required:"" help:"One player: policy, search, uct, rave, playouts, random or gtp:COMMAND, with options after a colon." placeholder:"P"`
	B        string        `short:"b" required:"" help:"The other player." placeholder:"P"`
	Games    int           `help:"Number of games (default: 100)." default:"100" placeholder:"N"`
	Board    int           `help:"Side of the board (default: 9)." default:"9" placeholder:"N"`
	Komi     *float64      `help:"Points for White (default: the rules')."`
	Rules    string        `help:"tromp-taylor, chinese, japanese, aga or new-zealand." default:"chinese"`
	Time     string        `help:"Both players' clock for a game: 10m (absolute), 5m+3s (Fischer), 1m+5x10s (byo-yomi) or 1m+30s/10 (Canadian)." default:"none" placeholder:"T"`
	Patience time.Duration `help:"Longest wait for one move where there is no clock (default: 10m; 0: for ever)." default:"10m" placeholder:"D"`
	Openings int           `help:"Random moves that every game begins with, the same for two games with colours changed." default:"0" placeholder:"K"`
	MaxMoves int           `help:"Moves after which a game is counted as it stands (default: four times the points of the board)." placeholder:"N"`
	Parallel int           `help:"Games at once; the threads are shared out (default: as many as threads)." placeholder:"N"`
	Out      string        `short:"o" help:"Folder for the games and results.jsonl; a match that was interrupted goes on from there." placeholder:"DIR" type:"path"`
}

// Help is printed below the flags.
func (c *MatchCmd) Help() string {
	return `A has Black in games 1, 3, 5, …. The referee checks every move; an illegal move, a crash
and running out of time lose the game and are reported. After two passes dead stones, as
playouts estimate them, come off. If another player would win with all stones alive, the
GTP programs are asked for the final_score, and if they say so it is that player.

Examples:

    tengen match -a rave:playouts=3000 -b uct:playouts=3000 --games 200 -o runs/rave-uct
    tengen match -a rave:playouts=3000 --games 200 \
        -b 'gtp:gnugo --mode gtp --level 10 --chinese-rules --capture-all-dead'

` + playersHelp()
}

// Run plays the games that are not played yet, and prints the score of all.
func (c *MatchCmd) Run(ctx context.Context) error {
	config, err := c.config()
	if err != nil {
		return &usageError{err}
	}
	env := arena.Env{
		Size: c.Board, Seed: c.Seed, Threads: max(1, c.threads()/config.Parallel),
		Players: 2 * config.Parallel, Networks: &arena.Networks{}, ModelDirs: modelDirs(),
	}
	var sides [2]arena.Contestant
	for i, text := range []string{c.A, c.B} {
		sides[i] = arena.Contestant{Name: text, Make: func() (arena.Player, error) { return players().Parse(text, env) }}
	}
	if err := c.try(sides); err != nil {
		return err
	}
	done, save, shut := map[int]bool{}, func(*arena.MatchGame) error { return nil }, func() error { return nil }
	report := matchReport{A: c.A, B: c.B, Board: c.Board, Komi: config.Rules.Komi}
	if c.Out != "" {
		folder, err := arena.OpenMatchFolder(c.Out, arena.MatchAbout{
			A: c.A, B: c.B, Board: c.Board, Rules: c.Rules, Komi: config.Rules.Komi,
			Seed: c.Seed, Openings: c.Openings, Time: c.Time,
		})
		if errors.Is(err, arena.ErrOtherMatch) {
			return &usageError{err}
		}
		if err != nil {
			return err
		}
		done, save, shut = folder.Done(), folder.Add, folder.Close
		for i := range folder.Games {
			if folder.Games[i].Game < c.Games {
				report.add(&folder.Games[i])
			}
		}
	}
	bar := newProgress(c.Quiet, "match", int64(c.Games), "games")
	bar.set(int64(report.tally.Games()))
	err = arena.Match(ctx, config, sides[0], sides[1], done, func(g *arena.MatchGame) error {
		report.add(g)
		bar.relabel(fmt.Sprintf("A %v B", report.tally), int64(report.tally.Games()))
		return save(g)
	})
	bar.finish()
	err = errors.Join(err, shut())
	if errors.Is(err, context.Canceled) {
		told := fmt.Sprintf("%d of %d games played, A %v B", report.tally.Games(), c.Games, report.tally)
		if c.Out != "" {
			told += "; the same command goes on from there"
		}
		return fmt.Errorf("%s: %w", told, context.Canceled)
	}
	if err != nil {
		return err
	}
	return report.print(c.JSON)
}

func (c *MatchCmd) config() (arena.MatchConfig, error) {
	rules, err := board.ParseRules(c.Rules)
	if err != nil {
		return arena.MatchConfig{}, err
	}
	if c.Komi != nil {
		rules.Komi = *c.Komi
	}
	clock, err := arena.ParseTime(c.Time)
	if err != nil {
		return arena.MatchConfig{}, err
	}
	config := arena.MatchConfig{
		Games: c.Games, Size: c.Board, Rules: rules, Openings: c.Openings, MoveLimit: c.MaxMoves,
		Time: clock, Patience: c.Patience, Parallel: c.Parallel, Seed: c.Seed,
	}
	if config.Parallel == 0 {
		config.Parallel = max(1, min(c.threads(), c.Games))
	}
	return config, config.Validate()
}

// try makes each player once, so that a wrong player string is told before anything else.
func (c *MatchCmd) try(sides [2]arena.Contestant) error {
	for _, side := range sides {
		p, err := side.Make()
		var bad *arena.SpecError
		switch {
		case errors.As(err, &bad):
			return &usageError{err}
		case err != nil:
			return err
		}
		if s, ok := p.(arena.Sized); ok && s.Size() != 0 && s.Size() != c.Board {
			_ = p.Close()
			return &usageError{fmt.Errorf("player %s is for %d×%d, not --board %d", side.Name, s.Size(), s.Size(), c.Board)}
		}
		tellNotes(p, c.Quiet)
		if err := p.Close(); err != nil {
			return err
		}
	}
	return nil
}

// matchReport is what a match came to. The names of its JSON are a contract.
type matchReport struct {
	A       string  `json:"a"`
	B       string  `json:"b"`
	Games   int     `json:"games"`
	AWins   int     `json:"a_wins"`
	BWins   int     `json:"b_wins"`
	Draws   int     `json:"draws"`
	Winrate float64 `json:"winrate"`
	Lo      float64 `json:"lo"`
	Hi      float64 `json:"hi"`
	// Elo differences are null where one player won no point: they have no end.
	Elo   *float64 `json:"elo"`
	EloLo *float64 `json:"elo_lo"`
	EloHi *float64 `json:"elo_hi"`

	Board    int            `json:"board"`
	Komi     float64        `json:"komi"`
	Black    int            `json:"black_wins"`
	Moves    float64        `json:"moves"` // mean of a game
	Ends     map[string]int `json:"ends"`
	Forfeits []string       `json:"forfeits,omitempty"` // the games that ended by a fault
	SecondsA float64        `json:"a_seconds"`          // thinking time of all games
	SecondsB float64        `json:"b_seconds"`

	tally arena.Tally
}

func (r *matchReport) add(g *arena.MatchGame) {
	r.tally.Add(g.Winner())
	if r.Ends == nil {
		r.Ends = map[string]int{}
	}
	r.Ends[g.End]++
	r.Moves += float64(g.Moves)
	if g.Who == g.Black {
		r.Black++
	}
	first, second := g.Seconds[0], g.Seconds[1]
	if g.Black == "b" {
		first, second = second, first
	}
	r.SecondsA += first
	r.SecondsB += second
	if g.Error != "" {
		r.Forfeits = append(r.Forfeits, fmt.Sprintf("game %d, %s wins: %s", g.Game+1, g.Who, g.Error))
	}
}

func (r *matchReport) print(asJSON bool) error {
	t := r.tally
	r.Games, r.AWins, r.BWins, r.Draws = t.Games(), t.Wins, t.Losses, t.Draws
	r.Winrate = t.Winrate()
	r.Lo, r.Hi = t.Interval()
	r.Elo, r.EloLo, r.EloHi = finite(arena.Elo(r.Winrate)), finite(arena.Elo(r.Lo)), finite(arena.Elo(r.Hi))
	r.Moves /= float64(r.Games)
	if asJSON {
		return printJSON(r)
	}
	fmt.Printf("A %s\nB %s\n", r.A, r.B)
	fmt.Printf("A wins %.1f%% of %d games (95%%: %.1f–%.1f): %d won, %d lost, %d drawn\n",
		100*r.Winrate, r.Games, 100*r.Lo, 100*r.Hi, r.AWins, r.BWins, r.Draws)
	fmt.Printf("Elo difference %s (95%%: %s to %s)\n", eloText(r.Elo, r.Winrate), eloText(r.EloLo, r.Lo), eloText(r.EloHi, r.Hi))
	n := float64(r.Games)
	fmt.Printf("Black won %d; %.0f moves and %.1f s of A, %.1f s of B a game; ended by", r.Black, r.Moves, r.SecondsA/n, r.SecondsB/n)
	for _, end := range []string{arena.EndPasses, arena.EndResign, arena.EndLimit, arena.EndTime, arena.EndIllegal, arena.EndFailed} {
		if k := r.Ends[end]; k > 0 {
			fmt.Printf(" %s %d", end, k)
		}
	}
	fmt.Println()
	for _, f := range r.Forfeits {
		fmt.Println(f)
	}
	return nil
}

func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

func eloText(elo *float64, winrate float64) string {
	switch {
	case elo != nil:
		return fmt.Sprintf("%+.0f", *elo)
	case winrate > 0.5:
		return "+∞"
	}
	return "−∞"
}
