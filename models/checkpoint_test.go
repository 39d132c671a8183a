package models

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func exampleCheckpoint(step uint64) Checkpoint {
	return Checkpoint{
		Step:      step,
		Weights:   []Tensor{{"w", []int{2}, []float32{float32(step), 2}, false}},
		Optimizer: []Tensor{{"w", []int{2}, []float32{3, 4}, false}, {"steps", nil, []float32{5}, false}},
		// A text that imitates the hash field must not be taken for it.
		Extra: json.RawMessage(`{"cursor":9007199254740993,"note":"\"tengen.sha256\":\"0000\""}`),
	}
}

func saveCheckpoint(t *testing.T, dir string, step uint64) {
	t.Helper()
	if err := SaveCheckpoint(dir, exampleCheckpoint(step)); err != nil {
		t.Fatal(err)
	}
}

func TestCheckpointRoundTrip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if _, err := LoadCheckpoint(dir); !errors.Is(err, ErrNoCheckpoint) {
		t.Fatalf("error %v from a missing folder", err)
	}
	const step = 1<<63 + 12345
	saveCheckpoint(t, dir, step)
	want := exampleCheckpoint(step)
	got, err := LoadCheckpoint(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got.Step != want.Step || !bytes.Equal(got.Extra, want.Extra) {
		t.Errorf("step %d, extra %s", got.Step, got.Extra)
	}
	sameTensors(t, got.Weights, want.Weights)
	sameTensors(t, got.Optimizer, want.Optimizer)
}

// The newest two stay; a run that starts again at step 0 in an old folder
// follows on in serial number, so its checkpoints are the newest.
func TestCheckpointRetention(t *testing.T) {
	dir := t.TempDir()
	for _, step := range []uint64{100, 200, 300, 5} {
		saveCheckpoint(t, dir, step)
		c, err := LoadCheckpoint(dir)
		if err != nil || c.Step != step {
			t.Fatalf("step %d, error %v after saving step %d", c.Step, err, step)
		}
	}
	if n := names(t, dir); n != "checkpoint-000003.safetensors checkpoint-000004.safetensors" {
		t.Errorf("folder holds %s", n)
	}
}

// Every single byte is under the hash or under the checks of the format.
func TestCheckpointDetectsEveryFlippedByte(t *testing.T) {
	data, err := encodeCheckpoint(exampleCheckpoint(7))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := decodeCheckpoint(data); err != nil {
		t.Fatal(err)
	}
	for i := range data {
		for _, mask := range []byte{1, 0x20, 0x80} {
			spoiled := bytes.Clone(data)
			spoiled[i] ^= mask
			if _, err := decodeCheckpoint(spoiled); err == nil {
				t.Fatalf("byte %d flipped by %#x is not noticed", i, mask)
			}
		}
	}
	for n := range data {
		if _, err := decodeCheckpoint(data[:n]); err == nil {
			t.Fatalf("truncation to %d bytes is not noticed", n)
		}
	}
}

// A damaged checkpoint is never passed over in silence.
func TestCheckpointRecovery(t *testing.T) {
	dir := t.TempDir()
	saveCheckpoint(t, dir, 1)
	saveCheckpoint(t, dir, 2)
	newest := checkpointPath(dir, 2)
	if err := os.Truncate(newest, 100); err != nil {
		t.Fatal(err)
	}
	_, err := LoadCheckpoint(dir)
	var f *Fault
	if !errors.As(err, &f) || !errors.Is(err, ErrDamaged) || f.Path != newest || !strings.Contains(f.Remedy, "checkpoint-000001") {
		t.Fatalf("error %v", err)
	}
	c, damaged, err := RecoverCheckpoint(dir)
	if err != nil || c.Step != 1 {
		t.Fatalf("step %d, error %v", c.Step, err)
	}
	if len(damaged) != 1 || damaged[0] != newest+".damaged" {
		t.Errorf("damaged %v", damaged)
	}
	saveCheckpoint(t, dir, 2)
	if c, err := LoadCheckpoint(dir); err != nil || c.Step != 2 {
		t.Errorf("step %d, error %v after going on", c.Step, err)
	}
	for _, p := range []string{checkpointPath(dir, 1), checkpointPath(dir, 2)} {
		if err := os.Truncate(p, 100); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // asked again it says the same
		if _, damaged, err := RecoverCheckpoint(dir); !errors.Is(err, ErrNoCheckpoint) || len(damaged) != 2 {
			t.Errorf("damaged %v, error %v when nothing is whole", damaged, err)
		}
	}
}

func TestCheckpointOfNewerFormat(t *testing.T) {
	dir := t.TempDir()
	saveCheckpoint(t, dir, 1)
	zeros := strings.Repeat("0", 64)
	data, err := encode(nil, map[string]string{metaState: `{"format":2}`, metaHash: zeros})
	if err != nil {
		t.Fatal(err)
	}
	if err := sealCheckpoint(data, zeros); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(checkpointPath(dir, 2), data, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadCheckpoint(dir); !errors.Is(err, ErrNewer) {
		t.Errorf("error %v", err)
	}
	if _, _, err := RecoverCheckpoint(dir); !errors.Is(err, ErrNewer) {
		t.Errorf("recovery passed over a newer format: %v", err)
	}
}

// Whatever bytes a checkpoint file has, it is read or refused; and what is read
// can be saved.
func FuzzCheckpoint(f *testing.F) {
	data, err := encodeCheckpoint(exampleCheckpoint(7))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(file(`{"__metadata__":{"tengen.sha256":""}}`, nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := decodeCheckpoint(data)
		if err != nil {
			return
		}
		if _, err := encodeCheckpoint(c); err != nil {
			t.Fatalf("read but not to be written: %v", err)
		}
	})
}

// A folder with checkpoints and no model is a training that stopped before its end.
func TestAModelThatIsNotFinished(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "my [bot]")
	_, err := Open(dir)
	if err == nil || strings.Contains(err.Error(), "--resume") {
		t.Fatalf("no folder: %v", err)
	}
	sub := filepath.Join(dir, "checkpoints")
	if err := os.MkdirAll(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := SaveCheckpoint(sub, exampleCheckpoint(3)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "writes the model as it is") {
		t.Errorf("checkpoints only: %v", err)
	}
}
