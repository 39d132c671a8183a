package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/atomicfile"
)

// Live keeps the games under way of a match in live.json of its folder, for those who look on. The
// file goes when the match ends or is interrupted.
type Live struct {
	path    string
	plan    Plan
	changed chan struct{} // has something if the file is older than the boards
	leave   chan struct{}
	done    sync.WaitGroup

	mu     sync.Mutex
	boards map[int]seen // by game
	over   map[int]bool
}

// seen is a board, and who showed it when. The games of this process are shown by nobody, and stay until they end.
type seen struct {
	Board
	from string
	at   time.Time
}

// Plan is how long a match goes on.
type Plan struct {
	// Games is how many there shall be at most.
	Games int `json:"games"`
	// SPRT is the test that may end the match earlier, as rating.ParseSPRT reads it; "" for none.
	SPRT string `json:"sprt,omitempty"`
}

// Board is a game under way, as it stands.
type Board struct {
	Game   int    `json:"game"`   // from 0
	Black  string `json:"black"`  // "a" or "b"
	Size   int    `json:"size"`   // side of the board
	Points string `json:"points"` // row by row from the top left: X is Black, O is White, . is free
	Last   string `json:"last,omitempty"`
	Moves  int    `json:"moves"`
	ToMove string `json:"to_move"` // black or white
}

// LiveGames is what live.json says.
type LiveGames struct {
	Plan
	Boards []Board `json:"boards"`
}

const (
	// mostBoards bounds the file: nobody can look at more.
	mostBoards = 16
	// liveEvery is the least time between two writes, so that fast players do not wait for the disk.
	liveEvery = 150 * time.Millisecond
	// aliveEvery is the longest: an older file is of a match that was killed.
	aliveEvery = 10 * time.Second
	deadAfter  = 3 * aliveEvery
)

// OpenLive begins the live.json of a match folder that this process has open.
func OpenLive(dir string, plan Plan) *Live {
	l := &Live{
		path: filepath.Join(dir, LiveName), plan: plan, boards: map[int]seen{}, over: map[int]bool{},
		changed: make(chan struct{}, 1), leave: make(chan struct{}),
	}
	l.done.Go(l.keep)
	return l
}

// Watch notes how a game stands: it is for Config.Watch.
func (l *Live) Watch(u UnderWay) {
	b := NewBoard(u)
	l.note(func() { l.boards[u.Index] = seen{Board: b} })
}

// Show notes how the games of another machine stand, which has no others. They go when it has been silent for long.
func (l *Live) Show(from string, boards []Board) {
	now := time.Now()
	l.note(func() {
		maps.DeleteFunc(l.boards, func(_ int, b seen) bool { return b.from == from })
		for _, b := range boards {
			if !l.over[b.Game] { // a look that was late
				l.boards[b.Game] = seen{b, from, now}
			}
		}
	})
}

// NewBoard is how a game stands.
func NewBoard(u UnderWay) Board {
	b := Board{
		Game: u.Index, Black: u.Black, Size: u.Game.Size(), Points: boardText(u.Game),
		Moves: len(u.Game.Moves()), ToMove: u.Game.ToMove().String(),
	}
	if b.Moves > 0 {
		b.Last = u.Game.Moves()[b.Moves-1].Point.Vertex(b.Size)
	}
	return b
}

// Validate refuses what cannot be a board of a match of so many games. Where it comes from is not known.
func (b Board) Validate(games int) error {
	stones := strings.Trim(b.Points, ".XO") == ""
	switch {
	case b.Game < 0 || b.Game >= games, b.Size < 1 || b.Size > board.MaxSize, b.Moves < 0,
		b.Black != sideNames[0] && b.Black != sideNames[1], len(b.Points) != b.Size*b.Size || !stones,
		b.ToMove != board.Black.String() && b.ToMove != board.White.String():
		return fmt.Errorf("game %d of %d: its board of %d×%d cannot be", b.Game+1, games, b.Size, b.Size)
	case b.Last == "":
		return nil
	}
	_, err := board.ParseVertex(b.Last, b.Size)
	return err
}

// Over takes a game away that has ended.
func (l *Live) Over(index int) {
	l.note(func() {
		delete(l.boards, index)
		l.over[index] = true
	})
}

func (l *Live) note(change func()) {
	l.mu.Lock()
	change()
	l.mu.Unlock()
	select {
	case l.changed <- struct{}{}:
	default:
	}
}

// Close ends the writing and takes the file away.
func (l *Live) Close() error {
	close(l.leave)
	l.done.Wait()
	if err := os.Remove(l.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// keep writes the file after changes, and now and then without one. A file that cannot be written
// is no reason to end a match.
func (l *Live) keep() {
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	for {
		l.write()
		select {
		case <-l.leave:
			return
		case <-time.After(liveEvery):
		}
		select {
		case <-l.leave:
			return
		case <-l.changed:
		case <-alive.C:
		}
	}
}

func (l *Live) write() {
	l.mu.Lock()
	now := LiveGames{Plan: l.plan, Boards: []Board{}}
	maps.DeleteFunc(l.boards, func(_ int, b seen) bool { return b.from != "" && time.Since(b.at) > deadAfter })
	for _, i := range slices.Sorted(maps.Keys(l.boards)) {
		if len(now.Boards) < mostBoards {
			now.Boards = append(now.Boards, l.boards[i].Board)
		}
	}
	l.mu.Unlock()
	if text, err := json.Marshal(now); err == nil {
		_ = atomicfile.Show(l.path, append(text, '\n'))
	}
}

// ReadLive reads the games under way of a match folder. ok is false if there are none, or if the match
// was killed.
func ReadLive(dir string, now time.Time) (live LiveGames, ok bool) {
	path := filepath.Join(dir, LiveName)
	info, err := os.Stat(path)
	if err != nil || now.Sub(info.ModTime()) > deadAfter {
		return live, false
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return live, false
	}
	return live, json.Unmarshal(text, &live) == nil
}

// boardText is the board as text.
func boardText(g game.Game) string {
	size := g.Size()
	text := make([]byte, size*size)
	if of, ok := g.(game.GoGame); ok {
		for i := range text {
			text[i] = ".XO"[of.Position().At(board.FromIndex(i, size))]
		}
		return string(text)
	}
	for i := range text {
		text[i] = '.'
	}
	for _, m := range g.Moves() { // nothing is captured in small games
		text[m.Point.Index(size)] = ".XO"[m.Color]
	}
	return string(text)
}
