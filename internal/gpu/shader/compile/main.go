// Command compile writes the SPIR-V of all kernels with glslc, and checks each with spirv-val.
//
//	go run ./internal/gpu/shader/compile
//
// make generate calls it. Files of kernels that are no more are removed.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/tengen-go/tengen/internal/gpu/shader"
)

func main() {
	if err := compile("internal/gpu/shader"); err != nil {
		fmt.Fprintln(os.Stderr, "compile:", err)
		os.Exit(1)
	}
}

func compile(dir string) error {
	wanted := map[string]bool{}
	for _, c := range shader.Compilations() {
		wanted[filepath.Base(c.Output)] = true
		output := filepath.Join(dir, c.Output)
		options := append([]string{"--target-env=vulkan1.2", "-O", "-Werror"}, c.Options...)
		if err := run("glslc", append(options, filepath.Join(dir, c.Source), "-o", output)...); err != nil {
			return err
		}
		if err := run("spirv-val", "--target-env", "vulkan1.2", output); err != nil {
			return err
		}
		if c.Matrices {
			if err := rewrite(output); err != nil {
				return fmt.Errorf("%s: %w", output, err)
			}
		}
	}
	old, err := filepath.Glob(filepath.Join(dir, "spirv", "*.spv"))
	if err != nil {
		return err
	}
	for _, name := range old {
		if !wanted[filepath.Base(name)] {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// rewrite gives a compiled kernel the matrices that drivers have.
func rewrite(name string) error {
	code, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if code, err = khr(code); err != nil {
		return err
	}
	return os.WriteFile(name, code, 0o644)
}

func run(name string, args ...string) error {
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}
