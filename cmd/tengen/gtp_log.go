package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// plainLog writes what an engine notes as lines for people: who, what, why.
type plainLog struct {
	to    io.Writer
	least slog.Level
}

// Enabled says whether a level is worth a line.
func (l plainLog) Enabled(_ context.Context, level slog.Level) bool { return level >= l.least }

// Handle writes a line.
func (l plainLog) Handle(_ context.Context, r slog.Record) error {
	before, after := "", ""
	r.Attrs(func(a slog.Attr) bool {
		switch a.Key {
		case "player":
			before = a.Value.String() + ": "
		case "error", "fault":
			after += ": " + a.Value.String()
		default:
			after += " " + a.Value.String()
		}
		return true
	})
	_, err := fmt.Fprintln(l.to, strings.ReplaceAll(before+r.Message+after, "\n", " "))
	return err
}

// WithAttrs and WithGroup are what a handler has; the engine uses neither.
func (l plainLog) WithAttrs([]slog.Attr) slog.Handler { return l }
func (l plainLog) WithGroup(string) slog.Handler      { return l }
