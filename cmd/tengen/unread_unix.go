//go:build unix

package main

import (
	"context"
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// unreadEvery is how often untilUnread looks at whether its context has ended.
const unreadEvery = time.Second

// untilUnread is a context that ends when nobody is left who could read what is written to out: the
// program at the other end of a pipe or a socket is gone, or the terminal. Its cause is errUnread.
func untilUnread(ctx context.Context, out *os.File) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	descriptor := int32(out.Fd())
	go func() {
		for ctx.Err() == nil {
			fds := []unix.PollFd{{Fd: descriptor}} // the system reports errors and the end without a request
			switch n, err := unix.Poll(fds, int(unreadEvery.Milliseconds())); {
			case err != nil && !errors.Is(err, unix.EINTR):
				return
			case n > 0 && fds[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0:
				cancel(errUnread)
				return
			case n > 0:
				return
			}
		}
	}()
	return ctx, func() { cancel(nil) }
}
