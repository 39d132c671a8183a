package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/machine"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/review/judge"
	"github.com/tengen-go/tengen/train/sample"
)

// field makes the players and judges of one command, for one board, and closes them.
type field struct {
	env player.Env
	all []player.Player
}

// newField is for so many players and judges together.
func newField(c flags.Common, size, players int, device nets.Device) *field {
	return &field{env: env(c, size, players, device)}
}

func env(c flags.Common, size, count int, device nets.Device) player.Env {
	return player.Env{
		Rules: game.Go{Board: size, Rules: board.Chinese()}, Seed: c.Seed, Threads: c.Workers(),
		Players: count, Networks: &loaded.Networks{Device: device}, ModelDirs: players.ModelDirs(),
	}
}

// boardOf is the board that all games are on. The players are made for one size.
func boardOf(games *record.Set) (int, error) { return sample.BoardOf(games) }

// player makes the player of a string.
func (f *field) player(text string) (player.Player, error) {
	p, err := players.Registry().Parse(text, f.env)
	if err != nil {
		return nil, usage.Player(err)
	}
	f.all = append(f.all, p)
	size := f.env.Rules.(game.Go).Board
	if s, ok := p.(player.Sized); ok && s.Size() != 0 && s.Size() != size {
		return nil, usage.Errorf("player %s is for %d×%d, but the games are on %d×%d: choose games with --board",
			text, s.Size(), s.Size(), size, size)
	}
	return p, nil
}

// contestants makes the players under test.
func (f *field) contestants(texts []string) (made []judge.Contestant, err error) {
	for _, text := range texts {
		p, err := f.player(text)
		if err != nil {
			return nil, err
		}
		made = append(made, judge.Contestant{Name: text, Player: p, Clock: clockOf(text)})
	}
	return made, nil
}

// clockOf is what measures the processor time of a player; nil for one that starts other programs, which spend their
// own.
func clockOf(text string) func() time.Duration {
	if spec, err := options.Parse("player", text); err != nil || spec.StartsPrograms() {
		return nil
	}
	return machine.ProcessorTime
}

// judge makes the judge of --judge, with so many playouts.
func (f *field) judge(text string, playouts int, book judge.Book) (*judge.Judge, error) {
	p, err := f.player(text)
	if err != nil {
		return nil, err
	}
	analyst, ok := p.(player.Analyst)
	if !ok {
		return nil, usage.Errorf("--judge %s: %w", text, player.ErrNoAnalyst)
	}
	weights, err := player.Weights(text, f.env.Rules.(game.Go).Board, f.env.ModelDirs)
	if err != nil {
		return nil, fmt.Errorf("--judge %s: %w", text, err)
	}
	name := fmt.Sprintf("%s %v", text, weights)
	if f.env.Seed != 1 { // the default, which most books of before were made with
		name += fmt.Sprintf(" seed %d", f.env.Seed)
	}
	return judge.New(analyst, name, playouts, book), nil
}

// close closes all players.
func (f *field) close() (err error) {
	for _, p := range f.all {
		err = errors.Join(err, p.Close())
	}
	return err
}

// readBook reads the verdicts of the file of --cache, which may not be there yet. It must be one that can be
// written. "" is no file.
func readBook(path string) (judge.Book, error) {
	book := judge.Book{}
	if path == "" {
		return book, nil
	}
	if err := atomicfile.Check(path); err != nil {
		return nil, fmt.Errorf("--cache: %w", err)
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return book, nil
	}
	if err != nil {
		return nil, fmt.Errorf("--cache: %w", err)
	}
	if err := json.Unmarshal(text, &book); err != nil {
		return nil, fmt.Errorf("--cache: %s has no verdicts (%w): choose another file, or delete this one", path, err)
	}
	return book, nil
}

// saveBook writes the verdicts, next to those that are there already.
func saveBook(path string, book judge.Book) error {
	if path == "" {
		return nil
	}
	all, err := readBook(path) // another process may have kept some meanwhile
	if err != nil {
		return err
	}
	maps.Copy(all, book)
	text, err := json.Marshal(all)
	if err == nil {
		err = atomicfile.Write(path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("--cache: %w", err)
	}
	return nil
}

// interrupted says of an interruption where the verdicts are kept. Other errors stay as they are.
func interrupted(err error, cache string, book judge.Book) error {
	if !errors.Is(err, context.Canceled) || cache == "" {
		return err
	}
	return fmt.Errorf("%d verdicts are kept in %s; the same command goes on from there: %w", len(book), cache, err)
}

// saveEvery is how often the verdicts are written: what a kill costs at most.
const saveEvery = 10 * time.Second

// keeper writes the verdicts from time to time: call keep after each position. failed is what went wrong.
func keeper(path string, book judge.Book) (keep func(), failed func() error) {
	saved := time.Now()
	var err error
	keep = func() {
		if time.Since(saved) >= saveEvery {
			err = errors.Join(err, saveBook(path, book))
			saved = time.Now()
		}
	}
	return keep, func() error { return err }
}
