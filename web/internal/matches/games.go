package matches

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"

	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// gamesJSON are some of the finished games, in the order in which they ended.
type gamesJSON struct {
	From  int        `json:"from"`
	Count int        `json:"count"` // of all
	Games []gameJSON `json:"games"`
}

// gameJSON is a finished game.
type gameJSON struct {
	Number  int        `json:"number"` // from 1
	Black   string     `json:"black"`
	Winner  string     `json:"winner"`
	Result  string     `json:"result"`
	End     string     `json:"end"`
	Moves   int        `json:"moves"`
	Seconds [2]float64 `json:"seconds"`
	Error   string     `json:"error,omitempty"`
}

// mostGames bounds an answer.
const mostGames = 1000

// games answers ?from=N: the games that ended after the first N.
func (p *Part) games(r *http.Request) (any, error) {
	id := r.PathValue("id")
	dir, _, _, err := p.find(id)
	if err != nil {
		return nil, err
	}
	from := 0
	if text := r.FormValue("from"); text != "" {
		if from, err = strconv.Atoi(text); err != nil || from < 0 {
			return nil, wire.Refused("from=%.20s: want a number of games", text)
		}
	}
	out := gamesJSON{From: from, Games: []gameJSON{}}
	read, err := p.results(id, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil // it waits to be begun
	}
	if err != nil {
		return nil, err
	}
	out.Count = len(read.games)
	for _, g := range read.games[min(from, len(read.games)):min(from+mostGames, len(read.games))] {
		out.Games = append(out.Games, gameJSON{
			Number: g.Game + 1, Black: g.Black, Winner: g.Who, Result: g.Result, End: g.End, Moves: g.Moves,
			Seconds: g.Seconds, Error: g.Error,
		})
	}
	return out, nil
}

// mostRecord bounds the file of a game.
const mostRecord = 1 << 20

// record sends a game as SGF.
func (p *Part) record(w http.ResponseWriter, r *http.Request) {
	text, name, err := p.sgf(r.PathValue("id"), r.PathValue("number"))
	if err != nil {
		wire.Fail(w, p.Log, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-go-sgf; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	_, _ = w.Write(text)
}

func (p *Part) sgf(id, number string) (text []byte, name string, err error) {
	dir, _, _, err := p.find(id)
	if err != nil {
		return nil, "", err
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return nil, "", wire.Missing("there is no game %.20q", number)
	}
	root, err := os.OpenRoot(dir) // which leaves the folder by no link
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	name = filepath.Base(match.GameFile(dir, n-1))
	f, err := root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", wire.Missing("game %d has no record", n)
	}
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	text, err = io.ReadAll(io.LimitReader(f, mostRecord))
	return text, name, err
}
