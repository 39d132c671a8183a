package main

// ModelCmd groups the commands on models.
type ModelCmd struct{}
