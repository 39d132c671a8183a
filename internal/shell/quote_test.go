package shell

import (
	"os/exec"
	"runtime"
	"testing"
)

// A shell hands on the word that was quoted.
func TestAShellReadsTheWord(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its shells quote in another way")
	}
	for _, word := range []string{
		"", "plain", "my runs/x", `it's "so"`, `a\b`, "$HOME `date` $(date)", "a;b|c&d>e<f", "*?[a]{b,c}~!#", "two\nlines",
	} {
		got, err := exec.Command("sh", "-c", "printf %s "+Quote(word)).Output()
		if err != nil || string(got) != word {
			t.Errorf("%q: the shell reads %q (%v)", word, got, err)
		}
	}
}
