package games_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/games"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// Of two workers that play a sample differently nobody knows which one is right. Without a third one the command plays
// it, and names the one that cheats.
func TestTheCommandJudgesASampleOfAMatch(t *testing.T) {
	box := open(t)
	honest := games.Kinds(nil)
	fraud := work.Kinds{{Name: games.KindMatch, Read: func(spec json.RawMessage) (work.Work, error) {
		return honest.Read(games.KindMatch, bytes.Replace(spec, []byte(`"player_seed":3`), []byte(`"player_seed":4`), 1))
	}}}
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	go func() {
		_ = worker.Run(ctx, box, worker.Config{Name: "cheat", Kinds: fraud, Threads: 1})
	}()
	working(t, box, "honest", 1, nil)
	var mu sync.Mutex
	var said []string
	o := order(t, box)
	o.Report = func(text string) {
		mu.Lock()
		defer mu.Unlock()
		said = append(said, text)
	}
	p := pairing{settings: five(20, 1), a: uct, b: "random", order: o}
	if err := p.play(ctx, t.TempDir()); err != nil {
		t.Error(err)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, text := range said {
		switch {
		case strings.Contains(text, "cheat"):
			return
		case strings.Contains(text, "honest"):
			t.Errorf("somebody honest is named: %s", text)
		}
	}
	t.Errorf("nobody is named: %q", said)
}
