// Package checksum is the SHA-256 of a file's content, by which a change of the file shows.
package checksum

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
)

// File is the SHA-256 of a file's content, in hexadecimal. If the file cannot be opened, the error leaves
// out the path: callers name it.
func File(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		var p *fs.PathError
		if errors.As(err, &p) {
			err = p.Err
		}
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
