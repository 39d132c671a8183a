package main

// BenchSGFCmd is filled by its package's builder.
type BenchSGFCmd struct{ Common }

func (c *BenchSGFCmd) Run() error { return nil }
