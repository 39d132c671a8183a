package work

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/tengen-go/tengen/models"
)

// PackModel is a whole model as one piece of bytes, the same for the same model. scratch is a folder for files on
// the way; empty for the system's.
func PackModel(model, scratch string) ([]byte, error) {
	m, err := models.Open(model)
	if err != nil {
		return nil, err
	}
	data, err := packModel(m, scratch)
	if err != nil {
		return nil, fmt.Errorf("pack %s: %w", model, err)
	}
	return data, nil
}

func packModel(m *models.Model, scratch string) ([]byte, error) {
	dir, err := os.MkdirTemp(scratch, "pack-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	manifest, err := models.Save(dir, *m)
	if err != nil {
		return nil, err
	}
	names := []string{models.ManifestName}
	for _, kind := range slices.Sorted(maps.Keys(manifest.Networks)) {
		names = append(names, manifest.Networks[kind].File.Name)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range names {
		if err := storeFile(w, filepath.Join(dir, name)); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// storeFile adds a file without its time, which would change the bytes.
func storeFile(w *zip.Writer, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	f, err := w.CreateHeader(&zip.FileHeader{Name: filepath.Base(path), Method: zip.Store})
	if err != nil {
		return err
	}
	_, err = io.Copy(f, bytes.NewReader(data))
	return err
}

// UnpackModel reads what PackModel has made, and checks it. name is for messages.
func UnpackModel(data []byte, name string) (*models.Model, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return models.OpenFS(r, name)
}
