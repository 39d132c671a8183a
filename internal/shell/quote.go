// Package shell writes words of a command that people copy into a shell:
//
//	"tengen play --player " + shell.Quote("search:model=my runs/x")
package shell

import (
	"runtime"
	"strings"
)

// Quote keeps a shell from reading anything into a word. On Windows it quotes for cmd.exe, where backslashes are plain.
func Quote(word string) string {
	if runtime.GOOS == "windows" {
		if word == "" || strings.ContainsAny(word, " \t&|<>^(),;=") {
			return `"` + word + `"`
		}
		return word
	}
	if word == "" || strings.ContainsAny(word, " \t\n'\"\\$&;|<>()*?[]#~`!{}") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}
