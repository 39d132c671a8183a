package papers

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/options"
)

// gnuGo is the opponent of the experiments that are played against GNU Go. Gelly and Silver
// had 3.7.10, which led to 3.8. GNU Go captures dead stones before it passes, so that nobody has
// to say which stones are dead.
const gnuGo = "gtp:gnugo --mode gtp --level 10 --chinese-rules --capture-all-dead"

// fullGames is how many games a point has at full scale; the paper's had 2,300. The 95%
// interval is 5 points to either side.
const fullGames = 400

// versusOptions are the options of experiments against one opponent, and more.
func versusOptions(more ...lab.Option) []lab.Option {
	return append(more,
		lab.CountOption("playouts", 3000, "playouts per move"),
		opponentOption(), playerOption())
}

func opponentOption() lab.Option {
	return lab.Option{
		Name:    "opponent",
		Default: gnuGo,
		Help:    "who is played against: a player, as of tengen match",
		Check: func(s string) error {
			_, err := options.Parse("player", s)
			return err
		},
	}
}

func playerOption() lab.Option {
	return lab.Option{
		Name:  "player",
		Help:  "options of our players that replace the experiment's, as reuse=on",
		Check: checkOptions,
	}
}

// asPublished says that the opponent, the players and the number of simulations are as in the
// publication, so that its numbers compare with ours.
func (r *matchRun) asPublished() bool {
	return r.Option("opponent") == gnuGo && r.Option("player") == "" && r.Count("playouts") == 3000
}

// published is a share of games that was published of 2,300 games of 3,000 simulations a move
// against GNU Go, in per cent, with its interval; nil where ours is not to be compared.
func (r *matchRun) published(share float64) *lab.Estimate {
	if !r.asPublished() {
		return nil
	}
	e := lab.Share(share*publishedGames, publishedGames).Times(100)
	return &e
}

// settings are the settings of all matches here.
func settings(board, games, openings int) match.Settings {
	return match.Settings{
		Games: games, Board: board, Rules: "chinese", Time: "none",
		Patience: match.DefaultPatience, Openings: openings,
	}
}

// versus plays players against the opponent of the run, with the run's options over theirs.
func (r *matchRun) versus(
	ctx context.Context, report *lab.Report, board int, players []match.Entrant,
) ([]MatchResult, error) {
	games := r.games(fullGames)
	matches := make([]Match, len(players))
	for i, p := range players {
		matches[i] = Match{Key: p.Name, A: with(p.Text, r.Option("player")), Settings: settings(board, games, 0)}
	}
	return r.meet(ctx, report, matches)
}

// meet plays matches on one board against the opponent of the run, who is B, and notes in the report what was played.
func (r *matchRun) meet(ctx context.Context, report *lab.Report, matches []Match) ([]MatchResult, error) {
	opponent := r.Option("opponent")
	for i := range matches {
		matches[i].B = opponent
	}
	board, games := matches[0].Settings.Board, matches[0].Settings.Games
	cells, _ := matchCells(matches)
	name, err := r.introduce(
		ctx, opponent, board, slices.ContainsFunc(cells, func(c lab.Cell) bool { return !r.Has(c) }),
	)
	if err != nil {
		return nil, err
	}
	report.Set("games a point", fmt.Sprint(games))
	report.Set("board", fmt.Sprintf("%d×%d", board, board))
	report.Set("opponent", name)
	for _, m := range matches {
		report.Set(m.Key, m.A)
	}
	results, err := Matches(ctx, r, r.Name, matches)
	if err != nil {
		return nil, err
	}
	addPlayed(report, matches, results)
	return results, nil
}

// introduce is the opponent's name, for which it is started and asked before anything is played. With
// games left an earlier session's answer must be the same still.
func (r *matchRun) introduce(ctx context.Context, text string, board int, left bool) (string, error) {
	cell := lab.Cell{Key: "opponent"}
	met := r.Has(cell)
	names, err := lab.Cells(
		ctx, r.Quiet().Here(), r.Name, "opponents", []lab.Cell{cell},
		func(context.Context, lab.Job) (string, error) {
			return r.ask(text, board)
		},
	)
	if err != nil {
		return "", err
	}
	if met && left {
		switch now, err := r.ask(text, board); {
		case err != nil:
			return "", err
		case now != names[0]:
			return "", fmt.Errorf(
				"the games so far were played against %s, but %s is %s now: play the rest against the same, or "+
					"begin anew in another folder",
				names[0], text, now,
			)
		}
	}
	return names[0], nil
}

// ask starts a player to hear its name.
func (r *matchRun) ask(text string, board int) (string, error) {
	p, err := r.Players.Parse(text, r.env(board, r.Seed))
	var bad *options.Error
	switch {
	case errors.As(err, &bad):
		return "", &lab.ConfigError{Err: err}
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf(
			"%w; install it, as by apt install gnugo, and see that its folder, often /usr/games, is in PATH, or play "+
				"another: --set opponent=PLAYER",
			err,
		)
	case err != nil:
		return "", err
	}
	return p.String(), p.Close()
}

// checkOptions refuses what is no list of options of a player.
func checkOptions(s string) error {
	if s == "" {
		return nil
	}
	for pair := range strings.SplitSeq(s, ",") {
		if name, _, ok := strings.Cut(pair, "="); !ok || strings.TrimSpace(name) == "" {
			return fmt.Errorf("%q is not of the form name=value: want options of a player, as reuse=on,resign=-1", pair)
		}
	}
	return nil
}
