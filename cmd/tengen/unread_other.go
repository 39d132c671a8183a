//go:build !unix

package main

import (
	"context"
	"os"
)

// untilUnread does not know on this system who reads: the next answer will show it.
func untilUnread(ctx context.Context, _ *os.File) (context.Context, context.CancelFunc) {
	return context.WithCancel(ctx)
}
