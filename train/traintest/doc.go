// Package traintest has what the tests of trainings share: made-up games, runs that are stopped and
// killed, and a check of settings.
package traintest
