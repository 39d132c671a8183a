package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/tengen-go/tengen/internal/kernel"
)

// version is stamped in by the build (-X main.version=…); empty, the build
// information of the Go toolchain tells.
var version string

// VersionCmd prints what this binary is and which arithmetic it uses here.
type VersionCmd struct{ Common }

// Help shows an example.
func (c *VersionCmd) Help() string {
	return `The kernel is the arithmetic of the networks: avx512, avx2 or portable, the best one
this CPU has, or the one that the environment variable TENGEN_KERNEL names.

Examples:

    tengen version --json
    TENGEN_KERNEL=portable tengen version`
}

// versionReport is the JSON object of tengen version.
type versionReport struct {
	Version  string   `json:"version"`            // of the tag or commit, "(devel)" if the build knows neither
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
		Version:  "(unknown)",
		Go:       runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Cores:    runtime.GOMAXPROCS(0),
		Kernel:   kernel.Name(),
		Kernels:  kernel.Names(),
		Features: kernel.Features(),
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		r.Version = info.Main.Version
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				r.Revision = s.Value
			case "vcs.modified":
				r.Modified = s.Value == "true"
			}
		}
	}
	if version != "" {
		r.Version = version
	}
	return r
}

// programVersion names the code of this binary in what it leaves behind: models, self-play
// files, reports.
func programVersion() string { return newVersionReport().name() }

// name is the version, with the commit and whether it was modified where the version does not
// tell: "v0.2 (170bd561d3aa and changes)". git describe and the Go toolchain do tell.
func (r versionReport) name() string {
	if r.Revision == "" {
		return r.Version
	}
	commit := r.Revision[:min(12, len(r.Revision))]
	switch told := strings.Contains(r.Version, r.Revision[:min(7, len(r.Revision))]); {
	case r.Modified && !strings.Contains(r.Version, "dirty"):
		return r.Version + " (" + commit + " and changes)"
	case told:
		return r.Version
	}
	return r.Version + " (" + commit + ")"
}

// Run prints the report.
func (c *VersionCmd) Run() error {
	if err := kernel.Err(); err != nil {
		return &usageError{err}
	}
	r := newVersionReport()
	if c.JSON {
		return printJSON(r)
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
	_, err := fmt.Printf("tengen %s%s\n%s %s, %d cores\nkernel %s%s, available: %s\n",
		r.Version, revision, r.Go, r.Platform, r.Cores, r.Kernel, features, strings.Join(r.Kernels, ", "))
	return err
}
