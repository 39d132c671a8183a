package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/selfplay"
)

// SelfplayCmd makes games.
type SelfplayCmd struct {
	Common
	Output      string   `short:"o" required:"" help:"File to write; its name ends in .tengen. A run that was interrupted goes on from there." placeholder:"FILE" type:"path"`
	Black       string   `help:"The player with Black: policy:model=DIR,temperature=T, or any other that tengen match knows." placeholder:"P"`
	White       string   `help:"The player with White (default: the same as Black)." placeholder:"P"`
	ValueData   bool     `help:"Make positions for a value network: SL policy, one random move, RL policy."`
	SL          string   `name:"sl" help:"With --value-data: the policy of the first moves, a model's folder or policy:model=DIR,temperature=T." placeholder:"MODEL"`
	RL          string   `name:"rl" help:"With --value-data: the policy of the last moves." placeholder:"MODEL"`
	MaxU        int      `name:"max-u" help:"With --value-data: the latest random move (default: 450 on 19×19, in proportion to the points on others)." placeholder:"N"`
	Games       int      `help:"Number of games in the file (default: 1000)." default:"1000" placeholder:"N"`
	Board       int      `help:"Side of the board (default: the networks', else 9)." placeholder:"N"`
	Komi        float64  `help:"Points for White (default: 7.5)." default:"7.5"`
	Temperature float64  `help:"Of policies that do not say their own: moves are drawn from p^(1/T) (default: 1)." default:"1" placeholder:"T"`
	Parallel    int      `help:"Games at once (default: 32 a thread; of players that are not policies, one a thread)." placeholder:"N"`
	MaxMoves    int      `help:"Moves after which a game is counted as it stands (default: three times the points of the board)." placeholder:"N"`
	Settle      bool     `help:"End games whose winner playouts do not doubt any more (default: on)." default:"true" negatable:""`
	Resign      float64  `help:"Share of playouts won below which a policy resigns, after three checks in a row; 0: never." placeholder:"R"`
	PlayOut     *float64 `help:"Share of games in which nobody resigns but for programs, to measure how many resignations are false (default: 0.1 with --resign, else 0)." placeholder:"S"`
	SGF         string   `name:"sgf" help:"Write the games as SGF, too: one a line into FILE.sgfl, or one a file into a folder." placeholder:"PATH" type:"path"`
	Thoughts    bool     `help:"Keep with each move what its player thought: of a policy the move's probability, of a search besides the visits of all moves and the value."`
}

// Help is printed below the flags.
func (c *SelfplayCmd) Help() string {
	return `Two policies play many games at once, each move drawn from what the network says of the
position as it lies, and only among legal moves (superko included) that fill no own eye. Games
end by two passes, which come when there is no such move, or earlier when 24 random playouts
all leave one side more than half; area counts. Other players (searches, gtp:COMMAND, policies
with symmetries= or resign=) play as in tengen match, with Black and White as given, and policies
against them; a search has one thread, unless it says threads=, and --threads games are played at once.
With --play-out they play a share of the games to the end, and the report tells how many of those who
would have resigned did not lose.

With --value-data each game yields one position, as in AlphaGo's paper: U is drawn uniformly
from 1 to --max-u, the SL policy plays U−1 moves, move U is uniformly random among the legal
ones, and the RL policy plays to the end. The position after U moves is marked in the file. A
game that is over by then is replaced by another one, U drawn anew.

With --thoughts the file, and the comments of --sgf, also tell what the players thought of each
move: the probability of the move played, and of a search how often it tried each move and the
outcome that it expects; GTP programs tell nothing. tengen train policy --targets visits learns
from that.

The same seed repeats every game, whatever --threads and --parallel are, except those of players
that have a time=, threads= above 1 or are programs. With more --games the same command adds to
a finished file.

Examples:

    tengen selfplay -o games.tengen --black policy:model=runs/rl --white policy:model=runs/sl,temperature=0.67 --games 10000
    tengen selfplay -o value.tengen --value-data --sl runs/sl --rl runs/rl --games 1000000
    tengen selfplay -o search.tengen --black search:playouts=400 --board 9 --games 100 --thoughts --sgf games/`
}

// Run makes the games that are not made yet.
func (c *SelfplayCmd) Run(ctx context.Context) (err error) {
	if err := c.check(); err != nil {
		return &usageError{err}
	}
	job, err := c.job()
	if err != nil {
		return err
	}
	file, err := selfplay.OpenFile(c.Output, job.about)
	if errors.Is(err, selfplay.ErrOtherGames) {
		if wrong := c.tryPlayers(job); wrong != nil {
			return wrong // a slip in a player string, and not other games
		}
		return &usageError{err}
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	r := &selfplayRun{c: c, file: file, first: file.Set().Len(), began: time.Now(), bar: newProgress(c.Quiet, "self-play", int64(c.Games), "games")}
	r.bar.resume(int64(file.Next()))
	if job.players != nil {
		err = selfplay.Make(ctx, file, selfplay.Job{Config: job.config, Players: job.players, Games: c.Games, Plan: job.plan, Done: r.made})
	} else {
		err = r.match(ctx, job)
	}
	r.took = time.Since(r.began)
	r.bar.finish()
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return fmt.Errorf("%d of %d games made; the same command goes on from there: %w", file.Set().Len(), c.Games, context.Canceled)
		}
		return err
	}
	if c.SGF != "" {
		if err := c.writeSGF(file.Set(), job); err != nil {
			return err
		}
	}
	return r.print()
}

// selfplayJob is what the flags come to.
type selfplayJob struct {
	config  selfplay.Config
	about   selfplay.About
	texts   [2]string         // the players as given
	players []selfplay.Player // nil for those that only a match can play
	plan    func(int, *rand.Rand) selfplay.Schedule
}

// job works out what is to be played and loads the networks.
func (c *SelfplayCmd) job() (*selfplayJob, error) {
	roles, texts := [2]string{"black", "white"}, [2]string{c.Black, c.White}
	if c.ValueData {
		roles, texts = [2]string{"sl", "rl"}, [2]string{c.SL, c.RL}
	}
	raws, all, err := c.raws(texts)
	if err != nil {
		return nil, err
	}
	if !all && c.Resign > 0 {
		return nil, &usageError{errors.New("--resign is for policies drawn from as they come; other players have resign= of their own, as in tengen match")}
	}
	if !all {
		for i := range texts {
			if texts[i], err = c.tempered(texts[i]); err != nil {
				return nil, &usageError{err}
			}
		}
	}
	if c.Board == 0 {
		if all {
			c.Board = raws[0].policy.Config().Board
		} else if c.Board, err = boardOf(texts); err != nil {
			return nil, err
		}
	}
	config, err := c.config()
	if err != nil {
		return nil, &usageError{err}
	}
	if all && c.PlayOut != nil && c.Resign == 0 {
		return nil, &usageError{errors.New("--play-out: policies drawn from as they come resign with --resign only")}
	}
	job := &selfplayJob{
		config: config, texts: texts,
		about: selfplay.About{
			Program: version.String(), Kind: selfplay.KindGames, Board: c.Board, Komi: c.Komi, MoveLimit: config.MoveLimit, Seed: c.Seed, Thoughts: c.Thoughts, PlayOut: config.PlayOut,
		},
		plan: func(int, *rand.Rand) selfplay.Schedule { return selfplay.Even(0, 1) },
	}
	if c.ValueData {
		v := selfplay.ValueData{SL: 0, RL: 1, MaxU: c.MaxU}
		if v.MaxU == 0 {
			v.MaxU = selfplay.ScaledMaxU(c.Board)
		}
		if err := v.Validate(2); err != nil {
			return nil, &usageError{err}
		}
		if v.MaxU >= config.MoveLimit {
			return nil, &usageError{fmt.Errorf("--max-u %d: the random move would come when games are over, after %d moves: give a smaller one, or a larger --max-moves", v.MaxU, config.MoveLimit)}
		}
		job.about.Kind, job.about.MaxU, job.plan = selfplay.KindValue, v.MaxU, v.Plan
	}
	for i, text := range texts {
		p := selfplay.AboutPlayer{Role: roles[i], Name: text}
		if all {
			r := &raws[i]
			p.Name, p.SHA256, p.Temperature = r.name, r.hash, &r.temperature
			player := selfplay.Player{Policy: r.policy, Temperature: r.temperature}
			if err := player.Validate(c.Board); err != nil {
				return nil, &usageError{fmt.Errorf("%s: %w", p.Name, err)}
			}
			job.players = append(job.players, player)
		} else if p.Networks, err = player.Weights(text, c.Board, modelDirs()); err != nil {
			return nil, wrongUse(err)
		}
		job.about.Players = append(job.about.Players, p)
	}
	if all {
		job.about.Settle, job.about.Resign = config.Settle, config.Resign
	}
	return job, nil
}

// tryPlayers makes each player that only a match can play once, for what is wrong with it.
func (c *SelfplayCmd) tryPlayers(job *selfplayJob) error {
	if job.players != nil {
		return nil
	}
	_, err := c.sides(job, match.Settings{Board: c.Board, Komi: &c.Komi, Parallel: 1}, true)
	return err
}

// sides are the players of a match, each made once to see that it can be.
func (c *SelfplayCmd) sides(job *selfplayJob, settings match.Settings, quiet bool) (sides [2]match.Contestant, err error) {
	one := c.Common
	one.Threads = 1 // of several the games would not repeat
	build := maker(&one, settings)
	for i, text := range job.texts {
		sides[i] = match.Contestant{Name: text, Make: func() (player.Player, error) { return build(text) }}
		if err := tryPlayer(sides[i], c.Board, c.Komi, quiet); err != nil {
			return sides, err
		}
	}
	return sides, nil
}

// config is how policies play.
func (c *SelfplayCmd) config() (selfplay.Config, error) {
	config := selfplay.Config{
		Size: c.Board, Komi: c.Komi, Games: c.Parallel, MoveLimit: c.MaxMoves, Threads: c.threads(), Seed: c.Seed,
		Settle: c.Settle, Resign: c.Resign, Thoughts: c.Thoughts,
	}
	if config.MoveLimit == 0 {
		config.MoveLimit = 3 * c.Board * c.Board
	}
	if c.PlayOut != nil {
		config.PlayOut = *c.PlayOut
	} else if c.Resign > 0 {
		config.PlayOut = selfplay.DefaultPlayOut
	}
	return config, config.Validate()
}

const defaultBoard = 9

// check refuses flags that do not go together.
func (c *SelfplayCmd) check() error {
	switch {
	case !strings.HasSuffix(c.Output, record.PackedExtension):
		return fmt.Errorf("-o %s: a packed file's name ends in %s, or it is not known for one", c.Output, record.PackedExtension)
	case c.ValueData && (c.SL == "" || c.RL == ""):
		return errors.New("--value-data needs the policies --sl and --rl")
	case c.ValueData && (c.Black != "" || c.White != ""):
		return errors.New("--black and --white are not for --value-data, which has --sl and --rl")
	case !c.ValueData && (c.SL != "" || c.RL != "" || c.MaxU != 0):
		return errors.New("--sl, --rl and --max-u are for --value-data only")
	case !c.ValueData && c.Black == "":
		return errors.New("--black names no player; or take --value-data with --sl and --rl")
	case c.Games < 1:
		return fmt.Errorf("--games %d: want 1 or more", c.Games)
	case !(c.Temperature >= 0 && c.Temperature <= 100):
		return fmt.Errorf("--temperature %v: want 0 to 100", c.Temperature)
	}
	if c.White == "" {
		c.White = c.Black
	}
	return nil
}

// selfplayRun is the making of one file.
type selfplayRun struct {
	c       *SelfplayCmd
	file    *selfplay.File
	bar     *progress
	first   int // games of earlier runs
	moves   int // of this run
	began   time.Time
	took    time.Duration
	failure string // the first one of this run
}

// made notes a game that is in the file.
func (r *selfplayRun) made(g *selfplay.Game) {
	r.moves += len(g.Record.Moves)
	r.bar.set(int64(r.file.Next()))
}

// match has the games of players played that only a match can play.
func (r *selfplayRun) match(ctx context.Context, job *selfplayJob) error {
	c := r.c
	parallel := c.Parallel
	if parallel == 0 {
		parallel = c.threads()
	}
	settings := match.Settings{
		Games: c.Games, Board: c.Board, Rules: "chinese", Komi: &c.Komi, Time: "none", MaxMoves: job.config.MoveLimit, Parallel: parallel, Seed: c.Seed,
	}
	matching, err := settings.Config()
	if err != nil {
		return &usageError{err}
	}
	matching.SameColors, matching.Thoughts, matching.PlayOut = true, c.Thoughts, job.config.PlayOut
	sides, err := c.sides(job, settings, c.Quiet)
	if err != nil {
		return err
	}
	r.failure, err = match.Collect(ctx, matching, sides[0], sides[1], r.file, r.made)
	return err
}
