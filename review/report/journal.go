package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
)

// Journal keeps games in a file, a line each, as they are reviewed.
type Journal struct {
	path string
	file *os.File
	kept map[string]Game
}

// OpenJournal opens a journal, with the games that an earlier run left in it. A line that was not
// written to its end is dropped.
func OpenJournal(path string) (*Journal, error) {
	j := &Journal{path: path, kept: map[string]Game{}}
	raw, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	whole := raw[:bytes.LastIndexByte(raw, '\n')+1]
	for line := range bytes.Lines(whole) {
		var g Game
		if json.Unmarshal(line, &g) == nil && g.Key != "" {
			j.kept[g.Key] = g
		}
	}
	if len(whole) < len(raw) {
		if err := os.Truncate(path, int64(len(whole))); err != nil {
			return nil, err
		}
	}
	j.file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	return j, err
}

// Keep writes the games of an earlier report that the journal does not have: the next report may be without them.
func (j *Journal) Keep(r *Report) error {
	for _, g := range r.Games {
		if _, ok := j.kept[g.Key]; ok || g.Key == "" {
			continue
		}
		if err := j.Add(g); err != nil {
			return err
		}
	}
	return nil
}

// Game is a game that was reviewed before.
func (j *Journal) Game(key string) (g Game, ok bool) {
	g, ok = j.kept[key]
	return g, ok
}

// Add writes a game.
func (j *Journal) Add(g Game) error {
	line, err := json.Marshal(g)
	if err != nil {
		return err
	}
	j.kept[g.Key] = g
	_, err = j.file.Write(append(line, '\n'))
	return err
}

// Close closes the file. If the report that is there now, nil for none, has all its games, the journal is not needed
// any more.
func (j *Journal) Close(now *Report) error {
	if err := j.file.Close(); err != nil {
		return err
	}
	if now != nil {
		for _, g := range now.Games {
			delete(j.kept, g.Key)
		}
	}
	if len(j.kept) > 0 {
		return nil
	}
	return os.Remove(j.path)
}
