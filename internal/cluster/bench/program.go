package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// The commits between which the cluster came: the one before its first, and the first that has its commands.
const (
	commitBefore = "82c577b6^"
	commitAfter  = "98637263"
)

// Goals of the program: how much it may grow, and how much longer it may take to start.
const (
	mostGrowth = 12  // MB
	mostStart  = 1.1 // times
)

// program builds the program of three commits, and compares their sizes and how long they take to start.
func program(ctx context.Context, opt options) ([]figure, error) {
	binaries := map[string]string{}
	for _, commit := range []string{commitBefore, commitAfter, "HEAD"} {
		var err error
		if binaries[commit], err = built(ctx, opt, commit); err != nil {
			return nil, err
		}
	}
	bytes := map[string]float64{}
	for commit, path := range binaries {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		bytes[commit] = float64(info.Size()) / 1e6
	}
	runs := 50
	if opt.quick {
		runs = 3
	}
	starts := map[string][]float64{} // milliseconds
	var ratios []float64
	for range runs {
		for commit, path := range binaries {
			began := time.Now()
			if out, err := exec.CommandContext(ctx, path, "version").CombinedOutput(); err != nil {
				return nil, fmt.Errorf("%s version: %w: %s", path, err, out)
			}
			starts[commit] = append(starts[commit], 1000*time.Since(began).Seconds())
		}
		last := len(starts["HEAD"]) - 1
		ratios = append(ratios, starts["HEAD"][last]/starts[commitBefore][last])
	}
	return []figure{
		{Name: "size before the cluster", Unit: "MB", Value: bytes[commitBefore]},
		figure{Name: "growth by the cluster alone", Unit: "MB", Value: bytes[commitAfter] - bytes[commitBefore]}.
			atMost(mostGrowth),
		{Name: "size now, with all that came since", Unit: "MB", Value: bytes["HEAD"]},
		medianOf("tengen version before", "ms", starts[commitBefore]),
		medianOf("tengen version with the cluster", "ms", starts[commitAfter]),
		medianOf("tengen version now", "ms", starts["HEAD"]),
		medianOf("now, compared with before", "times", ratios).atMost(mostStart),
	}, nil
}

// built is the binary of a commit, which make build has made in a folder of its own.
func built(ctx context.Context, opt options, commit string) (string, error) {
	name, err := output(ctx, ".", "git", "rev-parse", "--short=12", "--verify", commit+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("commit %s: %w; the section program needs the whole history (git fetch --unshallow)",
			commit, err)
	}
	dir := filepath.Join(opt.work, "program-"+name)
	binary := filepath.Join(dir, "bin", "tengen")
	if _, err := os.Stat(binary); err == nil {
		return binary, nil
	}
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o755)); err != nil {
		return "", err
	}
	archive := exec.CommandContext(ctx, "sh", "-c", `git archive "$0" | tar -x -C "$1"`, name, dir)
	if out, err := archive.CombinedOutput(); err != nil {
		return "", fmt.Errorf("files of commit %s: %w: %s", name, err, out)
	}
	if _, err := output(ctx, dir, "make", "build"); err != nil {
		return "", fmt.Errorf("commit %s: %w", name, err)
	}
	return binary, nil
}

// output is what a command prints.
func output(ctx context.Context, dir, command string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, command, args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", command, strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out)), nil
}
