package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"text/tabwriter"
	"time"

	"github.com/tengen-go/tengen/arena"
	"github.com/tengen-go/tengen/internal/interval"
)

// matchFlags are those of a match that is not about who plays.
type matchFlags struct {
	Game     string        `help:"A small game instead of Go: tictactoe, gomoku, or gomoku:size=15,length=5,exact=on (default: 8×8, five or more in a row win)." placeholder:"GAME"`
	Board    int           `help:"Side of the board of Go (default: 9)." placeholder:"N"`
	Komi     *float64      `help:"Points for White (default: the rules')."`
	Rules    string        `help:"tromp-taylor, chinese, japanese, aga or new-zealand (default: chinese)."`
	Time     string        `help:"Both players' clock for a game: 10m (absolute), 5m+3s (Fischer), 1m+5x10s (byo-yomi) or 1m+30s/10 (Canadian); default: none." placeholder:"T"`
	Patience time.Duration `help:"Longest wait for one move where there is no clock (default: 10m; 0: for ever)." default:"10m" placeholder:"D"`
	Openings int           `help:"Random moves that every game begins with, the same for two games with colours changed." default:"0" placeholder:"K"`
	MaxMoves int           `help:"Moves after which a game of Go is counted as it stands (default: four times the points of the board)." placeholder:"N"`
	Parallel int           `help:"Games at once; the threads are shared out (default: as many as threads)." placeholder:"N"`
}

// settings are what the flags say.
func (f *matchFlags) settings(common *Common, games int) (arena.MatchSettings, error) {
	s := arena.MatchSettings{
		Games: games, Game: f.Game, Board: f.Board, Rules: f.Rules, Komi: f.Komi, Time: f.Time, Patience: f.Patience,
		Openings: f.Openings, MaxMoves: f.MaxMoves, Parallel: f.Parallel, Seed: common.Seed,
	}
	if s.Parallel == 0 {
		s.Parallel = max(1, min(common.threads(), games))
	}
	if f.Game != "" {
		switch {
		case f.Time != "":
			return s, forGo("time", f.Game, "give the players their time= for a move")
		case f.MaxMoves != 0:
			return s, forGo("max-moves", f.Game, "leave it out")
		}
		return s, onlyGo(f.Game, f.Board, f.Komi, f.Rules)
	}
	s.Board, s.Rules, s.Time = cmp.Or(f.Board, 9), cmp.Or(f.Rules, "chinese"), cmp.Or(f.Time, "none")
	return s, nil
}

// onlyGo refuses flags that a small game has no use for.
func onlyGo(game string, board int, komi *float64, rules string) error {
	switch {
	case board != 0:
		return forGo("board", game, "give the size with the game, as gomoku:size=15")
	case komi != nil:
		return forGo("komi", game, "leave it out")
	case rules != "":
		return forGo("rules", game, "leave it out")
	}
	return nil
}

// forGo refuses a flag for a small game.
func forGo(flag, game, instead string) error {
	return &usageError{fmt.Errorf("--%s is for Go, not for --game %s: %s", flag, game, instead)}
}

// maker makes the players of matches by settings, who share networks, memory and threads.
func maker(common *Common, s arena.MatchSettings) func(text string) (arena.Player, error) {
	env := matchEnv(common, s)
	env.Networks = &arena.Networks{}
	return func(text string) (arena.Player, error) { return players().Parse(text, env) }
}

// moverMaker is maker for a small game.
func moverMaker(common *Common, s arena.MatchSettings, game arena.Game) func(text string) (arena.Mover, error) {
	env := matchEnv(common, s)
	return func(text string) (arena.Mover, error) { return arena.Movers().Parse(text, game, env) }
}

func matchEnv(common *Common, s arena.MatchSettings) arena.Env {
	return arena.Env{
		Size: s.Board, Seed: s.Seed, Threads: max(1, common.threads()/s.Parallel),
		Players: 2 * s.Parallel, ModelDirs: modelDirs(),
	}
}

// MatchCmd plays a match.
type MatchCmd struct {
	Common
	A     string `short:"a" required:"" help:"One player: policy, search, uct, rave, playouts, negamax, random or gtp:COMMAND, with options after a colon." placeholder:"P"`
	B     string `short:"b" required:"" help:"The other player." placeholder:"P"`
	Games int    `help:"Number of games, with --sprt at most (default: 100)." default:"100" placeholder:"N"`
	matchFlags
	SPRT string `name:"sprt" help:"Stop as soon as a sequential test tells whether A is ELO1 stronger rather than ELO0; as ELO0,ELO1,ALPHA,BETA with other chances of error than 0.05." placeholder:"ELO0,ELO1"`
	Out  string `short:"o" help:"Folder for the games and results.jsonl; a match that was interrupted goes on from there." placeholder:"DIR" type:"path"`
}

// Help is printed below the flags.
func (c *MatchCmd) Help() string {
	return `A has Black in games 1, 3, 5, …. The referee checks every move; an illegal move, a crash
and running out of time lose the game and are reported. After two passes dead stones, as
playouts estimate them, come off. If another player would win with all stones alive, the
GTP programs are asked for the final_score, and if they say so it is that player.

In a small game (--game) X begins and takes Black's place; games are kept as text.

--sprt judges the games in their order, however they end, so the same games always decide.

Examples:

    tengen match -a rave:playouts=3000 -b uct:playouts=3000 --games 200 -o runs/rave-uct
    tengen match -a rave:playouts=3000 --games 200 \
        -b 'gtp:gnugo --mode gtp --level 10 --chinese-rules --capture-all-dead'
    tengen match -a rave:k=1000,playouts=3000 -b rave:playouts=3000 --games 1000 --sprt 0,50
    tengen match --game gomoku -a aoap:playouts=200,n0=10 -b uct:playouts=200 --games 200
    tengen match --game tictactoe -a negamax -b random --games 1000 -o runs/ttt

` + playersHelp()
}

// Run plays the games that are not played yet, and prints the score of all.
func (c *MatchCmd) Run(ctx context.Context) error {
	settings, err := c.settings(&c.Common, c.Games)
	if err != nil {
		return err
	}
	config, err := settings.Config()
	if err != nil {
		return &usageError{err}
	}
	var trial arena.Trial
	if c.SPRT != "" {
		if trial.Test, err = arena.ParseSPRT(c.SPRT); err != nil {
			return &usageError{err}
		}
	}
	play, err := c.seat(config, settings)
	if err != nil {
		return err
	}
	done, save, shut := map[int]bool{}, func(*arena.MatchGame) error { return nil }, func() error { return nil }
	games := map[int]*arena.MatchGame{}
	var tally arena.Tally
	take := func(g *arena.MatchGame) (decided bool) {
		games[g.Game] = g
		tally.Add(g.Winner())
		return trial.Add(g.Game, g.Winner())
	}
	if c.Out != "" {
		folder, err := arena.OpenMatchFolder(c.Out, settings.About(config, c.A, c.B))
		if errors.Is(err, arena.ErrOtherMatch) {
			return &usageError{err}
		}
		if err != nil {
			return err
		}
		done, save, shut = folder.Done(), folder.Add, folder.Close
		for i := range folder.Games {
			if folder.Games[i].Game < c.Games {
				take(&folder.Games[i])
			}
		}
	}
	bar := newProgress(c.Quiet, "match", int64(c.Games), "games")
	bar.set(int64(tally.Games()))
	if !trial.Decided() {
		err = play(ctx, done, func(g *arena.MatchGame) error {
			if err := save(g); err != nil {
				return err
			}
			decided := take(g)
			label := fmt.Sprintf("A %v B", tally)
			if c.SPRT != "" {
				label += fmt.Sprintf(", %v", &trial)
			}
			bar.relabel(label, int64(tally.Games()))
			if decided {
				return arena.ErrEnough
			}
			return nil
		})
	}
	bar.finish()
	err = errors.Join(err, shut())
	if errors.Is(err, context.Canceled) {
		told := fmt.Sprintf("%d of %d games played, A %v B", tally.Games(), c.Games, tally)
		if c.Out != "" {
			told += "; the same command goes on from there"
		}
		return fmt.Errorf("%s: %w", told, context.Canceled)
	}
	if err != nil {
		return err
	}
	report := matchReport{A: c.A, B: c.B, Board: config.Size}
	if config.Game != (arena.Game{}) {
		report.Game = config.Game.String()
	} else {
		report.Komi = &config.Rules.Komi
	}
	if c.SPRT != "" {
		report.judge(&trial, len(games))
	}
	for i := range c.Games {
		if g := games[i]; g != nil && (report.SPRT == nil || i < trial.Tally.Games()) {
			report.add(g)
		}
	}
	return report.print(c.JSON)
}

// playMatch plays the games that done does not name.
type playMatch func(ctx context.Context, done map[int]bool, finished func(*arena.MatchGame) error) error

// seat makes the players once, so that a wrong player string is told before anything else, and
// returns what plays their games.
func (c *MatchCmd) seat(config arena.MatchConfig, settings arena.MatchSettings) (playMatch, error) {
	if config.Game != (arena.Game{}) {
		sides := bothSides(c.A, c.B, moverMaker(&c.Common, settings, config.Game))
		for _, side := range sides {
			if err := try(side); err != nil {
				return nil, err
			}
		}
		return func(ctx context.Context, done map[int]bool, finished func(*arena.MatchGame) error) error {
			return arena.MatchMovers(ctx, config, sides[0], sides[1], done, finished)
		}, nil
	}
	sides := bothSides(c.A, c.B, maker(&c.Common, settings))
	for _, side := range sides {
		if err := tryPlayer(side, config.Size, c.Quiet); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context, done map[int]bool, finished func(*arena.MatchGame) error) error {
		return arena.Match(ctx, config, sides[0], sides[1], done, finished)
	}, nil
}

// bothSides are the sides of a match between two player strings.
func bothSides[P io.Closer](a, b string, build func(text string) (P, error)) (sides [2]arena.Side[P]) {
	for i, text := range []string{a, b} {
		sides[i] = arena.Side[P]{Name: text, Make: func() (P, error) { return build(text) }}
	}
	return sides
}

// try makes a player once and lets checks look at it; a wrong player string is wrong use.
func try[P io.Closer](side arena.Side[P], checks ...func(P) error) error {
	p, err := side.Make()
	var bad *arena.SpecError
	switch {
	case errors.As(err, &bad):
		return &usageError{err}
	case err != nil:
		return err
	}
	for _, check := range checks {
		if err := check(p); err != nil {
			_ = p.Close()
			return err
		}
	}
	return p.Close()
}

// tryPlayer is try for a player of Go, who must be for the board; it says what the player does
// without.
func tryPlayer(side arena.Contestant, board int, quiet bool) error {
	return try(side, func(p arena.Player) error {
		if s, ok := p.(arena.Sized); ok && s.Size() != 0 && s.Size() != board {
			return &usageError{fmt.Errorf("player %s is for %d×%d, not --board %d", side.Name, s.Size(), s.Size(), board)}
		}
		tellNotes(p, quiet)
		return nil
	})
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

	Game     string         `json:"game,omitempty"` // of a small game
	Board    int            `json:"board"`
	Komi     *float64       `json:"komi,omitempty"`
	Black    int            `json:"black_wins"` // or X's
	Moves    float64        `json:"moves"`      // mean of a game
	Ends     map[string]int `json:"ends"`
	Forfeits []string       `json:"forfeits,omitempty"` // the games that ended by a fault
	SecondsA float64        `json:"a_seconds"`          // thinking time of all games
	SecondsB float64        `json:"b_seconds"`

	// What A came to, with Black (or X), with White (or O), and in all.
	ABlack tallyShares `json:"a_black"`
	AWhite tallyShares `json:"a_white"`
	AAll   tallyShares `json:"a_all"`

	SPRT *sprtReport `json:"sprt,omitempty"`

	pair arena.PairResult
}

// tallyShares are how many of some games A won, lost and drew.
type tallyShares struct {
	Games int   `json:"games"`
	Won   share `json:"won"`
	Drawn share `json:"drawn"`
	Lost  share `json:"lost"`
}

// share is a part of the games, with its 95% interval; without games it is nothing.
type share struct {
	Games int     `json:"games"`
	Share float64 `json:"share"`
	Lo    float64 `json:"lo"`
	Hi    float64 `json:"hi"`
}

func newTallyShares(t arena.Tally) tallyShares {
	of := func(k int) share {
		s := share{Games: k}
		if n := t.Games(); n > 0 {
			s.Share = float64(k) / float64(n)
			s.Lo, s.Hi = interval.Wilson(float64(k), n)
		}
		return s
	}
	return tallyShares{Games: t.Games(), Won: of(t.Wins), Drawn: of(t.Draws), Lost: of(t.Losses)}
}

func (s share) String() string {
	return fmt.Sprintf("%d = %.1f%% (%.1f–%.1f)", s.Games, 100*s.Share, 100*s.Lo, 100*s.Hi)
}

// sprtReport is what a sequential test came to.
type sprtReport struct {
	arena.SPRT
	LLR       float64 `json:"llr"`
	Lower     float64 `json:"lower"`
	Upper     float64 `json:"upper"`
	Verdict   string  `json:"verdict"`   // H0, H1 or undecided
	Uncounted int     `json:"uncounted"` // games that were over when an earlier one decided
}

// judge adds the verdict of a trial in which so many games were played.
func (r *matchReport) judge(t *arena.Trial, games int) {
	r.SPRT = &sprtReport{SPRT: t.Test, LLR: t.Test.LLR(t.Tally), Verdict: t.Verdict(), Uncounted: games - t.Tally.Games()}
	r.SPRT.Lower, r.SPRT.Upper = t.Test.Bounds()
}

func (s *sprtReport) String() string {
	verdict := map[string]string{
		arena.AcceptH0:  fmt.Sprintf("H0, A is not %g Elo stronger", s.Elo1),
		arena.AcceptH1:  fmt.Sprintf("H1, A is more than %g Elo stronger", s.Elo0),
		arena.Undecided: "undecided",
	}[s.Verdict]
	text := fmt.Sprintf("SPRT of %g against %g Elo: %s; LLR %.2f, bounds %.2f and %.2f", s.Elo0, s.Elo1, verdict, s.LLR, s.Lower, s.Upper)
	if s.Uncounted > 0 {
		text += fmt.Sprintf("; games that ended behind the deciding one and do not count: %d", s.Uncounted)
	}
	return text
}

func (r *matchReport) add(g *arena.MatchGame) {
	r.pair.Add(g)
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
	t := r.pair.Total()
	r.ABlack, r.AWhite, r.AAll = newTallyShares(r.pair.Black), newTallyShares(r.pair.White), newTallyShares(t)
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
	if r.SPRT != nil {
		fmt.Println(r.SPRT)
	}
	black := "Black"
	if r.Game != "" {
		black = "X"
		r.printShares()
	}
	n := float64(r.Games)
	fmt.Printf("%s won %d; %.0f moves and %s of A, %s of B a game; ended by", black, r.Black, r.Moves, thought(r.SecondsA/n), thought(r.SecondsB/n))
	for _, end := range []string{arena.EndRow, arena.EndFull, arena.EndPasses, arena.EndResign, arena.EndLimit, arena.EndTime, arena.EndIllegal, arena.EndFailed} {
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

// printShares is a table of what A won, drew and lost by who began.
func (r *matchReport) printShares() {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', 0)
	fmt.Fprint(w, "\tgames\tA won (95%)\tdrawn\tB won\n")
	for _, row := range []struct {
		who string
		tallyShares
	}{{"A is X", r.ABlack}, {"A is O", r.AWhite}, {"all", r.AAll}} {
		fmt.Fprintf(w, "%s\t%d\t%v\t%v\t%v\n", row.who, row.Games, row.Won, row.Drawn, row.Lost)
	}
	_ = w.Flush()
}

// thought is a time in seconds, in milliseconds below one.
func thought(seconds float64) string {
	if seconds < 1 {
		return fmt.Sprintf("%.1f ms", 1000*seconds)
	}
	return fmt.Sprintf("%.1f s", seconds)
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
