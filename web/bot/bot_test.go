package bot

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

// compiled is the engine, made once for all tests.
var compiled = sync.OnceValues(func() (fs.FS, error) {
	dir, err := os.MkdirTemp("", "tengen-engine")
	if err != nil {
		return nil, err
	}
	out, err := exec.Command("go", "run", "../internal/botgame/compile", "-o", dir).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	files := fstest.MapFS{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		data, err := os.ReadFile(dir + "/" + e.Name())
		if err != nil {
			return nil, err
		}
		files[e.Name()] = &fstest.MapFile{Data: data}
	}
	return files, os.RemoveAll(dir)
})

func TestX(t *testing.T) {
	engine, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	p, err := Write(&out, Config{Model: "shipped:9x9", Engine: engine})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", p)
	_ = strings.Contains
	os.WriteFile("/tmp/exp/bot.html", out.Bytes(), 0o644)
	out.Reset()
	p, err = Write(&out, Config{Model: "shipped:19x19", Engine: engine})
	os.WriteFile("/tmp/exp/bot19.html", out.Bytes(), 0o644)
	t.Logf("%+v %v", p, err)
}
