// Package source looks at the files of games that a chain learns from, before it reads them:
//
//	err := source.Apart("runs/x", []string{"games"})          // the chain does not write among them
//	hash, err := source.Hash(ctx, []string{"games"}, report)  // another one if a game has changed
package source

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/internal/checksum"
	"github.com/tengen-go/tengen/record"
)

// Apart refuses a folder for a chain that is inside its games, through symbolic links too: the chain would learn from
// its own. Games that cannot be listed are the error of Hash.
func Apart(dir string, games []string) error {
	whole, err := resolved(dir)
	if err != nil {
		return err
	}
	for _, path := range games {
		folders, _ := record.Folders([]string{path})
		for _, folder := range folders {
			if in, err := filepath.Rel(folder, whole); err == nil && filepath.IsLocal(in) {
				return fmt.Errorf("the folder of the chain, %s, is inside %s, a folder of its games: choose one "+
					"outside with -o", dir, path)
			}
		}
	}
	return nil
}

// resolved is an absolute path without symbolic links. Its end may not exist yet, and stays as it is.
func resolved(path string) (string, error) {
	whole, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	end := ""
	for up := whole; ; up = filepath.Dir(up) {
		if real, err := filepath.EvalSymlinks(up); err == nil {
			return filepath.Join(real, end), nil
		}
		if up == filepath.Dir(up) {
			return whole, nil // no part of it can be looked at
		}
		end = filepath.Join(filepath.Base(up), end)
	}
}

// Hash is a hash over the content of all files of games, in the order in which they are read. What is no file of games
// does not count. report hears how far it is.
func Hash(ctx context.Context, games []string, report func(done, total int)) (string, error) {
	files, err := record.Files(games)
	if err != nil {
		return "", fmt.Errorf("%w: name files or folders that are there, on the command line or as "+
			"games = […] below [data]", err)
	}
	all := sha256.New()
	for i, path := range files {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		report(i, len(files))
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue // a link to nowhere or a pipe, which reading leaves out, too
		}
		sum, err := checksum.File(path)
		if err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		fmt.Fprintln(all, sum)
	}
	return hex.EncodeToString(all.Sum(nil)), nil
}
