// Package output is how commands print: results as one JSON object for programs, numbers in words
// for people.
package output

import (
	"encoding/json"
	"io"
)

// JSON prints one object on one line, the only thing on stdout.
func JSON(v any) error { return WriteJSON(Stdout, v) }

// WriteJSON is JSON on another writer.
func WriteJSON(w io.Writer, v any) error { return json.NewEncoder(w).Encode(v) }
