package search

import "github.com/tengen-go/tengen/board"

// Rand is the source of everything random in a search.
type Rand = board.Rand
