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
	"github.com/tengen-go/tengen/gtp"
	"github.com/tengen-go/tengen/search/near"
)

// Machine is a tengen in another process that searches for this one.
type Machine struct {
	*gtp.Outside
	command string // by which it was started
	seed    uint64 // that it was started with
}

// answerWithin bounds every command; a playout may take another playoutWithin.
const (
	answerWithin  = 30 * time.Second
	playoutWithin = 10 * time.Millisecond
)

// pieceBytes is how much of a text goes into one line, which may have 64 KiB.
const pieceBytes = 32 << 10

// Start starts a tengen by a command such as "ssh box tengen gtp", with a player for a board, 0 for one that is not
// known yet, and a seed.
func Start(command, player string, size int, seed uint64) (*Machine, error) {
	words, err := gtp.SplitCommand(command)
	if err != nil {
		return nil, err
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
	known, err := m.send(context.Background(), answerWithin, "known_command", gtp.CommandGrow)
	if err == nil && known != "true" {
		err = errors.New("it cannot search with others: is it another version of tengen?")
	}
	if err != nil {
		_ = m.Close()
		return nil, fmt.Errorf("machine %q: %w", command, err)
	}
	return m, nil
}

// String implements team.Machine.
func (m *Machine) String() string { return m.command }

// Forget implements team.Machine.
func (m *Machine) Forget() error {
	_, err := m.send(context.Background(), answerWithin, "clear_cache")
	return err
}

// Reseed implements team.Machine. A player mixes a seed with that which it was started with.
func (m *Machine) Reseed(seed uint64) error {
	_, err := m.send(context.Background(), answerWithin, gtp.CommandReseed, strconv.FormatUint(seed^m.seed, 10))
	return err
}

// Grow implements team.Machine. It is not interrupted: a search makes few playouts at a time.
func (m *Machine) Grow(ctx context.Context, c board.Color, playouts, depth int) (p near.Position, err error) {
	within := answerWithin + time.Duration(playouts)*playoutWithin
	text, err := m.send(ctx, within, gtp.CommandGrow, c.String(), strconv.Itoa(playouts), strconv.Itoa(depth))
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return p, fmt.Errorf("what its tree knows: %w", err)
	}
	return p, nil
}

// Adopt implements team.Machine.
func (m *Machine) Adopt(ctx context.Context, p near.Position) error {
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	for text := string(data); ; text = text[pieceBytes:] {
		if len(text) <= pieceBytes {
			_, err := m.send(ctx, answerWithin, gtp.CommandAdopt, "last", text)
			return err
		}
		if _, err := m.send(ctx, answerWithin, gtp.CommandAdopt, "more", text[:pieceBytes]); err != nil {
			return err
		}
	}
}

// send sends a command that has to be answered in so long. The end of ctx does not end it, since the program would be
// closed with it.
func (m *Machine) send(ctx context.Context, within time.Duration, command string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), within)
	defer cancel()
	text, err := m.Controller().Send(ctx, command, args...)
	return strings.TrimSpace(text), err
}
