package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// result is a trained network on the held-out games.
type result struct {
	Loss      float64 `json:"nll"`
	Top1      float64 `json:"top1"`
	Positions int     `json:"positions"`
	// Method says how the network learned, and on which card.
	Method string `json:"method"`
}

// same refuses a folder of another comparison: its runs would not be repeated.
func (s setup) same() error {
	want := []byte(strings.Join(append(s.training(), "on", s.device), "\n") + "\n")
	path := filepath.Join(s.work, "setup")
	have, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return os.WriteFile(path, want, 0o644)
	}
	if err == nil && !bytes.Equal(have, want) {
		err = fmt.Errorf("%s has another comparison: name another folder, or remove this one", s.work)
	}
	return err
}

// result is that of a training, which is done or gone on with if it is missing.
func (s setup) result(ctx context.Context, name, device string, seed int) (result, error) {
	folder, path := filepath.Join(s.work, name), filepath.Join(s.work, name+".json")
	var r result
	data, err := os.ReadFile(path)
	if err == nil {
		if err := json.Unmarshal(data, &r); err != nil {
			return r, fmt.Errorf("%s: %w: remove it, to measure again", path, err)
		}
		return r, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return r, err
	}
	args := append([]string{
		"train", "policy", "-o", folder, "--resume", "--device", device, "--seed", strconv.Itoa(seed), "--quiet",
	}, s.training()...)
	if _, err := s.call(ctx, folder, args...); err != nil {
		return r, err
	}
	method, err := alone(folder, device)
	if err != nil {
		return r, err
	}
	args = append([]string{"eval", "policy", folder, "--part", "test", "--json", "--quiet"}, s.games...)
	data, err = s.call(ctx, filepath.Join(s.work, "eval"), args...)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("tengen eval policy %s: %w", folder, err)
	}
	r.Method = method
	if data, err = json.Marshal(r); err != nil {
		return r, err
	}
	// Never half a result: a new file that is renamed.
	if err := os.WriteFile(path+".new", data, 0o644); err != nil {
		return r, err
	}
	return r, os.Rename(path+".new", path)
}

// stopTime is how long a training may take to save when it is interrupted.
const stopTime = 5 * time.Minute

// call runs tengen and returns what it prints. What it says on stderr goes into a file too, after what was there.
func (s setup) call(ctx context.Context, folder string, args ...string) ([]byte, error) {
	said, err := os.OpenFile(folder+".said", os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	defer said.Close()
	cmd := exec.CommandContext(ctx, s.tengen, args...)
	// A terminal interrupts a whole group. A second signal would end tengen before it has saved.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = stopTime
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, io.MultiWriter(os.Stderr, said)
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("tengen %s: %w", strings.Join(args, " "), err)
	}
	return out.Bytes(), nil
}

// alone is the method of a run that was trained on one device from begin to end; an error if it was not. A run that
// loses its card goes on elsewhere and says so.
func alone(folder, device string) (string, error) {
	said, err := os.ReadFile(folder + ".said")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(said)) {
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, interrupted) && !strings.Contains(line, first) {
			return "", fmt.Errorf("%s.said has the warning %q: remove the file if it does not matter, "+
				"otherwise %s as well, to train again", folder, strings.TrimSpace(line), folder)
		}
	}
	data, err := os.ReadFile(filepath.Join(folder, "model.json"))
	if err != nil {
		return "", err
	}
	var m struct {
		Networks map[string]struct {
			Training struct{ Notes string }
		}
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return "", fmt.Errorf("%s: %w", filepath.Join(folder, "model.json"), err)
	}
	notes := m.Networks["policy"].Training.Notes
	_, on, card := strings.Cut(notes, ", on ")
	grade := device[strings.LastIndexByte(device, ':')+1:]
	graded := slices.Contains([]string{"matrix", "float16", "float32", "bfloat16"}, grade)
	if card != (device != "cpu") || graded && !strings.HasSuffix(on, " in "+grade) {
		return "", fmt.Errorf("%s was trained %q, not on %s: remove it, to train again", folder, notes, device)
	}
	return notes, nil
}

// What tengen says of a training that changes nothing about it: it begins with interrupted, or it has first, of a card
// that was tried before the training.
const (
	interrupted = "tengen: interrupted:"
	first       = " is used for the first time: "
)
