// Package page tests the page of tengen serve in a real browser: make test-web.
//
// The tests build the program, start it on a port of this machine, and drive Chromium through it. Pictures of what
// failed are in tools/page/failed.
package page
