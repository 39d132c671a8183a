package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/selfplay"
)

// The games of a ticket: few enough that many workers have one each.
const ticketsWanted = 200

// Selfplay is games of policies that go to a file.
type Selfplay struct {
	Token   string // file with an owner's token, or the URL of a NATS server
	Output  string // path of the file
	Games   int
	File    *selfplay.File
	Config  selfplay.Config
	About   selfplay.About
	Players []selfplay.Player
	Made    func(*selfplay.Game) // called after each game
	Say     func(format string, args ...any)
}

// Run has the workers of a hub play the games that the file lacks, and finishes it.
func (r *Selfplay) Run(ctx context.Context) error {
	if r.Players == nil {
		return usage.Errorf("--hub is for plain policies: give --black and --white as policy:model=DIR,temperature=T")
	}
	box, err := ownerBox(ctx, r.Token, r.Say)
	if err != nil {
		return err
	}
	defer box.Close()
	defer watch(box, r.Say)()
	w, spec, err := r.specification(ctx, box)
	if err != nil {
		return err
	}
	run, err := runName(r.Output, spec)
	if err != nil {
		return err
	}
	workers, err := box.Workers(ctx)
	if err != nil {
		return err
	}
	if len(workers) == 0 {
		r.Say("no worker is at the hub so far; games begin when one comes (tengen worker)")
	}
	err = hub.Collect(ctx, box, hub.Job{
		Run: run, Work: w, Spec: spec, First: r.File.Set().Len(), Games: r.Games,
		Each:  max(1, min(hub.DefaultEach, r.Games/ticketsWanted)),
		Flush: r.File.Flush,
		Keep: func(_ int, data []byte) error {
			g, err := work.DecodeGame(data)
			if err != nil {
				return err
			}
			if err := r.File.Add(g); err != nil {
				return err
			}
			r.Made(g)
			return nil
		},
		Report: func(text string) { fmt.Fprintln(os.Stderr, text) },
	})
	if err != nil {
		return err
	}
	return r.File.Finish()
}

// specification stores the networks at the hub, and says what workers shall play.
func (r *Selfplay) specification(ctx context.Context, box *mailbox.Box) (*work.Selfplay, json.RawMessage, error) {
	var players [2]work.SelfplayPlayer
	for i, p := range r.About.Players {
		packed, err := work.PackPolicy(p.Name, "")
		if err != nil {
			return nil, nil, err
		}
		digest, err := box.PutModel(ctx, packed)
		if err != nil {
			return nil, nil, err
		}
		players[i] = work.SelfplayPlayer{Model: digest, Temperature: r.Players[i].Temperature}
	}
	w := work.NewSelfplay(r.Config, r.About.MaxU, players)
	spec, err := json.Marshal(w)
	return w, spec, err
}

// runName is the same for the same games in the same file of the same machine.
func runName(output string, spec json.RawMessage) (string, error) {
	path, err := filepath.Abs(output)
	if err != nil {
		return "", err
	}
	host, _ := os.Hostname() // a machine without a name still differs by its path
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s", host, path, spec))
	return hex.EncodeToString(sum[:10]), nil
}
