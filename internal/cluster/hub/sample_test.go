package hub_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/trust"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/nets"
)

// fraud is self-play whose worker cheats as long as it wants to.
type fraud struct {
	*work.Selfplay
	honest *work.Selfplay
	model  []byte // another network, which it plays with; nil for the right one
	cheats func() bool
}

// Play plays legal games that nobody has asked for.
func (f fraud) Play(ctx context.Context, tools work.Tools, next func() (int, bool), done func(int, []byte) error) error {
	if !f.cheats() {
		return f.honest.Play(ctx, tools, next, done)
	}
	if f.model != nil {
		tools.Model = func(context.Context, string) ([]byte, error) { return f.model, nil }
	}
	return f.Selfplay.Play(ctx, tools, next, done)
}

// frauds are the kinds of work of a worker that plays with another network, or chooses other moves with the right one.
func frauds(t *testing.T, network bool, cheats func() bool) work.Kinds {
	t.Helper()
	var model []byte
	if network {
		policy, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 12, Filters: 4, Layers: 2}, 5)
		if err != nil {
			t.Fatal(err)
		}
		if model, err = work.PackPolicy(policy); err != nil {
			t.Fatal(err)
		}
	}
	return work.Kinds{{Name: work.KindSelfplay, Read: func(spec json.RawMessage) (work.Work, error) {
		right, err := work.Read(work.KindSelfplay, spec)
		if err != nil {
			return nil, err
		}
		honest := right.(*work.Selfplay)
		other := *honest
		if model == nil {
			other.Players[0].Temperature, other.Players[1].Temperature = 0.3, 0.3
		}
		return fraud{&other, honest, model, cheats}, nil
	}}}
}

// patient is self-play of a worker that lets another one be first.
type patient struct {
	*work.Selfplay
	begin <-chan struct{}
}

func (p patient) Play(ctx context.Context, tools work.Tools, next func() (int, bool), done func(int, []byte) error) error {
	select {
	case <-p.begin:
		return p.Selfplay.Play(ctx, tools, next, done)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// after is the work of honest workers that play from begin on. Without it, they may have played all games before
// another worker has its first ticket.
func after(begin <-chan struct{}) work.Kinds {
	return work.Kinds{{Name: work.KindSelfplay, Read: func(spec json.RawMessage) (work.Work, error) {
		plain, err := work.Read(work.KindSelfplay, spec)
		if err != nil {
			return nil, err
		}
		return patient{plain.(*work.Selfplay), begin}, nil
	}}}
}

// crew is workers of this process, each with a name. All are there before it returns.
type crew struct {
	t    *testing.T
	box  *mailbox.Box
	ctx  context.Context
	runs sync.WaitGroup
	mu   sync.Mutex
	said []string
}

func newCrew(t *testing.T) *crew {
	c := &crew{t: t, box: open(t)}
	var stop context.CancelFunc
	c.ctx, stop = context.WithCancel(t.Context())
	t.Cleanup(func() {
		stop()
		c.runs.Wait()
	})
	return c
}

func (c *crew) add(name string, kinds work.Kinds, done func()) {
	c.runs.Go(func() {
		_ = worker.Run(c.ctx, c.box, worker.Config{
			Name: name, Kinds: kinds, Threads: 1, Done: func(int) { done() },
		})
	})
	until(c.t, name+" is there", func() bool {
		all, err := c.box.Workers(c.ctx)
		return err == nil && all[c.box.Author(name)] != nil
	})
}

func nothing() {}

func (c *crew) report(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.said = append(c.said, text)
}

func (c *crew) text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Join(c.said, "\n")
}

// conduct is that of a worker.
func (c *crew) conduct(name string) trust.Conduct {
	c.t.Helper()
	conduct, err := trust.OpenBook(c.box).Of(c.t.Context(), c.box.Author(name))
	if err != nil {
		c.t.Fatal(err)
	}
	return conduct
}

// A worker that plays legal games with another network, or other moves of the right one, is found out and named, and gets no more
// tickets. None of its games is in the file, which is that of one machine. That is so with two other workers, and with
// one, where the hub decides.
func TestACheatIsFoundOut(t *testing.T) {
	model := modeltest.Folder(t, 5, false)
	want := direct(t, model, 120)
	for _, c := range []struct {
		network bool
		honest  int
	}{{true, 1}, {false, 2}} {
		network, honest := c.network, c.honest
		t.Run(fmt.Sprintf("network %v, %d others", network, honest), func(t *testing.T) {
			c, path := newCrew(t), filepath.Join(t.TempDir(), "hub.tengen")
			delivered := make(chan struct{})
			c.add("cheat", frauds(t, network, func() bool { return true }), sync.OnceFunc(func() { close(delivered) }))
			for i := range honest {
				c.add(fmt.Sprint("honest", i), after(delivered), nothing)
			}
			if err := collect(c.ctx, c.box, path, model, 120, func(j *hub.Job) { j.Report = c.report }); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(read(t, path), want) {
				t.Error("another file")
			}
			if got := c.conduct("cheat"); got.Bad == 0 || got.Barred == "" {
				t.Errorf("%+v", got)
			}
			for i := range honest {
				if got := c.conduct(fmt.Sprint("honest", i)); got.Bad+got.Strikes() > 0 || got.Barred != "" {
					t.Errorf("an honest worker: %+v", got)
				}
			}
			judge := map[int]string{1: "and the hub played"}[honest] // with two others one of them decides
			if said := c.text(); !strings.Contains(said, judge) || !strings.Contains(said, "worker cheat count no more") ||
				!strings.Contains(said, "from the same seeds") || strings.Contains(said, "that were kept") {
				t.Errorf("said:\n%s", said)
			}
		})
	}
}

// A worker that begins to cheat when it is trusted is found out by a later sample. Its games since its last good one
// are played again.
func TestALateCheatIsFoundOut(t *testing.T) {
	model := modeltest.Folder(t, 5, false)
	c, path := newCrew(t), filepath.Join(t.TempDir(), "hub.tengen")
	for _, name := range []string{"late", "honest1", "honest2"} {
		if _, err := trust.OpenBook(c.box).Change(c.ctx, c.box.Author(name), func(c *trust.Conduct) { c.Good = 1 }); err != nil {
			t.Fatal(err)
		}
	}
	var played atomic.Int64
	c.add("late", frauds(t, false, func() bool { return played.Load() > 3 }), func() { played.Add(1) })
	c.add("honest1", work.Plain(), nothing)
	c.add("honest2", work.Plain(), nothing)
	for games := 200; c.conduct("late").Barred == ""; games += 200 {
		if err := collect(c.ctx, c.box, path, model, games, func(j *hub.Job) {
			j.Report, j.Each, j.Share = c.report, 4, 0.3
		}); err != nil {
			t.Fatal(err)
		}
		if games > 4000 {
			t.Fatalf("a cheat is not found out:\n%s", c.text())
		}
	}
	for _, name := range []string{"honest1", "honest2"} {
		if got := c.conduct(name); got.Bad+got.Strikes() > 0 {
			t.Errorf("%+v", got)
		}
	}
	if said := c.text(); !strings.Contains(said, "worker late count no more") {
		t.Errorf("said:\n%s", said)
	}
}

// The games of a worker that is gone are played again as well.
func TestACheatThatIsGoneIsFoundOut(t *testing.T) {
	model := modeltest.Folder(t, 5, false)
	c, path := newCrew(t), filepath.Join(t.TempDir(), "hub.tengen")
	ordering, interrupt := context.WithCancel(c.ctx)
	err := collect(ordering, c.box, path, model, 64, func(j *hub.Job) { j.Issued = interrupt })
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	cheating, leave := context.WithCancel(c.ctx)
	left := 64
	if err := worker.Run(cheating, c.box, worker.Config{
		Name: "cheat", Kinds: frauds(t, false, func() bool { return true }), Threads: 1,
		Done: func(games int) {
			if left -= games; left == 0 {
				leave()
			}
		},
	}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	c.add("honest1", work.Plain(), nothing)
	c.add("honest2", work.Plain(), nothing)
	if err := collect(c.ctx, c.box, path, model, 64, func(j *hub.Job) { j.Report = c.report }); err != nil {
		t.Fatal(err)
	}
	if got := c.conduct("cheat"); got.Barred == "" || !bytes.Equal(read(t, path), direct(t, model, 64)) {
		t.Errorf("%+v; said:\n%s", got, c.text())
	}
}

// Honest workers are not accused, whatever is drawn: every bundle of many runs is played again.
func TestHonestWorkersAreNotAccused(t *testing.T) {
	model := modeltest.Folder(t, 5, false)
	c := newCrew(t)
	for i := range 3 {
		c.add(fmt.Sprint("w", i), work.Plain(), nothing)
	}
	for seed := range uint64(8) {
		path := filepath.Join(t.TempDir(), "hub.tengen")
		if err := collect(c.ctx, c.box, path, model, 100, func(j *hub.Job) {
			j.Report, j.Share, j.Rand = c.report, 1, rand.New(rand.NewPCG(seed, 1))
			j.Run = fmt.Sprint("seed", seed)
		}); err != nil {
			t.Fatal(err)
		}
	}
	good := 0
	for i := range 3 {
		got := c.conduct(fmt.Sprint("w", i))
		good += got.Good
		if got.Bad+got.Strikes() > 0 || got.Barred != "" {
			t.Errorf("%+v", got)
		}
	}
	// At least one a run. How many more are drawn depends on how fast the workers are: 25 to 35 in 34 tries.
	if good < 8 || c.text() != "" {
		t.Errorf("%d samples; said:\n%s", good, c.text())
	}
}

// A worker that takes samples and does not play them, or has nothing to say of them, does not stop a run.
func TestSamplesThatNobodyPlays(t *testing.T) {
	t.Parallel()
	model := modeltest.Folder(t, 5, false)
	want := direct(t, model, 40)
	for name, then := range map[string]func(box *mailbox.Box, me mailbox.Author, task *mailbox.Task){
		"silent": func(*mailbox.Box, mailbox.Author, *mailbox.Task) {},
		"fails": func(_ *mailbox.Box, me mailbox.Author, task *mailbox.Task) {
			_ = task.Fail(context.Background(), me, "no memory")
		},
		"garbage": func(box *mailbox.Box, me mailbox.Author, task *mailbox.Task) {
			_, _ = box.Deliver(context.Background(), task.Address, me, []byte("garbage"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, path := newCrew(t), filepath.Join(t.TempDir(), "hub.tengen")
			c.add("w", work.Plain(), nothing)
			me := c.box.Author("odd")
			stop, err := c.box.Orders(me, func(data []byte) bool {
				k, err := ticket.Decode(data)
				if err != nil {
					t.Error(err)
				}
				go then(c.box, me, c.box.Task(mailbox.Address{Kind: k.Kind, Run: k.Run, Name: k.Name()}, data))
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
			defer stop()
			about, err := json.Marshal(worker.About{
				Version: version.String(), Protocol: ticket.Protocol, Arithmetic: work.Arithmetic(nil), Kinds: work.Plain().Names(),
			})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.box.Announce(c.ctx, me, about, 0); err != nil {
				t.Fatal(err)
			}
			if err := collect(c.ctx, c.box, path, model, 40, func(j *hub.Job) {
				if j.Report = c.report; name == "silent" {
					j.Silence = 200 * time.Millisecond // it takes ten times that to give the sample up
				}
			}); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(read(t, path), want) {
				t.Error("another file")
			}
			if got := c.conduct("w"); got.Bad+got.Strikes() > 0 {
				t.Errorf("%+v", got)
			}
			if got := c.conduct("odd"); (got.Strikes() > 0) != (name == "garbage") {
				t.Errorf("%+v", got)
			}
		})
	}
}

// slow is self-play with games that take long.
type slow struct {
	*work.Selfplay
	each time.Duration
}

func (s slow) Play(ctx context.Context, tools work.Tools, next func() (int, bool), done func(int, []byte) error) error {
	return s.Selfplay.Play(ctx, tools, next, func(game int, data []byte) error {
		time.Sleep(s.each)
		return done(game, data)
	})
}

// Games that take long are confirmed as others are: a sample may take as long as its games do.
func TestSamplesOfSlowGames(t *testing.T) {
	t.Parallel()
	model := modeltest.Folder(t, 5, false)
	c, path := newCrew(t), filepath.Join(t.TempDir(), "hub.tengen")
	kinds := work.Kinds{{Name: work.KindSelfplay, Read: func(spec json.RawMessage) (work.Work, error) {
		plain, err := work.Read(work.KindSelfplay, spec)
		if err != nil {
			return nil, err
		}
		return slow{plain.(*work.Selfplay), 300 * time.Millisecond}, nil
	}}}
	c.add("w1", kinds, nothing)
	c.add("w2", kinds, nothing)
	if err := collect(c.ctx, c.box, path, model, 24, func(j *hub.Job) {
		j.Report, j.Share, j.Silence = c.report, 1, 200*time.Millisecond // ten times that is less than a bundle takes
	}); err != nil {
		t.Fatal(err)
	}
	if c.conduct("w1").Good+c.conduct("w2").Good == 0 { // one at least: a worker has one sample under way at most
		t.Errorf("no good samples; said:\n%s", c.text())
	}
}

// The answer of a worker that was given up counts when it comes while another one is asked.
func TestALateAnswerCounts(t *testing.T) {
	model := modeltest.Folder(t, 5, false)
	c, path := newCrew(t), filepath.Join(t.TempDir(), "hub.tengen")
	c.add("w", work.Plain(), nothing)
	about, err := json.Marshal(worker.About{
		Version: version.String(), Protocol: ticket.Protocol, Arithmetic: work.Arithmetic(nil), Kinds: work.Plain().Names(),
	})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var first mailbox.Author
	asked := 0
	for _, name := range []string{"a", "b"} {
		me := c.box.Author(name)
		stop, err := c.box.Orders(me, func(data []byte) bool {
			mu.Lock()
			defer mu.Unlock()
			switch asked++; asked {
			case 1:
				first = me
			case 2: // the second one never answers, and the first one does now
				late := first
				c.runs.Go(func() { deliver(c, late, data) })
			default:
				return false
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		defer stop()
		if _, err := c.box.Announce(c.ctx, me, about, 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := collect(c.ctx, c.box, path, model, 8, func(j *hub.Job) {
		j.Report, j.Silence = c.report, 200*time.Millisecond
	}); err != nil {
		t.Fatal(err)
	}
	if got := c.conduct("w"); got.Good != 1 {
		t.Errorf("%+v; said:\n%s", got, c.text())
	}
}

// deliver plays the games of an order and brings them in the name of a worker.
func deliver(c *crew, by mailbox.Author, data []byte) {
	k, err := ticket.Decode(data)
	if err != nil {
		c.t.Error(err)
		return
	}
	bundle, err := play(c.ctx, c.box, data, func(*ticket.Bundle) {})
	if err == nil {
		_, err = c.box.Deliver(c.ctx, mailbox.Address{Kind: k.Kind, Run: k.Run, Name: k.Name()}, by, bundle)
	}
	if err != nil {
		c.t.Error(err)
	}
}

// incomparable is work with games that nobody can compare, as when a player was given up in each.
type incomparable struct{ work.Work }

func (incomparable) Essence(int, []byte) (string, error) { return "", nil }

// A sample in which no game can be compared is no good one.
func TestSamplesOfIncomparableGames(t *testing.T) {
	model := modeltest.Folder(t, 5, false)
	c, path := newCrew(t), filepath.Join(t.TempDir(), "hub.tengen")
	c.add("w1", work.Plain(), nothing)
	c.add("w2", work.Plain(), nothing)
	if err := collect(c.ctx, c.box, path, model, 40, func(j *hub.Job) {
		j.Report, j.Work = c.report, incomparable{j.Work}
	}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"w1", "w2"} {
		if got := c.conduct(name); got.Good > 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Workers with other arithmetic are not asked, and people hear that nobody can confirm a worker's games.
func TestOtherArithmeticIsNotCompared(t *testing.T) {
	model := modeltest.Folder(t, 5, false)
	c, path := newCrew(t), filepath.Join(t.TempDir(), "hub.tengen")
	c.add("w", work.Plain(), nothing)
	about, err := json.Marshal(worker.About{
		Version: version.String(), Protocol: ticket.Protocol, Arithmetic: "abacus", Kinds: work.Plain().Names(),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.box.Announce(c.ctx, c.box.Author("other"), about, 0); err != nil {
		t.Fatal(err)
	}
	if err := collect(c.ctx, c.box, path, model, 40, func(j *hub.Job) { j.Report = c.report }); err != nil {
		t.Fatal(err)
	}
	if said := c.text(); strings.Count(said, "no other worker computes as worker w does") != 1 {
		t.Errorf("said:\n%s", said)
	}
}

// More bundles than a worker can have had tickets for are a flood.
func TestAFlood(t *testing.T) {
	model := modeltest.Folder(t, 5, false)
	c, path := newCrew(t), filepath.Join(t.TempDir(), "hub.tengen")
	bad := c.box.Author("bad")
	for i := range 600 {
		a := mailbox.Address{Kind: work.KindSelfplay, Run: "test", Name: fmt.Sprintf("%09d-%d-%d", 1000+i, 1, 0)}
		if _, err := c.box.Deliver(c.ctx, a, bad, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	c.add("w", work.Plain(), nothing)
	if err := collect(c.ctx, c.box, path, model, 40, func(j *hub.Job) { j.Report = c.report }); err != nil {
		t.Fatal(err)
	}
	if got := c.conduct("bad"); got.Refused[trust.Flood] != trust.MaxStrikes || got.Barred == "" {
		t.Errorf("%+v", got)
	}
	if !bytes.Equal(read(t, path), direct(t, model, 40)) {
		t.Error("another file")
	}
}

// When nobody plays, one line says so and why.
func TestNobodyPlays(t *testing.T) {
	model := modeltest.Folder(t, 5, false)
	c, path := newCrew(t), filepath.Join(t.TempDir(), "hub.tengen")
	about, err := json.Marshal(worker.About{Protocol: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.box.Announce(c.ctx, c.box.Author("old"), about, 0); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		ended <- collect(c.ctx, c.box, path, model, 40, func(j *hub.Job) {
			j.Report, j.Silence, j.Idle = c.report, 500*time.Millisecond, 600*time.Millisecond
		})
	}()
	nobodyUntil(t, c, ended, "no worker at the hub plays these games: old is of another version")
}

// When no worker is there from the beginning, people hear of it soon.
func TestNobodyIsThere(t *testing.T) {
	model := modeltest.Folder(t, 5, false)
	c, path := newCrew(t), filepath.Join(t.TempDir(), "hub.tengen")
	ended := make(chan error, 1)
	go func() {
		ended <- collect(c.ctx, c.box, path, model, 40, func(j *hub.Job) { j.Report, j.Idle = c.report, time.Hour })
	}()
	nobodyUntil(t, c, ended, "no worker is at the hub; games go on when one comes")
}

// nobodyUntil waits for a line that says why nobody plays, and for the games that a worker plays then. The line comes
// once.
func nobodyUntil(t *testing.T, c *crew, ended <-chan error, want string) {
	t.Helper()
	until(t, "the line", func() bool { return strings.Contains(c.text(), want) })
	c.add("w", work.Plain(), nothing)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if said := c.text(); strings.Count(said, want) != 1 {
		t.Errorf("said:\n%s", said)
	}
}
