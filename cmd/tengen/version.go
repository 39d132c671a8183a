package main

// VersionCmd prints what this binary is.
type VersionCmd struct{}

func (c *VersionCmd) Run() error { return nil }
