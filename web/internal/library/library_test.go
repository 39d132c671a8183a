package library

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/web/internal/schema"
	"github.com/tengen-go/tengen/web/internal/thinking"
)

// serve answers for the models of folders.
func serve(t *testing.T, dirs ...string) *httptest.Server {
	t.Helper()
	room := thinking.NewRoom(thinking.Config{Players: player.Players(), ModelDirs: dirs, Threads: 1})
	mux := http.NewServeMux()
	l := New(room, slog.New(slog.DiscardHandler))
	l.Routes(mux)
	h := httptest.NewServer(schema.Of(l.Messages()).Handler(mux, func(err error) { t.Error(err) }))
	t.Cleanup(h.Close)
	return h
}

// get asks and returns the answer, whose status must be the one wanted.
func get(t *testing.T, h *httptest.Server, path string, status int) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+"/api/v1/models"+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := h.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != status {
		t.Fatalf("%s: status %d, %v, want %d\n%s", path, response.StatusCode, err, status, raw)
	}
	return raw
}

// list is the list of models by their names.
func list(t *testing.T, h *httptest.Server) map[string]modelJSON {
	t.Helper()
	var answer struct{ Models []modelJSON }
	if err := json.Unmarshal(get(t, h, "", http.StatusOK), &answer); err != nil {
		t.Fatal(err)
	}
	all := map[string]modelJSON{}
	for _, m := range answer.Models {
		if _, twice := all[m.Model]; twice {
			t.Errorf("%s is there twice", m.Model)
		}
		all[m.Model] = m
	}
	return all
}

// The models in the program come with all that a person needs in order to judge them.
func TestShippedModels(t *testing.T) {
	all := list(t, serve(t, models.ShippedPrefix))
	entries, err := models.List(models.ShippedPrefix)
	if err != nil || len(all) != len(entries) || len(all) == 0 {
		t.Fatalf("%d models, want %d, %v", len(all), len(entries), err)
	}
	for _, e := range entries {
		m := all[e.Dir]
		if !m.Shipped || m.Error != "" || m.Title == "" || m.Text == "" || m.Licence == "" || m.Player == "" ||
			len(m.Limits) < 2 || len(m.Data) == 0 || len(m.Recipe) == 0 || len(m.Results) == 0 {
			t.Errorf("%s lacks something: %+v", e.Dir, m)
		}
		if want := !strings.Contains(e.Dir, "-"); m.Default != want {
			t.Errorf("%s is the default: %v, want %v", e.Dir, m.Default, want)
		}
		for _, n := range m.Networks {
			carried := strings.HasPrefix(n.Notes, "carried over from ") // it did not learn on this board
			if n.Parameters == 0 || !carried && (len(n.Figures) == 0 || n.Steps+uint64(n.Positions) == 0) {
				t.Errorf("%s %s lacks something: %+v", e.Dir, n.Kind, n)
			}
			for _, f := range n.Figures {
				if f.High > 0 && (f.Low > f.Value || f.High < f.Value) || f.Value > f.Largest {
					t.Errorf("%s %s: %+v is outside of its interval or scale", e.Dir, n.Kind, f)
				}
			}
		}
	}
	// docs/benchmarks.md says so of them.
	for _, want := range []struct{ model, kind, figure, verdict string }{
		{"shipped:9x9", models.Policy, "top1", "good"},
		{"shipped:9x9", models.Value, "mse_half", "good"},
		{"shipped:9x9", models.Rollout, "top1", "good"},
		{"shipped:19x19", models.Policy, "top1", "very good"},
		{"shipped:19x19", models.Value, "mse_half", "weak"},
		{"shipped:19x19", models.Rollout, "top1", "very good"},
		{"shipped:19x19-rl", models.Policy, "win_rate", "good"},
	} {
		found := false
		for _, n := range all[want.model].Networks {
			for _, f := range n.Figures {
				if n.Kind == want.kind && f.Name == want.figure {
					found = true
					if f.Verdict != want.verdict {
						t.Errorf("%v: %+v", want, f)
					}
				}
			}
		}
		if !found {
			t.Errorf("no %v", want)
		}
	}
}

// The steps of accuracy are those of the tutorial.
func TestStepsOfTheTutorial(t *testing.T) {
	raw, err := os.ReadFile("../../../docs/tutorial.md")
	if err != nil {
		t.Fatal(err)
	}
	for board, want := range steps[models.Policy] {
		line := fmt.Sprintf(`%d×%d: (\d+) %% is a beginning, (\d+) %% good, (?:and )?(\d+) %% (?:and more )?very good`, board, board)
		found := regexp.MustCompile(line).FindSubmatch(raw)
		if found == nil {
			t.Fatalf("docs/tutorial.md has no steps for %d×%d", board, board)
		}
		for i, step := range want {
			if n, _ := strconv.Atoi(string(found[i+1])); math.Abs(float64(n)/100-step) > 1e-9 {
				t.Errorf("%d×%d: step %v, the tutorial has %d %%", board, board, step, n)
			}
		}
	}
}

// A model of a folder is there once, with as many parameters as its network; one that was damaged says so.
func TestFolders(t *testing.T) {
	root := t.TempDir()
	whole, broken := modeltest.Full(t, 7), filepath.Join(root, "broken")
	if err := os.Rename(whole, filepath.Join(root, "whole")); err != nil {
		t.Fatal(err)
	}
	whole = filepath.Join(root, "whole")
	if err := os.CopyFS(broken, os.DirFS(whole)); err != nil {
		t.Fatal(err)
	}
	weights := filepath.Join(broken, "policy.safetensors")
	raw, err := os.ReadFile(weights)
	if err != nil {
		t.Fatal(err)
	}
	raw[len(raw)-1] ^= 1
	if err := os.WriteFile(weights, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	h := serve(t, root, whole, filepath.Join(root, "none"))
	all := list(t, h)
	if len(all) != 2 || all[broken].Player != "" || !strings.Contains(all[broken].Error, "SHA-256") {
		t.Fatalf("%+v", all)
	}
	p, _, err := nets.LoadPolicy(whole)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, part := range p.Params() {
		want += len(part.Data)
	}
	m := all[whole]
	if m.Shipped || m.Board != 7 || m.Saved == "" || m.Error != "" || m.Networks[0].Parameters != want {
		t.Errorf("%+v, want %d parameters", m, want)
	}
}

// A policy is that of the player, on the board after the moves.
func TestPolicy(t *testing.T) {
	dir := modeltest.Folder(t, 5, false)
	h := serve(t, dir)
	var p policyJSON
	if err := json.Unmarshal(get(t, h, "/policy?moves=C3,B3&model="+url.QueryEscape(dir), http.StatusOK), &p); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, x := range p.Policy {
		sum += x
	}
	if p.Points != "..........."+"OX............" || p.ToMove != "black" || math.Abs(sum-1) > 1e-5 || p.Policy[12] != 0 {
		t.Errorf("%+v, sum %v", p, sum)
	}
	for path, status := range map[string]int{
		"/policy?model=" + url.QueryEscape(dir) + "&moves=C3,C3": http.StatusBadRequest,
		"/policy?model=" + url.QueryEscape(dir) + "&moves=Z99":   http.StatusBadRequest,
		"/policy?model=/etc":                                      http.StatusNotFound,
		"/policy?model=shipped:9x9":                               http.StatusNotFound, // not one of this server's
		"/onnx?network=policy&model=/etc":                         http.StatusNotFound,
		"/onnx?network=rollout&model=" + url.QueryEscape(dir):     http.StatusBadRequest,
		"/onnx?network=value&model=" + url.QueryEscape(dir):       http.StatusBadRequest,
		"/policy?model=" + url.QueryEscape(filepath.Dir(dir)+"/"): http.StatusNotFound,
	} {
		get(t, h, path, status)
	}
}

// The file is the one that tengen model export writes, apart from what it says of the program.
func TestONNX(t *testing.T) {
	h := serve(t, models.ShippedPrefix)
	p, m, err := nets.LoadPolicy("shipped:9x9")
	if err != nil {
		t.Fatal(err)
	}
	want, err := p.ONNX(nets.ONNXNotes{})
	if err != nil {
		t.Fatal(err)
	}
	got := get(t, h, "/onnx?network=policy&model=shipped:9x9", http.StatusOK)
	if len(got) < len(want) || !strings.Contains(string(got), m.Networks[models.Policy].File.SHA256) {
		t.Errorf("%d bytes, want more than %d", len(got), len(want))
	}
}

// docs/api.md has every name of the answers.
func TestManual(t *testing.T) {
	raw, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, typ := range []reflect.Type{
		reflect.TypeFor[modelJSON](), reflect.TypeFor[networkJSON](), reflect.TypeFor[figureJSON](),
		reflect.TypeFor[markJSON](), reflect.TypeFor[policyJSON](),
	} {
		for i := range typ.NumField() {
			name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			if !strings.Contains(string(raw), "`"+name+"`") {
				t.Errorf("%v: docs/api.md does not have %s", typ, name)
			}
		}
	}
}
