//go:build !long

package main

import "runtime"

// tested are the systems that are built twice.
var tested = []string{runtime.GOOS + "/" + runtime.GOARCH}
