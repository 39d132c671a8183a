package pipeline

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/options"
)

// A folder that no player string can name is refused before any work: the games would come after days of training.
func TestAFolderThatPlayersCannotNameIsRefused(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Data().Games = []string{t.TempDir()}
	for _, name := range []string{"a,b", " a", "a\t,"} {
		t.Chdir(t.TempDir())
		watch := Watch{Progress: func(p Progress) { t.Errorf("%q: %s", name, p.Task) }}
		_, err := Run(t.Context(), cfg, Options{Dir: name, Watch: watch})
		var bad *ConfigError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), "choose a folder without a comma") ||
			!strings.Contains(err.Error(), "-o") {
			t.Errorf("%q: %v", name, err)
		}
		if entries, err := os.ReadDir("."); err != nil || len(entries) > 0 {
			t.Errorf("%q: left behind %v, %v", name, entries, err)
		}
	}
}

// A report in a folder without stages is somebody else's, and stays.
func TestTheReportOfSomebodyElseStays(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Data().Games = []string{t.TempDir()}
	for _, name := range []string{ReportName, ReportJSONName} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Run(t.Context(), cfg, Options{Dir: filepath.Dir(path)})
		var bad *ConfigError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), "has a "+name) {
			t.Error(err)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != "mine" {
			t.Errorf("%q, %v", text, err)
		}
	}
}

// A chain's own report stays nobody's obstacle where its only stage was removed, as the chain asks for it.
func TestTheReportOfTheChainIsNoObstacle(t *testing.T) {
	dir := t.TempDir()
	own := Report{Title: "9×9", Program: "test", Stages: []StageReport{{Name: DataStage}}}
	text, err := json.Marshal(own)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ReportJSONName), text, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := (&Options{Dir: dir}).tryFolder(); err != nil {
		t.Error(err)
	}
}

// Any other folder is put into player strings as it is, also one that has the name of a stage in braces.
func TestPlayersNameTheFolderAsItIs(t *testing.T) {
	for _, dir := range []string{"a b", "a=b", "a ", "x:{model}{policy}", "/{data}"} {
		w := &work{opt: Options{Dir: dir}}
		if err := w.opt.tryFolder(); err != nil {
			t.Errorf("%q: %v", dir, err)
		}
		spec, err := options.Parse("player", w.located("policy:model="+placeholder(ReinforceStage)))
		if err != nil {
			t.Fatal(err)
		}
		o, err := spec.Options()
		if err != nil {
			t.Fatal(err)
		}
		if got := o.String("model", ""); got != w.path(ReinforceStage) {
			t.Errorf("%q: the player reads %q", dir, got)
		}
	}
}
