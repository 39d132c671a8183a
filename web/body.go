package web

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/tengen-go/tengen/web/internal/wire"
)

// mostBody bounds what a request may bring: a game record is the largest.
const mostBody = 8 << 20

// What a request brings may come slowly, but whoever sends nothing holds up nothing for long.
const (
	silence    = 30 * time.Second // the longest between two pieces
	bodyWithin = 10 * time.Minute // all of it: 14 kB/s for the largest
)

// body is what a request brings, with a limit of time that each piece moves on.
type body struct {
	io.ReadCloser
	limit func(time.Time) error // sets when reading fails; the zero time for never
	now   func() time.Time
	end   time.Time // of all of it
}

// limited gives a request a body that must come in time. One without a body has no limit: it may be a stream, which
// ends with its connection.
func limited(w http.ResponseWriter, r *http.Request) {
	if r.Body == http.NoBody {
		return
	}
	b := &body{
		ReadCloser: http.MaxBytesReader(w, r.Body, mostBody),
		limit:      http.NewResponseController(w).SetReadDeadline,
		now:        time.Now, end: time.Now().Add(bodyWithin),
	}
	b.wait()
	r.Body = b
}

// wait gives the next piece its time. Where a connection has no limits of time, there is none.
func (b *body) wait() {
	next := b.now().Add(silence)
	if next.After(b.end) {
		next = b.end
	}
	_ = b.limit(next)
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	switch {
	case err == nil:
		b.wait()
	case errors.Is(err, io.EOF):
		_ = b.limit(time.Time{}) // all is there, and the answer may take its time
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = &wire.Refusal{
			Status: http.StatusRequestTimeout,
			Text:   fmt.Sprintf("nothing came for %v, or not all within %v: send it again", silence, bodyWithin),
		}
	}
	return n, err
}
