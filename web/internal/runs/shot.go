package runs

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/pipeline/stages"
)

// shotJSON is all that a page shows of a run. A stream leaves out of it what has not changed.
type shotJSON struct {
	runJSON
	Job      string                     `json:"job,omitempty"`
	Progress *progressJSON              `json:"progress,omitempty"`
	Stages   []stageJSON                `json:"stages"`
	Report   bool                       `json:"report"`
	Models   []modelJSON                `json:"models"`
	Fault    string                     `json:"fault,omitempty"`
	Settings *string                    `json:"settings,omitempty"`
	Asked    *wish                      `json:"asked,omitempty"`
	Curves   map[string]json.RawMessage `json:"curves,omitempty"`
	Examples json.RawMessage            `json:"examples,omitempty"`
	Log      *string                    `json:"log,omitempty"`
}

// progressJSON is how far the training is that is under way.
type progressJSON struct {
	Stage string  `json:"stage"`
	Step  int64   `json:"step"`
	Steps int64   `json:"steps,omitempty"` // 0: unknown
	Rate  float64 `json:"rate"`            // positions a second; of reinforcement learning, games
	Left  float64 `json:"left,omitempty"`  // seconds, of this training; 0: unknown
	Share float64 `json:"share,omitempty"` // of this training, 0 to 1
}

// modelJSON is a model that a run has made.
type modelJSON struct {
	Name   string   `json:"name"`
	Player string   `json:"player"`
	Size   int      `json:"size"`
	Komi   *float64 `json:"komi,omitempty"`
}

// since is the shot without the large parts that another one has as well.
func (s *shotJSON) since(before *shotJSON) *shotJSON {
	out := *s
	same := func(a, b *string) bool { return a != nil && b != nil && *a == *b }
	if same(s.Settings, before.Settings) {
		out.Settings, out.Asked = nil, nil
	}
	if same(s.Log, before.Log) {
		out.Log = nil
	}
	if bytes.Equal(s.Examples, before.Examples) {
		out.Examples = nil
	}
	out.Curves = map[string]json.RawMessage{}
	for name, c := range s.Curves {
		if !bytes.Equal(c, before.Curves[name]) {
			out.Curves[name] = c
		}
	}
	return &out
}

// shot is a run as it is now.
func (p *Part) shot(name string) (*shotJSON, error) {
	r, err := p.find(name)
	if err != nil {
		return nil, err
	}
	s := &shotJSON{
		runJSON: p.head(r), Stages: r.stages, Report: plain(r.path(reportName)), Curves: map[string]json.RawMessage{},
	}
	if s.Stages == nil {
		s.Stages = []stageJSON{}
	}
	text := ""
	var file map[string]any
	if raw, err := readPlain(r.path(settingsName)); err == nil {
		text = string(raw)
		if toml.Unmarshal(raw, &file) != nil {
			file = nil // the command says what is wrong with it
		}
	}
	s.Settings, s.Asked = &text, r.asked(file)
	log := ""
	if r.hasJob {
		s.Job = r.job.ID
		if log, err = p.Jobs.Log(r.job.ID); err != nil {
			return nil, err
		}
	}
	s.Log = &log
	curves, err := p.curves(r)
	if err != nil {
		s.Fault = err.Error()
	}
	for _, name := range slices.Sorted(maps.Keys(curves)) {
		s.Curves[name] = curves[name].points
	}
	if s.Examples, err = p.examples(r); err != nil {
		s.Fault = err.Error()
	}
	s.Progress = p.progress(r, file, curves)
	s.Models = r.models(file)
	return s, nil
}

// progress is how far the stage is that is under way, if it is a training.
func (p *Part) progress(r *run, file map[string]any, curves map[string]*curve) *progressJSON {
	if r.job.State.Ended() || !r.hasJob {
		return nil
	}
	for _, s := range r.stages {
		if s.Done || !s.Begun {
			continue
		}
		out := &progressJSON{Stage: s.Name}
		if s.Name == "rollout" {
			p.rolloutProgress(out, r, file, curves)
			return out
		}
		c := curves[s.Name]
		if c == nil {
			return out
		}
		out.Step, out.Rate = c.last.Step, c.speed
		section, _ := file[s.Name].(map[string]any)
		steps, hasSteps := section["steps"].(int64)
		if u, ok := section["updates"].(int64); ok {
			steps, hasSteps = u, true
		}
		length, isTime := p.length(s.Name, section)
		switch {
		case hasSteps && steps > 0 && out.Step > 0:
			out.Steps, out.Share = steps, min(1, float64(out.Step)/float64(steps))
			out.Left = c.last.Wall * float64(max(0, steps-out.Step)) / float64(out.Step)
		case isTime && length > 0:
			out.Left, out.Share = max(0, length-c.last.Wall), min(1, c.last.Wall/length)
		}
		return out
	}
	return nil
}

// rolloutProgress is how far the stage is that learns two policies, one after the other. Without a length of their
// own both go once through the games, which the data stage has counted.
func (p *Part) rolloutProgress(out *progressJSON, r *run, file map[string]any, curves map[string]*curve) {
	for i, name := range []string{"rollout", "tree"} {
		c := curves[name]
		if c == nil {
			return
		}
		section, _ := file[name].(map[string]any)
		share := 0.0
		if length, isTime := p.length(name, section); isTime && length > 0 {
			share = c.last.Wall / length
		} else if games := r.lengthInGames(section); games > 0 {
			share = float64(c.last.Step) / games
		}
		out.Step, out.Rate, out.Share = c.last.Step, c.speed, (float64(i)+min(1, share))/2
	}
}

// lengthInGames is the length of the training of a linear policy, in games; 0 if nobody knows.
func (r *run) lengthInGames(section map[string]any) float64 {
	if steps, ok := section["steps"].(int64); ok {
		return float64(steps)
	}
	var record struct {
		Figures struct {
			Stats struct {
				Games float64 `json:"games"`
			} `json:"stats"`
		} `json:"figures"`
	}
	text, err := readPlain(r.path("data", stages.RecordName))
	if err != nil || json.Unmarshal(text, &record) != nil {
		return 0
	}
	games := record.Figures.Stats.Games
	switch epochs := section["epochs"].(type) {
	case float64:
		return epochs * games
	case int64:
		return float64(epochs) * games
	}
	return games
}

// length is the time that a training takes by its settings, in seconds, if it is bounded by time.
func (p *Part) length(stage string, section map[string]any) (seconds float64, ok bool) {
	text, given := section["time"].(string)
	if _, epochs := section["epochs"]; epochs && !given {
		return 0, false
	}
	if !given {
		for _, s := range p.Form.Settings {
			if s.Section == stage && s.Name == "time" {
				text = s.Default
			}
		}
	}
	d, err := time.ParseDuration(text)
	return d.Seconds(), err == nil
}

// models are those of a run that can play.
func (r *run) models(file map[string]any) []modelJSON {
	out := []modelJSON{}
	komi := 7.5
	switch k := file["komi"].(type) {
	case float64:
		komi = k
	case int64:
		komi = float64(k)
	}
	add := func(name, kind, dir string) {
		if fit(filepath.Join(dir, models.ManifestName)) != nil {
			return
		}
		m, err := models.ReadManifest(dir)
		if _, ok := m.Networks[models.Policy]; err != nil || !ok {
			return
		}
		model := modelJSON{Name: name, Player: kind + ":model=" + dir, Size: m.Board}
		if r.kind == kindPipeline {
			model.Komi = &komi
		}
		out = append(out, model)
	}
	if r.kind == kindTraining {
		add("policy", "policy", r.dir)
		return out
	}
	add("model", "search", r.path("model"))
	add("reinforce", "policy", r.path("reinforce"))
	add("policy", "policy", r.path("policy"))
	return out
}

// logGrew says whether the log of a run's job may have grown: whether it runs.
func (p *Part) logGrew(name string) bool {
	j, ok := p.Jobs.Of(name)
	return ok && !j.State.Ended()
}
