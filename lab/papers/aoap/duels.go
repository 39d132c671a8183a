package aoap

import (
	"context"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/smallstate"
)

// duelTable is one of the paper's tables of rounds.
type duelTable struct {
	key, title string
	opponent   opponentModel
	published  publishedDuels
}

// duelExperiment is experiment 1.2 or 2.2.
type duelExperiment struct {
	start    func() (search.State, error)
	setting  treeSetting
	rollouts int
	memory   int64
	// rounds a pair at full scale, and of each reading that was not taken; chunk is how many
	// of them a cell has.
	rounds, readingRounds, chunk int
	tables                       []duelTable
	// larger is the paper's sentence on the advantage of AOAP on this board; "" on the smaller of the two boards.
	larger string
}

// duelReading is a way to read experiments 1.2 and 2.2.
type duelReading struct {
	treeReading
	plainRandom bool
}

// duelReadings begin with the one taken.
func duelReadings() []duelReading {
	all := []duelReading{{treeReading: treeReadings[0]}}
	all = append(
		all,
		duelReading{treeReading{"plain-random", "Random plays a random move", func(*treeSetting) {}}, true},
	)
	for _, r := range treeReadings[1:] {
		all = append(all, duelReading{treeReading: r})
	}
	return all
}

// startTicTacToe is the empty board.
func startTicTacToe() (search.State, error) { return &smallstate.TicTacToe{}, nil }

// startGomoku is the empty board of experiment 2: exactly five stones in a row win.
func startGomoku() (search.State, error) {
	p, err := gomoku.New(gomokuRules)
	return &smallstate.Gomoku{Position: p}, err
}

// gomokuSetting has (σ⁰)² = 36, as experiment 2.2 says.
func gomokuSetting() treeSetting {
	s := paperSetting(1)
	s.Bayes.Deviation = 6
	return s
}

const gomokuMemory = 4 << 20

var aoapTicTacToeDuels = &lab.Experiment{
	Name:     "aoap-1.2",
	Title:    "five tree policies against each other in tic-tac-toe",
	Source:   aoapSource + "experiment 1.2, Tables 1 and 2",
	About:    about("aoap-1.2"),
	Estimate: time.Minute,
	Revision: 2,
	Run: duelExperiment{
		start: startTicTacToe, setting: paperSetting(1), rollouts: 200, memory: ticTacToeMemory,
		rounds: 1000, readingRounds: 500, chunk: 100,
		tables: []duelTable{
			{"table-1", "Table 1: tic-tac-toe, trained against a random opponent", opponentModels[0], table1},
			{"table-2", "Table 2: tic-tac-toe, trained against a UCT opponent", opponentModels[1], table2},
		},
	}.run,
}

var aoapGomokuDuels = &lab.Experiment{
	Name:     "aoap-2.2",
	Title:    "five tree policies against each other in Gomoku",
	Source:   aoapSource + "experiment 2.2, Tables 3 and 4",
	About:    about("aoap-2.2"),
	Estimate: 20 * time.Minute,
	Revision: 2,
	Run: duelExperiment{
		start: startGomoku, setting: gomokuSetting(), rollouts: 2000, memory: gomokuMemory,
		rounds: 1000, readingRounds: 50, chunk: 10,
		tables: []duelTable{
			{"table-3", "Table 3: Gomoku, trained against a random opponent", opponentModels[0], table3},
			{"table-4", "Table 4: Gomoku, trained against a UCT opponent", opponentModels[1], table4},
		},
		larger: "its advantage is more significant than in tic-tac-toe (experiment 1.2).",
	}.run,
}

// run plays all rounds and reports them.
func (x duelExperiment) run(ctx context.Context, run *lab.Run) (*lab.Report, error) {
	rounds, alternative := run.Scaled(x.rounds, 10), run.Scaled(x.readingRounds, 5)
	played, err := x.play(ctx, run, rounds, alternative)
	if err != nil {
		return nil, err
	}
	report := &lab.Report{}
	report.Set("rounds a pair", fmt.Sprint(rounds))
	report.Set("rounds a pair of another reading", fmt.Sprint(alternative))
	report.Set("playouts per move", fmt.Sprint(x.rollouts))
	nets := x.netWins(played)
	var tables []*lab.Table
	for _, t := range x.tables {
		tables = append(tables, t.rounds(played[duelReadings()[0].Key+"/"+t.key]))
	}
	report.Add(x.conclusion(played, nets, tables), nets)
	for _, t := range tables {
		report.Add(t)
	}
	report.Add(x.fits(played))
	return report, nil
}

// play does the cells: by reading and table, all pairs.
func (x duelExperiment) play(ctx context.Context, run *lab.Run, rounds, alternative int) (map[string]*pairings, error) {
	type part struct {
		reading duelReading
		table   duelTable
		pair    [2]int
	}
	var cells []lab.Cell
	var parts []part
	played := map[string]*pairings{}
	for r, reading := range duelReadings() {
		want := rounds
		if r > 0 {
			want = alternative
		}
		for _, table := range x.tables {
			played[reading.Key+"/"+table.key] = &pairings{}
			for i, first := range treePolicies {
				for j, second := range treePolicies {
					if reading.plainRandom && i > 0 && j > 0 {
						continue // nothing of it is other than in the reading taken
					}
					for done := 0; done < want; done += x.chunk {
						n := min(x.chunk, want-done)
						key := fmt.Sprintf(
							"%s/%s/%s-%s/%d-%d", reading.Key, table.key, first.Key, second.Key, done, done+n,
						)
						cells = append(cells, lab.Cell{Key: key, Work: int64(n)})
						parts = append(parts, part{reading, table, [2]int{i, j}})
					}
				}
			}
		}
	}
	results, err := lab.Cells(
		ctx, run, run.Name, "rounds", cells,
		func(ctx context.Context, job lab.Job) (outcomes, error) {
			p := parts[job.Index]
			start, err := x.start()
			if err != nil {
				return outcomes{}, err
			}
			d := duel{
				start:       start,
				setting:     x.setting,
				opponent:    p.table.opponent.Key,
				rollouts:    x.rollouts,
				memory:      x.memory,
				players:     [2]treePolicy{treePolicies[p.pair[0]], treePolicies[p.pair[1]]},
				plainRandom: p.reading.plainRandom,
			}
			p.reading.change(&d.setting)
			return d.play(ctx, int(job.Work), job.Rand(), nil)
		},
	)
	if err != nil {
		return nil, err
	}
	for i, o := range results {
		p := parts[i]
		played[p.reading.Key+"/"+p.table.key][p.pair[0]][p.pair[1]].add(o)
	}
	for _, r := range duelReadings() {
		for _, t := range x.tables {
			if !r.plainRandom {
				continue
			}
			same := played[duelReadings()[0].Key+"/"+t.key]
			for i := 1; i < len(same); i++ {
				copy(played[r.Key+"/"+t.key][i][1:], same[i][1:])
			}
		}
	}
	return played, nil
}

// netWins has the last columns of the tables. They are scaled to 1,000 rounds per pair, so that they
// compare with the published columns.
func (x duelExperiment) netWins(played map[string]*pairings) *lab.Table {
	t := &lab.Table{
		Name: "net-wins", Title: "Net wins out of 1,000 rounds a pair", Corner: "policy",
		Note: "The intervals of the published numbers are those that 1,000 rounds of the published shares have.",
	}
	for _, table := range x.tables {
		t.Columns = append(t.Columns, "trained against "+table.opponent.Name)
	}
	for i, policy := range treePolicies {
		var values []lab.Value
		for _, table := range x.tables {
			ours := netWin(*played[duelReadings()[0].Key+"/"+table.key], i, 1000)
			published := netWin(table.published.rounds, i, 0)
			values = append(values, lab.Against(ours, published, 0))
		}
		t.Row(policy.Name, values...)
	}
	for _, table := range x.tables {
		for i, printed := range table.published.net {
			if sum := netWin(table.published.rounds, i, 0).Value; sum != float64(printed) {
				t.Note += fmt.Sprintf(
					" The %.0f of %s, trained against %s, is the sum of the published rounds; printed is %d.",
					sum, treePolicies[i].Name, table.opponent.Name, printed,
				)
			}
		}
	}
	return t
}

// rounds has every cell of the paper's table, in rounds of 1,000.
func (t duelTable) rounds(played *pairings) *lab.Table {
	out := &lab.Table{
		Name:    t.key,
		Title:   t.title + ": rounds of 1,000",
		Corner:  "player 1 – player 2",
		Columns: []string{"won", "drawn", "lost"},
	}
	for i, first := range treePolicies {
		for j, second := range treePolicies {
			ours, published := played[i][j], t.published.rounds[i][j]
			var values []lab.Value
			for k := range ours {
				values = append(values, lab.Against(
					lab.Share(float64(ours[k]), ours.rounds()).Times(1000),
					lab.Share(float64(published[k]), publishedRounds).
						Times(1000),
					0,
				)) // as printed, where they add up to something else
			}
			out.Row(first.Name+" – "+second.Name, values...)
		}
	}
	return out
}
