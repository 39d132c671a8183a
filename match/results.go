package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
)

// Result is a match that was played, as its files tell.
type Result struct {
	File string // where it was read
	// Game is the small game, "" for Go. Board is the side of the board, Komi the points for
	// White; 0 and nil if the file does not tell.
	Game  string
	Board int
	Komi  *float64
	// Handicap is the number of B's stones. B's name has them, too: TakerName.
	Handicap int
	// Texts are the player strings of A and B; the names in the PairResult are short ones if
	// the match had some, else the strings.
	Texts [2]string
	// Weights are what A and B read of models, "" where nothing tells.
	Weights [2]string
	// Rules of Go and both players' clock are as in an About; "" where nothing tells.
	Rules, Time string
	rating.PairResult
	games []Game // of a match folder
}

// ReadResults reads the results in files and folders: match folders, all match folders below a
// folder (of a tournament, for example), and what `match --json` printed. It also reads files of
// one JSON object a line, with the names of "black" and "white" and the "result" as in SGF.
func ReadResults(paths []string) ([]Result, error) {
	var all []Result
	seen := map[string]bool{} // match folders, which may be named twice
	folder := func(dir string) error {
		if key, err := filepath.Abs(dir); err != nil || seen[key] {
			return err
		} else {
			seen[key] = true
		}
		r, err := readMatchFolder(dir)
		if err == nil {
			all = append(all, r)
		}
		return err
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			_, beside := os.Stat(filepath.Join(filepath.Dir(path), MatchName))
			switch name := filepath.Base(path); {
			case name == MatchName || name == ResultsName && beside == nil:
				err = folder(filepath.Dir(path))
			default:
				var some []Result
				some, err = readFile(path)
				all = append(all, some...)
			}
			if err != nil {
				return nil, err
			}
			continue
		}
		found := false
		root, err := filepath.EvalSymlinks(path) // WalkDir does not go into a folder that is a link
		if err != nil {
			return nil, err
		}
		err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || d.Name() != MatchName {
				return err
			}
			found = true
			return folder(filepath.Dir(p))
		})
		if err != nil {
			return nil, err
		}
		if !found {
			return nil, fmt.Errorf("%s: no match.json in it or below: "+
				"want a folder that `tengen match -o` or `tengen tournament -o` made", path)
		}
	}
	return all, nil
}

// readAbout reads a match.json.
func readAbout(path string) (About, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return About{}, err
	}
	var about About
	if err := json.Unmarshal(text, &about); err != nil {
		return About{}, fmt.Errorf("%s is damaged (%w), so nothing says who played: put it back from a copy, or "+
			"leave its folder out", path, err)
	}
	return about, nil
}

func readMatchFolder(dir string) (Result, error) {
	path := filepath.Join(dir, MatchName)
	about, err := readAbout(path)
	if err != nil {
		return Result{}, err
	}
	r := Result{
		File:    path,
		Game:    about.Game,
		Board:   about.Board,
		Komi:    &about.Komi,
		Texts:   [2]string{about.A, takerText(about.B, about.Handicap, about.Komi)},
		Weights: [2]string{about.AWeights, about.BWeights},
		Rules:   about.Rules,
		Time:    about.Time,

		Handicap: about.Handicap,
	}
	r.A, r.B = about.A, about.B
	if about.AName != "" && about.BName != "" {
		r.A, r.B = about.AName, about.BName
	}
	if r.A == "" || r.B == "" {
		return Result{}, fmt.Errorf("%s: it does not say who played", path)
	}
	games, _, err := readGames(filepath.Join(dir, ResultsName))
	count := Counter{PairResult: r.PairResult, Small: about.Game != ""}
	for i := range games {
		count.Add(&games[i])
	}
	r.PairResult, r.games = withHandicap(count.PairResult, about.Handicap), games
	return r, err
}

// readFile reads a file outside a match folder: one with a game a line, or what `match --json` printed.
func readFile(path string) ([]Result, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	games, err := readGameLines(path, text)
	if len(games) > 0 || filepath.Ext(path) == ".jsonl" {
		return games, err
	}
	report, other := readMatchReport(path, text)
	switch {
	case other == nil:
		return []Result{report}, nil
	case err == nil: // it is empty
		return nil, other
	}
	return nil, fmt.Errorf("%w; nor is it a file with one game per line: %w", other, err)
}

// readMatchReport reads what `match --json` printed.
func readMatchReport(path string, text []byte) (Result, error) {
	var report struct {
		A      string        `json:"a"`
		B      string        `json:"b"`
		AWins  int           `json:"a_wins"`
		BWins  int           `json:"b_wins"`
		Draws  int           `json:"draws"`
		Game   string        `json:"game"`
		Board  int           `json:"board"`
		Komi   *float64      `json:"komi"`
		Stones int           `json:"handicap"`
		Again  rating.Colors `json:"repeated"`
		AOf    string        `json:"a_weights"`
		BOf    string        `json:"b_weights"`
	}
	if err := json.Unmarshal(text, &report); err != nil {
		return Result{}, fmt.Errorf("%s: not a result that `tengen match --json` printed: %w", path, err)
	}
	t := rating.Tally{Wins: report.AWins, Losses: report.BWins, Draws: report.Draws}
	again := report.Again.Total()
	if report.A == "" || report.B == "" || min(again.Wins, again.Losses, again.Draws) < 0 ||
		t.Wins < again.Wins || t.Losses < again.Losses || t.Draws < again.Draws {
		return Result{}, fmt.Errorf("%s: not a result that `tengen match --json` printed: "+
			"it has no players \"a\" and \"b\" with counts of games", path)
	}
	result := Result{
		File:       path,
		Game:       report.Game,
		Board:      report.Board,
		Komi:       report.Komi,
		Handicap:   report.Stones,
		Texts:      [2]string{report.A, report.B},
		Weights:    [2]string{report.AOf, report.BOf},
		PairResult: rating.PairResult{A: report.A, B: report.B, Unknown: t, Repeated: rating.Colors{Unknown: again}},
	}
	if report.Stones != 0 {
		if report.Stones < 0 || report.Komi == nil {
			return Result{}, fmt.Errorf("%s: handicap %d: want the number of stones, and the komi", path, report.Stones)
		}
		result.Texts[1] = takerText(report.B, report.Stones, *report.Komi)
		result.PairResult = withHandicap(result.PairResult, report.Stones)
	}
	return result, nil
}

// readGameLines reads a file with a game a line.
func readGameLines(path string, text []byte) ([]Result, error) {
	var results []Result
	for n, line := range bytes.Split(text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var g struct{ Black, White, Result, Winner string }
		if err := json.Unmarshal(line, &g); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n+1, err)
		}
		var t rating.Tally
		switch winner := scoreWinner(g.Result); {
		case g.Winner != "":
			return nil, fmt.Errorf("%s:%d: a game of an unknown match: the folder of this file has no match.json",
				path, n+1)
		case g.Black == "" || g.White == "":
			return nil, fmt.Errorf("%s:%d: want the names of \"black\" and \"white\"", path, n+1)
		case winner == board.Black:
			t.Wins = 1
		case winner == board.White:
			t.Losses = 1
		case slices.Contains([]string{"0", "draw", "jigo"}, strings.ToLower(g.Result)):
			t.Draws = 1
		default:
			return nil, fmt.Errorf("%s:%d: result %q: want B+…, W+… or 0", path, n+1, g.Result)
		}
		results = append(results, Result{
			File: path, Texts: [2]string{g.Black, g.White},
			PairResult: rating.PairResult{A: g.Black, B: g.White, Black: t},
		})
	}
	return results, nil
}

// CombineResults gives the players of all matches their names, and notes which games repeat one of another match.
// names are other names for player strings or names. CombineResults refuses what does not compare:
// several games, sizes of the board, rules or, between even games, komi; one name for two different players, or for one
// player with two models, or with two clocks that it reads by. It does not doubt the names in names.
func CombineResults(matches []Result, names map[string]string) ([]rating.PairResult, map[string]string, error) {
	var results []rating.PairResult
	texts, files, renamed, used := map[string]string{}, map[string]string{}, map[string]bool{}, map[string]bool{}
	type source struct{ had, file string }
	weights, clocks := map[string]source{}, map[string]source{}
	var first *Result
	for i := range matches {
		m := &matches[i]
		if m.Board != 0 {
			if first != nil && (first.Game != m.Game || first.Board != m.Board ||
				first.Rules != "" && m.Rules != "" && first.Rules != m.Rules ||
				first.evenKomi() && m.evenKomi() && *first.Komi != *m.Komi) {
				return nil, nil, fmt.Errorf("%s is of %s, %s of %s: such results do not compare, rate them apart",
					first.File, first.game(), m.File, m.game())
			}
			if first == nil || !first.evenKomi() {
				first = m // the first even match with a known komi, if there is one
			}
		}
		r := m.PairResult
		for k, name := range []*string{&r.A, &r.B} {
			for _, was := range []string{m.Texts[k], *name} {
				if short, ok := names[was]; ok {
					*name = short
					renamed[short], used[was] = true, true
					break
				}
			}
			if text, ok := texts[*name]; !ok {
				texts[*name], files[*name] = m.Texts[k], m.File
			} else if text != m.Texts[k] && !renamed[*name] {
				return nil, nil, fmt.Errorf("player %s is %s in %s, but %s in %s: "+
					"give one of them another name with --name 'STRING=NAME'",
					*name, text, files[*name], m.Texts[k], m.File)
			}
			if renamed[*name] {
				continue
			}
			const remedy = "rate them apart, or take them for one with --name"
			if w := m.Weights[k]; w != "" {
				if was, ok := weights[*name]; !ok {
					weights[*name] = source{w, m.File}
				} else if was.had != w {
					return nil, nil, fmt.Errorf("player %s had the weights of %s in %s, but of %s in %s: %s '%s=NAME'",
						*name, was.had, was.file, w, m.File, remedy, *name)
				}
			}
			if m.Time != "" && player.ByTime(m.Texts[k]) {
				if was, ok := clocks[*name]; !ok {
					clocks[*name] = source{m.Time, m.File}
				} else if was.had != m.Time {
					return nil, nil, fmt.Errorf("player %s had the clock %s in %s, but %s in %s: %s '%s=NAME'",
						*name, was.had, was.file, m.Time, m.File, remedy, *name)
				}
			}
		}
		results = append(results, r)
	}
	for was := range names {
		if !used[was] {
			return nil, nil, fmt.Errorf("--name: nobody is called %s", was)
		}
	}
	if len(results) == 0 {
		return nil, nil, errors.New("no results")
	}
	noteRepeated(matches, results)
	return results, texts, nil
}

// evenKomi says whether the match has a komi to compare with others: the komi of a handicap belongs to the player
// who takes the stones.
func (m *Result) evenKomi() bool { return m.Komi != nil && m.Handicap == 0 }

// game says on what board a match was.
func (m *Result) game() string {
	if m.Game != "" {
		return m.Game
	}
	text := fmt.Sprintf("%d×%d", m.Board, m.Board)
	if m.Komi != nil {
		text += fmt.Sprintf(" with komi %g", *m.Komi)
	}
	if m.Rules != "" {
		text += " by " + m.Rules + " rules"
	}
	return text
}
