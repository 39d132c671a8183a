package matches

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/match"
)

// A flag that may be given several times is a list in a file, under another name if it has one.
func TestConfigFileLists(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.toml")
	var p struct {
		Config flags.Config
		Player []entrant `sep:"none" config:"players"`
		Anchor []string  `sep:"none"`
	}
	k, err := kong.New(&p)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"anchor = [\"a=1\", \"b=2,5\"]\n[[players]]\nname = \"x\"\nplayer = \"rave:playouts=3,k=1\"\n": "[a=1 b=2,5] [{{x rave:playouts=3,k=1}}]",
		"[[player]]\nname = \"x\"\n":           `"player" is not a flag`,
		"anchro = 3\n":                         `"anchro" is not a flag of this command; did you mean anchor?`,
		"[[players]]\nname = \"x\"\nelo = 3\n": `want name = "NAME" and player = "P"`,
		"players = [3]\n":                      "[[players]]: want name",
		"[players]\nname = \"x\"\n":            "not a table",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		p.Anchor, p.Player = nil, nil
		_, err := k.Parse([]string{"--config", path})
		got := fmt.Sprint(p.Anchor, p.Player)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	p.Player = nil
	if _, err := k.Parse([]string{"--player", "x=uct:playouts=1,c=2", "--player", "y=random"}); err != nil ||
		fmt.Sprint(p.Player) != "[{{x uct:playouts=1,c=2}} {{y random}}]" {
		t.Errorf("flags: %v, %v", p.Player, err)
	}
}

// A game that ends after an interruption and cannot be kept is said below the interruption.
func TestInterruptedTournamentSaysWhatWasNotKept(t *testing.T) {
	full := errors.New("the disk is full")
	for name, c := range map[string]struct {
		failure error
		want    string
	}{
		"all kept": {nil, "interrupted: 0 of 4 games played; the same command goes on from there"},
		"one lost": {full, "interrupted: 0 of 4 games played; the same command goes on from there\ntengen: the disk is full"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			played := match.Tournament{
				Settings: match.Settings{Games: 4, Board: 5, Rules: "chinese", Time: "none", Parallel: 1},
				Players:  []match.Entrant{{Name: "one", Text: "random"}, {Name: "two", Text: "random"}},
				Elsewhere: func(
					ctx context.Context, _ match.Config, _ [2]match.Side, _ map[int]bool, _ func(*match.Game) error,
				) error {
					stop()
					return errors.Join(ctx.Err(), c.failure)
				},
			}
			command := &TournamentCmd{Out: t.TempDir()}
			command.Quiet = true
			err := command.play(ctx, &played, nil)
			if !errors.Is(err, context.Canceled) || errors.Is(err, full) != (c.failure != nil) || usage.Interrupted(err) != c.want {
				t.Errorf("%v", err)
			}
		})
	}
}
