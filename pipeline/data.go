package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
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
	d := &w.cfg.Data
	sum, err := w.hashGames(ctx)
	if err != nil {
		return Stage{}, err
	}
	return Stage{
		Name: DataStage, Title: "the games", Results: []string{GamesName},
		Settings: dataSettings{
			Files: sum, Board: w.cfg.Board, MinRank: d.MinRank.String(), MinRankAny: d.MinRankAny.String(), MaxHandicap: d.MaxHandicap,
			MinMoves: d.MinMoves, Results: d.Results, Since: d.Since.String(), Until: d.Until.String(), Limit: d.Limit, Encoding: d.Encoding,
		},
		Run: w.pack,
	}, nil
}

// pack is the stage.
func (w *work) pack(ctx context.Context, dir string) (any, error) {
	filter, err := w.cfg.Data.filter(w.cfg.Board)
	if err != nil {
		return nil, err
	}
	set, report, err := record.Read(ctx, w.cfg.Data.Games, record.Options{
		Filter: filter, Threads: w.opt.Threads, Encoding: w.cfg.Data.Encoding,
		Progress: func(done, total int64) { w.progress("reading games", done, total, "B") },
	})
	if err != nil {
		return nil, err
	}
	if err := report.Unread(w.cfg.Data.Games); err != nil {
		return nil, err
	}
	figures := DataFigures{Files: report.Files, Found: report.Games, LeftOut: map[string]int{}, Stats: record.NewStats()}
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
		return nil, fmt.Errorf("%d of %d games are kept%s: too few to learn from some and hold out others, want 100 or more of %d×%d", set.Len(), report.Games, why, w.cfg.Board, w.cfg.Board)
	}
	w.games = nil
	return figures, record.WritePacked(filepath.Join(dir, GamesName), set)
}

// hashGames is a hash over the content of all files of games, in the order in which they
// are read.
func (w *work) hashGames(ctx context.Context) (string, error) {
	var files []string
	for _, root := range w.cfg.Data.Games {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return "", fmt.Errorf("games: %w: name files or folders that are there, on the command line or as games = […] below [data]", err)
		}
	}
	if len(files) == 0 {
		return "", &ConfigError{errors.New("no games: name files or folders of them on the command line, or in the file as games = [\"…\"] below [data]")}
	}
	all := sha256.New()
	for i, path := range files {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		w.progress("looking at the games", int64(i), int64(len(files)), "files")
		sum, err := hashFile(path)
		if err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		fmt.Fprintln(all, sum)
	}
	return hex.EncodeToString(all.Sum(nil)), nil
}
