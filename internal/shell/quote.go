// Package shell writes words of a command that people copy into a shell:
//
//	"tengen play --player " + shell.Quote("search:model=my runs/x")
package shell

import "strings"

// Quote keeps a shell from reading anything into a word.
func Quote(word string) string {
	if word == "" || strings.ContainsAny(word, " \t\n'\"\\$&;|<>()*?[]#~`!{}") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}
