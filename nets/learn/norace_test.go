//go:build !race

package learn

const raceDetector = false
