// Package testcards has the cards that tests of networks use:
//
//	device := testcards.Open(t, twin.Card{Grades: []gpu.Grade{testcards.Half(t)}})
//
// They are twins in plain Go. With the build tag vulkan, cards without faults are Mesa's software device, or the card
// that package gputest names.
//
// Nothing here is stable: the package is internal.
package testcards
