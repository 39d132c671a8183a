// Command dist makes the archives of a release: for each system one with the program, README,
// LICENSE, the licences of everything that is linked in, and completions, and a list of
// SHA-256 sums. The same commit gives the same bytes on every machine with the same Go.
//
//	dist -root .. -output ../bin/dist                     all systems
//	dist -root .. -output ../bin/dist -only linux/amd64   one
//
// make dist calls it.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// systems are those that a release is for, as Go names them.
var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	root := flag.String("root", "..", "the checkout")
	output := flag.String("output", "../bin/dist", "folder for the archives")
	only := flag.String("only", "", "one system, such as linux/amd64")
	flag.Parse()
	chosen := systems
	if *only != "" {
		chosen = []string{*only}
	}
	if err := release(ctx, *root, *output, chosen); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// release makes the archives of some systems and SHA256SUMS.
func release(ctx context.Context, root, output string, chosen []string) error {
	for _, s := range chosen {
		if !slices.Contains(systems, s) {
			return fmt.Errorf("no system %q: want one of %s", s, strings.Join(systems, ", "))
		}
	}
	var err error
	if root, err = filepath.Abs(root); err != nil {
		return err
	}
	if err := os.MkdirAll(output, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "dist")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)

	// The engine of exported pages is the same for all systems: each program embeds it.
	engine := exec.CommandContext(ctx, "go", "run", "./web/internal/botgame/compile", "-o", "web/bot/engine")
	engine.Dir, engine.Env = root, environment("")
	if out, err := engine.CombinedOutput(); err != nil {
		return fmt.Errorf("the engine of pages: %w\n%s", err, out)
	}

	// So does each Linux program with the part for graphics cards.
	child := exec.CommandContext(ctx, "go", "run", "./internal/gpu/child/compile", "-o", "internal/gpu/client/carried")
	child.Dir, child.Env = root, environment("")
	if out, err := child.CombinedOutput(); err != nil {
		return fmt.Errorf("the part for graphics cards: %w\n%s", err, out)
	}

	// The program of this machine says its version and writes the completions.
	here := filepath.Join(work, "tengen")
	if err := build(ctx, root, here, ""); err != nil {
		return err
	}
	said, err := command(ctx, root, here, "--version")
	if err != nil {
		return err
	}
	_, version, ok := strings.Cut(strings.TrimSpace(said), " ")
	if version, _, _ = strings.Cut(version, " "); !ok || version == "" {
		return fmt.Errorf("tengen --version says %q: want a name and a version", said)
	}
	var completions []file
	for shell, name := range map[string]string{
		"bash":       "tengen.bash",
		"zsh":        "_tengen",
		"fish":       "tengen.fish",
		"powershell": "tengen.ps1",
	} {
		script, err := command(ctx, root, here, "completion", shell)
		if err != nil {
			return err
		}
		completions = append(completions, file{name: "completions/" + name, content: []byte(script)})
	}
	when, err := commitTime(ctx, root)
	if err != nil {
		return err
	}

	var sums []string
	for _, system := range chosen {
		name := fmt.Sprintf("tengen-%s-%s", version, strings.ReplaceAll(system, "/", "-"))
		files, err := contents(ctx, root, filepath.Join(work, "program"), system)
		if err != nil {
			return fmt.Errorf("%s: %w", system, err)
		}
		files = append(files, completions...)
		slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
		pack, extension := tarball, ".tar.gz"
		if strings.HasPrefix(system, "windows/") {
			pack, extension = zipped, ".zip"
		}
		archive, err := pack(name, files, when)
		if err != nil {
			return fmt.Errorf("%s: %w", system, err)
		}
		path := filepath.Join(output, name+extension)
		if err := os.WriteFile(path, archive, 0o644); err != nil {
			return err
		}
		sums = append(sums, fmt.Sprintf("%x  %s", sha256.Sum256(archive), filepath.Base(path)))
		fmt.Printf("%s  %.1f MB\n", path, float64(len(archive))/1e6)
	}
	return os.WriteFile(filepath.Join(output, "SHA256SUMS"), []byte(strings.Join(sums, "\n")+"\n"), 0o644)
}

// contents are the files of a system's archive except the completions.
func contents(ctx context.Context, root, program, system string) ([]file, error) {
	if err := build(ctx, root, program, system); err != nil {
		return nil, err
	}
	binary, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	name := "tengen"
	if strings.HasPrefix(system, "windows/") {
		name += ".exe"
	}
	files := []file{{name: name, content: binary, program: true}}
	for _, text := range []string{"README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff"} {
		content, err := os.ReadFile(filepath.Join(root, text))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: text, content: content})
	}
	licences, err := licences(ctx, root, system)
	return append(files, licences...), err
}

// build makes the program for a system, or for this one.
func build(ctx context.Context, root, to, system string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w -buildid=", "-o", to, "./cmd/tengen")
	cmd.Dir = root
	cmd.Env = environment(system)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// environment is the environment of a build: no C, and nothing that the machine adds.
func environment(system string) []string {
	env := append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-trimpath", "GOAMD64=v1", "GOARM64=v8.0")
	if goos, goarch, ok := strings.Cut(system, "/"); ok {
		env = append(env, "GOOS="+goos, "GOARCH="+goarch)
	}
	return env
}

// command runs a program and gives what it prints.
func command(ctx context.Context, dir, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, exit.Stderr)
	}
	return string(out), err
}

// commitTime is when the commit was made: all files of the archives have this date. Without
// git it is SOURCE_DATE_EPOCH.
func commitTime(ctx context.Context, root string) (time.Time, error) {
	seconds := os.Getenv("SOURCE_DATE_EPOCH")
	if seconds == "" {
		out, err := command(ctx, root, "git", "log", "-1", "--format=%ct")
		if err != nil {
			return time.Time{}, fmt.Errorf("%w; without git set SOURCE_DATE_EPOCH", err)
		}
		seconds = strings.TrimSpace(out)
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	return time.Unix(n, 0).UTC(), nil
}
