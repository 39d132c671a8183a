package cluster

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
)

// ownerBox reaches the hub of an owner's token, or the NATS server of a URL. where is the file or the URL.
func ownerBox(ctx context.Context, where string, say func(format string, args ...any)) (*mailbox.Box, error) {
	access, err := mailbox.ReadAccess(where)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	switch a := access.(type) {
	case mailbox.Token:
		if !a.Owner {
			return nil, usage.Errorf("%s is a worker's token; tengen hub token --owner makes an owner's", where)
		}
		return a.Connect()
	case mailbox.Outside:
		return a.Connect(ctx, true, func(text string) { say("%s", text) })
	}
	return nil, fmt.Errorf("%s: no way to reach a hub", where)
}

// workerAccess is how a worker reaches its hub.
func workerAccess(where string) (mailbox.Access, error) {
	access, err := mailbox.ReadAccess(where)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	if t, ok := access.(mailbox.Token); ok && t.Owner {
		return nil, usage.Errorf("%s is the owner's token; give workers one of their own, made without --owner", where)
	}
	return access, nil
}

// givenName is the name that comes with a way to a hub, which the server checks; empty for none.
func givenName(access mailbox.Access) string {
	switch a := access.(type) {
	case mailbox.Token:
		return a.Name
	case mailbox.Outside:
		return a.Worker
	}
	return ""
}

// workerBox reaches it.
func workerBox(ctx context.Context, access mailbox.Access) (*mailbox.Box, error) {
	switch a := access.(type) {
	case mailbox.Token:
		return a.Connect()
	case mailbox.Outside:
		return a.Connect(ctx, false, func(string) {})
	}
	return nil, fmt.Errorf("%s: no way to reach a hub", access.Place())
}

// ForChain is how a chain reaches a NATS server, or a hub by its owner's token, and what it is called there.
func ForChain(where, output string, say func(format string, args ...any)) (
	reach func(context.Context) (*mailbox.Box, error), name string, err error,
) {
	if name, err = ordererName(output); err != nil {
		return nil, "", err
	}
	return func(ctx context.Context) (*mailbox.Box, error) {
		box, err := ownerBox(ctx, where, say)
		if err != nil {
			return nil, err
		}
		stop := watch(box, say)
		go func() {
			<-box.Ended()
			stop()
		}()
		return box, nil
	}, name, nil
}
