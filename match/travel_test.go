package match

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
)

// traveller is a match whose games travel.
type traveller struct {
	config Config
	a, b   Side
}

// travellers are matches that end in many ways.
func travellers(t *testing.T) map[string]traveller {
	t.Helper()
	uct := func(c Config, more string) Side {
		return sideOf("uct:playouts=20,memory=1M,threads=1,heuristic=none"+more, c)
	}
	random := func(c Config) Side { return sideOf("random", c) }
	plain := small(4)
	plain.Openings = 3
	handicap := plain
	handicap.Rules, handicap.Handicap, handicap.MoveLimit = game.Go{Board: 9, Rules: board.Chinese()}, 2, 40
	resigning := small(4)
	resigning.PlayOut = 0.5
	limit := small(2)
	limit.MoveLimit = 6
	gomoku := smallGames(t, "gomoku:size=7", 4)
	noughts := smallGames(t, "tictactoe", 4)
	thoughts := small(2)
	thoughts.Thoughts, thoughts.SameColors = true, true
	policy := sideOf("policy:temperature=1,model="+modeltest.Folder(t, 5, false), thoughts)
	bad := contestant(scripted{
		name: "bad", move: func(*scripted, *board.Game, board.Color) (player.Choice, error) {
			return player.Choice{Point: board.XY(9, 9)}, nil
		},
	})
	return map[string]traveller{
		"plain":     {plain, uct(plain, ""), random(plain)},
		"handicap":  {handicap, uct(handicap, ""), random(handicap)},
		"resigning": {resigning, uct(resigning, ",resign=-0.1"), random(resigning)},
		"limit":     {limit, uct(limit, ""), random(limit)},
		"gomoku":    {gomoku, uct(gomoku, ""), random(gomoku)},
		"noughts":   {noughts, random(noughts), random(noughts)},
		"thoughts":  {thoughts, policy, policy},
		"illegal":   {small(2), contestant(scripted{name: "good", move: places(board.XY(2, 2))}), bad},
		"dead":      {small(2), invader(""), invader("")},
		"said":      {small(2), invader("W+5.5"), invader("")},
	}
}

// invader plays with its like to a board on which a white stone cannot live. White wins if it stays, else Black. said
// is what it says of the score.
func invader(said string) Side {
	moves := strings.Fields("C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 A3 B4 pass pass")
	return contestant(scripted{said: said, move: func(_ *scripted, g *board.Game, _ board.Color) (player.Choice, error) {
		p, err := board.ParseVertex(moves[len(g.Moves())], 5)
		return player.Choice{Point: p}, err
	}})
}

// A game that has travelled is the game that was played: its line, its record, and what selfplay keeps of it.
func TestGamesTravel(t *testing.T) {
	ends := map[string]bool{}
	for name, m := range travellers(t) {
		names := [2]string{m.a.Name, m.b.Name}
		for i, g := range playAll(t, m.config, m.a, m.b) {
			ends[g.End] = true
			data, err := g.Encode()
			if err != nil {
				t.Fatal(err)
			}
			for _, thorough := range []bool{false, true} {
				got, err := m.config.Decode(i, names, data, thorough)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				was, _ := json.Marshal(g)
				is, err := json.Marshal(got)
				if err != nil || !bytes.Equal(was, is) {
					t.Errorf("%s: %s is %s, %v", name, was, is, err)
				}
				if a, b := written(t, g), written(t, got); a != b {
					t.Errorf("%s: the record\n%s\nis\n%s", name, a, b)
				}
				if m.config.Thoughts {
					if diff := cmp.Diff(collected(g, i, m.config), collected(got, i, m.config)); diff != "" {
						t.Errorf("%s: %s", name, diff)
					}
				}
				if g.PlayedOut != got.PlayedOut || g.Hopeless != got.Hopeless || g.Ending.Winner != got.Ending.Winner {
					t.Errorf("%s: %+v is %+v", name, g, got)
				}
			}
			if _, err := m.config.Decode(i+1, names, data, false); err == nil {
				t.Errorf("%s: a game passes for another", name)
			}
		}
	}
	for _, end := range []string{game.EndPasses, game.EndRow, EndLimit, EndResign, EndIllegal} {
		if !ends[end] {
			t.Errorf("no game ended by %s", end)
		}
	}
}

// A file of self-play could not hold such thoughts: they are refused where they come in, with the worker that sent them.
func TestThoughtsAreChecked(t *testing.T) {
	m := travellers(t)["thoughts"]
	g := playAll(t, m.config, m.a, m.b)[0]
	for want, spoil := range map[string]func(*record.Thought){
		"":                   func(*record.Thought) {},
		"a prior of 7":       func(x *record.Thought) { x.Prior = 7 },
		"which cannot be":    func(x *record.Thought) { x.Visits = []record.Visit{{Move: 1 << 14, Count: 1}} },
		"0 visits of the mo": func(x *record.Thought) { x.Visits = []record.Visit{{}} },
	} {
		spoiled := *g
		spoiled.Thoughts = slices.Clone(g.Thoughts)
		spoil(&spoiled.Thoughts[0])
		data, err := spoiled.Encode()
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.config.Decode(0, [2]string{m.a.Name, m.b.Name}, data, true)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A few playouts show of most games that dead stones change no winner. A game that such stones decide is in doubt, and
// so is a draw.
func TestSurelyWon(t *testing.T) {
	quiet := "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 A3 pass pass"
	for _, c := range []struct {
		moves  string
		komi   float64
		winner board.Color
		surely bool
	}{
		{quiet, 0.5, board.Black, true},
		{quiet, 7.5, board.White, true},
		{quiet, 5, board.Empty, false},
		{strings.Replace(quiet, "pass", "B4 pass", 1), 0.5, board.White, false},
	} {
		g, err := withKomi(c.komi).New()
		if err != nil {
			t.Fatal(err)
		}
		for _, vertex := range strings.Fields(c.moves) {
			p, err := board.ParseVertex(vertex, 5)
			if err == nil {
				err = g.Play(p, g.ToMove())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		of := g.(game.GoGame)
		if w := of.Score(nil).Winner(); w != c.winner || surelyWon(of.Game, w) != c.surely {
			t.Errorf("%s, komi %v: %v wins with all stones alive, surely: %v", c.moves, c.komi, w, !c.surely)
		}
	}
}

// What cannot have happened is refused.
func TestForgedGamesAreRefused(t *testing.T) {
	all := travellers(t)
	played := map[string]*Game{}
	for _, c := range []struct {
		name, match string
		forge       func(*travelling)
	}{
		{"an illegal move", "plain", func(f *travelling) { f.Moves += " A1 A1" }},
		{"a missing move", "plain", func(f *travelling) { f.Moves = f.Moves[:strings.LastIndexByte(f.Moves, ' ')] }},
		{"no moves", "plain", func(f *travelling) { f.Moves = "" }},
		{"another opening", "plain", func(f *travelling) {
			moves := strings.Fields(f.Moves)
			slices.Reverse(moves[:3])
			f.Moves = strings.Join(moves, " ")
		}},
		{"another winner", "plain", func(f *travelling) {
			other := map[string]string{"a": "b", "b": "a"}
			f.Game.Who = other[f.Game.Who]
		}},
		{"another score", "plain", func(f *travelling) {
			side := f.Game.Result[:2]
			f.Game.Result, f.Game.Plain, f.Game.Cleared = side+"99.5", side+"99.5", side+"99.5"
		}},
		{"a score of nothing", "plain", func(f *travelling) { f.Game.Result = f.Game.Result[:2] + "99.5" }},
		{"a winner by stones that live", "plain", func(f *travelling) {
			side := map[byte]string{'B': "W", 'W': "B"}[f.Game.Plain[0]]
			f.Game.Cleared, f.Game.Result = side+"+99.5", side+"+99.5"
			f.Game.Who = map[string]string{"B": f.Game.Black, "W": f.Game.White}[side]
		}},
		{"a score in other words", "plain", func(f *travelling) {
			f.Game.Cleared += "\x1b[2J"
			f.Game.Result = f.Game.Cleared
		}},
		{"another hash", "plain", func(f *travelling) { f.Game.Hash = "0123456789abcdef" }},
		{"another seed", "plain", func(f *travelling) { f.Game.Seed++ }},
		{"other colours", "plain", func(f *travelling) { f.Game.Black, f.Game.White = f.Game.White, f.Game.Black }},
		{"another length", "plain", func(f *travelling) { f.Game.Moves++ }},
		{"a limit", "plain", func(f *travelling) { f.Game.End = EndLimit }},
		{"time before the beginning", "plain", func(f *travelling) { f.Game.Seconds[0] = -1 }},
		{"thoughts", "plain", func(f *travelling) { f.Thoughts = f.Thoughts[:0:0] }},
		{"no game", "plain", func(f *travelling) { f.Game = nil }},
		{"a resignation after the end", "plain", func(f *travelling) {
			f.Game.End, f.Game.Plain, f.Game.Cleared = EndResign, "", ""
			f.Game.Result = f.Game.Result[:2] + "R"
		}},
		{"the winner by a dead stone", "dead", func(f *travelling) { f.Game.Result, f.Game.Who = f.Game.Plain, "b" }},
		{"a dead stone that lives", "dead", func(f *travelling) {
			f.Game.Result, f.Game.Cleared, f.Game.Who = f.Game.Plain, f.Game.Plain, "b"
		}},
		{"what nobody said", "said", func(f *travelling) { f.Game.Said = nil }},
		{"what only one said", "said", func(f *travelling) { f.Game.Said["white"] = "B+4.5" }},
		{"the loser of what was said", "said", func(f *travelling) {
			f.Game.Result, f.Game.Who = f.Game.Cleared, "a"
		}},
		{"no result of a row", "gomoku", func(f *travelling) {
			f.Game.Result, f.Game.Who = "", map[string]string{"a": "b", "b": "a"}[f.Game.Who]
		}},
		{"an early end", "limit", func(f *travelling) { f.Game.End = game.EndPasses }},
		{"another way to end", "gomoku", func(f *travelling) { f.Game.End = game.EndFull }},
		{"nobody resigned", "gomoku", func(f *travelling) { f.PlayedOut = true }},
	} {
		m := all[c.match]
		if played[c.match] == nil {
			played[c.match] = playAll(t, m.config, m.a, m.b)[0]
		}
		data, err := played[c.match].Encode()
		if err != nil {
			t.Fatal(err)
		}
		var f travelling
		if err := json.Unmarshal(data, &f); err != nil {
			t.Fatal(err)
		}
		f.Thoughts = nil
		c.forge(&f)
		if c.name == "thoughts" {
			data = bytes.Replace(data, []byte(`"moves":"`), []byte(`"thoughts":[{}],"moves":"`), 1)
		} else if data, err = json.Marshal(f); err != nil {
			t.Fatal(err)
		}
		for _, thorough := range []bool{false, true} {
			if got, err := m.config.Decode(0, [2]string{"a", "b"}, data, thorough); err == nil {
				t.Errorf("%s, thorough %v: it passes as %+v", c.name, thorough, got)
			}
		}
	}
}
