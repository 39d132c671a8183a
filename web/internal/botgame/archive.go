package botgame

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"slices"

	"github.com/tengen-go/tengen/models"
)

// Plays are the kinds of weights that a bot plays by. A search with one thread waits for its networks,
// and then asks no other policy.
var Plays = []string{models.Policy, models.Value}

// Without are the kinds that a bot does without.
func Without() []string {
	return slices.DeleteFunc(slices.Clone(models.Kinds), func(k string) bool { return slices.Contains(Plays, k) })
}

// Archive packs a model's folder.
func Archive(folder fs.FS) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	if err := w.AddFS(folder); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
}

// open unpacks a model and checks it.
func open(archive []byte) (*models.Model, error) {
	folder, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, fmt.Errorf("the model in this page: %w", err)
	}
	return models.OpenFS(folder, Name)
}
