package machines

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/gtp"
	"github.com/tengen-go/tengen/search/near"
)

// Machine is a tengen in another process that searches for this one.
type Machine struct {
	*gtp.Outside
	command string // that started it
	seed    uint64 // from its start
}

// How long a machine may take. One that takes longer is lost.
const (
	// patience is how much longer than asked for playouts may take.
	patience = 3 * time.Second
	// playoutWithin is what a playout may take where no time was asked for.
	playoutWithin = 200 * time.Millisecond
)

// pieceBytes is how much of a text goes into one line, which may have 64 KiB.
const pieceBytes = 16 << 10

// Start starts a tengen by a command such as "ssh box tengen gtp", and tells it the player, the board and the seed. A
// board of size 0 is not known yet.
func Start(command, player string, size int, seed uint64) (*Machine, error) {
	words, err := gtp.SplitCommand(command)
	if err != nil {
		return nil, err
	}
	if i := strings.IndexFunc(player, special); i >= 0 {
		return nil, fmt.Errorf("the player string has the letter %q, which a shell of another machine may take for "+
			"something else: rename the file or folder", player[i:i+1])
	}
	words = append(words, "--quiet", "--seed", strconv.FormatUint(seed, 10), "--player", player)
	if size != 0 {
		words = append(words, "--board", strconv.Itoa(size))
	}
	outside, err := gtp.StartOutside(command, words...)
	if err != nil {
		return nil, fmt.Errorf("machine %q: %w", command, err)
	}
	m := &Machine{outside, command, seed}
	known, err := m.Send("known_command", gtp.CommandGrow)
	if err == nil && known != "true" {
		err = errors.New("it cannot search with others: is it another version of tengen?")
	}
	if err != nil {
		_ = m.Close()
		return nil, fmt.Errorf("machine %q: %w", command, err)
	}
	return m, nil
}

// special says that a shell may take a letter for something else. Other programs such as ssh hand a command to a shell.
func special(r rune) bool {
	letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	return !letter && !strings.ContainsRune("_-+./:=,@%", r)
}

// String implements team.Machine.
func (m *Machine) String() string { return m.command }

// NewGame implements team.Machine. Other programs may have rules of their own, but this one must know ours.
func (m *Machine) NewGame(g game.Game) error {
	if err := m.Outside.NewGame(g); err != nil {
		return err
	}
	if !m.KnowsRules() {
		return errors.New("it does not take the rules of the game (kata-set-rules): is it another version of tengen?")
	}
	return nil
}

// Forget implements team.Machine.
func (m *Machine) Forget() error {
	_, err := m.Send("clear_cache")
	return err
}

// Reseed implements team.Machine. A player mixes a seed with the one from its start.
func (m *Machine) Reseed(seed uint64) error {
	_, err := m.Send(gtp.CommandReseed, strconv.FormatUint(seed^m.seed, 10))
	return err
}

// Grow implements team.Machine.
func (m *Machine) Grow(ctx context.Context, c board.Color, playouts, depth int) (r near.Report, err error) {
	args := []string{c.String(), strconv.Itoa(playouts), strconv.Itoa(depth)}
	within := time.Duration(playouts) * playoutWithin
	if end, ok := ctx.Deadline(); ok {
		within = min(within, max(time.Until(end), time.Millisecond))
		args = append(args, strconv.Itoa(int(within.Milliseconds())))
	}
	text, err := m.SendWithin(within+patience, gtp.CommandGrow, args...)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return r, fmt.Errorf("what its tree knows: %w", err)
	}
	return r, nil
}

// Adopt implements team.Machine.
func (m *Machine) Adopt(p near.Position) error {
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	for text := string(data); ; text = text[pieceBytes:] {
		if len(text) <= pieceBytes {
			_, err := m.SendWithin(patience, gtp.CommandAdopt, "last", text)
			return err
		}
		if _, err := m.SendWithin(patience, gtp.CommandAdopt, "more", text[:pieceBytes]); err != nil {
			return err
		}
	}
}
