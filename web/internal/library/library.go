package library

import (
	"cmp"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/web/internal/thinking"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// Library is the models in the folders of a room.
type Library struct {
	room *thinking.Room
	log  *slog.Logger

	mu     sync.Mutex
	counts map[string]counts // of parameters, by the hashes of the files
}

// New is the library of a room's models.
func New(room *thinking.Room, log *slog.Logger) *Library {
	return &Library{room: room, log: log, counts: map[string]counts{}}
}

// Routes are the addresses below /api/v1/models.
func (l *Library) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/v1/models", wire.Handle(l.log, l.list))
	mux.HandleFunc("GET /api/v1/models/policy", wire.Handle(l.log, l.policy))
	mux.HandleFunc("GET /api/v1/models/onnx", l.onnx)
}

// Close has nothing to let go of.
func (l *Library) Close() error { return nil }

// listJSON are the models that there are.
type listJSON struct {
	Models []modelJSON `json:"models"`
}

// modelJSON is a model in the list.
type modelJSON struct {
	Model    string        `json:"model"`
	Shipped  bool          `json:"shipped"`
	Board    int           `json:"board"`
	Saved    string        `json:"saved,omitempty"`
	Default  bool          `json:"default"`
	Player   string        `json:"player,omitempty"`
	Title    string        `json:"title,omitempty"`
	Text     string        `json:"text,omitempty"`
	Data     []string      `json:"data,omitempty"`
	Recipe   []string      `json:"recipe,omitempty"`
	Results  []string      `json:"results,omitempty"`
	Limits   []string      `json:"limits,omitempty"`
	Licence  string        `json:"licence,omitempty"`
	Networks []networkJSON `json:"networks,omitempty"`
	Error    string        `json:"error,omitempty"`
}

// networkJSON is one network of a model.
type networkJSON struct {
	Kind       string       `json:"kind"`
	Planes     int          `json:"planes,omitempty"`
	Layers     int          `json:"layers,omitempty"`
	Filters    int          `json:"filters,omitempty"`
	Hidden     int          `json:"hidden,omitempty"`
	Parameters int          `json:"parameters"`
	Bytes      int64        `json:"bytes"`
	Half       bool         `json:"half"`
	SHA256     string       `json:"sha256"`
	Games      int          `json:"games,omitempty"`
	Positions  int          `json:"positions,omitempty"`
	Steps      uint64       `json:"steps,omitempty"`
	Seconds    float64      `json:"seconds,omitempty"`
	Program    string       `json:"program,omitempty"`
	Sources    []string     `json:"sources,omitempty"`
	Notes      string       `json:"notes,omitempty"`
	Figures    []figureJSON `json:"figures,omitempty"`
	ONNX       bool         `json:"onnx"`
}

// list has the models of the program first, then the others, those that were saved last first. A copy
// of a model of the program is left out.
func (l *Library) list(*http.Request) (any, error) {
	entries, err := l.entries()
	if err != nil {
		return nil, err
	}
	entries = models.WithoutCopies(entries)
	slices.SortStableFunc(entries, func(a, b models.Entry) int {
		if a, b := models.Shipped(a.Dir), models.Shipped(b.Dir); a || b {
			return cmp.Compare(number(b), number(a))
		}
		return b.Saved.Compare(a.Saved)
	})
	all := make([]modelJSON, len(entries))
	for i, e := range entries {
		all[i] = l.model(e)
	}
	return listJSON{all}, nil
}

// entries are all models as the folders come. Folders may lie in each other: WithoutCopies has each once.
func (l *Library) entries() ([]models.Entry, error) {
	var all []models.Entry
	dirs := l.room.ModelDirs
	if len(dirs) == 0 {
		dirs = []string{models.ShippedPrefix}
	}
	for _, dir := range dirs {
		some, err := models.List(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

func number(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// find is the model of a name that the list has.
func (l *Library) find(name string) (models.Entry, error) {
	entries, err := l.entries()
	if err != nil {
		return models.Entry{}, err
	}
	for _, e := range entries {
		if e.Dir == name {
			return e, e.Err
		}
	}
	return models.Entry{}, wire.Missing("model %.100q is in none of the server's folders", name)
}

// model is an entry as it is shown. A model that cannot be read says why.
func (l *Library) model(e models.Entry) modelJSON {
	out := modelJSON{Model: e.Dir, Shipped: models.Shipped(e.Dir), Board: e.Manifest.Board}
	if !e.Saved.IsZero() {
		out.Saved = e.Saved.UTC().Format(time.RFC3339)
	}
	if e.Err != nil {
		out.Error = e.Err.Error()
		return out
	}
	if c := e.Manifest.Card; c != nil {
		out.Title, out.Text, out.Licence = c.Title, c.About, c.Licence
		out.Data, out.Recipe, out.Results, out.Limits = c.Data, c.Recipe, c.Results, c.Limits
	}
	params, err := l.count(e)
	if err != nil {
		out.Error = err.Error()
	}
	for _, kind := range models.Kinds {
		n, ok := e.Manifest.Networks[kind]
		if !ok {
			continue
		}
		t := n.Training
		out.Networks = append(out.Networks, networkJSON{
			Kind: kind, Planes: n.Architecture.Planes, Layers: n.Architecture.Layers, Filters: n.Architecture.Filters,
			Hidden: n.Architecture.Hidden, Parameters: params[kind], Bytes: n.File.Bytes, Half: n.Original != "",
			SHA256: n.File.SHA256, Games: t.Games, Steps: t.Steps, Program: t.Program, Sources: t.Data, Notes: t.Notes,
			Positions: int(max(t.Figures["samples"], t.Figures["positions"])), Seconds: t.Figures["wall_s"],
			Figures: figuresOf(kind, e.Manifest.Board, t.Figures), ONNX: kind == models.Policy || kind == models.Value,
		})
	}
	if _, ok := e.Manifest.Networks[models.Policy]; ok && out.Error == "" {
		out.Player = "search:model=" + e.Dir
		best, err := models.Default(l.room.ModelDirs, e.Manifest.Board)
		out.Default = err == nil && best == e.Dir
	}
	return out
}

// counts are numbers of parameters by the kind of network.
type counts map[string]int

// count reads the weights of a model, unless it has done so before.
func (l *Library) count(e models.Entry) (counts, error) {
	key := ""
	for _, kind := range models.Kinds {
		key += e.Manifest.Networks[kind].File.SHA256 + " "
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if c, ok := l.counts[key]; ok {
		return c, nil
	}
	m, err := models.Open(e.Dir)
	if err != nil {
		return nil, err
	}
	c := counts{}
	for kind, tensors := range m.Weights {
		a := m.Manifest.Networks[kind].Architecture
		if c[kind] = a.Features + a.Shapes; c[kind] == 0 {
			for i := range tensors {
				c[kind] += len(tensors[i].Data)
			}
		}
	}
	if len(l.counts) >= mostCounts {
		clear(l.counts)
	}
	l.counts[key] = c
	return c, nil
}

// mostCounts bounds what is kept of models that may be gone.
const mostCounts = 1000
