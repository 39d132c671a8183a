package main

import "testing"

// What a binary leaves behind names its commit, whatever the build knew.
func TestVersionNamesTheCode(t *testing.T) {
	const commit = "170bd561d3aa8a0f1c5d8b2f4a7c9e3b6d1f0a2c"
	for _, c := range []struct {
		version, revision string
		modified          bool
		want              string
	}{
		{"(devel)", "", false, "(devel)"},
		{"v0.2", commit, false, "v0.2 (170bd561d3aa)"},
		{"v0.2", commit, true, "v0.2 (170bd561d3aa and changes)"},
		{"v0.2-dirty", commit, true, "v0.2-dirty (170bd561d3aa)"},
		{"170bd56", commit, false, "170bd56"},
		{"170bd56-dirty", commit, true, "170bd56-dirty"},
		{"v0.0.0-20261121232244-170bd561d3aa+dirty", commit, true, "v0.0.0-20261121232244-170bd561d3aa+dirty"},
	} {
		if got := (versionReport{Version: c.version, Revision: c.revision, Modified: c.modified}).name(); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
