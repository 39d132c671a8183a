package main

// DataCmd groups the commands on game records.
type DataCmd struct{}
