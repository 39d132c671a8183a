package main

import (
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// scripts are the peers' sides.
//
//go:embed torch_peer.py ort_peer.mjs
var scripts embed.FS

// install writes the scripts to the work folder and checks that what they need is
// there.
func install(ctx context.Context, opt options) error {
	files, err := scripts.ReadDir(".")
	if err != nil {
		return err
	}
	for _, f := range files {
		data, err := scripts.ReadFile(f.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(opt.work, f.Name()), data, 0o644); err != nil {
			return err
		}
	}
	if _, err := os.Stat(opt.tengen); err != nil {
		return fmt.Errorf("%w: make build makes it", err)
	}
	if out, err := exec.CommandContext(ctx, opt.python, "-c", "import torch").CombinedOutput(); err != nil {
		return fmt.Errorf("%s has no PyTorch (%s): apt-get install python3-torch on Debian, or name another Python "+
			"with -python", opt.python, lastLine(out))
	}
	if _, err := os.Stat(filepath.Join(opt.modules, "node_modules", "onnxruntime-node", "package.json")); err != nil {
		return fmt.Errorf("no ONNX Runtime: %w: tools/onnx/install.sh fetches it", err)
	}
	return nil
}
