package reviews

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/review"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// state is what is kept of a review besides the record and the findings: what the list says of it, and
// how it was left.
type state struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Size    int       `json:"size"`
	Black   string    `json:"black"`
	White   string    `json:"white"`
	Result  string    `json:"result,omitempty"`
	Date    string    `json:"date,omitempty"`
	Moves   int       `json:"moves"`
	Done    int       `json:"done"`
	Of      int       `json:"of"`
	Working bool      `json:"working"`
	Changed time.Time `json:"changed"`

	// Game is the game played here that this is a review of, when it had so many moves and its record that key;
	// "" for a file.
	Game      string `json:"game,omitempty"`
	GameMoves int    `json:"game_moves,omitempty"`
	GameKey   string `json:"game_key,omitempty"`

	Node   int    `json:"node"`
	Player string `json:"player"`
	Second string `json:"second,omitempty"`
	Think  bool   `json:"think"`
}

// listJSON are the reviews that there are.
type listJSON struct {
	Reviews []state `json:"reviews"`
}

// nameBytes is how long the name of a review is.
const nameBytes = 8

// The files of a review.
const (
	recordFile   = ".sgf"
	findingsFile = ".found.json"
	stateFile    = ".json"
)

// path is a file of a review. Names are hexadecimal digits, so that none leads out of the folder.
func (s *Reviews) path(id, kind string) (string, error) {
	if len(id) != 2*nameBytes || strings.Trim(id, "0123456789abcdef") != "" {
		return "", wire.Missing("no such review")
	}
	return filepath.Join(s.Folder, id+kind), nil
}

// keepEvery is how long findings wait until they are written. A large review waits longer, so that
// writing takes 2 % of the time at most.
const keepEvery = 2 * time.Second

// keep writes what has changed. The record comes first: findings of nodes that it has not yet would be lost.
func (r *openReview) keep() error {
	r.saving.Lock()
	defer r.saving.Unlock()
	r.mu.Lock()
	if r.gone {
		r.mu.Unlock()
		return nil
	}
	began := r.server.Now()
	dirty := r.dirty
	r.dirty.record, r.dirty.findings, r.dirty.state = false, false, false
	var text, found, about []byte
	var errs []error
	add := func(raw []byte, err error) []byte {
		errs = append(errs, err)
		return raw
	}
	if dirty.record {
		text = add(r.study.Kept())
	}
	if dirty.findings {
		found = add(r.study.MarshalFindings())
	}
	if dirty.record || dirty.findings || dirty.state {
		r.describe()
		r.kept.Changed = r.server.Now().UTC()
		about = add(json.Marshal(r.kept))
	}
	r.mu.Unlock()
	err := errors.Join(errs...)
	if err == nil && about != nil {
		err = os.MkdirAll(r.server.Folder, 0o700)
	}
	for _, f := range []struct {
		kind string
		raw  []byte
	}{{recordFile, text}, {findingsFile, found}, {stateFile, about}} {
		if f.raw == nil || err != nil {
			continue
		}
		var path string
		if path, err = r.server.path(r.id, f.kind); err == nil {
			err = atomicfile.Write(path, append(f.raw, '\n'))
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.saved = r.server.Now()
	r.took = r.saved.Sub(began)
	if err != nil {
		r.dirty.record = r.dirty.record || dirty.record
		r.dirty.findings = r.dirty.findings || dirty.findings
		r.dirty.state = true
		return fmt.Errorf("the review could not be kept: %w", err)
	}
	return nil
}

// keepSometimes writes the findings of a long work from time to time.
func (r *openReview) keepSometimes() {
	r.mu.Lock()
	soon := r.server.Now().Sub(r.saved) < max(keepEvery, 50*r.took)
	r.mu.Unlock()
	if soon {
		return
	}
	if err := r.keep(); err != nil {
		r.server.Log.Error("a review cannot be kept", "review", r.id, "error", err)
	}
}

// describe brings what the list says of the review up to date. The caller holds mu.
func (r *openReview) describe() {
	k := &r.kept
	k.ID, k.Size = r.id, r.study.Size()
	k.Black, k.White = r.study.Text("PB"), r.study.Text("PW")
	k.Result, k.Date = r.study.Text("RE"), r.study.Text("DT")
	_, k.Done, k.Of = r.study.Next(k.Player)
	k.Moves = max(k.Of-1, 0)
}

// described is what the list says of the review.
func (r *openReview) described() state {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.describe()
	return r.kept
}

// inMemory is an open review; nil if it rests on the disk.
func (s *Reviews) inMemory(id string) *openReview {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open[id]
}

// read opens a review from its files.
func (s *Reviews) read(id string) (*openReview, error) {
	var kept state
	raw, err := s.readFile(id, stateFile)
	if err == nil {
		err = json.Unmarshal(raw, &kept)
	}
	if err != nil {
		return nil, err
	}
	text, err := s.readFile(id, recordFile)
	if err != nil {
		return nil, err
	}
	trees, faults := sgf.Parse("review "+id, text)
	if len(trees) != 1 {
		return nil, fmt.Errorf("review %s has %d games: %w", id, len(trees), errors.Join(faults...))
	}
	put := record.PutHandicap(trees[0]) // older versions read these positions without the stones, or with another komi
	study, err := review.NewStudy(trees[0], board.Chinese())
	if err != nil {
		return nil, fmt.Errorf("review %s: %w", id, err)
	}
	r := s.newReview(id, study, kept)
	if put {
		r.dirty.record, r.dirty.findings = true, true
	}
	found, err := s.readFile(id, findingsFile)
	var missing *wire.Refusal
	switch {
	case err == nil && !put:
		err = study.UnmarshalFindings(found)
	case errors.As(err, &missing):
		err = nil
	}
	if _, gone := study.Position(kept.Node); gone != nil {
		r.kept.Node = study.Root()
	}
	return r, err
}

func (s *Reviews) readFile(id, kind string) ([]byte, error) {
	path, err := s.path(id, kind)
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, wire.Missing("no such review")
	}
	return raw, err
}

// discard removes the files of a review.
func (s *Reviews) discard(id string) (err error) {
	for _, kind := range []string{stateFile, findingsFile, recordFile} {
		path, bad := s.path(id, kind)
		if bad != nil {
			return bad
		}
		if gone := os.Remove(path); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}

// forget deletes a review for good. Nobody reads for it any more.
func (s *Reviews) forget(id string) error {
	s.mu.Lock()
	r := s.open[id]
	if r == nil { // it rests on the disk, and may be damaged
		defer s.mu.Unlock()
		if _, err := s.readFile(id, stateFile); err != nil {
			return err
		}
		return s.discard(id)
	}
	s.mu.Unlock()
	r.mu.Lock()
	r.rest()
	r.kept.Think, r.gone = false, true
	r.wake()
	r.mu.Unlock()
	r.saving.Lock() // whoever writes it now finishes first; nobody writes it after that
	err := s.discard(id)
	r.saving.Unlock() // before mu: whoever has mu may wait for saving
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, id)
	return nil
}

// mostListed is how many reviews the list has, the latest first.
const mostListed = 50

// list is the latest reviews on the disk.
func (s *Reviews) list(most int) ([]state, error) {
	entries, err := os.ReadDir(s.Folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	type file struct {
		id      string
		changed time.Time
	}
	var files []file
	for _, e := range entries {
		id, is := strings.CutSuffix(e.Name(), stateFile)
		info, err := e.Info()
		if _, bad := s.path(id, stateFile); !is || bad != nil || err != nil || !info.Mode().IsRegular() {
			continue
		}
		files = append(files, file{id, info.ModTime()})
	}
	slices.SortFunc(files, func(a, b file) int { return b.changed.Compare(a.changed) })
	all := []state{}
	for _, f := range files[:min(len(files), most)] {
		var kept state
		raw, err := s.readFile(f.id, stateFile)
		if err != nil || json.Unmarshal(raw, &kept) != nil { // gone or damaged: its page will say so
			continue
		}
		kept.ID = f.id
		if r := s.inMemory(f.id); r != nil {
			kept = r.described()
		}
		all = append(all, kept)
	}
	return all, nil
}

// disposition has a browser save a file under a name.
func disposition(name string) string {
	name = strings.TrimSuffix(name, recordFile)
	if name == "" {
		name = "review"
	}
	return mime.FormatMediaType("attachment", map[string]string{"filename": name + "-tengen" + recordFile})
}
