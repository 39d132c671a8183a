package pipeline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/tengen-go/tengen/pipeline/internal/source"
	"github.com/tengen-go/tengen/pipeline/stages"
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
func (w *work) dataStage(ctx context.Context) (stages.Stage, error) {
	d := w.cfg.Data()
	sum, err := w.hashGames(ctx)
	if err != nil {
		return stages.Stage{}, err
	}
	return stages.Stage{
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

// hashGames is a hash over the content of all files of games.
func (w *work) hashGames(ctx context.Context) (string, error) {
	games := w.cfg.Data().Games
	if len(games) == 0 {
		return "", &ConfigError{
			errors.New("no games: name files or folders of them on the command line, or in the file as games = " +
				"[\"…\"] below [data]"),
		}
	}
	if err := source.Apart(w.opt.Dir, games); err != nil {
		return "", &ConfigError{err}
	}
	return source.Hash(ctx, games, func(done, total int) {
		w.progress("looking at the games", int64(done), int64(total), "files")
	})
}

// dataKind declares the stage data.
var dataKind = kind{
	name: DataStage,
	sections: []namedSection{
		{"data", func() section { return &Data{Filter: record.Filter{Results: record.AllResults}} }},
	},
	results: []string{GamesName},
	stage:   func(ctx context.Context, w *work) (stages.Stage, error) { return w.dataStage(ctx) },
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
