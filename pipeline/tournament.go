package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/difference"
	"github.com/tengen-go/tengen/internal/spelling"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/pipeline/stages"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
)

// Tournament says how all players that a chain makes meet each other and some others.
type Tournament struct {
	Match

	// Players are the names of the chain's players that play; empty for all.
	Players []string `toml:"players" help:"Which of the players of the chain meet; none: all."`
	// Others are players from outside the chain, as names and player strings.
	Others map[string]string `toml:"others" help:"More players, as names and player strings."`
}

// Component is a player of the tournament.
type Component struct {
	Name  string `json:"name"`
	About string `json:"about"`
	Text  string `json:"player"`
	// Prior, Value and Rollouts are the parts of a search, as the paper's table has them.
	Prior    string `json:"prior,omitempty"`
	Value    bool   `json:"value"`
	Rollouts bool   `json:"rollouts"`
	// Paper is the Elo of the same parts in Silver et al. 2016, Extended Data Table 7; 0 if
	// they are not in it.
	Paper float64 `json:"paper_elo,omitempty"`
}

// TournamentFigures are who played, and what came of it.
type TournamentFigures struct {
	Players  []Component      `json:"players"`
	Standing *rating.Standing `json:"standing"`
}

// components are the players of the tournament.
func (w *work) components(tuned string) []Component {
	budget := w.cfg.Tournament().budget()
	rest := "model=" + placeholder(ModelStage) + "," + budget
	with := func(more string) options.Spec {
		return options.Spec{Kind: player.KindSearch, Rest: rest + more + tuned}
	}
	// Weights of playouts mean nothing to a search without one of the two.
	without := func(more string) string { return with(more).Without("lambda").Text() }
	return []Component{
		{Name: "random", About: "random moves, but none into own eyes", Text: "random"},
		{Name: "flat", About: "flat Monte-Carlo", Text: "playouts:" + budget},
		{Name: "uct", About: "UCT with virtual experience", Text: "uct:" + budget},
		{Name: "rave", About: "MC-RAVE with virtual experience", Text: "rave:" + budget},
		{
			Name:  "sl",
			About: "policy network from the games, without search",
			Text:  "policy:model=" + placeholder(PolicyStage),
			Prior: "policy",
			Paper: 1517,
		},
		{
			Name:  "rl",
			About: "policy network after self-play, without search",
			Text:  "policy:model=" + placeholder(ReinforceStage),
			Prior: "policy, self-play",
		},
		{
			Name:     "tree+rollouts",
			About:    "search without networks",
			Text:     without(",prior=tree,value=off"),
			Prior:    "tree",
			Rollouts: true,
			Paper:    1457,
		},
		{
			Name:  "tree+value",
			About: "search with the value network alone",
			Text:  without(",prior=tree,playout=none"),
			Prior: "tree",
			Value: true,
			Paper: 1655,
		},
		{
			Name:     "tree+value+rollouts",
			About:    "search with value network and playouts",
			Text:     with(",prior=tree").Text(),
			Prior:    "tree",
			Value:    true,
			Rollouts: true,
			Paper:    2077,
		},
		{
			Name:     "policy+rollouts",
			About:    "search with policy network and playouts",
			Text:     without(",value=off"),
			Prior:    "policy",
			Rollouts: true,
			Paper:    2416,
		},
		{
			Name:  "policy+value",
			About: "search with both networks, no playouts",
			Text:  without(",playout=none"),
			Prior: "policy",
			Value: true,
			Paper: 2177,
		},
		{
			Name:     fullPlayer,
			About:    "search with both networks and playouts: the finished player",
			Text:     with("").Text(),
			Prior:    "policy",
			Value:    true,
			Rollouts: true,
			Paper:    2890,
		},
	}
}

// ahead are the players that came out above the finished one; none if that did not play.
func (w *work) ahead(t *TournamentFigures) (ahead []Ahead) {
	if t == nil || t.Standing == nil {
		return nil
	}
	full := slices.IndexFunc(t.Standing.Players, func(p rating.Rating) bool { return p.Name == fullPlayer })
	if full < 0 {
		return nil
	}
	for _, r := range t.Standing.Players[:full] {
		if math.Round(r.Elo) == math.Round(t.Standing.Players[full].Elo) {
			continue // level with it, for all that the table says
		}
		if i := slices.IndexFunc(t.Players, func(c Component) bool { return c.Name == r.Name }); i >= 0 {
			text := t.Players[i].Text
			if strings.HasPrefix(text, "search:") { // as strong as there is time, not as in the tournament
				if spec, err := options.Parse("player", text); err == nil {
					text = spec.Without(w.cfg.Tournament().limits()...).Text()
				}
			}
			ahead = append(ahead, Ahead{r.Name, w.located(text)})
		}
	}
	return ahead
}

// players are the chain's players that play, and the others.
func (w *work) players(tuned string) []Component {
	t := w.cfg.Tournament()
	list := slices.DeleteFunc(w.components(tuned), func(c Component) bool {
		return len(t.Players) > 0 && !slices.Contains(t.Players, c.Name)
	})
	for _, name := range sortedKeys(t.Others) {
		list = append(list, Component{Name: name, About: t.Others[name], Text: t.Others[name]})
	}
	return list
}

func entrants(players []Component) []match.Entrant {
	list := make([]match.Entrant, len(players))
	for i, c := range players {
		list[i] = match.Entrant{Name: c.Name, Text: c.Text}
	}
	return list
}

// tryOthers makes the players from outside the chain once, unless they have played, so that
// a mistake in one shows before the first stage begins.
func (w *work) tryOthers() error {
	t := w.cfg.Tournament()
	now, err := difference.Object(map[string]any{"others": t.Others})
	if err != nil {
		return err
	}
	r, err := stages.ReadRecord(w.path(TournamentStage), TournamentStage)
	played := r != nil && r.Done && difference.Between(map[string]any{"others": r.Settings["others"]}, now) == ""
	if err != nil || played || w.opt.Until != "" || t.Games == 0 {
		return nil // a fault of the record is the chain's to tell
	}
	for _, name := range sortedKeys(t.Others) {
		p, err := w.opt.Players.Parse(w.located(t.Others[name]), player.Env{
			Rules:   game.Go{Board: w.cfg.Board},
			Threads: 1,
			Players: 1,
		})
		if err == nil {
			err = p.Close()
		}
		var bad *options.Error
		switch {
		case errors.As(err, &bad):
			return &ConfigError{fmt.Errorf("tournament: others: %s: %w", name, err)}
		case w.located(t.Others[name]) != t.Others[name]:
			continue // its model may be one that is to be made
		case err != nil:
			return fmt.Errorf("tournament: others: %s: %w", name, err)
		}
	}
	return nil
}

// tournamentStage lets everybody play against everybody.
func (w *work) tournamentStage() stages.Stage {
	t := w.cfg.Tournament()
	settings := map[string]any{
		"games":    t.Games,
		"budget":   t.budget(),
		"openings": t.Openings,
		"players":  t.Players,
		"others":   t.Others,
		"weights":  w.othersWeights(),
		"komi":     w.cfg.Komi,
		"seed":     w.cfg.Seed,
	}
	return stages.Stage{
		Title:    "tournament of all stages",
		Settings: settings,
		Anew:     func() { settings["weights"] = w.presentWeights() },
		Added:    []string{"weights"},
		Run: func(ctx context.Context, dir string) (any, error) {
			text, err := os.ReadFile(w.path(TuningStage, tunedName))
			if err != nil {
				return nil, err
			}
			var tuned TuningFigures
			if err := json.Unmarshal(text, &tuned); err != nil {
				return nil, fmt.Errorf("%s: %w", w.path(TuningStage, tunedName), err)
			}
			figures := TournamentFigures{Players: w.players(tuned.Options)}
			if t.Games == 0 {
				return figures, nil
			}
			figures.Standing, err = w.meet(ctx, dir, w.tournament(&t.Match, entrants(figures.Players), nil))
			return figures, err
		},
	}
}

// othersWeights are what the other players read from outside this chain, by name. The stages before note what they read
// of the chain. A tournament that is done keeps the weights of its record, whatever the models are now.
func (w *work) othersWeights() any {
	if r, err := stages.ReadRecord(w.path(TournamentStage), TournamentStage); err == nil && r != nil && r.Done {
		if then := r.Settings["weights"]; then != nil {
			return then
		}
		return map[string]string{}
	}
	return w.presentWeights()
}

// presentWeights are those that the other players read now.
func (w *work) presentWeights() map[string]string {
	weights := map[string]string{}
	t := w.cfg.Tournament()
	for name, text := range t.Others {
		if t.Games == 0 || w.located(text) != text {
			continue
		}
		if hashes, err := player.Weights(text, w.cfg.Board, nil); err == nil && len(hashes) > 0 {
			weights[name] = player.WeightsText(hashes)
		}
	}
	return weights
}

// Validate says which key is wrong.
func (t *Tournament) Validate(cfg *Config) error {
	var names []string
	for _, c := range (&work{cfg: DefaultConfig()}).components("") {
		names = append(names, c.Name)
	}
	for _, p := range t.Players {
		if !slices.Contains(names, p) {
			return fmt.Errorf("players: none is called %q%s (there are %s)",
				p, spelling.Nearest(p, names), strings.Join(names, ", "))
		}
	}
	for name := range t.Others {
		if slices.Contains(names, name) {
			return fmt.Errorf("others: %s is the name of a player of the chain: choose another", name)
		}
	}
	if err := t.Match.Validate(); err != nil || t.Games == 0 {
		return err
	}
	w := &work{cfg: *cfg}
	return w.tournament(&t.Match, entrants(w.players("")), nil).Validate()
}

// tournamentKind declares the stage tournament.
var tournamentKind = kind{
	name:  TournamentStage,
	needs: []string{PolicyStage, ReinforceStage, ModelStage, TuningStage},
	sections: []namedSection{
		{"tournament", func() section { return &Tournament{Match: Match{Games: 20, Openings: 2}} }},
	},
	stage:   func(_ context.Context, w *work) (stages.Stage, error) { return w.tournamentStage(), nil },
	try:     (*work).tryOthers,
	key:     "tournament",
	figures: func() any { return &TournamentFigures{} },
	draw:    drawTournament,
	tile: `{{with .Tournament}}{{with .Standing}}{{with index .Players 0}}<div class="tile"><b>{{.Name}}</b><span>won the
tournament, {{percent .Winrate}} % of {{.Games}} games</span></div>{{end}}{{end}}{{end}}`,
	text: `{{with .Own}}{{if .Cross}}<h2>Tournament</h2>
<div class="scroll"><table>
<tr><th></th><th>player</th><th class="n">Elo</th><th class="n">±</th><th></th><th class="n">score</th><th class="n">games</th></tr>
{{range .Cross}}<tr><td class="self">{{.Place}}</td><td>{{.Name}}</td><td class="n">{{elo .Elo}}</td><td class="n">{{fixed 0 .Error}}</td><td><div class="track"><i style="left:{{fixed 1 .Left}}%;width:{{fixed 1 .Width}}%"></i><u style="left:{{fixed 1 .Dot}}%"></u></div></td><td class="n">{{percent .Share}}
%</td><td class="n">{{.Games}}</td></tr>
{{end}}</table></div>
<p class="faint">Elo by Bradley and Terry's model with a weak prior, 95 % intervals, 0 the mean of all. Black's
advantage: {{elo $.Tournament.Standing.Black}} ± {{fixed 0 $.Tournament.Standing.BlackError}} Elo.</p>
{{with $.Tournament.Standing.Faults}}<p>{{.}}</p>
{{end}}<h3>Who won how often against whom</h3>
<div class="scroll"><table class="cross">
<tr><th></th>{{range .Cross}}<th class="n">{{.Name}}</th>{{end}}</tr>
{{range .Cross}}<tr><td>{{.Name}}</td>{{range .Cells}}{{if .Games}}<td class="n" style="background:rgba(var(--good),{{fixed 2 .Tint}})">{{.Text}}</td>{{else}}<td class="n self">·</td>{{end}}{{end}}</tr>
{{end}}</table></div>

{{end}}{{if .Parts}}<h2>What each part is worth</h2>
<div class="scroll"><table>
<tr><th>player</th><th>what it is</th><th>prior</th><th>value</th><th>playouts</th><th class="n">Elo, from
everything</th><th class="n">±</th><th class="n">won-lost against it</th><th class="n">Elo in the
paper</th></tr>
{{range .Parts}}<tr><td>{{.Name}}</td><td>{{.About}}</td><td>{{.Prior}}</td><td>{{if .Value}}×{{end}}</td><td>{{if .Rollouts}}×{{end}}</td><td class="n">{{if .Rated}}{{elo .Elo}}{{end}}</td><td class="n">{{if .Score}}{{fixed 0 .Error}}{{end}}</td><td class="n">{{.Score}}</td><td class="n">{{if .Paper}}{{elo .Of}}{{end}}</td></tr>
{{end}}</table></div>
<p class="faint">The paper's column: Silver et al. 2016, Extended Data Table 7, 19×19, 5 seconds a move on one
machine of 48 cores and 8 GPUs.</p>{{end}}

{{if .Game}}<div class="grid boards"><figure>{{.Game}}<figcaption>{{.Played}}. The numbers are move
numbers. Captured stones are not shown.</figcaption></figure></div>{{end}}{{end}}

{{with .Tournament}}{{if .Standing}}<h2>Players by name</h2>
<div class="scroll"><table>{{range .Players}}<tr><td>{{.Name}}</td><td><code>{{.Text}}</code></td></tr>{{end}}</table></div>
<p class="faint"><code>{model}</code>, <code>{policy}</code> and so on are folders of this chain.</p>{{end}}{{end}}`,
	say:   sayTournament,
	check: checkTournament,
}

// Tournament is the section [tournament].
func (c *Config) Tournament() *Tournament { return sectionOf[*Tournament](c, "tournament") }

// Tournament are the figures of the stage tournament, nil if it is not done.
func (r *Report) Tournament() *TournamentFigures {
	return figuresOf[TournamentFigures](r, TournamentStage)
}

func sayTournament(to io.Writer, r *Report) {
	t := r.Tournament()
	if t.Standing == nil {
		return
	}
	fmt.Fprintf(to, "\ntournament (Elo with 95%% intervals; 0 is the mean of all)\n%s\n", t.Standing)
	for _, c := range t.Players {
		fmt.Fprintf(to, "  %-20s%s\n", c.Name, c.About)
	}
	fmt.Fprintln(to)
}

// checkTournament says what is wrong with the standing of the players that the file names.
func checkTournament(r *Report, c *Config) error {
	s := r.Tournament().Standing
	var players []string
	for _, p := range (&work{cfg: *c}).players("") {
		players = append(players, p.Name)
	}
	switch {
	case c.Tournament().Games == 0:
		return nil
	case s == nil:
		return errors.New("the tournament has no standing")
	}
	share := map[string]float64{}
	for _, p := range s.Players {
		share[p.Name] = p.Winrate()
	}
	if len(share) != len(players) {
		return fmt.Errorf("%d players are rated, want %d", len(share), len(players))
	}
	games := s.Between(players[0], players[1]).Total().Games()
	for i, a := range players {
		if _, ok := share[a]; !ok {
			return fmt.Errorf("%s is not rated", a)
		}
		for _, b := range players[:i] {
			if n := s.Between(a, b).Total().Games(); n != games || n == 0 {
				return fmt.Errorf("%s and %s played %d games, others %d", a, b, n, games)
			}
		}
	}
	full, hasFull := share[fullPlayer]
	random, hasRandom := share["random"]
	if hasFull && hasRandom && full <= random {
		return fmt.Errorf("the finished player won %.0f%%, random moves %.0f%%", 100*full, 100*random)
	}
	return nil
}
