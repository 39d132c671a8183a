//go:build unix

package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// What is written is read as long as there is a reader, even one that waits; a file is read later.
func TestUntilUnread(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	file, err := os.Create(filepath.Join(t.TempDir(), "answers"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	piped, stop := untilUnread(t.Context(), w)
	defer stop()
	kept, stop := untilUnread(t.Context(), file)
	defer stop()
	select {
	case <-piped.Done():
		t.Fatal("a pipe with a reader is unread")
	case <-kept.Done():
		t.Fatal("a file is unread")
	case <-time.After(100 * time.Millisecond):
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-piped.Done():
		if context.Cause(piped) != errUnread {
			t.Errorf("cause %v", context.Cause(piped))
		}
	case <-time.After(time.Minute):
		t.Error("the end of the reader goes unnoticed")
	}
	if kept.Err() != nil {
		t.Error("a file is unread")
	}
}
