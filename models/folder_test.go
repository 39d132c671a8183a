package models

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tengen-go/tengen/internal/folder"
)

func tensorDiff(got, want Tensor) string {
	if got.Name != want.Name || !slices.Equal(got.Shape, want.Shape) || len(got.Data) != len(want.Data) || got.Half != want.Half {
		return fmt.Sprintf("tensor %q %v of %d values, want %q %v of %d", got.Name, got.Shape, len(got.Data), want.Name, want.Shape, len(want.Data))
	}
	for i, v := range got.Data {
		if math.Float32bits(v) != math.Float32bits(want.Data[i]) {
			return fmt.Sprintf("tensor %q: value %d is %v, want %v", got.Name, i, v, want.Data[i])
		}
	}
	return ""
}

func sameTensors(t *testing.T, got, want []Tensor) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d tensors, want %d", len(got), len(want))
	}
	for i := range got {
		if d := tensorDiff(got[i], want[i]); d != "" {
			t.Fatal(d)
		}
	}
}

// example is a model with the value v everywhere, and with a provenance that says so.
func example(v float32) Model {
	data := make([]float32, 600)
	for i := range data {
		data[i] = v
	}
	return Model{
		Manifest: Manifest{Board: 9, Networks: map[string]Network{Policy: {
			Architecture: Architecture{Planes: 48, Layers: 3, Filters: 8},
			Training:     Training{Data: []string{"made up"}, Games: 7, Steps: uint64(v), Seed: 3, Figures: map[string]float64{"top1": 0.5}},
		}}},
		Weights: map[string][]Tensor{Policy: {{"w", []int{20, 30}, data, false}, {"b", []int{1}, []float32{v}, false}}},
	}
}

// whole checks that m is example(v) for the v that it claims, and returns v.
func whole(t *testing.T, m Model) float32 {
	t.Helper()
	v := float32(m.Manifest.Networks[Policy].Training.Steps)
	sameTensors(t, m.Weights[Policy], example(v).Weights[Policy])
	return v
}

func save(t *testing.T, dir string, m Model) Manifest {
	t.Helper()
	out, err := Save(dir, m)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func load(t *testing.T, dir string) Model {
	t.Helper()
	m, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return *m
}

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

// Saving into the same folder again is what a peer's second save failed at.
func TestSaveTwiceAndLoad(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "model")
	for _, v := range []float32{1, 2, 2, 3} {
		want := save(t, dir, example(v))
		got := load(t, dir)
		if whole(t, got) != v {
			t.Fatalf("loaded another model than was saved")
		}
		tr := got.Manifest.Networks[Policy].Training
		if tr.Games != 7 || tr.Seed != 3 || tr.Figures["top1"] != 0.5 || tr.Data[0] != "made up" || got.Manifest.Board != 9 {
			t.Errorf("manifest %+v", got.Manifest)
		}
		if got.Manifest.Networks[Policy].File != want.Networks[Policy].File {
			t.Errorf("file %+v, want %+v", got.Manifest.Networks[Policy].File, want.Networks[Policy].File)
		}
		if n := names(t, dir); n != "model.json policy.safetensors" {
			t.Errorf("folder holds %s", n)
		}
	}
}

func TestSaveIsDeterministic(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	save(t, a, example(1))
	save(t, b, example(1))
	for _, name := range []string{ManifestName, "policy.safetensors"} {
		x, _ := os.ReadFile(filepath.Join(a, name))
		y, _ := os.ReadFile(filepath.Join(b, name))
		if len(x) == 0 || !bytes.Equal(x, y) {
			t.Errorf("%s differs between two saves of one model", name)
		}
	}
}

// truncate makes a file that long, with a hole: it takes no room.
func truncate(t *testing.T, path string, size int64) {
	t.Helper()
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
}

// Each fault a file may have is refused with its kind, its file and a remedy.
func TestLoadRefuses(t *testing.T) {
	edit := func(t *testing.T, path string, f func([]byte) []byte) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name, file, reason string
		kind               error
		spoil              func(t *testing.T, dir, weights, manifest string)
	}{
		{"bit flipped in the weights", "policy.safetensors", "SHA-256", ErrMismatch, func(t *testing.T, _, w, _ string) {
			edit(t, w, func(b []byte) []byte { b[len(b)-1] ^= 1; return b })
		}},
		{"truncated weights", "policy.safetensors", "truncated", ErrDamaged, func(t *testing.T, _, w, _ string) {
			edit(t, w, func(b []byte) []byte { return b[:len(b)-1] })
		}},
		{"longer weights", "policy.safetensors", "too large", ErrMismatch, func(t *testing.T, _, w, _ string) {
			edit(t, w, func(b []byte) []byte { return append(b, 0) })
		}},
		{"weights larger than the memory", "policy.safetensors", "too large", ErrMismatch, func(t *testing.T, _, w, _ string) {
			truncate(t, w, 20<<30)
		}},
		{"weights as large as the manifest says, and larger than any", "policy.safetensors", "too large", ErrMismatch, func(t *testing.T, _, w, m string) {
			truncate(t, w, 20<<30)
			edit(t, m, func(b []byte) []byte {
				return regexp.MustCompile(`"bytes": \d+`).ReplaceAll(b, []byte(`"bytes": 21474836480`))
			})
		}},
		{"manifest larger than the memory", ManifestName, "too large", ErrMismatch, func(t *testing.T, _, _, m string) {
			truncate(t, m, 20<<30)
		}},
		{"a folder as weights", "policy.safetensors", "not a regular file", ErrMismatch, func(t *testing.T, _, w, _ string) {
			if err := errors.Join(os.Remove(w), os.Mkdir(w, 0o755)); err != nil {
				t.Fatal(err)
			}
		}},
		{"weights of another model", "policy.safetensors", "SHA-256", ErrMismatch, func(t *testing.T, dir, w, _ string) {
			other := filepath.Join(dir, "other")
			save(t, other, example(2))
			if err := os.Rename(filepath.Join(other, "policy.safetensors"), w); err != nil {
				t.Fatal(err)
			}
		}},
		{"no weights", "policy.safetensors", "no such file", os.ErrNotExist, func(t *testing.T, _, w, _ string) {
			if err := os.Remove(w); err != nil {
				t.Fatal(err)
			}
		}},
		{"no manifest", ManifestName, "no such file", os.ErrNotExist, func(t *testing.T, _, _, m string) {
			if err := os.Remove(m); err != nil {
				t.Fatal(err)
			}
		}},
		{"truncated manifest", ManifestName, "not a manifest", ErrDamaged, func(t *testing.T, _, _, m string) {
			edit(t, m, func(b []byte) []byte { return b[:len(b)/2] })
		}},
		{"newer format", ManifestName, "format 3", ErrNewer, func(t *testing.T, _, _, m string) {
			edit(t, m, func(b []byte) []byte {
				return bytes.Replace(b, []byte(`"format": 2`), []byte(`"format": 3, "unheard": []`), 1)
			})
		}},
		{"unknown field", ManifestName, "unknown field", ErrDamaged, func(t *testing.T, _, _, m string) {
			edit(t, m, func(b []byte) []byte { return bytes.Replace(b, []byte(`"board"`), []byte(`"bored"`), 1) })
		}},
		{"file elsewhere", ManifestName, "want \"policy.safetensors\"", ErrDamaged, func(t *testing.T, _, _, m string) {
			edit(t, m, func(b []byte) []byte {
				return bytes.Replace(b, []byte(`"policy.safetensors"`), []byte(`"../policy.safetensors"`), 1)
			})
		}},
		{"weights of another kind", "policy.safetensors", `kind "value"`, ErrMismatch, func(t *testing.T, dir, w, m string) {
			other := example(1)
			other.Weights[Value], other.Manifest.Networks[Value] = other.Weights[Policy], other.Manifest.Networks[Policy]
			delete(other.Weights, Policy)
			delete(other.Manifest.Networks, Policy)
			save(t, dir, other)
			if err := os.Rename(filepath.Join(dir, "value.safetensors"), w); err != nil {
				t.Fatal(err)
			}
			edit(t, m, func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("value"), []byte("policy")) })
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			save(t, dir, example(1))
			c.spoil(t, dir, filepath.Join(dir, "policy.safetensors"), filepath.Join(dir, ManifestName))
			_, err := Open(dir)
			var f *Fault
			if !errors.As(err, &f) || !errors.Is(err, c.kind) {
				t.Fatalf("error %v, want a fault of kind %v", err, c.kind)
			}
			if f.Path != filepath.Join(dir, c.file) || !strings.Contains(f.Error(), c.reason) || f.Remedy == "" {
				t.Errorf("error %v, want one on %s with %q and a remedy", err, c.file, c.reason)
			}
		})
	}
}

func TestSaveRefuses(t *testing.T) {
	noWeights := example(1)
	noWeights.Weights = nil
	unnamed := example(1)
	unnamed.Manifest.Networks = nil
	badBoard := example(1)
	badBoard.Manifest.Board = 20
	badTensor := example(1)
	badTensor.Weights[Policy][0].Shape = []int{1}
	for want, m := range map[string]Model{"no weights": noWeights, "does not name": unnamed, "board 20": badBoard, "needs 1 values": badTensor} {
		dir := t.TempDir()
		if _, err := Save(dir, m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
		if n := names(t, dir); n != "" {
			t.Errorf("a refused save left %s", n)
		}
	}
}

// The states between the steps of a save, made by hand: before the manifest is
// renamed the folder holds the old model, afterwards the new one.
func TestInterruptedSave(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	save(t, dir, example(1))
	next := save(t, other, example(2))
	move := func(from, to string) {
		t.Helper()
		data, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	half := filepath.Join(dir, ".policy.safetensors.0123456789abcdef1234567")
	if err := os.WriteFile(half, []byte("half"), 0o644); err != nil {
		t.Fatal(err)
	}
	if whole(t, load(t, dir)) != 1 {
		t.Error("half a pending file changed the model")
	}
	move(filepath.Join(other, "policy.safetensors"), pendingPath(dir, next.Networks[Policy].File))
	if whole(t, load(t, dir)) != 1 {
		t.Error("a pending file changed the model before its manifest")
	}
	move(filepath.Join(other, ManifestName), filepath.Join(dir, ManifestName))
	if whole(t, load(t, dir)) != 2 {
		t.Error("the manifest is in place, and the model is not the new one")
	}
	save(t, dir, example(3))
	if whole(t, load(t, dir)) != 3 {
		t.Error("a save after an interrupted one is lost")
	}
	if n := names(t, dir); n != "model.json policy.safetensors" {
		t.Errorf("leftovers: %s", n)
	}
}

// Saves and puts remove none of the user's own files beside the weights.
func TestSaveKeepsFilesOfOthers(t *testing.T) {
	dir := t.TempDir()
	save(t, dir, example(1))
	left := []string{
		"policy.safetensors.0123456789abcdef", ".policy.safetensors.0123456789abcdef123456789", ".model.json123456789",
	}
	kept := []string{
		".model.json.swp", ".policy.safetensors.orig", "policy.safetensors.ABCDEF0123456789", "policy.safetensors.bak",
		"policy.safetensors.0123456789abcdef.bak", "value.safetensors.old",
	}
	for _, name := range slices.Concat(left, kept) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	own := filepath.Join(dir, "policy.safetensors.fedcba9876543210")
	if err := os.Mkdir(own, 0o755); err != nil {
		t.Fatal(err)
	}
	save(t, dir, example(2))
	if err := Put(dir, Value, 9, Network{}, []Tensor{{"w", []int{1}, []float32{1}, false}}); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(kept, filepath.Base(own)) {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	for _, name := range left {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s of an interrupted save is left", name)
		}
	}
}

// Readers see whole models only while a writer works.
func TestReadWhileSaving(t *testing.T) {
	dir := t.TempDir()
	save(t, dir, example(1))
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		defer close(done)
		for v := range 40 {
			if _, err := Save(dir, example(float32(v+2))); err != nil {
				t.Error(err)
				return
			}
		}
	})
	last := float32(0)
	for reading := true; reading; {
		select {
		case <-done:
			reading = false
		default:
		}
		m, err := Open(dir)
		if err != nil {
			t.Error(err)
			break
		}
		v := whole(t, *m)
		if v < last {
			t.Errorf("model %v after model %v", v, last)
		}
		last = v
	}
	wg.Wait()
}

const killDir = "TENGEN_TEST_KILL_DIR"

// TestKilledWhileSaving kills a process that saves models and checkpoints
// without end, and looks at what it leaves.
func TestKilledWhileSaving(t *testing.T) {
	if dir := os.Getenv(killDir); dir != "" {
		saveForever(t, dir)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for kill := range 12 {
		cmd := exec.Command(exe, "-test.run=^TestKilledWhileSaving$")
		cmd.Env = append(os.Environ(), killDir+"="+dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// A different number of steps each time: with the scheduler's own
		// caprice the kill falls everywhere in a save.
		lines := bufio.NewScanner(out)
		for range kill + 1 {
			lines.Scan()
		}
		saved := lines.Text()
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		v := whole(t, load(t, dir))
		c, err := LoadCheckpoint(dir)
		if err != nil {
			t.Fatal(err)
		}
		sameTensors(t, c.Weights, example(float32(c.Step)).Weights[Policy])
		var announced float32
		if _, err := fmt.Sscan(saved, &announced); err != nil {
			t.Fatalf("the child said %q", saved)
		}
		if v < announced || float32(c.Step) < announced {
			t.Fatalf("save %v was reported as done; model %v and checkpoint %d are there", announced, v, c.Step)
		}
	}
}

func saveForever(t *testing.T, dir string) {
	first := 1
	if c, err := LoadCheckpoint(dir); err == nil {
		first = int(c.Step) + 1
	}
	for v := first; ; v++ {
		m := example(float32(v))
		save(t, dir, m)
		if err := SaveCheckpoint(dir, Checkpoint{Step: uint64(v), Weights: m.Weights[Policy]}); err != nil {
			t.Fatal(err)
		}
		fmt.Println(v)
	}
}

func TestList(t *testing.T) {
	root := t.TempDir()
	save(t, filepath.Join(root, "b", "deep"), example(1))
	save(t, filepath.Join(root, "a"), example(2))
	if err := os.Mkdir(filepath.Join(root, "c"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "c", ManifestName), []byte("nonsense"), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := List(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got[0].Dir != filepath.Join(root, "a") || got[1].Dir != filepath.Join(root, "b", "deep") {
		t.Fatalf("found %+v", got)
	}
	if got[0].Err != nil || got[0].Manifest.Networks[Policy].Training.Steps != 2 {
		t.Errorf("entry %+v", got[0])
	}
	if !errors.Is(got[2].Err, ErrDamaged) {
		t.Errorf("a damaged manifest is listed with error %v", got[2].Err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Logf("no links here: %v", err)
	} else if linked, err := List(link); err != nil || len(linked) != 3 || linked[0].Dir != filepath.Join(link, "a") {
		t.Errorf("through a link: %+v, %v", linked, err)
	}
	if _, err := List(filepath.Join(root, "nowhere")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v for a missing folder", err)
	}
}

// Whatever bytes a manifest has, it is refused by a Fault or passes its checks.
func FuzzManifest(f *testing.F) {
	m := example(1).Manifest
	m.Format = 1
	n := m.Networks[Policy]
	n.File = File{Name: "policy.safetensors", Bytes: 3, SHA256: strings.Repeat("0", 64)}
	m.Networks[Policy] = n
	data, err := m.encode()
	if err != nil {
		f.Fatal(err)
	}
	if _, err := decodeManifest("x", data); err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"format":3}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := decodeManifest("x", data)
		var fault *Fault
		if err != nil && !errors.As(err, &fault) {
			t.Fatalf("error %v is no Fault", err)
		}
		if err == nil && m.Validate() != nil {
			t.Fatalf("manifest passed with %v", m.Validate())
		}
	})
}

// Put adds and replaces one network and leaves the others; a network for another board finds
// no place beside them, but takes that of one which was there alone.
func TestPut(t *testing.T) {
	dir := t.TempDir()
	if _, err := Save(dir, example(4)); err != nil {
		t.Fatal(err)
	}
	weights := []Tensor{{"w", []int{2}, []float32{1, 2}, false}}
	n := Network{Architecture: Architecture{Shapes: 2}}
	var fault *Fault
	if err := Put(dir, Shapes, 5, n, weights); !errors.As(err, &fault) || !errors.Is(err, ErrMismatch) ||
		!strings.Contains(err.Error(), "for 9×9, the shapes for 5×5") {
		t.Errorf("another board: %v", err)
	}
	if err := Put(dir, Shapes, 9, n, weights); err != nil {
		t.Fatal(err)
	}
	m, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	whole(t, *m)
	sameTensors(t, m.Weights[Shapes], weights)

	alone := t.TempDir()
	for _, board := range []int{5, 7} {
		if err := Put(alone, Shapes, board, n, weights); err != nil {
			t.Fatal(err)
		}
		if m, err := ReadManifest(alone); err != nil || m.Board != board {
			t.Errorf("board %d, %v", m.Board, err)
		}
	}
	if err := Put(alone, Tree, 0, Network{Architecture: Architecture{Features: 2}}, weights); err != nil {
		t.Fatal(err)
	}
	if m, err := ReadManifest(alone); err != nil || m.Board != 7 || len(m.Networks) != 2 {
		t.Errorf("%+v, %v", m, err)
	}
	if err := os.WriteFile(filepath.Join(alone, "tree.safetensors"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Put(alone, Shapes, 7, n, weights); !errors.Is(err, ErrDamaged) {
		t.Errorf("beside a damaged network: %v", err)
	}
	if err := Put(alone, Tree, 0, Network{Architecture: Architecture{Features: 2}}, weights); err != nil {
		t.Errorf("in the place of a damaged network: %v", err)
	}
	if m, err := Open(alone); err != nil || len(m.Weights) != 2 {
		t.Errorf("mended: %v", err)
	}
	if err := os.WriteFile(filepath.Join(alone, ManifestName), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Put(alone, Tree, 0, Network{Architecture: Architecture{Features: 2}}, weights); !errors.Is(err, ErrDamaged) {
		t.Errorf("nobody knows what else a damaged manifest had: %v", err)
	}
}

// Trainings that end at the same time lose no network, though another one has the folder of the model.
func TestPutsAtTheSameTime(t *testing.T) {
	for range 10 {
		dir := t.TempDir()
		training, err := folder.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for _, kind := range Kinds {
			all.Go(func() {
				if err := Put(dir, kind, 9, Network{}, []Tensor{{"w", []int{2}, []float32{1, 2}, false}}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if m, err := Open(dir); err != nil || len(m.Weights) != len(Kinds) {
			t.Fatalf("%d networks of %d, %v", len(m.Weights), len(Kinds), err)
		}
		if _, err := os.Stat(filepath.Join(dir, putName)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the lock is left: %v", err)
		}
		if err := training.Close(); err != nil {
			t.Error(err)
		}
	}
}
