package bot

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/models"
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
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	files := fstest.MapFS{}
	for _, e := range entries {
		data, err := os.ReadFile(dir + "/" + e.Name())
		if err != nil {
			return nil, err
		}
		files[e.Name()] = &fstest.MapFile{Data: data}
	}
	return files, os.RemoveAll(dir)
})

// block is what stands in a page between a start and the next end.
func block(t *testing.T, page, start, end string) string {
	t.Helper()
	_, after, found := strings.Cut(page, start)
	text, _, ends := strings.Cut(after, end)
	if !found || !ends {
		t.Fatalf("the page has no %s", start)
	}
	return text
}

// The page has what it needs, its policy names just that, and it names no other host.
func TestWrite(t *testing.T) {
	folder, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	p, err := Write(&out, Config{Model: "shipped:9x9", Title: "A <bot> & more", Engine: folder})
	if err != nil {
		t.Fatal(err)
	}
	page := out.String()
	if p.Board != 9 || strings.Join(p.Networks, " ") != "policy value" || p.Bytes != int64(out.Len()) || p.Bytes > 5_000_000 {
		t.Errorf("%+v", p)
	}
	if !strings.Contains(page, "<title>A &lt;bot&gt; &amp; more</title>") {
		t.Error("the title is not escaped")
	}
	policy := block(t, page, `<meta http-equiv="Content-Security-Policy" content="`, `"`)
	for _, b := range []struct{ start, end string }{{"<style>", "</style>"}, {"<script>", "</script>"}} {
		sum := sha256.Sum256([]byte(block(t, page, b.start, b.end)))
		if want := "sha256-" + base64.StdEncoding.EncodeToString(sum[:]); !strings.Contains(policy, want) {
			t.Errorf("the policy %s does not allow %s", policy, b.start)
		}
	}
	if strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "'self'") || !strings.HasPrefix(policy, "default-src 'none'") {
		t.Errorf("the policy is %s", policy)
	}
	for _, host := range regexp.MustCompile(`(?:src|href)="?[a-z]+://|url\(`).FindAllString(page, -1) {
		t.Errorf("the page has %s", host)
	}
	if about := block(t, page, `id="about">`, "<"); !strings.Contains(about, `"board":9,"handicap":9,`) {
		t.Errorf("the page knows %s", about)
	}
	program, err := base64.StdEncoding.DecodeString(block(t, page, `id="engine">`, "<"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	if wasm, err := io.ReadAll(z); err != nil || !bytes.HasPrefix(wasm, []byte("\x00asm")) {
		t.Errorf("the engine is no WebAssembly: %v", err)
	}
	licences := block(t, page, `id="licences">`, "</script>")
	for _, want := range []string{"==== Tengen", "==== Go, LICENSE", "LICENSE-preact", "LICENSE-htm", "golang.org/x/text"} {
		if !strings.Contains(licences, want) {
			t.Errorf("the licences lack %s", want)
		}
	}
}

// What cannot be a page is refused with what helps.
func TestWriteRefuses(t *testing.T) {
	if _, err := Write(io.Discard, Config{Model: "shipped:9x9", Engine: fstest.MapFS{}}); !errors.Is(err, ErrNoEngine) {
		t.Errorf("no engine: %v", err)
	}
	value := t.TempDir()
	if _, err := models.Join(value, models.JoinConfig{Models: []string{"shipped:9x9"}, Without: []string{models.Policy}}); err != nil {
		t.Fatal(err)
	}
	for want, model := range map[string]string{
		"has no policy network": value, "boards from 7 to 19": modeltest.Full(t, 5), "no such file": t.TempDir() + "/nowhere",
	} {
		if _, err := Write(io.Discard, Config{Model: model}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// The value network may come from another model, and weights may be rounded.
func TestPack(t *testing.T) {
	policy := t.TempDir()
	if _, err := models.Join(policy, models.JoinConfig{Models: []string{"shipped:9x9"}, Without: []string{models.Value}}); err != nil {
		t.Fatal(err)
	}
	_, m, err := pack(Config{Model: policy})
	if err != nil || len(m.Networks) != 1 {
		t.Errorf("a policy alone: %v, %v", m.Networks, err)
	}
	_, m, err = pack(Config{Model: policy, Value: "shipped:9x9"})
	if err != nil || len(m.Networks) != 2 {
		t.Errorf("with another's value network: %v, %v", m.Networks, err)
	}
	full := modeltest.Full(t, 7)
	exact, _, err := pack(Config{Model: full})
	if err != nil {
		t.Fatal(err)
	}
	half, m, err := pack(Config{Model: full, Half: true})
	if err != nil || 2*len(half) > len(exact)*3/2 || m.Networks[models.Policy].Original == "" {
		t.Errorf("half: %d bytes of %d, %v", len(half), len(exact), err)
	}
}
