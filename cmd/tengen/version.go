package main

import (
	"runtime"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/internal/version"
)

// VersionCmd prints what this binary is and which arithmetic it uses here.
type VersionCmd struct{ flags.Common }

// Help shows an example.
func (c *VersionCmd) Help() string {
	return `The kernel does the arithmetic of the networks: avx512, avx2 or portable. tengen takes the best
one for this processor, or the one that the environment variable TENGEN_KERNEL names.

Examples:

    tengen version --json
    TENGEN_KERNEL=portable tengen version`
}

// versionReport is the JSON object of tengen version.
type versionReport struct {
	Version  string   `json:"version"`
	Revision string   `json:"revision,omitempty"` // commit the binary was built from
	Modified bool     `json:"modified,omitempty"` // with changes on top
	Go       string   `json:"go"`
	Platform string   `json:"platform"`
	Cores    int      `json:"cores"`
	Kernel   string   `json:"kernel"`   // in use
	Kernels  []string `json:"kernels"`  // this CPU can run, best first
	Features []string `json:"features"` // of the CPU, that the kernel in use needs
}

func newVersionReport() versionReport {
	r := versionReport{
		Version:  version.Number,
		Go:       runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Cores:    runtime.GOMAXPROCS(0),
		Kernel:   kernel.Name(),
		Kernels:  kernel.Names(),
		Features: kernel.Features(),
	}
	r.Revision, r.Modified = version.Commit()
	return r
}

// Run prints the report.
func (c *VersionCmd) Run() error {
	if err := kernel.Err(); err != nil {
		return usage.Wrap(err)
	}
	r := newVersionReport()
	if c.JSON {
		return output.JSON(r)
	}
	revision := r.Revision
	if r.Modified {
		revision += " and changes"
	}
	if revision != "" {
		revision = " (" + revision + ")"
	}
	features := ""
	if len(r.Features) > 0 {
		features = " (" + strings.Join(r.Features, " ") + ")"
	}
	output.Printf("tengen %s%s\n%s %s, %d cores\nkernel %s%s, available: %s\n",
		r.Version, revision, r.Go, r.Platform, r.Cores, r.Kernel, features, strings.Join(r.Kernels, ", "))
	return nil
}
