//go:build race

package learn

const raceDetector = true
