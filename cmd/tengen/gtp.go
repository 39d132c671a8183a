package main

// GTPCmd is the GTP engine.
type GTPCmd struct{}

func (c *GTPCmd) Run() error { return nil }
