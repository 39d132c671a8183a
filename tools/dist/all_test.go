//go:build long

package main

// tested are the systems that are built twice.
var tested = systems
