// Package aoap has the experiments of Zhang, Peng and Xu 2022, An Efficient Dynamic Sampling Policy
// for Monte Carlo Tree Search (arXiv:2204.12043), on tic-tac-toe and Gomoku:
//
//	e, err := lab.Find("aoap-1.1", aoap.Experiments())
//	summary, err := lab.Execute(ctx, e, lab.Config{Dir: "runs/pcs", Scale: 0.05, Seed: 1, Threads: 2})
//
// aoap-1.1 and aoap-2.1 measure the probability of correct selection (PCS): how often a search
// of so many playouts chooses a right move. aoap-1.2 and aoap-2.2 are rounds between the
// policies, and aoap-boards draws some of their games. Where the paper can be read in several
// ways, treeReadings and duelReadings have the readings, the one taken first. The experiments' names are stable.
package aoap
