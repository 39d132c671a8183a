package gtp

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
)

// TestAllCommands holds the list of what other programs expect, with a player
// that can do everything.
func TestAllCommands(t *testing.T) {
	o := &oracle{}
	e, err := New(o, Config{Name: "Test", Size: 9, Rules: board.Chinese(), CPUTime: func() time.Duration { return 1500 * time.Millisecond }})
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Fields(strings.TrimPrefix(converse(t, e, "list_commands\n"), "="))
	for command := range strings.FieldsSeq(`
		protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove
		fixed_handicap place_free_handicap set_free_handicap undo loadsgf printsgf set_position rectangular_boardsize
		time_settings time_left kgs-time_settings kata-time_settings kata-list_time_settings
		final_score final_status_list kgs-genmove_cleanup kgs-game_over cgos-gameover
		kgs-rules kata-get-rules kata-set-rules get_komi
		showboard reg_genmove last_move move_history
		lz-analyze lz-genmove_analyze kata-analyze kata-genmove_analyze analyze genmove_analyze cgos-genmove_analyze
		kata-search_cancellable kata-raw-nn heatmap
		gogui-analyze_commands gogui-interrupt gogui-play_sequence gogui-setup gogui-setup_player
		policy_map search_gfx value search_param owner_map
		kgs-chat clear_cache stop cputime gomill-cpu_time gomill-explain_last_move cgos-opponent_name cgos-opponent_rating`) {
		if !slices.Contains(list, command) {
			t.Errorf("%s is not listed", command)
		}
	}
	if got := converse(t, e, "cputime\ngomill-cpu_time\n"); got != "= 1.500\n\n= 1.500\n\n" {
		t.Errorf("got %q", got)
	}
}

// TestOptionsReachThePlayer checks what a query becomes.
func TestOptionsReachThePlayer(t *testing.T) {
	at := func(names ...string) []board.Point {
		var points []board.Point
		for _, name := range names {
			p, err := board.ParseVertex(name, 9)
			if err != nil {
				t.Fatal(err)
			}
			points = append(points, p)
		}
		return points
	}
	for command, want := range map[string]player.AnalyzeOptions{
		"analyze":                            {Interval: time.Second},
		"lz-analyze 0":                       {Interval: 10 * time.Millisecond},
		"lz-analyze w 25":                    {Interval: 250 * time.Millisecond},
		"kata-analyze interval 1e9":          {Interval: 24 * time.Hour},
		"kata-analyze 2.5 minmoves 3":        {Interval: 25 * time.Millisecond, MinMoves: 3},
		"analyze OWNERSHIP True maxmoves 7":  {Interval: time.Second, Ownership: true, MaxMoves: 7},
		"kata-genmove_analyze b ownership 1": {Interval: time.Second, Ownership: true},
		"cgos-genmove_analyze b":             {Interval: time.Second, Ownership: true, MaxMoves: cgosMoves},
		"genmove b":                          {Interval: lookEvery},
		"lz-analyze avoid b A2:B1,pass,b2 3 avoid white J9 1": {Interval: time.Second, Avoid: []player.Restriction{
			{Color: board.Black, Points: at("A2", "B2", "A1", "B1", "pass"), Until: 3}, {Color: board.White, Points: at("J9"), Until: 1},
		}},
		"lz-analyze allow w c3,C3 2": {Interval: time.Second, Allow: []player.Restriction{{Color: board.White, Points: at("C3"), Until: 2}}},
	} {
		e, o := newAnalyst(t, 9)
		if got := converse(t, e, command); !strings.HasPrefix(got, "=") {
			t.Errorf("%s: %q", command, got)
		}
		if diff := cmp.Diff(want, o.asked); diff != "" {
			t.Errorf("%s (-want +got):\n%s", command, diff)
		}
	}
}

// TestStrangeFigures: whatever a player reports, the line stays well-formed.
func TestStrangeFigures(t *testing.T) {
	a := &player.Analysis{Visits: -1, Winrate: math.NaN(), Ownership: []float64{math.NaN(), math.Inf(1), -7, math.Copysign(0, -1)}, Moves: []player.MoveAnalysis{
		{Point: board.Pass, Winrate: math.Inf(1), LCB: -0.5, Prior: math.NaN()},
	}}
	q := query{color: board.Black, size: 2, dialect: leela}
	if got, want := string(q.appendReport(nil, a)), "info move pass visits 0 winrate 10000 prior 0 lcb 0 order 0 pv pass"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	q.dialect, q.options.Ownership = kata, true
	if got, want := string(q.appendReport(nil, a)), "info move pass visits 0 utility 1.000000 winrate 1.000000 prior 0.000000 lcb 0.000000 utilityLcb -1.000000 weight 0.000000 order 0 pv pass ownership 0.000000 1.000000 -1.000000 0.000000"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	got, err := q.appendCGOS(nil, a)
	if want := `{"winrate":0,"visits":-1,"moves":[{"move":"pass","winrate":1,"prior":0,"visits":0,"pv":""}],"ownership":"f+Af"}`; err != nil || string(got) != want {
		t.Errorf("got %q (%v), want %q", got, err, want)
	}
	if got := q.appendReport(nil, &player.Analysis{}); len(got) != 0 {
		t.Errorf("nothing to tell, and %q", got)
	}
}

// TestShow checks what is written outside the protocol.
func TestShow(t *testing.T) {
	for show, want := range map[Show]string{
		ShowNothing: "",
		ShowMoves: "E5 -> 600 (V: 46.56%) (LCB: 46.40%) (N: 9.70%) PV: E5 E6 D5\n" +
			"E6 -> 300 (V: 45.56%) (LCB: 26.40%) (N: 4.85%) PV: E6 D5 F5\n" +
			"D5 -> 150 (V: 44.56%) (LCB: 6.40%) (N: 4.85%) PV: D5 F5 E4\n" +
			"1000 visits, score 46.56% (from the search) PV: E5 E6 D5\n",
		ShowChat: "MALKOVICH:1000 playouts, 46.56%, E5 E6 D5\n",
		ShowGraphics: "gogui-gfx:\nVAR w E5 b E6 w D5\nINFLUENCE E5 -0.600 E6 -0.300 D5 -0.150\nLABEL E5 600 E6 300 D5 150\n" +
			"TEXT 46.56% for white after 1000 playouts\n\ngogui-gfx: CLEAR\n",
	} {
		var messages strings.Builder
		e, err := New(&oracle{}, Config{Name: "Test", Size: 9, Rules: board.Chinese(), Show: show, Messages: &messages})
		if err != nil {
			t.Fatal(err)
		}
		if got := converse(t, e, "genmove w\nsearch_param\n"); got != "= E5\n\n= [list/none/moves/chat/gfx] show "+string(show)+"\n\n" {
			t.Errorf("%s: %q", show, got)
		}
		if got := messages.String(); got != want {
			t.Errorf("%s: got %q, want %q", show, got, want)
		}
	}
	if _, err := New(&oracle{}, Config{Name: "Test", Size: 9, Rules: board.Chinese(), Show: "all"}); err == nil {
		t.Error("an unknown way of showing was accepted")
	}
}

// TestRawNetwork: a network's policy in KataGo's form, from a player that has one.
func TestRawNetwork(t *testing.T) {
	e, _ := newAnalyst(t, 2)
	if got, want := converse(t, e, "play b A1\nkata-raw-nn 3\n"), "=\n\n= symmetry 3\npolicy\n0.333333 0.333333\nNAN 0.333333\n\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, command := range []string{"kata-raw-nn", "kata-raw-nn 8", "kata-raw-nn 0 1"} {
		if got := converse(t, e, command); got != "? syntax error\n\n" {
			t.Errorf("%s: %q", command, got)
		}
	}
	random, err := New(player.NewRandom(1), Config{Name: "Test", Size: 9, Rules: board.Chinese()})
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"kata-raw-nn 0", "lz-analyze 10", "genmove_analyze b", "search_gfx", "value", "cputime"} {
		if got := converse(t, random, command); got != "? unknown command\n\n" {
			t.Errorf("%s: %q", command, got)
		}
	}
}
