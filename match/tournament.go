package match

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
)

// Entrant is a player of a tournament: a short name, and its player string.
type Entrant struct {
	Name string `json:"name" toml:"name"`
	Text string `json:"player" toml:"player"`
}

// Tournament is a match between each of some pairs of players. The games of a pair begin when all games of the pair
// before have begun, and there is room. Every pair plays the games of its match: the seed of a pair depends on Seed and
// the two names, so that players may be added or left out later and the games that were played keep.
type Tournament struct {
	// Settings are every pair's: Games is how many a pair plays. With Handicap the second of a pair gets the
	// stones, and the standing has it as a player of its own (TakerName).
	Settings
	Players []Entrant
	// Pairs says who plays whom, by indices of Players; nil is everybody against everybody.
	Pairs [][2]int
	// NoteWeights has the folders of the pairs note which weights play (About.NoteWeights), with
	// default models from ModelDirs, as in Env. Without it the caller sees to it that a player stays
	// the same.
	NoteWeights bool
	ModelDirs   []string
	// Elsewhere is that of every pair's Config.
	Elsewhere Elsewhere
	// Rate says how the games become ratings. A Prior of 0 stands for the Prior of DefaultRateConfig.
	Rate rating.RateConfig
}

// RoundRobin is everybody against everybody.
func RoundRobin(players int) (pairs [][2]int) {
	for i := range players {
		for j := i + 1; j < players; j++ {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return pairs
}

// Gauntlet is one player against all others.
func Gauntlet(players, one int) (pairs [][2]int) {
	for i := range players {
		if i != one {
			pairs = append(pairs, [2]int{one, i})
		}
	}
	return pairs
}

// pairs are Pairs, or their default.
func (t *Tournament) pairs() [][2]int {
	if t.Pairs == nil {
		return RoundRobin(len(t.Players))
	}
	return t.Pairs
}

// TotalGames is how many games all pairs play.
func (t *Tournament) TotalGames() int { return len(t.pairs()) * t.Games }

// longestName bounds the names of players, which are parts of names of folders.
const longestName = 40

// Validate refuses tournaments that cannot be played.
func (t *Tournament) Validate() error {
	if _, err := t.Config(); err != nil {
		return err
	}
	if len(t.Players) < 2 {
		return fmt.Errorf("%d players: want two or more", len(t.Players))
	}
	names := map[string]bool{}
	for _, p := range t.Players {
		switch {
		case p.Name == "" || len(p.Name) > longestName:
			return fmt.Errorf("player name %q: want 1 to %d letters", p.Name, longestName)
		case strings.HasPrefix(p.Name, ".") || strings.ContainsAny(p.Name, `/\:*?"<>|`) || strings.ContainsFunc(p.Name, unicode.IsControl):
			return fmt.Errorf("player name %q: it is part of the name of a folder, so it may not begin with a dot "+
				"or have any of / \\ : * ? \" < > |", p.Name)
		case names[strings.ToLower(p.Name)]:
			return fmt.Errorf("two players are called %s", p.Name)
		case p.Text == "":
			return fmt.Errorf("player %s: no player string", p.Name)
		}
		names[strings.ToLower(p.Name)] = true
	}
	for _, p := range t.Players {
		if taker := TakerName(p.Name, t.Handicap); t.Handicap != 0 && names[strings.ToLower(taker)] {
			return fmt.Errorf("player name %s: the ratings call %s with its stones so; choose another name",
				taker, p.Name)
		}
	}
	folders := map[string]bool{}
	var rated []string // what the ratings call those who play
	for _, pair := range t.pairs() {
		for _, i := range pair {
			if i < 0 || i >= len(t.Players) {
				return fmt.Errorf("player %d of a pair: there are %d, from 0", i, len(t.Players))
			}
		}
		folder := t.folder(pair)
		if pair[0] == pair[1] || folders[folder] {
			return fmt.Errorf("the pair %s is twice the same", folder)
		}
		folders[folder] = true
		rated = append(rated, t.Players[pair[0]].Name, TakerName(t.Players[pair[1]].Name, t.Handicap))
	}
	for name := range t.Rate.Anchors {
		if !slices.Contains(rated, name) {
			slices.Sort(rated)
			return fmt.Errorf("anchor %s: no player is called so in the ratings: they have %s",
				name, strings.Join(slices.Compact(rated), ", "))
		}
	}
	return t.rate().Validate()
}

// rate is Rate with its default.
func (t *Tournament) rate() rating.RateConfig {
	config := t.Rate
	if config.Prior == 0 {
		config.Prior = rating.DefaultRateConfig().Prior
	}
	return config
}

// folder is the name of a pair's.
func (t *Tournament) folder(pair [2]int) string {
	return t.Players[pair[0]].Name + "-vs-" + t.Players[pair[1]].Name
}

// pairSeed is the seed of a pair's match.
func (t *Tournament) pairSeed(pair [2]int) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s", t.Players[pair[0]].Name, t.Players[pair[1]].Name)
	return t.Seed ^ h.Sum64()
}

// Progress is how far a tournament is.
type Progress struct {
	// Done of Total games are over, Before of them in an earlier session.
	Before, Done, Total int
	// Label says how a pair under way stands.
	Label string
}

// Run plays the games that dir does not have yet, and leaves in it a match folder for every
// pair, standing.json, standing.txt and ladder.svg. makePlayer makes a player of a player
// string; progress, which may be nil, is called with how far the tournament is. Both are called as Run calls them.
// When ctx ends, what was played is kept, and ctx's error is returned.
func (t *Tournament) Run(
	ctx context.Context, dir string, makePlayer func(text string) (player.Player, error), progress func(Progress),
) (*rating.Standing, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, models.ManifestName)); err == nil {
		return nil, fmt.Errorf("%s holds a model: choose another folder for the tournament", dir)
	}
	t, err := t.in(dir)
	if err != nil {
		return nil, err
	}
	results, err := t.playPairs(ctx, dir, makePlayer, progress)
	if err != nil {
		return nil, err
	}
	standing, err := rating.NewStanding(results, t.rate())
	if err != nil {
		return nil, err
	}
	config, err := t.Config()
	if err != nil {
		return nil, err
	}
	standing.Game, standing.Texts = t.Game, map[string]string{}
	for _, pair := range t.pairs() {
		a, b := t.Players[pair[0]], t.Players[pair[1]]
		standing.Texts[a.Name] = a.Text
		standing.Texts[TakerName(b.Name, t.Handicap)] = takerText(b.Text, t.Handicap, config.komi())
	}
	return standing, standing.Write(dir)
}

// playPair plays a pair's games, and reports how it stands and how many games the folder had.
func (t *Tournament) playPair(
	ctx context.Context, dir string, pair [2]int, config Config, makePlayer func(text string) (player.Player, error),
	report func(r *rating.PairResult, had int),
) (_ *rating.PairResult, err error) {
	config.Seed, config.Elsewhere = t.pairSeed(pair), t.Elsewhere
	var sides [2]Side
	for k, i := range pair {
		text := t.Players[i].Text
		sides[k] = Side{
			Name: t.Players[i].Name, Text: text, Make: func() (player.Player, error) { return makePlayer(text) },
		}
	}
	about := t.About(config, t.Players[pair[0]].Text, t.Players[pair[1]].Text)
	about.AName, about.BName = sides[0].Name, sides[1].Name
	if t.NoteWeights {
		if err := about.NoteWeights(t.ModelDirs); err != nil {
			return nil, err
		}
	}
	folder, err := OpenFolder(filepath.Join(dir, t.folder(pair)), about)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	count := Counter{PairResult: rating.PairResult{A: sides[0].Name, B: sides[1].Name}, Small: t.Game != ""}
	result := &count.PairResult
	for i := range folder.Games {
		if folder.Games[i].Game < t.Games {
			count.Add(&folder.Games[i])
		}
	}
	had := result.Total().Games()
	report(result, had)
	err = Run(ctx, config, sides[0], sides[1], folder.Done(), func(g *Game) error {
		if err := folder.Add(g); err != nil {
			return err
		}
		count.Add(g)
		report(result, had)
		return nil
	})
	return result, err
}
