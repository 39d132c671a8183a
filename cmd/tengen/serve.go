package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/cluster"
	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/internal/job"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/pipeline"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/strength"
	"github.com/tengen-go/tengen/web"
)

// ServeCmd plays in a browser.
type ServeCmd struct {
	flags.Common
	devices.Flag
	Listen        string   `help:"Address and port (default: 127.0.0.1:8361, or 0.0.0.0:8361 with --allow-remote)." placeholder:"HOST:PORT"`
	Open          bool     `help:"Open the page in the browser."`
	Player        string   `help:"Who plays when a page does not choose, such as search:time=5s." placeholder:"P"`
	Level         string   `help:"How strong Tengen plays when a page does not choose: an estimated rank such as 8k, or strongest; tengen player levels shows the scale." placeholder:"RANK"`
	Runs          string   `help:"Folder of trainings and matches, also of those that pages begin (default: runs, if it is here, else in the folder of the user's state)." placeholder:"DIR"`
	Games         []string `help:"Folder of games that pages may train with; may be repeated." placeholder:"DIR" sep:"none"`
	Hub           string   `help:"Show the workers of a hub in the page of trainings: file with an owner's token, or the URL of a NATS server." placeholder:"TOKEN"`
	AllowRemote   bool     `help:"Let other machines in, with a link that the server prints."`
	AllowCommands bool     `help:"Let pages start other programs as players (gtp:COMMAND)."`

	device nets.Device                               // that --device names
	status func(context.Context) (hub.Status, error) // of --hub; nil for none
}

// Help is printed below the flags.
func (c *ServeCmd) Help() string {
	return `The page needs no internet. It works in any browser, also on a phone: start the
server with --allow-remote and open the link there. Games are kept after every
move; Ctrl-C stops the server. Programs can use the same interface: docs/api.md.

Examples:

    tengen serve --open
    tengen serve --allow-remote

` + players.Help
}

// Run serves until it is interrupted.
func (c *ServeCmd) Run(ctx context.Context) error {
	if err := checkLevel(c.Level, c.Player, 0); err != nil {
		return usage.Wrap(err)
	}
	if c.Level != "" && !c.Quiet {
		for _, size := range []int{9, 13, 19} {
			level, err := strength.Nearest(c.Level, size)
			if err != nil {
				return usage.Wrap(err)
			}
			tellNearest(c.Level, level, size, false)
		}
	}
	device, done, err := c.OpenDevice(ctx, devices.Work{Quiet: c.Quiet, Threads: c.Workers()})
	if err != nil {
		return err
	}
	defer done()
	c.device = device
	switch {
	case c.Listen != "":
	case c.AllowRemote:
		c.Listen = "0.0.0.0:8361"
	default:
		c.Listen = "127.0.0.1:8361"
	}
	host, port, err := net.SplitHostPort(c.Listen)
	if _, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil {
		return usage.Errorf("--listen %s: want HOST:PORT, as 127.0.0.1:8361", c.Listen)
	}
	if ip := net.ParseIP(host); !c.AllowRemote && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return usage.Errorf("--listen %s lets other machines in: add --allow-remote", c.Listen)
	}
	if c.Hub != "" {
		var leave func()
		if c.status, leave, err = cluster.Status(ctx, c.Hub, c.Say); err != nil {
			return err
		}
		defer leave()
	}
	listener, err := listen(ctx, c.Listen)
	if err != nil {
		return err
	}
	server, err := c.server(listener.Addr().String())
	if err != nil {
		if usage.WrongPlayer(err) {
			err = usage.Errorf("--player: %w", err)
		}
		return errors.Join(err, listener.Close())
	}
	if !c.AllowRemote {
		if err := c.announce("http://"+listener.Addr().String()+"/", "Ctrl-C stops it"); err != nil {
			return errors.Join(err, server.Close(), listener.Close())
		}
	}
	return serve(ctx, listener, server)
}

// announce prints where the page is. With --open the first page opens by itself.
func (c *ServeCmd) announce(page, note string) error {
	if c.JSON {
		if err := output.JSON(map[string]string{"address": page}); err != nil {
			return err
		}
	} else {
		output.Printf("Tengen is at %s (%s)\n", page, note)
	}
	if !c.Open {
		return nil
	}
	c.Open = false
	if err := openPage(page); err != nil {
		fmt.Fprintf(os.Stderr, "the browser did not open (%v): open %s yourself\n", err, page)
	}
	return nil
}

// reachable is an address by which other machines reach this one: where the server listens at all
// its addresses, the first of these in a network.
func reachable(address string, own []net.Addr) string {
	host, port, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsUnspecified() {
		return address
	}
	for _, a := range own {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && n.IP.IsGlobalUnicast() {
			return net.JoinHostPort(n.IP.String(), port)
		}
	}
	return net.JoinHostPort("localhost", port)
}

// listen takes the port, or one of the next if it is taken.
func listen(ctx context.Context, address string) (net.Listener, error) {
	var config net.ListenConfig
	first, err := config.Listen(ctx, "tcp", address)
	if !errors.Is(err, syscall.EADDRINUSE) {
		return first, err
	}
	host, port, _ := net.SplitHostPort(address)
	number, bad := strconv.Atoi(port)
	if bad != nil {
		return nil, err
	}
	for next := number + 1; next <= number+20 && next < 1<<16; next++ {
		if l, failed := config.Listen(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(next))); failed == nil {
			fmt.Fprintf(os.Stderr, "port %d is taken: %d it is\n", number, next)
			return l, nil
		}
	}
	return nil, err
}

// server is what is served at an address.
func (c *ServeCmd) server(address string) (*web.Server, error) {
	state, err := play.StateFolder(os.Getenv)
	if err != nil {
		return nil, err
	}
	runs, err := c.runs(state)
	if err != nil {
		return nil, err
	}
	games, err := c.games()
	if err != nil {
		return nil, err
	}
	training, err := trainingForm()
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	config := web.Config{
		Players: players.Registry(), ModelDirs: players.ModelDirs(), Player: c.Player, Level: c.Level,
		Commands: c.AllowCommands, Threads: c.Workers(), Device: c.device, JobDevice: string(c.Device),
		Runs: runs, Program: job.Program{Path: self}, Games: games, Training: training, Hub: c.status,
		Folder: filepath.Join(state, "web"), Version: version.String(), Random: rand.Reader,
		Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: c.LogLevel()})),
	}
	if c.AllowRemote {
		own, err := net.InterfaceAddrs()
		if err != nil {
			return nil, err
		}
		address = reachable(address, own)
		config.Remote = &web.Guests{File: filepath.Join(state, "guests.json"), Invite: func(token string) error {
			return c.announce("http://"+address+"/?token="+token, "this link works once; Ctrl-C stops the server")
		}}
	}
	server, err := web.New(config)
	if errors.Is(err, folder.ErrBusy) {
		const remedy = "use its page, end it, or choose another folder with XDG_STATE_HOME"
		err = fmt.Errorf("another tengen serve works in %s: %s", config.Folder, remedy)
	}
	return server, err
}

// runs is the folder of runs: the one that was named, or runs here if there is one, or the user's.
func (c *ServeCmd) runs(state string) (string, error) {
	dir := c.Runs
	if dir == "" {
		dir = filepath.Join(state, "runs")
		if info, err := os.Stat("runs"); err == nil && info.IsDir() {
			dir = "runs"
		}
	} else if err := os.MkdirAll(dir, 0o755); err != nil { // now, and not when somebody has filled in a form
		var why *fs.PathError
		if errors.As(err, &why) {
			err = why.Err
		}
		return "", usage.Errorf("--runs %s: the folder cannot be made: %w; name another", dir, err)
	}
	return filepath.Abs(dir) // commands run elsewhere, and later
}

// games are the folders of games with their whole paths.
func (c *ServeCmd) games() ([]string, error) {
	var all []string
	for _, dir := range c.Games {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return nil, usage.Errorf("--games %s: there is no such folder", dir)
		}
		whole, err := filepath.Abs(dir)
		if err != nil {
			return nil, err
		}
		all = append(all, whole)
	}
	return all, nil
}

// trainingForm is what pages may choose for a training.
func trainingForm() (web.Training, error) {
	settings, err := pipeline.Settings()
	form := web.Training{Stages: pipeline.StageNames(), Until: pipeline.StagesUntil, Write: pipeline.WriteFile}
	for _, s := range settings {
		form.Settings = append(form.Settings, web.Setting(s))
	}
	return form, err
}

// stopWithin is how long requests may take to end.
const stopWithin = 3 * time.Second

// serve answers until ctx ends.
func serve(ctx context.Context, listener net.Listener, server *web.Server) error {
	h := &http.Server{Handler: server.Handler(), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(listener) }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	closed := server.Close() // ends the streams of events, for which Shutdown would wait
	soon, stop := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
	defer stop()
	if shut := h.Shutdown(soon); shut != nil {
		closed = errors.Join(closed, h.Close())
	}
	return errors.Join(err, closed)
}

// openPage has the system show an address.
func openPage(address string) error {
	switch runtime.GOOS {
	case "darwin":
		return exec.Command("open", address).Start()
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", address).Start()
	}
	return exec.Command("xdg-open", address).Start()
}
