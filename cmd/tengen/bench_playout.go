package main

// BenchPlayoutCmd is filled by its package's builder.
type BenchPlayoutCmd struct{ Common }

func (c *BenchPlayoutCmd) Run() error { return nil }
