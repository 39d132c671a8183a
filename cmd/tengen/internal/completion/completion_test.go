package completion

import (
	"os/exec"
	"strings"
	"testing"
)

// Each script is one that its shell can read, where the shell is there to ask.
func TestCompletionScriptsParse(t *testing.T) {
	asked := 0
	for shell, script := range scripts {
		path, err := exec.LookPath(shell)
		if err != nil || shell == "powershell" {
			t.Logf("NOT TESTED: %s", shell)
			continue
		}
		cmd := exec.Command(path, "-n")
		cmd.Stdin = strings.NewReader(script)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", shell, err, out)
		}
		asked++
	}
	if asked == 0 {
		t.Skip("no shell to ask")
	}
}
