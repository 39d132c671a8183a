package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
)

// Cache is a folder of models, each under its SHA-256. The models that were used longest ago go when it is
// full. Several workers may share it.
type Cache struct {
	dir string
	max int64
}

// OpenCache is the cache of a folder, which it makes if need be, of so many bytes at most.
func OpenCache(dir string, most int64) (*Cache, error) {
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		err = writable(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("cache of models: %w; name a folder that this user may write to, with --cache DIR", err)
	}
	return &Cache{dir, most}, nil
}

// writable says why files cannot be made in a folder.
func writable(dir string) error {
	f, err := os.CreateTemp(dir, "writable-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

const cacheSuffix = ".model"

func (c *Cache) path(digest string) string { return filepath.Join(c.dir, digest+cacheSuffix) }

// get is a model whose bytes are right; nil if there is none.
func (c *Cache) get(digest string) []byte {
	data, err := os.ReadFile(c.path(digest))
	if err != nil || mailbox.Digest(data) != digest {
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(c.path(digest), now, now) // else it goes sooner
	return data
}

// put keeps a model, and makes room for it.
func (c *Cache) put(digest string, model []byte) error {
	room := c.max - int64(len(model))
	if room < 0 {
		return nil // it would only drive out all others
	}
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return fmt.Errorf("cache of models: %w", err)
	}
	var files []os.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), cacheSuffix) {
			files = append(files, info)
			room -= info.Size()
		}
	}
	slices.SortFunc(files, func(a, b os.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	for _, f := range files {
		if room >= 0 {
			break
		}
		room += f.Size()
		_ = os.Remove(filepath.Join(c.dir, f.Name())) // another worker may have been faster
	}
	if err := atomicfile.Write(c.path(digest), model); err != nil {
		return fmt.Errorf("cache of models: %w", err)
	}
	return nil
}

// model is a model of the cache, or of the hub.
func (w *worker) model(ctx context.Context, digest string) ([]byte, error) {
	if w.config.Cache == nil {
		return w.box.Model(ctx, digest)
	}
	if data := w.config.Cache.get(digest); data != nil {
		return data, nil
	}
	data, err := w.box.Model(ctx, digest)
	if err != nil {
		return nil, err
	}
	if err := w.config.Cache.put(digest, data); err != nil {
		w.config.Report(err.Error()) // the games do not need it
	}
	return data, nil
}
