package player

import (
	"bytes"
	"encoding/binary"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/endingtest"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/timing"
)

// watchReads returns a function that counts, for each file of a folder, how often it was opened since
// the call before, as the system reports it.
func watchReads(t *testing.T, dir string) func() map[string]int {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	// The system joins equal events that follow each other: with the closing they alternate.
	if _, err := unix.InotifyAddWatch(fd, dir, unix.IN_OPEN|unix.IN_CLOSE_NOWRITE); err != nil {
		t.Fatal(err)
	}
	return func() map[string]int {
		opened := map[string]int{}
		buf := make([]byte, 1<<16)
		for {
			n, err := unix.Read(fd, buf)
			if errors.Is(err, unix.EAGAIN) {
				return opened
			}
			if err != nil {
				t.Fatal(err)
			}
			for b := buf[:n]; len(b) > 0; {
				mask, length := binary.NativeEndian.Uint32(b[4:]), int(binary.NativeEndian.Uint32(b[12:]))
				name := string(bytes.TrimRight(b[unix.SizeofInotifyEvent:unix.SizeofInotifyEvent+length], "\x00"))
				if mask&unix.IN_OPEN != 0 && name != "" {
					opened[name]++
				}
				b = b[unix.SizeofInotifyEvent+length:]
			}
		}
	}
}

// move has a player make a move, and again in a second game.
func move(t *testing.T, text string, env Env) {
	t.Helper()
	p, err := Players().Parse(text, env)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for range 2 {
		if err := p.NewGame(game.Of(endingtest.Empty(t, env.Rules.Size()))); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Genmove(t.Context(), board.Black, timing.Clock{}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAModelIsReadOnce: every kind of player that reads a model reads each file of weights once, however
// many networks it takes from it, and several players of one process together read it once.
func TestAModelIsReadOnce(t *testing.T) {
	dir := wholeModel(t, 5)
	opened := watchReads(t, dir)
	once := func(who string) {
		t.Helper()
		files := opened()
		for _, kind := range models.Kinds {
			if n := files[kind+".safetensors"]; n != 1 {
				t.Errorf("%s opened the weights of %s %d times", who, kind, n)
			}
		}
	}
	var texts []string
	for _, kind := range AllKinds() {
		reads := false
		for _, option := range []string{
			"playouts=3", "playout=softmax,playouts=3", "heuristic=shapes,playout=softmax,playouts=3", "prior=tree,playout=softmax,playouts=3",
			"evaluation=value,depth=1", "playout=softmax,depth=1", "temperature=1",
		} {
			text := kind.Name + ":" + option
			if kind.Tree {
				text += ",memory=4M,threads=1"
			}
			if kind.Name == kindNegamax && !strings.Contains(text, "depth=") {
				text += ",depth=1" // else it takes its usual time
			}
			hashes, err := Weights(text, 5, []string{dir})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Players().Parse(text, Env{Rules: game.Go{Board: 5}, ModelDirs: []string{dir}}); err != nil || len(hashes) == 0 {
				continue // not an option of this kind, or without a model
			}
			opened()
			texts, reads = append(texts, text), true
			move(t, text, Env{Rules: game.Go{Board: 5}, Seed: 1, ModelDirs: []string{dir}})
			once(text)
		}
		if kind.Reads != nil && !reads {
			t.Errorf("%s reads models, and none of the options of this test makes it do so", kind.Name)
		}
	}
	shared := &loaded.Networks{}
	for _, text := range texts {
		move(t, text, Env{Rules: game.Go{Board: 5}, Seed: 1, ModelDirs: []string{dir}, Networks: shared})
		move(t, text+",model="+dir+string(filepath.Separator), Env{Rules: game.Go{Board: 5}, Seed: 2, Networks: shared})
	}
	once("all of them together")
}
