package match

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// standingFiles are what a tournament writes into its folder besides the folders of its pairs.
var standingFiles = []string{"standing.json", "standing.txt", "ladder.svg"}

// foreignTo says whether a file in a folder without a match is another's: it would be written over, or games would lie
// among those of others. Notes may lie there, such as the one of a chain.
func foreignTo(name string) bool {
	return slices.Contains(standingFiles, name) || name == MatchName || name == ResultsName ||
		strings.Contains(name, ".sgf") || strings.Contains(name, ".tengen")
}

// in is the tournament as a folder has begun it. Where the folder has the games of a pair the other way round, the pair
// is turned, so that they count. A folder with games that do not compare is refused, and so is one with files of
// others: some would be written over, and games would lie among others.
func (t *Tournament) in(dir string) (*Tournament, error) {
	config, err := t.Config()
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("tournament folder: %w", err)
	}
	mine := t.About(config, "", "")
	begun, even := map[string]bool{}, map[string]bool{} // folders with a match, and with one without handicap
	foreign := ""
	for _, e := range entries {
		if !e.IsDir() && foreignTo(e.Name()) {
			foreign = e.Name()
		}
		was, err := readAbout(filepath.Join(dir, e.Name(), MatchName))
		switch {
		case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR):
			continue
		case err != nil:
			return nil, err
		case !mine.compares(was):
			return nil, fmt.Errorf("%w: %s has games of %s, and this tournament is of %s; choose another folder",
				ErrOther, filepath.Join(dir, e.Name()), was.what(), mine.what())
		}
		begun[e.Name()] = true
		even[e.Name()] = was.Handicap == 0
	}
	if foreign != "" && len(begun) == 0 {
		return nil, fmt.Errorf("%w: %s holds %s, and no tournament; choose another folder", ErrOther, dir, foreign)
	}
	turned := *t
	turned.Pairs = slices.Clone(t.pairs())
	for i, pair := range turned.Pairs {
		back := [2]int{pair[1], pair[0]}
		if t.Handicap == 0 && !begun[t.folder(pair)] && even[t.folder(back)] && !slices.Contains(t.pairs(), back) {
			turned.Pairs[i] = back
		}
	}
	return &turned, nil
}

// compares says whether games of two matches may stand in one table. The komi of a handicap belongs to the player who
// takes the stones.
func (a *About) compares(b About) bool {
	return a.Game == b.Game && a.Board == b.Board && a.Rules == b.Rules &&
		(a.Komi == b.Komi || a.Handicap != 0 || b.Handicap != 0)
}

// what says which game a match is of.
func (a *About) what() string {
	if a.Game != "" {
		return a.Game
	}
	return fmt.Sprintf("%d×%d with %s rules and komi %g", a.Board, a.Board, a.Rules, a.Komi)
}
