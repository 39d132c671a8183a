package work

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
)

// PackPolicy is the policy network of a model as one piece of bytes, the same for the same network. scratch is
// a folder for files on the way.
func PackPolicy(model, scratch string) ([]byte, error) {
	m, err := models.Open(model)
	if err != nil {
		return nil, err
	}
	network, err := m.Network(models.Policy)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(scratch, "pack-")
	if err != nil {
		return nil, fmt.Errorf("pack %s: %w", model, err)
	}
	defer os.RemoveAll(dir)
	alone := models.Model{
		Manifest: models.Manifest{Board: m.Manifest.Board, Networks: map[string]models.Network{models.Policy: network}},
		Weights:  map[string][]models.Tensor{models.Policy: m.Weights[models.Policy]},
	}
	manifest, err := models.Save(dir, alone)
	if err != nil {
		return nil, fmt.Errorf("pack %s: %w", model, err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range []string{models.ManifestName, manifest.Networks[models.Policy].File.Name} {
		if err := addFile(w, dir, name); err != nil {
			return nil, fmt.Errorf("pack %s: %w", model, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("pack %s: %w", model, err)
	}
	return out.Bytes(), nil
}

// addFile adds a file without its time, which would change the bytes.
func addFile(w *zip.Writer, dir, name string) error {
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err != nil {
		return err
	}
	_, err = io.Copy(f, bytes.NewReader(data))
	return err
}

// UnpackPolicy reads what PackPolicy has made.
func UnpackPolicy(data []byte) (*nets.Policy, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("packed policy network: %w", err)
	}
	m, err := models.OpenFS(r, "packed policy network")
	if err != nil {
		return nil, err
	}
	return nets.PolicyOf(m)
}
