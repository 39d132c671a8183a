package main

// BenchNetCmd is filled by its package's builder.
type BenchNetCmd struct{ Common }

func (c *BenchNetCmd) Run() error { return nil }
