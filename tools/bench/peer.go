package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
)

// peer is a process that runs another engine and answers one question at a time.
// Between questions it is stopped by a signal, so that none of its threads, which
// like to spin while they wait, disturbs what is measured meanwhile.
type peer struct {
	name    string
	version string
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
}

// ask is what a peer understands; see torch_peer.py and ort_peer.mjs.
type ask struct {
	Do      string  `json:"do"` // hello, export, time
	Net     *net    `json:"net,omitempty"`
	Path    string  `json:"path,omitempty"` // of the ONNX file
	Threads int     `json:"threads,omitempty"`
	Mode    string  `json:"mode,omitempty"`
	Layout  string  `json:"layout,omitempty"`
	Batch   int     `json:"batch,omitempty"`
	Seconds float64 `json:"seconds,omitempty"`
}

// answer is what a peer says.
type answer struct {
	PositionsS float64 `json:"positions_per_s"`
	Version    string  `json:"version"`
	Threads    int     `json:"threads"` // in use; 0 if each question says it
	Error      string  `json:"error"`
}

// startPeer starts a process in dir and waits until it answers.
func startPeer(ctx context.Context, name, dir string, env []string, command ...string) (*peer, error) {
	p := &peer{name: name, cmd: exec.CommandContext(ctx, command[0], command[1:]...)}
	p.cmd.Dir, p.cmd.Env, p.cmd.Stderr = dir, append(os.Environ(), env...), os.Stderr
	p.cmd.Cancel = func() error { return p.cmd.Process.Kill() }
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	p.out = bufio.NewScanner(out)
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	hello, err := p.put(ask{Do: "hello"})
	if err != nil {
		return nil, errors.Join(err, p.stop())
	}
	p.version = hello.Version
	return p, nil
}

// put asks and waits for the answer.
func (p *peer) put(q ask) (answer, error) {
	var a answer
	if err := p.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		return a, fmt.Errorf("%s: %w", p.name, err)
	}
	if err := json.NewEncoder(p.in).Encode(q); err != nil {
		return a, fmt.Errorf("%s: %w", p.name, err)
	}
	if !p.out.Scan() {
		return a, fmt.Errorf("%s ended without an answer to %+v", p.name, q)
	}
	if err := json.Unmarshal(p.out.Bytes(), &a); err != nil {
		return a, fmt.Errorf("%s answered %q: %w", p.name, p.out.Text(), err)
	}
	if a.Error != "" {
		return a, fmt.Errorf("%s: %s", p.name, a.Error)
	}
	return a, p.cmd.Process.Signal(syscall.SIGSTOP)
}

// stop ends the process.
func (p *peer) stop() error {
	p.in.Close()
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	var exit *exec.ExitError
	if err := p.cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return err
	}
	return nil
}
