package main

// EvalCmd groups the measurements on held-out games.
type EvalCmd struct{}
