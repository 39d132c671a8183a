package web

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/web/internal/live"
	"github.com/tengen-go/tengen/web/internal/schema"
)

var update = flag.Bool("update", false, "write docs/api.schema.json")

const schemaFile = "../docs/api.schema.json"

// docs/api.schema.json is what the types say.
func TestSchema(t *testing.T) {
	_, s := serve(t, t.TempDir(), nil)
	made := schema.Of(s.messages())
	var text bytes.Buffer
	out := json.NewEncoder(&text)
	out.SetEscapeHTML(false)
	out.SetIndent("", " ")
	if err := out.Encode(made); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(schemaFile, text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(kept), text.String()); diff != "" {
		t.Errorf("docs/api.schema.json is not what the types say: go test ./web -run Schema -update\n%s", diff)
	}
}

// What the parts answer is as the schema says. All other tests of this package check what they ask, too.
func TestAnswersOfAllParts(t *testing.T) {
	runs := t.TempDir()
	h, _ := serve(t, t.TempDir(), func(c *Config) {
		c.Runs = runs
		c.Hub = func(context.Context) (hub.Status, error) {
			return hub.Status{
				Workers: map[string]hub.WorkerStatus{"w": {Here: true}}, Runs: map[string]hub.RunStatus{"r": {}},
			}, nil
		}
	})
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 7, Player: "random", Human: "black"}, http.StatusCreated)
	for _, path := range []string{
		"/about", "/games", "/games/" + g.ID, "/jobs", "/runs", "/matches", "/models", "/models/policy?model=shipped:9x9",
		"/inside", "/reviews", "/hub",
	} {
		ask[map[string]any](t, h, path, nil, http.StatusOK)
	}
	look := ask[struct{ ID string }](t, h, "/inside", map[string]any{"sgf": "(;SZ[9];B[ee])"}, http.StatusCreated)
	ask[map[string]any](t, h, "/inside/"+look.ID, nil, http.StatusOK)
	ask[map[string]any](t, h, "/inside/"+look.ID+"/planes", nil, http.StatusOK)
	ask[map[string]any](t, h, "/inside/"+look.ID+"/rollout", nil, http.StatusOK)
}
