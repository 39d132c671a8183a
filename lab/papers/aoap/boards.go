package aoap

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/chart"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/search"
)

// boardFigure is one of the paper's figures of terminal boards.
type boardFigure struct {
	// of is the experiment with the same games in number.
	name, title, of string
	size            int
	pairs           [8][2]string
	duel            duelExperiment
}

// boardFigures are Figures 3 and 5, with the paper's pairs of player 1 and player 2.
var boardFigures = []boardFigure{
	{
		"figure-3", "Boards of tic-tac-toe at the terminal state (the paper's Figure 3)", "aoap-1.2", 3,
		[8][2]string{
			{"ocba", "aoap"},
			{"ocba", "uct"},
			{"aoap", "ttts"},
			{"uct", "aoap"},
			{"uct", "aoap"},
			{"ocba", "aoap"},
			{"ttts", "ocba"},
			{"random", "ttts"},
		},
		duelExperiment{start: startTicTacToe, setting: paperSetting(1), rollouts: 200, memory: ticTacToeMemory},
	},
	{
		"figure-5", "Boards of Gomoku at the terminal state (the paper's Figure 5)", "aoap-2.2", 8,
		[8][2]string{
			{"aoap", "ocba"},
			{"ocba", "uct"},
			{"aoap", "ocba"},
			{"aoap", "uct"},
			{"ocba", "aoap"},
			{"aoap", "aoap"},
			{"ttts", "uct"},
			{"ttts", "aoap"},
		},
		duelExperiment{start: startGomoku, setting: gomokuSetting(), rollouts: 2000, memory: gomokuMemory},
	},
}

// boardTries is how many games may be drawn before a drawn one is shown.
const boardTries = 10

var aoapBoards = &lab.Experiment{
	Name:     "aoap-boards",
	Title:    "terminal boards of games between the policies",
	Source:   aoapSource + "experiments 1.3 and 2.3, Figures 3 and 5",
	About:    about("aoap-boards"),
	Estimate: 10 * time.Second,
	Revision: 2,
	Run:      runAOAPBoards,
}

// boardGame is the result of a cell: one game.
type boardGame struct {
	Moves []int `json:"moves"`
	// Winner is 0 for player 1, 1 for player 2 and −1 for nobody.
	Winner int `json:"winner"`
}

// policyOf finds a policy by its key.
func policyOf(key string) treePolicy {
	for _, p := range treePolicies {
		if p.Key == key {
			return p
		}
	}
	panic("lab: no tree policy is called " + key)
}

func runAOAPBoards(ctx context.Context, run *lab.Run) (*lab.Report, error) {
	type part struct {
		figure *boardFigure
		pair   [2]treePolicy
	}
	var cells []lab.Cell
	var parts []part
	for i := range boardFigures {
		f := &boardFigures[i]
		for k, pair := range f.pairs {
			cells = append(cells, lab.Cell{Key: fmt.Sprintf("%s/%c/%s-%s", f.name, 'a'+k, pair[0], pair[1])})
			parts = append(parts, part{f, [2]treePolicy{policyOf(pair[0]), policyOf(pair[1])}})
		}
	}
	games, err := lab.Cells(
		ctx, run, run.Name, "games", cells,
		func(ctx context.Context, job lab.Job) (boardGame, error) {
			p := parts[job.Index]
			return p.figure.play(ctx, p.pair, job)
		},
	)
	if err != nil {
		return nil, err
	}
	report := &lab.Report{}
	table := &lab.Table{
		Name: "games", Title: "The games", Corner: "board",
		Columns: []string{"player 1", "player 2", "winner", "which player", "length", "moves"},
		Note:    "Which player won is 0 where nobody did.",
	}
	for i := range boardFigures {
		f := &boardFigures[i]
		boards := make(chart.Boards, len(f.pairs))
		for k := range f.pairs {
			at := i*len(f.pairs) + k
			g, pair := games[at], parts[at].pair
			label := fmt.Sprintf("(%c)", 'a'+k)
			boards[k] = chart.Board{
				Label: label, Size: f.size, Moves: g.Moves, Winner: g.Winner,
				Names: [2]string{shortName(pair[0]), shortName(pair[1])},
			}
			winner := "nobody"
			if g.Winner >= 0 {
				winner = pair[g.Winner].Name
			}
			table.Row(
				f.name+" "+label, lab.Words(pair[0].Name), lab.Words(pair[1].Name), lab.Words(winner),
				lab.Number(lab.Exact(float64(g.Winner+1)), 0), lab.Number(lab.Exact(float64(len(g.Moves))), 0),
				lab.Words(coordinates(g.Moves, f.size)),
			)
		}
		report.Add(&lab.Picture{
			Name: f.name, Title: f.title, Drawing: boards,
			Caption: "Player 1, black, is named first; the winner's name is bold.",
		})
	}
	report.Blocks = append([]lab.Block{boardConclusion(games)}, report.Blocks...)
	report.Add(table)
	return report, nil
}

// ocbaLost are the boards, by figure and place, that the paper says OCBA-MCTS lost.
var ocbaLost = [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 2}}

// boardConclusion counts who won.
func boardConclusion(games []boardGame) lab.Text {
	var lines []string
	for i := range boardFigures {
		f := &boardFigures[i]
		won := [2]int{}
		for k := range f.pairs {
			if w := games[i*len(f.pairs)+k].Winner; w >= 0 {
				won[w]++
			}
		}
		lines = append(
			lines,
			fmt.Sprintf(
				"%s: player 1 won %d of %d, player 2 %d. One game of a pair shows how such games end; %s says who is "+
					"better.",
				f.name, won[0], len(f.pairs), won[1], f.of,
			),
		)
	}
	won := 0
	for _, b := range ocbaLost {
		at := b[0]*len(boardFigures[0].pairs) + b[1]
		if w := games[at].Winner; w >= 0 && boardFigures[b[0]].pairs[b[1]][w] == "ocba" {
			won++
		}
	}
	return lab.Conclusion(
		append(
			lines,
			fmt.Sprintf(
				"The paper marks its winners by bold type, which its public text does not have. It says that "+
					"OCBA-MCTS failed to intercept in time and lost boards (a) and (b) of Figure 3, (a) and (c) of "+
					"Figure 5. Here OCBA-MCTS won %d of these %d.",
				won, len(ocbaLost),
			),
		),
	)
}

// shortName leaves the MCTS out, as the paper does below its boards.
func shortName(p treePolicy) string { return strings.TrimSuffix(p.Name, "-MCTS") }

// play plays until a game is not drawn.
func (f *boardFigure) play(ctx context.Context, pair [2]treePolicy, job lab.Job) (boardGame, error) {
	start, err := f.duel.start()
	if err != nil {
		return boardGame{}, err
	}
	d := duel{
		start: start, setting: f.duel.setting, opponent: "random", rollouts: f.duel.rollouts,
		memory: f.duel.memory, players: pair,
	}
	var game boardGame
	chance := job.Rand()
	for range boardTries {
		_, err := d.play(ctx, 1, chance, func(moves []search.Move, value float32) {
			game = boardGame{Winner: -1}
			for _, m := range moves {
				game.Moves = append(game.Moves, int(m))
			}
			switch {
			case value > 0:
				game.Winner = 0
			case value < 0:
				game.Winner = 1
			}
		})
		if err != nil || game.Winner >= 0 {
			return game, err
		}
	}
	return game, nil
}

// coordinates writes cells as a column's letter and a row's number, from the lower left.
func coordinates(moves []int, size int) string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = fmt.Sprintf("%c%d", 'a'+m%size, size-m/size)
	}
	return strings.Join(names, " ")
}
