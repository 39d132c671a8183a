package main

// PlayCmd plays in the terminal.
type PlayCmd struct{}

func (c *PlayCmd) Run() error { return nil }
