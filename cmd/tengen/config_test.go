package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
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
