package games_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/player"
)

// A tournament gives out games of several pairs before any has been played. In the end its folder is as one
// machine makes it.
func TestPairsAreAtTheHubAtOnce(t *testing.T) {
	here, there := t.TempDir(), t.TempDir()
	tournament := func() *match.Tournament {
		c := &match.Tournament{Settings: five(4, 2)}
		for i, text := range []string{uct, "random", "random:seed=2", "policy:temperature=1"} {
			c.Players = append(c.Players, match.Entrant{Name: fmt.Sprint("p", i), Text: text})
		}
		return c
	}
	config, err := tournament().Config()
	if err != nil {
		t.Fatal(err)
	}
	env := player.Env{Rules: config.Rules, Seed: 3, Threads: 1, Players: 4}
	if _, err := tournament().Run(t.Context(), here, func(text string) (player.Player, error) {
		return player.Players().Parse(text, env)
	}, nil); err != nil {
		t.Fatal(err)
	}
	box, ended := open(t), make(chan error, 1)
	c, o := tournament(), order(t, box)
	c.Elsewhere = o.Play
	go func() {
		_, err := c.Run(t.Context(), there, nil, nil)
		ended <- err
	}()
	for end, n := time.Now().Add(time.Minute), 0; n < 6; time.Sleep(10 * time.Millisecond) {
		mail, err := box.Mail(t.Context())
		if err != nil || time.Now().After(end) {
			t.Fatalf("games of %d pairs are at the hub, want 6; %v", n, err)
		}
		n = len(mail.Runs)
	}
	working(t, box, "w1", 1, nil)
	working(t, box, "w2", 2, nil)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	same(t, here, there)
	if err := o.Close(t.Context()); err != nil {
		t.Error(err)
	}
}
