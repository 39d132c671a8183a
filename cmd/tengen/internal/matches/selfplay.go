package matches

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/cluster"
	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/cluster/games"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/selfplay"
)

// SelfplayCmd makes games.
type SelfplayCmd struct {
	flags.Common
	devices.Flag
	Output      string   `short:"o" required:"" help:"File to write; its name ends in .tengen. An interrupted run goes on from it." placeholder:"FILE" type:"path"`
	Black       string   `help:"The player with Black: policy:model=DIR,temperature=T, or any other that tengen match knows." placeholder:"P"`
	White       string   `help:"The player with White (default: the same as Black)." placeholder:"P"`
	ValueData   bool     `help:"Make positions for a value network: SL policy, one random move, RL policy."`
	SL          string   `name:"sl" help:"With --value-data: the policy of the first moves, as a model's folder or policy:model=DIR,temperature=T." placeholder:"MODEL"`
	RL          string   `name:"rl" help:"With --value-data: the policy of the last moves." placeholder:"MODEL"`
	MaxU        int      `name:"max-u" help:"With --value-data: the largest U (default: 450 on 19×19; on other boards in proportion to the points)." placeholder:"N"`
	Games       int      `help:"Number of games in the file (default: 1000)." default:"1000" placeholder:"N"`
	Board       int      `help:"Side of the board (default: the networks', else 9)." placeholder:"N"`
	Komi        float64  `help:"Points for White (default: 7.5)." default:"7.5"`
	Temperature float64  `help:"Moves are drawn from p^(1/T), for policies without a temperature= (default: 1)." default:"1" placeholder:"T"`
	Parallel    int      `help:"Games at once (default: 32 per thread; for players other than policies, one per thread)." placeholder:"N"`
	MaxMoves    int      `help:"A game with so many moves ends and is counted (default: three times the points of the board)." placeholder:"N"`
	Settle      bool     `help:"End a game of plain policies when all playouts agree on the winner (default: on)." default:"true" negatable:""`
	Resign      float64  `help:"A policy resigns when it wins less than this share of playouts, three checks in a row; 0: never." placeholder:"R"`
	PlayOut     *float64 `help:"Share of games without resignations, to measure how many would be wrong; other programs may still resign (default: 0.1 with --resign, else 0)." placeholder:"S"`
	SGF         string   `name:"sgf" help:"Write the games as SGF, too: into FILE.sgfl, one per line, or into a folder, one per file." placeholder:"PATH" type:"path"`
	Hub         string   `help:"Have the workers of a hub play: a file with an owner's token, or the URL of a NATS server." placeholder:"HUB"`
	Thoughts    bool     `help:"Keep what the player thought of each move: its probability; from a search also the visits of all moves and the value."`

	device nets.Device // that --device names
}

// Help is printed below the flags.
func (c *SelfplayCmd) Help() string {
	return `Two policies play many games at once. Each move is drawn from the probabilities of the network,
among legal moves (superko included) that do not fill an own eye. A player without such a move
passes; two passes end the game. Now and then 24 random playouts run. The game ends if the points
that one side owns in all of them are enough to win, with komi. Area counts.

Other players (searches, gtp:COMMAND, policies with symmetries= or resign=) play as in tengen
match. A search has one thread unless threads= says otherwise, and --threads games run at once.
--play-out plays a share of the games to the end although a player would resign; the report
says how many of these resignations would have been wrong.

--value-data makes one position per game, as in AlphaGo's paper. U is drawn uniformly from 1 to
--max-u. The SL policy plays U−1 moves, move U is uniformly random among the legal moves, and
the RL policy plays to the end. The file marks the position after U moves. A game which ends
earlier is replaced by another game with another U.

--thoughts also keeps, in the file and in the comments of --sgf, what the players thought: the
probability of the move played, and from a search how often it tried each move and the outcome
that it expects. GTP programs give nothing. tengen train policy --targets visits learns from it.

--hub sends the games to the workers of a hub (tengen hub). The file is the same to the byte.

The same seed repeats every game, for any --threads and --parallel. Exceptions are players with
time= or with threads= above 1, and other programs. With more --games, the same command adds to
a finished file.

Examples:

    tengen selfplay -o games.tengen --games 10000 \
        --black policy:model=runs/rl --white policy:model=runs/sl,temperature=0.67
    tengen selfplay -o value.tengen --value-data --sl runs/sl --rl runs/rl --games 1000000
    tengen selfplay -o search.tengen --black search:playouts=400 \
        --board 9 --games 100 --thoughts --sgf games/`
}

// Run makes the games that are not made yet.
func (c *SelfplayCmd) Run(ctx context.Context) (err error) {
	if err := c.check(); err != nil {
		return usage.Wrap(err)
	}
	if err := c.Here(c.Hub); err != nil {
		return err
	}
	device, done, err := c.OpenDevice(ctx, devices.Work{
		Quiet: c.Quiet, Threads: c.Workers(), Board: cmp.Or(c.Board, defaultBoard),
	})
	if err != nil {
		return err
	}
	defer done()
	c.device = device
	job, err := c.job()
	if err != nil {
		return err
	}
	file, err := selfplay.OpenFile(c.Output, job.about)
	if errors.Is(err, selfplay.ErrOtherGames) {
		if wrong := c.tryPlayers(job); wrong != nil {
			return wrong // a slip in a player string, and not other games
		}
		return usage.Wrap(err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := c.checkSGF(file.Set().Len() > 0); err != nil {
		return err
	}
	r := &selfplayRun{
		c:     c,
		file:  file,
		first: file.Set().Len(),
		began: time.Now(),
		bar:   progress.New(c.Quiet, "self-play", int64(c.Games), "games"),
	}
	r.bar.Resume(int64(file.Next()))
	switch {
	case c.Hub != "" && job.players != nil:
		through := cluster.Selfplay{
			Token: c.Hub, Output: c.Output, File: file, Made: r.made, Say: c.Say,
			Order: selfplay.Order{
				Config: job.config, Players: [2]selfplay.Player(job.players), Pairing: job.pairing, Games: c.Games,
			},
		}
		err = through.Run(ctx)
	case job.players != nil:
		err = selfplay.Make(ctx, file, selfplay.Job{
			Config:  job.config,
			Players: job.players,
			Games:   c.Games,
			Plan:    job.pairing.Plan,
			Done:    r.made,
		})
	default:
		err = r.match(ctx, job)
	}
	r.took = time.Since(r.began)
	r.bar.Finish()
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return stopped(err, fmt.Sprintf("%d of %d games made; the same command goes on from there",
				file.Set().Len(), c.Games))
		}
		return err
	}
	if c.SGF != "" {
		if err := c.writeSGF(ctx, file.Set(), job); err != nil {
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
	pairing selfplay.Pairing
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
		return nil, usage.Errorf("--resign is for plain policies; other players have their own option, as in " +
			"search:resign=-0.9")
	}
	if !all {
		for i := range texts {
			if texts[i], err = c.tempered(texts[i]); err != nil {
				return nil, usage.Wrap(err)
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
		return nil, usage.Wrap(err)
	}
	if all && c.PlayOut != nil && c.Resign == 0 {
		return nil, usage.Errorf("--play-out needs --resign: without it plain policies never resign")
	}
	job := &selfplayJob{
		config: config, texts: texts,
		about: selfplay.About{
			Program:   version.String(),
			Kind:      selfplay.KindGames,
			Board:     c.Board,
			Komi:      c.Komi,
			MoveLimit: config.MoveLimit,
			Seed:      c.Seed,
			Thoughts:  c.Thoughts,
			PlayOut:   config.PlayOut,
		},
		pairing: selfplay.Fixed{},
	}
	if c.ValueData {
		v := selfplay.ValueData{SL: 0, RL: 1, MaxU: c.MaxU}
		if v.MaxU == 0 {
			v.MaxU = selfplay.ScaledMaxU(c.Board)
		}
		if err := v.Validate(2); err != nil {
			return nil, usage.Wrap(err)
		}
		if v.MaxU >= config.MoveLimit {
			return nil, usage.Errorf("--max-u %d: games end after %d moves, before the random move: give a smaller "+
				"--max-u, or a larger --max-moves", v.MaxU, config.MoveLimit)
		}
		job.about.Kind, job.about.MaxU, job.pairing = selfplay.KindValue, v.MaxU, v
	}
	for i, text := range texts {
		p := selfplay.AboutPlayer{Role: roles[i], Name: text}
		if all {
			r := &raws[i]
			p.Name, p.SHA256, p.Temperature = r.name, r.hash, &r.temperature
			player := selfplay.Player{Policy: r.policy, Temperature: r.temperature}
			if err := player.Validate(c.Board); err != nil {
				return nil, usage.Errorf("%s: %w", p.Name, err)
			}
			job.players = append(job.players, player)
		} else if p.Networks, err = player.Weights(text, c.Board, players.ModelDirs()); err != nil {
			return nil, usage.Player(err)
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
	rules := board.Chinese()
	rules.Komi = c.Komi
	_, err := c.sides(job, match.Config{Rules: game.Go{Board: c.Board, Rules: rules}, Parallel: 1}, true)
	return err
}

// sides are the players of a match, each made once to see that it can be.
func (c *SelfplayCmd) sides(job *selfplayJob, config match.Config, quiet bool) (sides [2]match.Side, err error) {
	one := c.Common
	one.Threads = 1 // of several the games would not repeat
	build := maker(&one, c.device, config)
	for i, text := range job.texts {
		sides[i] = match.Side{Name: text, Text: text, Make: func() (player.Player, error) { return build(text) }}
		if err := tryPlayer(sides[i], config.Rules, quiet); err != nil {
			return sides, err
		}
	}
	return sides, nil
}

// config is how policies play.
func (c *SelfplayCmd) config() (selfplay.Config, error) {
	config := selfplay.Config{
		Size: c.Board, Komi: c.Komi, Games: c.Parallel, MoveLimit: c.MaxMoves, Threads: c.Workers(), Seed: c.Seed,
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
		return fmt.Errorf("-o %s: the name of a packed file must end in %s", c.Output, record.PackedExtension)
	case c.ValueData && (c.SL == "" || c.RL == ""):
		return errors.New("--value-data needs the policies --sl and --rl")
	case c.ValueData && (c.Black != "" || c.White != ""):
		return errors.New("--value-data takes its players from --sl and --rl: leave --black and --white out")
	case !c.ValueData && (c.SL != "" || c.RL != "" || c.MaxU != 0):
		return errors.New("--sl, --rl and --max-u are for --value-data only")
	case !c.ValueData && c.Black == "":
		return errors.New("name a player with --black, or make value data with --value-data, --sl and --rl")
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
	bar     *progress.Bar
	first   int // games of earlier runs
	moves   int // of this run
	began   time.Time
	took    time.Duration
	failure string // the first one of this run
}

// made notes a game that is in the file.
func (r *selfplayRun) made(g *selfplay.Game) {
	r.moves += len(g.Record.Moves)
	r.bar.Set(int64(r.file.Next()))
}

// match has the games of players played that only a match can play.
func (r *selfplayRun) match(ctx context.Context, job *selfplayJob) error {
	c := r.c
	parallel := c.Parallel
	if parallel == 0 {
		parallel = c.Workers()
	}
	settings := match.Settings{
		Games:    c.Games,
		Board:    c.Board,
		Rules:    "chinese",
		Komi:     &c.Komi,
		Time:     "none",
		MaxMoves: job.config.MoveLimit,
		Parallel: parallel,
		Seed:     c.Seed,
	}
	matching, err := settings.Config()
	if err != nil {
		return usage.Wrap(err)
	}
	matching.SameColors, matching.Thoughts, matching.PlayOut = true, c.Thoughts, job.config.PlayOut
	sides, err := c.sides(job, matching, c.Quiet)
	if err != nil {
		return err
	}
	if c.Hub != "" {
		through, err := cluster.OpenMatches(ctx, cluster.MatchConfig{
			Hub: c.Hub, Folder: c.Output, Seed: matching.Seed, Threads: 1, Say: c.Say,
		})
		if err != nil {
			return err
		}
		defer through.Close()
		matching.Elsewhere = through.Play
		if games.ByTime(matching.Time, job.texts[:]...) {
			c.Say(cluster.UnlikeMachines)
		}
	}
	r.failure, err = match.Collect(ctx, matching, sides[0], sides[1], r.file, r.made)
	return err
}
