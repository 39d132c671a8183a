package web

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/web/internal/live"
	"github.com/tengen-go/tengen/web/internal/thinking"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// path is the file of a game. Names are hexadecimal digits, so that none leads out of the folder.
func (s *Server) path(id string) (string, error) {
	if len(id) != 2*nameBytes || strings.Trim(id, "0123456789abcdef") != "" {
		return "", wire.Missing("no such game")
	}
	return filepath.Join(s.config.Folder, id+".sgf"), nil
}

// nameBytes is how long the name of a game is.
const nameBytes = 8

// write keeps the text of a game.
func (s *Server) write(id string, text []byte) error {
	path, err := s.path(id)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.config.Folder, 0o700); err != nil {
		return err
	}
	return atomicfile.Write(path, text)
}

// kept reads a game from its file.
func (s *Server) kept(id string) (*play.Unfinished, error) {
	path, err := s.path(id)
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, wire.Missing("no such game")
	}
	if err != nil {
		return nil, err
	}
	return play.ReadKept(path, raw)
}

// playedGame is the record of a game, for a review.
func (s *Server) playedGame(id string) (*sgf.Tree, error) {
	u, err := s.kept(id)
	if err != nil {
		return nil, err
	}
	return u.Tree, nil
}

// recordOf is a game as SGF: as it is in memory, or in its file. It needs no player.
func (s *Server) recordOf(id string) ([]byte, error) {
	s.mu.Lock()
	g := s.games[id]
	s.mu.Unlock()
	if g != nil {
		return g.Record()
	}
	tree, err := s.playedGame(id)
	if err != nil {
		return nil, err
	}
	return tree.Append(nil)
}

// read opens a game from its file.
func (s *Server) read(id string) (*live.Game, error) {
	u, err := s.kept(id)
	if err != nil {
		return nil, err
	}
	g, err := live.Resume(u, s.live, id, func(size int) (live.Opponent, error) {
		p, err := s.room.Player(u.Player, size)
		if err != nil {
			err = fmt.Errorf("game %s: %w; its record is at /api/v1/games/%[1]s/sgf", id, err)
		}
		return live.Opponent{Player: p, Text: u.Player, Threads: thinking.ThreadsOf(u.Player)}, err
	})
	return g, err
}

// there refuses a game without a file.
func (s *Server) there(id string) error {
	path, err := s.path(id)
	if err != nil {
		return err
	}
	if _, err = os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return wire.Missing("no such game")
	}
	return err
}

// remove takes the file of a game that did not begin away.
func (s *Server) remove(id string) error {
	path, err := s.path(id)
	if err != nil {
		return err
	}
	return os.Remove(path)
}

// forget deletes a game for good. Whoever looks at it can do nothing with it any more.
func (s *Server) forget(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rest(s.games[id])
	err := s.remove(id)
	if errors.Is(err, fs.ErrNotExist) {
		return wire.Missing("no such game")
	}
	return err
}

// listed is a game in the list of games.
type listed struct {
	ID      string    `json:"id"`
	Size    int       `json:"size"`
	Black   string    `json:"black"`
	White   string    `json:"white"`
	Moves   int       `json:"moves"`
	Result  string    `json:"result,omitempty"`
	Changed time.Time `json:"changed"`
}

// mostListed is how many games the list has, the latest first.
const mostListed = 50

// list is the games on the disk. A game in which nobody has moved is none yet.
func (s *Server) list() ([]listed, error) {
	entries, err := os.ReadDir(s.config.Folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var files []listed
	for _, e := range entries {
		id, isGame := strings.CutSuffix(e.Name(), ".sgf")
		info, err := e.Info()
		if _, bad := s.path(id); !isGame || bad != nil || err != nil || !info.Mode().IsRegular() {
			continue
		}
		files = append(files, listed{ID: id, Changed: info.ModTime().UTC()})
	}
	slices.SortFunc(files, func(a, b listed) int { return b.Changed.Compare(a.Changed) })
	all := []listed{}
	for _, f := range files {
		if len(all) == mostListed {
			break
		}
		if s.describe(&f) {
			all = append(all, f)
		}
	}
	return all, nil
}

// describe reads what the list says of a game, and says whether the game belongs there.
func (s *Server) describe(l *listed) bool {
	u, err := s.kept(l.ID)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist) // damaged: its page will say so
	}
	root := u.Tree.Root
	g, err := record.ReadGame(u.Tree, board.Chinese(), 0)
	if err != nil {
		return true
	}
	l.Size, l.Moves = g.Size(), u.Moves
	l.Black, l.White, l.Result = root.Text("PB"), root.Text("PW"), u.Result
	_, black := root.Get("AB")
	_, white := root.Get("AW")
	problem := white || black && g.Handicap() == 0 // that somebody has opened
	return u.Moves > 0 || l.Result != "" || problem
}
