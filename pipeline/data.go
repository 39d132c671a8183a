package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/record"
)

// DataFigures are what the data stage found.
type DataFigures struct {
	Files   int            `json:"files"`
	Found   int            `json:"found"` // games, sound or not
	LeftOut map[string]int `json:"left_out,omitempty"`
	Stats   *record.Stats  `json:"stats"` // of the games kept
}

// dataSettings decide which games there are.
type dataSettings struct {
	Files       string `json:"games"` // hash over the content of all files
	Board       int    `json:"board"`
	MinRank     string `json:"min_rank"`
	MinRankAny  string `json:"min_rank_any"`
	MaxRank     string `json:"max_rank,omitempty"`
	MaxHandicap *int   `json:"max_handicap"`
	MinMoves    int    `json:"min_moves"`
	Results     string `json:"results"`
	Since       string `json:"since"`
	Until       string `json:"until"`
	Limit       int    `json:"limit"`
	Encoding    string `json:"encoding"`
}

// dataStage reads the games, filters them and packs them into one file.
func (w *work) dataStage(ctx context.Context) (Stage, error) {
	d := w.cfg.Data()
	sum, err := w.hashGames(ctx)
	if err != nil {
		return Stage{}, err
	}
	return Stage{
		Title: "the games",
		Settings: dataSettings{
			Files:       sum,
			Board:       w.cfg.Board,
			MinRank:     d.MinRank.String(),
			MinRankAny:  d.MinRankAny.String(),
			MaxRank:     d.MaxRank.String(),
			MaxHandicap: d.MaxHandicap,
			MinMoves:    d.MinMoves,
			Results:     d.Results,
			Since:       d.Since.String(),
			Until:       d.Until.String(),
			Limit:       d.Limit,
			Encoding:    d.Encoding,
		},
		Run: w.pack,
	}, nil
}

// pack is the stage.
func (w *work) pack(ctx context.Context, dir string) (any, error) {
	filter, err := w.cfg.Data().filter(w.cfg.Board)
	if err != nil {
		return nil, err
	}
	set, report, err := record.Read(ctx, w.cfg.Data().Games, record.Options{
		Filter: filter, Threads: w.opt.Threads, Encoding: w.cfg.Data().Encoding,
		Progress: func(done, total int64) { w.progress("reading games", done, total, "B") },
	})
	if err != nil {
		return nil, err
	}
	if err := report.Unread(w.cfg.Data().Games); err != nil {
		return nil, err
	}
	figures := DataFigures{
		Files:   report.Files,
		Found:   report.Games,
		LeftOut: map[string]int{},
		Stats:   record.NewStats(),
	}
	for _, why := range record.Reasons() {
		if n := report.Dropped[why]; n > 0 {
			figures.LeftOut[why.String()] = n
		}
	}
	for i := range set.Len() {
		g := set.Game(i)
		figures.Stats.Add(&g)
	}
	parts := figures.Stats.Parts
	if parts[record.Train.String()] == 0 || parts[record.Validation.String()] == 0 {
		why := ""
		for _, reason := range sortedKeys(figures.LeftOut) {
			why += fmt.Sprintf("; %d left out: %s", figures.LeftOut[reason], reason)
		}
		return nil, fmt.Errorf("%d of %d games are kept%s; want 100 or more of %d×%d, to learn from some and hold "+
			"out others", set.Len(), report.Games, why, w.cfg.Board, w.cfg.Board)
	}
	w.games = nil
	return figures, record.WritePacked(filepath.Join(dir, GamesName), set)
}

// apart refuses a folder of the chain that is among its games: it would learn from its own.
func (w *work) apart(games []string) error {
	dir, err := filepath.Abs(w.opt.Dir)
	if err != nil {
		return err
	}
	for _, path := range games {
		full, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		if in, err := filepath.Rel(full, dir); err == nil && filepath.IsLocal(in) {
			return &ConfigError{
				fmt.Errorf("the folder of the chain, %s, is inside %s, a folder of its games: choose one outside with -o",
					w.opt.Dir, path),
			}
		}
	}
	return nil
}

// hashGames is a hash over the content of all files of games, in the order in which they
// are read. What is no file of games does not count.
func (w *work) hashGames(ctx context.Context) (string, error) {
	games := w.cfg.Data().Games
	if len(games) == 0 {
		return "", &ConfigError{
			errors.New("no games: name files or folders of them on the command line, or in the file as games = " +
				"[\"…\"] below [data]"),
		}
	}
	if err := w.apart(games); err != nil {
		return "", err
	}
	files, err := record.Files(games)
	if err != nil {
		return "", fmt.Errorf("%w: name files or folders that are there, on the command line or as "+
			"games = […] below [data]", err)
	}
	all := sha256.New()
	for i, path := range files {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		w.progress("looking at the games", int64(i), int64(len(files)), "files")
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue // a link to nowhere or a pipe, which reading leaves out, too
		}
		sum, err := hashFile(path)
		if err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		fmt.Fprintln(all, sum)
	}
	return hex.EncodeToString(all.Sum(nil)), nil
}

// dataKind declares the stage data.
var dataKind = kind{
	name: DataStage,
	sections: []namedSection{
		{"data", func() section { return &Data{Filter: record.Filter{Results: record.AllResults}} }},
	},
	results: []string{GamesName},
	stage:   func(ctx context.Context, w *work) (Stage, error) { return w.dataStage(ctx) },
	key:     "data",
	figures: func() any { return &DataFigures{} },
	draw:    leftOutOf,
	tile: `{{with .Data}}<div class="tile"><b>{{thousand (index .Stats.Parts "train")}}</b><span>games to
learn from, of {{thousand .Stats.Games}} with {{thousand .Stats.Moves}} moves</span></div>{{end}}`,
	text: `{{with .Data}}<h2>The games</h2>
<div class="scroll"><table>
<tr><td>kept</td><td class="n">{{thousand .Stats.Games}}</td><td>of {{thousand .Found}} in
{{count .Files "file"}}{{range $.Own}}; {{thousand .Games}} {{.Why}}{{end}}</td></tr>
<tr><td>moves</td><td class="n">{{thousand .Stats.Moves}}</td><td>{{.Stats.Shortest}} to {{.Stats.Longest}} a
game, {{thousand .Stats.Passes}} passes</td></tr>
<tr><td>won by Black</td><td class="n">{{thousand .Stats.BlackWins}}</td><td>by White
{{thousand .Stats.WhiteWins}}</td></tr>
<tr><td>to learn from</td><td class="n">{{thousand (index .Stats.Parts "train")}}</td><td>held out to watch by
{{thousand (index .Stats.Parts "validation")}}, for later tests
{{thousand (index .Stats.Parts "test")}}</td></tr>
<tr><td>duplicates</td><td class="n">{{thousand .Stats.Duplicates}}</td><td>mirror images counted</td></tr>
</table></div>{{end}}`,
	check: checkData,
}

// Data is the section [data].
func (c *Config) Data() *Data { return sectionOf[*Data](c, "data") }

// Data are the figures of the stage data, nil if it is not done.
func (r *Report) Data() *DataFigures { return figuresOf[DataFigures](r, DataStage) }

// checkData says what is wrong with the games that were read.
func checkData(r *Report, c *Config) error {
	s := r.Data().Stats
	parts := s.Parts["train"] + s.Parts["validation"] + s.Parts["test"]
	if s.Games < 100 || s.Games != s.Boards[c.Board] || s.Games != parts {
		return fmt.Errorf("%d games to learn from: %v by board, %v by part", s.Games, s.Boards, s.Parts)
	}
	return nil
}
