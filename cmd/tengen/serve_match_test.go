package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/internal/job"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/web"
)

// A page begins a match, stops it, and goes on; the folder is the one of tengen match, which finds all
// games played, and of tengen rate.
func TestAMatchOfAPage(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes under the race detector; make test runs it")
	}
	program, err := exec.LookPath("tengen")
	if err != nil {
		t.Fatal(err)
	}
	runs := filepath.Join(t.TempDir(), "runs")
	server, err := web.New(web.Config{
		Players: players.Registry(), ModelDirs: []string{models.ShippedPrefix}, Threads: 1, Folder: t.TempDir(),
		Runs: runs, Program: job.Program{Path: program}, Random: rand.Reader,
	})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(server.Handler())
	defer func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		h.Close()
	}()
	type shown struct {
		ID, State, Error    string
		Played, Total, Wins int
		Boards              []match.Board
	}
	ask := func(method, path, body string) (m shown) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, h.URL+"/api/v1/matches"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		response, err := h.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		raw, err := io.ReadAll(response.Body)
		if err == nil {
			err = json.Unmarshal(raw, &m)
		}
		if err != nil || response.StatusCode > 201 {
			t.Fatalf("%s %s: %d %s, %v", method, path, response.StatusCode, raw, err)
		}
		return m
	}
	m := ask(http.MethodPost, "", `{"a": {"player": "uct:playouts=100,threads=1"}, "b": {"player": "random"}, "size": 7, "games": 40, "seed": 5}`)
	path := "/" + url.PathEscape(m.ID)
	until := func(want func(shown) bool) shown {
		t.Helper()
		for {
			now := ask(http.MethodGet, path, "")
			if want(now) {
				return now
			}
			if now.State == "failed" || t.Context().Err() != nil {
				t.Fatalf("it never came to that: %+v", now)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	live := until(func(m shown) bool { return m.Played > 0 && len(m.Boards) == 1 && m.Boards[0].Moves > 0 })
	if b := live.Boards[0]; b.Size != 7 || strings.Count(b.Points, "X")+strings.Count(b.Points, "O") == 0 {
		t.Errorf("the board under way: %+v", b)
	}
	ask(http.MethodPost, path, `{"do": "stop"}`)
	stopped := until(func(m shown) bool { return m.State == "stopped" })
	if stopped.Played == 0 || stopped.Played >= 40 || stopped.Total != 40 || len(stopped.Boards) != 0 {
		t.Errorf("stopped: %+v", stopped)
	}
	ask(http.MethodPost, path, `{"do": "resume"}`)
	done := until(func(m shown) bool { return m.State == "done" })
	if done.Played != 40 || done.Wins < 35 {
		t.Errorf("done: %+v", done)
	}
	results, err := match.ReadResults([]string{runs})
	if err != nil || len(results) != 1 || results[0].Total().Games() != 40 || results[0].Total().Wins != done.Wins {
		t.Errorf("%+v, %v", results, err)
	}
	dir := filepath.Join(runs, filepath.FromSlash(m.ID))
	for _, words := range [][]string{
		{"match", "-a", "uct:playouts=100,threads=1", "-b", "random", "--board", "7", "--games", "40", "--seed", "5", "-o", dir, "--json"},
		{"rate", dir, "--json"},
	} {
		var said bytes.Buffer
		cmd := exec.CommandContext(t.Context(), program, words...)
		cmd.Stdout, cmd.Stderr = &said, &said
		if err := cmd.Run(); err != nil || !strings.Contains(said.String(), `:40`) {
			t.Errorf("%v: %v\n%s", words, err, said.String())
		}
	}
}
