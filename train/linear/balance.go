package linear

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/internal/splitmix"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
)

// BalanceResult is what a run has come to.
type BalanceResult struct {
	Steps   int64
	Elapsed time.Duration
	// Before and After are mean squared errors of the playouts' mean outcome, on the scale
	// from −1 to 1, over the held-out positions; nil without such.
	Before, After *float64
	HeldOut       int
	Policy        *rollout.Policy
}

// balanceVersion is raised when a run chooses other positions, or gives them other references.
const balanceVersion = 1

// balanceState is what a checkpoint holds in addition to the policy and the references.
type balanceState struct {
	Version int           `json:"version"` // balanceVersion
	Config  BalanceConfig `json:"config"`
	Data    string        `json:"data"`
	Init    string        `json:"init"`
	Step    int64         `json:"step"`
	Elapsed time.Duration `json:"elapsed_ns"`
	Window  float64       `json:"window"` // sum of squared errors of the last steps
	Summed  int64         `json:"summed"` // how many steps these are
	Before  *float64      `json:"before,omitempty"`
	After   *float64      `json:"after,omitempty"`
}

// balanceRun is a run in progress.
type balanceRun struct {
	cfg        BalanceConfig
	opt        Options
	init       string
	parts      [2]*sample.Data // to learn from, held out
	places     [2][]place
	references [2][]float32
	policy     *rollout.Policy
	balancer   *balancer
	state      balanceState

	*session.Session[measure.Metric, *measure.Metric]
}

// BalanceInput is what simulation balancing begins with.
type BalanceInput struct {
	// The positions of Train are balanced, those of HeldOut measured. HeldOut may be nil.
	Train, HeldOut *sample.Data
	// Init is the rollout policy to begin with, InitSHA256 the hash of its file.
	Init       *rollout.Policy
	InitSHA256 string
}

// Balance makes the playouts of a rollout policy fairer by simulation balancing, on positions of
// games, and adds the policy to the model in opt.Dir. in.Init is not changed. opt.Counting is called
// with the references found. Otherwise it is like [Rollout].
func Balance(ctx context.Context, cfg BalanceConfig, in BalanceInput, opt Options) (BalanceResult, error) {
	r := &balanceRun{
		cfg:    cfg,
		opt:    opt.Complete(),
		init:   in.InitSHA256,
		parts:  [2]*sample.Data{in.Train, in.HeldOut},
		policy: in.Init,
	}
	defer func() { r.Close() }()
	if err := r.prepare(); err != nil {
		return BalanceResult{}, err
	}
	err := r.Conclude(ctx, r.loop(ctx), r.checkpoint, r.finish, nil, session.ErrNotFinite)
	return r.result(), err
}

func (r *balanceRun) prepare() error {
	if err := r.cfg.Validate(); err != nil {
		return err
	}
	learn, held := r.parts[0], r.parts[1]
	if r.policy.Kind() != rollout.KindRollout {
		return fmt.Errorf("simulation balancing is for a %s policy, not for a %s policy",
			rollout.KindRollout, r.policy.Kind())
	}
	if learn.Len() == 0 {
		return fmt.Errorf("%w to train on: all games were filtered out or hold no moves", sample.ErrNoPositions)
	}
	if err := CheckRolloutDir(r.opt.Dir, rollout.KindRollout, r.opt.Resume); err != nil {
		return err
	}
	// The weights are changed in place, and those given are the caller's.
	p, err := rollout.NewPolicy(r.policy.Kind(), r.policy.Patterns(), append([]float32(nil), r.policy.Weights()...))
	if err != nil {
		return err
	}
	r.policy = p
	var other sample.Source
	if held != nil {
		other = held
	}
	for part, want := range [2]int{r.cfg.Positions, r.cfg.HeldOut} {
		if d := r.parts[part]; d != nil {
			if want == 0 { // of held-out positions it is all
				want = math.MaxInt32
			}
			seed := r.cfg.Seed*splitmix.Golden + uint64(part)
			if r.places[part], err = choosePlaces(&d.Positions, want, seed, r.refers(d)); err != nil {
				return err
			}
		}
	}
	if r.count(0) == 0 {
		return fmt.Errorf("%w to train on: the result of no game is known; --reference %s needs none",
			sample.ErrNoPositions, ReferenceSearch)
	}
	r.state = balanceState{Version: balanceVersion, Config: r.cfg, Data: sample.Fingerprint(learn, other), Init: r.init}
	dir := RolloutDir(r.opt.Dir, rollout.KindRollout)
	if r.Session, err = session.Open[measure.Metric](dir, session.Length{Steps: r.cfg.Steps}, r.opt); err != nil {
		return err
	}
	fresh, err := r.Restore(r.opt.Resume, r.restore, session.NoWeights(r.opt.Dir, string(rollout.KindRollout)))
	if err != nil {
		return err
	}
	r.balancer = newBalancer(r.policy)
	at := session.At{Step: r.state.Step, Evaluated: -1, Units: r.state.Step, Elapsed: r.state.Elapsed}
	if err := r.Begin(at); err != nil {
		return err
	}
	if fresh {
		return r.checkpoint()
	}
	return nil
}

// count is how many positions of a part are used.
func (r *balanceRun) count(part int) int { return len(r.places[part]) }

// place is a labelled position: the k-th of a game.
type place struct{ game, k int }

// refers says which games have a reference. The outcome of a game that has none is no draw, and one by the clock or by
// a ruling says nothing about the positions.
func (r *balanceRun) refers(d *sample.Data) func(game int) bool {
	return func(game int) bool {
		if r.cfg.Reference != ReferenceOutcome {
			return true
		}
		switch result := d.Game(game).Result; result.Ending {
		case record.Drawn:
			return true
		case record.Time, record.Forfeit:
			return false
		default:
			return result.Decided()
		}
	}
}

// choosePlaces draws want positions of the games that are to be taken: one of every game in random order, then a
// second one of every game that has one, and so on. There are fewer if the games have no more.
func choosePlaces(p *sample.Positions, want int, seed uint64, take func(game int) bool) ([]place, error) {
	all := int64(0)
	for i := range p.Games() {
		if take(i) {
			all += p.Count(i)
		}
	}
	if all == 0 {
		return nil, nil
	}
	want = int(min(int64(want), all))
	games, err := sample.NewPermutation(int64(p.Games()), splitmix.Mix(seed))
	if err != nil {
		return nil, err
	}
	places := make([]place, 0, want)
	for round := int64(0); ; round++ {
		for i := range p.Games() {
			if len(places) == want {
				return places, nil
			}
			game := int(games.At(int64(i)))
			n := p.Count(game)
			if round >= n || !take(game) {
				continue
			}
			within, err := sample.NewPermutation(n, splitmix.Mix(seed+uint64(game+1)*splitmix.Golden))
			if err != nil {
				return nil, err
			}
			places = append(places, place{game, int(within.At(round))})
		}
	}
}

// position sets pos to the i-th position of a part and returns its game.
func (r *balanceRun) position(part, i int, pos *board.Position) (record.Game, error) {
	d, at := r.parts[part], r.places[part][i]
	cursor := d.NewCursor()
	found, game, _, err := cursor.At(at.game, at.k)
	if err != nil {
		return record.Game{}, err
	}
	*pos = *found
	return *game, nil
}

// refer finds the references of all positions, for Black, behind those that a run before found.
func (r *balanceRun) refer(ctx context.Context) error {
	total := int64(r.count(0) + r.count(1))
	done := int64(len(r.references[0]) + len(r.references[1]))
	if done == total {
		return nil
	}
	for part := range r.parts {
		for i := len(r.references[part]); i < r.count(part); i++ {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if every := r.cfg.CheckpointInterval; every > 0 && r.Since() >= every {
				if err := r.checkpoint(); err != nil {
					return err
				}
			}
			r.opt.Counting(done, total)
			done++
			var pos board.Position
			game, err := r.position(part, i, &pos)
			if err != nil {
				return err
			}
			value := 0.0
			if r.cfg.Reference == ReferenceSearch {
				seed := splitmix.Mix(r.cfg.Seed + uint64(done)*splitmix.Golden)
				value, err = searchValue(ctx, &pos, game.CountKomi(), r.cfg.SearchPlayouts, seed)
				if err = cmp.Or(err, ctx.Err()); err != nil { // a search that was stopped has a value, too
					return err
				}
			} else if game.Result.Decided() {
				value = 3 - 2*float64(game.Result.Winner) // 1 for Black, −1 for White
			}
			r.references[part] = append(r.references[part], float32(value))
		}
	}
	r.opt.Counting(total, total)
	return ctx.Err()
}

func (r *balanceRun) loop(ctx context.Context) error {
	schedule := session.Schedule{Kind: "linear", Peak: r.cfg.Rate, Floor: 0.05}
	s, n := &r.state, int64(r.count(0))
	if err := r.Measure(func() error { return r.refer(ctx) }); err != nil {
		return err
	}
	if s.Before == nil {
		var err error
		if s.Before, err = r.measure(ctx); err != nil {
			return err
		}
	}
	for r.Fraction(s.Step) < 1 {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		rate := schedule.Rate(session.Progress{Step: s.Step, Fraction: float64(s.Step) / float64(r.cfg.Steps)})
		perm, err := sample.NewPermutation(n, splitmix.Mix(r.cfg.Seed*splitmix.Golden+uint64(s.Step/n)))
		if err != nil {
			return err
		}
		reference, err := r.sample(0, int(perm.At(s.Step%n)), splitmix.Mix(uint64(s.Step)+1))
		if err != nil {
			return err
		}
		s.Window += r.balancer.squaredError(reference)
		s.Summed++
		r.balancer.descend(reference, rate)
		s.Step++
		if err := r.log(rate); err != nil {
			return err
		}
		if i := r.cfg.CheckpointInterval; i > 0 && r.Since() >= i {
			if err := r.checkpoint(); err != nil {
				return err
			}
		}
	}
	var err error
	if s.After == nil {
		s.After, err = r.measure(ctx)
	}
	return err
}

// sample plays the games from a position and returns its reference.
func (r *balanceRun) sample(part, i int, seed uint64) (reference float64, err error) {
	var pos board.Position
	game, err := r.position(part, i, &pos)
	if err != nil {
		return 0, err
	}
	rand := board.NewRand(splitmix.Mix(r.cfg.Seed*splitmix.Golden ^ seed))
	r.balancer.sample(&pos, game.CountKomi(), r.cfg.Playouts, &rand)
	return float64(r.references[part][i]), nil
}

// measure is the mean squared error over the held-out positions, nil without such.
func (r *balanceRun) measure(ctx context.Context) (*float64, error) {
	n := r.count(1)
	if n == 0 {
		return nil, nil
	}
	sum := 0.0
	err := r.Measure(func() error {
		for i := range n {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			reference, err := r.sample(1, i, ^uint64(i))
			if err != nil {
				return err
			}
			sum += r.balancer.squaredError(reference)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	sum /= float64(n)
	return &sum, nil
}

func (r *balanceRun) log(rate float64) error {
	s := &r.state
	p := measure.Report{Step: s.Step, Fraction: r.Fraction(s.Step), Elapsed: r.Elapsed()}
	p.PerSecond, p.Left = r.PerSecond(s.Step), r.Left(s.Step)
	p.Loss = s.Window / float64(s.Summed)
	if s.Step%r.cfg.LogEvery == 0 || s.Step == r.cfg.Steps {
		m := measure.Metric{
			Kind:      session.KindTrain,
			Step:      s.Step,
			Samples:   s.Step,
			Epoch:     float64(s.Step) / float64(r.count(0)),
			Wall:      p.Elapsed.Seconds(),
			Loss:      interval.Exact(p.Loss),
			Rate:      rate,
			PerSecond: p.PerSecond,
		}
		s.Window, s.Summed = 0, 0
		if err := r.Write(m); err != nil {
			return err
		}
		p.Metric = &m
	}
	r.opt.Report(p)
	return nil
}

// referencesNames are the tensors of a checkpoint in addition to the policy.
var referencesNames = [2]string{"references", "references_held_out"}

func (r *balanceRun) checkpoint() error {
	r.state.Elapsed = r.Elapsed()
	return r.Checkpoint(func(dir string) error {
		extra, err := json.Marshal(&r.state)
		if err != nil {
			return err
		}
		var references []models.Tensor
		for part, values := range r.references {
			references = append(references, models.Tensor{
				Name:  referencesNames[part],
				Shape: []int{len(values)},
				Data:  values,
			})
		}
		return models.SaveCheckpoint(dir, models.Checkpoint{
			Step: uint64(r.state.Step), Weights: r.policy.Tensors(), Optimizer: references, Extra: extra,
		})
	})
}

func (r *balanceRun) restore(dir string) (damaged []string, err error) {
	var saved balanceState
	c, damaged, err := session.Recover(dir, &saved)
	if err != nil {
		return damaged, err
	}
	if saved.Version != balanceVersion {
		return damaged, fmt.Errorf("%w: another version of the program began it: begin anew in another folder",
			session.ErrOther)
	}
	if err := session.Same(&saved.Config, &r.cfg, "another folder"); err != nil {
		return damaged, err
	}
	if saved.Data != r.state.Data || saved.Init != r.state.Init {
		return damaged, fmt.Errorf("%w: it has other games or began from other weights", session.ErrOther)
	}
	if r.policy, err = rollout.FromTensors(rollout.KindRollout, c.Weights); err != nil {
		return damaged, fmt.Errorf("weights of the checkpoint: %w", err)
	}
	for part, name := range referencesNames {
		t, ok := models.Find(c.Optimizer, name)
		if !ok || len(t.Data) > r.count(part) || len(t.Data) < r.count(part) && saved.Step > 0 {
			return damaged, fmt.Errorf("the checkpoint has no %s of %d positions", name, r.count(part))
		}
		r.references[part] = t.Data
	}
	saved.Config = r.cfg
	r.state = saved
	return damaged, nil
}

// finish adds the policy to the model.
func (r *balanceRun) finish() error {
	s := &r.state
	t := r.opt.Training
	t.Steps, t.Batch, t.Seed, t.Games, t.Parent = uint64(s.Step), r.cfg.Playouts, r.cfg.Seed, r.parts[0].Games(), r.init
	t.Notes = fmt.Sprintf("simulation balancing on %d positions, reference %s, rate %v; board %d",
		r.count(0), r.cfg.Reference, r.cfg.Rate, r.parts[0].Board())
	t.Figures = map[string]float64{"wall_s": s.Elapsed.Seconds()}
	maps.Copy(t.Figures, r.opt.Training.Figures)
	if s.Before != nil && s.After != nil {
		t.Figures["mse_before"], t.Figures["mse"] = *s.Before, *s.After
		t.Figures["heldout_positions"] = float64(r.count(1))
	}
	return rollout.Save(r.opt.Dir, r.policy, t)
}

func (r *balanceRun) result() BalanceResult {
	s := &r.state
	return BalanceResult{
		Steps:   s.Step,
		Elapsed: s.Elapsed,
		Before:  s.Before,
		After:   s.After,
		HeldOut: r.count(1),
		Policy:  r.policy,
	}
}
