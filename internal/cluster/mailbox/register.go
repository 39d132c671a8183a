package mailbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nats-io/nkeys"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
)

// registerDir is the folder of the hub's folder that has a file for each named worker: its public key.
const (
	registerDir    = "workers"
	registerSuffix = ".key"
)

// register are the public keys of the named workers of a hub's folder. An error about one leaves the others. They are
// nil if the folder cannot be read.
func register(dir string) (workers map[string]string, bad error) {
	entries, err := os.ReadDir(filepath.Join(dir, registerDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the hub's workers: %w", err)
	}
	workers = map[string]string{}
	for _, e := range entries {
		name, ours := strings.CutSuffix(e.Name(), registerSuffix)
		if !ours || !ticket.Word(name) {
			continue
		}
		path := registerPath(dir, name)
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // shut out meanwhile
		}
		if err != nil {
			bad = errors.Join(bad, fmt.Errorf("the hub's workers: %w", err))
			continue
		}
		key := strings.TrimSpace(string(data))
		if !nkeys.IsValidPublicUserKey(key) {
			why := fmt.Errorf("the hub's workers: %s holds no key; remove it and make a new token", path)
			bad = errors.Join(bad, why)
			continue
		}
		workers[name] = key
	}
	return workers, bad
}

func registerPath(dir, name string) string {
	return filepath.Join(dir, registerDir, name+registerSuffix)
}

// enroll makes a key for a named worker, and lets it in. It returns the secret half.
func enroll(dir, name string) (seed string, err error) {
	if !ticket.Word(name) {
		return "", fmt.Errorf("--worker %s: want up to 64 letters, digits, - and _", name)
	}
	k, err := newKey()
	if err != nil {
		return "", err
	}
	path := registerPath(dir, name)
	if _, err := os.Stat(path); err == nil {
		return "", fmt.Errorf("--worker %s: it has a token; shut that one out first, with --revoke %[1]s, or choose "+
			"another name", name)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", fmt.Errorf("the hub's workers: %w", err)
	}
	if err := atomicfile.Write(path, []byte(k.public()+"\n")); err != nil {
		return "", fmt.Errorf("the hub's workers: %w", err)
	}
	return k.seed, nil
}

// Revoke shuts a named worker out: its token opens nothing any more. A server that runs ends the worker's
// connection within a second.
func Revoke(dir, name string) error {
	if _, err := os.Stat(filepath.Join(dir, identityFile)); err != nil {
		return noKeys(err)
	}
	err := os.Remove(registerPath(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		workers, bad := register(dir)
		if bad != nil {
			return bad
		}
		return fmt.Errorf("--revoke %s: no worker of that name has a token%s", name, known(workers))
	}
	if err != nil {
		return fmt.Errorf("the hub's workers: %w", err)
	}
	return nil
}
