package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"

	"github.com/tengen-go/tengen/internal/folder"
)

// Journal keeps games in a file, a line each, as they are reviewed.
type Journal struct {
	file *os.File
	kept map[string]Game
}

// OpenJournal opens a journal, with the games that an earlier run left in it. A line that was not
// written to its end is dropped. Until Close nobody else has it: the error wraps folder.ErrBusyFile if somebody has.
func OpenJournal(path string) (*Journal, error) {
	file, err := folder.LockFile(path)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: file, kept: map[string]Game{}}
	if err := j.read(); err != nil {
		return nil, errors.Join(err, folder.CloseFile(file))
	}
	return j, nil
}

// read takes what there is.
func (j *Journal) read() error {
	raw, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	whole := raw[:bytes.LastIndexByte(raw, '\n')+1]
	for line := range bytes.Lines(whole) {
		var g Game
		if json.Unmarshal(line, &g) == nil && g.Key != "" {
			j.kept[g.Key] = g
		}
	}
	if len(whole) < len(raw) {
		if err := j.file.Truncate(int64(len(whole))); err != nil {
			return err
		}
	}
	_, err = j.file.Seek(int64(len(whole)), io.SeekStart)
	return err
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
	if now != nil {
		for _, g := range now.Games {
			delete(j.kept, g.Key)
		}
	}
	if len(j.kept) > 0 {
		return folder.CloseFile(j.file)
	}
	return folder.RemoveFile(j.file)
}
