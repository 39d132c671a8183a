// Command bench measures what games cost more through a hub, and where a hub ends. It prints short tables: each
// figure with its unit, its goal, and whether it is good:
//
//	make bench-cluster
//	go run ./internal/cluster/bench -only overhead,capacity -json
//
// # How it works
//
// Workers beyond the cores of this machine are simulated. They run the real worker, through the real mailbox
// and hub, for a kind of work of this package: it sleeps as long as a game takes, and then returns a game that
// was prepared. The hub checks this game like any other. Where the hub's cost is measured, hub and workers are
// processes of their own, and a proxy between them counts bytes. These processes are this program again.
//
// Costs are processor time, which other programs disturb less than they disturb the clock. Pairs alternate.
package main
