package main

// BenchBoardCmd is filled by its package's builder.
type BenchBoardCmd struct{ Common }

func (c *BenchBoardCmd) Run() error { return nil }
