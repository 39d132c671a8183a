package main

import (
	"encoding/json"
	"io"
	"os"
)

// printJSON prints one object on one line, the only thing on stdout.
func printJSON(v any) error { return writeJSON(os.Stdout, v) }

func writeJSON(w io.Writer, v any) error { return json.NewEncoder(w).Encode(v) }
