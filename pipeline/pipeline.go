package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/cluster/host"
	"github.com/tengen-go/tengen/internal/difference"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/pipeline/stages"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/reinforce"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
)

// Options are the surroundings of a chain: its folder and who hears of its progress.
type Options struct {
	// Dir is the folder of the chain, made if need be.
	Dir string
	// Redo and Until are as in [stages.Chain].
	Redo  bool
	Until string
	// Name is what the file of the configuration is called.
	Name string
	// Changes are games and settings that take the place of the file's, as arguments of the
	// command, for the report and the model's card.
	Changes []string
	// Threads is how many goroutines work, at least 1.
	Threads int
	// Device is where networks are computed; nil for the CPU.
	Device nets.Device
	// Program is the version of tengen, for the records.
	Program string
	// Players makes players of strings; player.Players() if nil.
	Players player.Registry
	// Hub is where the games are played.
	Hub Hub
	// Watch hears how far things are.
	Watch Watch
	// Now is the clock; time.Now if nil.
	Now func() time.Time
}

// Watch hears how far a chain is; each of its functions may be nil.
type Watch struct {
	// Stage begins number of so many, or says that it was done before.
	Stage func(number, of int, s *stages.Stage, done bool)
	// Progress is how far a task is that is no training.
	Progress func(Progress)
	// Training is the state of a training.
	Training func(measure.Report)
	// Reinforce is the state of the self-play of a policy network.
	Reinforce func(reinforce.Config, reinforce.Report)
	// Notice is a sentence that people should see.
	Notice func(string)
	// Fault is a sentence about a device that failed, which people must see; nil for Notice.
	Fault func(string)
}

// Progress is how far a task is: what is done, of a total that may not be known yet (0), in
// units such as "games". The label may change with it, the task is always called the same.
type Progress struct {
	Task, Label string
	// Done of Total units are done, Before of them by an earlier session.
	Before, Done, Total int64
	Unit                string
}

// progress reports on a task by its name.
func (w *work) progress(task string, done, total int64, unit string) {
	w.opt.Watch.Progress(Progress{task, task, 0, done, total, unit})
}

// Names of the stages and of their folders.
const (
	DataStage       = "data"
	RolloutStage    = "rollout"
	PolicyStage     = "policy"
	ReinforceStage  = "reinforce"
	ValueDataStage  = "valuedata"
	ValueStage      = "value"
	JudgementStage  = "judgement"
	ModelStage      = "model"
	TuningStage     = "tuning"
	TournamentStage = "tournament"
)

// fullPlayer is the name of the finished player in the tournament.
const fullPlayer = "everything"

// Files of a chain's folder.
const (
	GamesName      = "games" + record.PackedExtension // in the folder of the data
	ReportName     = "report.html"
	ReportJSONName = "report.json"
)

// work is a chain under way.
type work struct {
	cfg   Config
	opt   Options
	chain stages.Chain
	games *record.Set // of the data stage, once it is read
	host  *host.Host  // nil until a stage wants games
}

// Run does the stages of a chain that are not done yet; see [stages.Chain.Run] and the package's
// comment for what it leaves in opt.Dir. When ctx ends it returns an error that wraps
// ctx's; the same call goes on.
func Run(ctx context.Context, cfg Config, opt Options) (_ *Report, err error) {
	if err := opt.tryFolder(); err != nil {
		return nil, err
	}
	w, err := newWork(ctx, cfg, opt)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.closeHub(err == nil && opt.Until == "")) }()
	for i := range kinds {
		if try := kinds[i].try; try != nil {
			if err := try(w); err != nil {
				return nil, err
			}
		}
	}
	if err := w.openHub(ctx); err != nil {
		return nil, err
	}
	if err := w.chain.Run(ctx); err != nil {
		return nil, err
	}
	return w.writeReport(ctx)
}

// tryFolder refuses the folder of another run: the files of a chain would be lost among its files. It refuses a folder
// that player strings cannot hold, too: the players of the chain have their models there.
func (o *Options) tryFolder() error {
	if model := filepath.Join(o.Dir, ModelStage); !options.Holds(model) {
		return &ConfigError{
			fmt.Errorf("%q: the path of a model there does not fit into a player string: choose a folder without a "+
				"comma, and without a space at its beginning, with -o", o.Dir),
		}
	}
	for _, name := range []string{models.ManifestName, session.MetricsName, match.MatchName} {
		if _, err := os.Stat(filepath.Join(o.Dir, name)); err == nil {
			return &ConfigError{
				fmt.Errorf("%s is the folder of another run (it has a %s): choose one for the chain alone with -o",
					o.Dir, name),
			}
		}
	}
	return o.tryReport()
}

// tryReport refuses a folder with a report that is no chain's: it is somebody else's.
func (o *Options) tryReport() error {
	entries, _ := os.ReadDir(o.Dir) // what cannot be read has no report to lose, and fails later
	report := ""
	for _, e := range entries {
		if _, err := os.Stat(filepath.Join(o.Dir, e.Name(), stages.RecordName)); err == nil {
			return nil
		}
		if e.Name() == ReportName || e.Name() == ReportJSONName {
			report = e.Name()
		}
	}
	var own Report
	text, err := os.ReadFile(filepath.Join(o.Dir, ReportJSONName))
	if err == nil && json.Unmarshal(text, &own) == nil && own.Program != "" && len(own.Stages) > 0 {
		return nil // its only stage was removed, so that it is done again
	}
	if report != "" {
		return &ConfigError{
			fmt.Errorf("%s has a %s, and no stage of a chain: it would be written over; choose another folder with -o",
				o.Dir, report),
		}
	}
	return nil
}

func newWork(ctx context.Context, cfg Config, opt Options) (*work, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	opt.complete()
	w := &work{cfg: cfg, opt: opt}
	all, err := w.stages(ctx)
	if err != nil {
		return nil, err
	}
	w.chain = stages.Chain{
		Dir: opt.Dir, Program: opt.Program, Redo: opt.Redo, Until: opt.Until, Now: opt.Now,
		Stages: all,
	}
	if err := w.chain.CheckUntil(); err != nil {
		return nil, &ConfigError{err}
	}
	w.chain.After = func() error {
		_, err := w.writeReport(ctx)
		return err
	}
	of := len(w.chain.Wanted())
	w.chain.Begin = func(number int, s *stages.Stage, done bool) {
		opt.Watch.Stage(number, of, s, done)
		if done {
			w.abandon(ctx, s.Name)
		}
	}
	return w, nil
}

// complete puts what does nothing where nothing is set.
func (o *Options) complete() {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Players == nil {
		o.Players = player.Players()
	}
	o.Threads = max(1, o.Threads)
	if o.Device == nil {
		o.Device = nets.CPU{}
	}
	w := &o.Watch
	if w.Stage == nil {
		w.Stage = func(int, int, *stages.Stage, bool) {}
	}
	if w.Progress == nil {
		w.Progress = func(Progress) {}
	}
	if w.Training == nil {
		w.Training = func(measure.Report) {}
	}
	if w.Reinforce == nil {
		w.Reinforce = func(reinforce.Config, reinforce.Report) {}
	}
	if w.Notice == nil {
		w.Notice = func(string) {}
	}
	if w.Fault == nil {
		w.Fault = w.Notice
	}
}

// path is a file in the folder of a stage.
func (w *work) path(stage string, names ...string) string {
	return filepath.Join(append([]string{w.opt.Dir, stage}, names...)...)
}

// training is the provenance of what is trained here.
func (w *work) training(data ...string) models.Training {
	return models.Training{Program: w.opt.Program, Data: data, Figures: models.HeldOut(true)}
}

// allGames are the games of the data stage.
func (w *work) allGames(ctx context.Context) (*record.Set, error) {
	if w.games == nil {
		set, _, err := record.Read(ctx, []string{w.path(DataStage, GamesName)}, record.Options{Threads: w.opt.Threads})
		if err != nil {
			return nil, err
		}
		w.games = set
	}
	return w.games, nil
}

// sortedKeys are the keys of a map, in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// parts are the games to learn from and those held out, with their planes.
func (w *work) parts(ctx context.Context, planes features.Planes) (learn, held *sample.Data, err error) {
	games, err := w.allGames(ctx)
	if err != nil {
		return nil, nil, err
	}
	learnSet, heldSet := sample.Divide(games)
	if learn, err = sample.NewData(learnSet, planes); err != nil {
		return nil, nil, err
	}
	held, err = sample.NewData(heldSet, planes)
	return learn, held, err
}

// decisive are the fields of a configuration that decide a result.
func decisive(config any) map[string]any {
	return difference.Settings(config).(map[string]any)
}

// expected says nothing of a training that begins: in a chain that is no news.
func expected(string) {}
