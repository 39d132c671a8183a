// Package version is the one place that says which version of Tengen this is: for tengen
// --version, GTP, models, records of games, reports and the names of released archives.
//
// A release raises Number and names the changes in CHANGELOG.md; a test holds both to each
// other.
package version

import "runtime/debug"

// Number is the version of this code, by the rules of semver.org.
const Number = "0.3.0"

// stamp replaces the whole version where a build must not depend on its commit:
// -ldflags "-X github.com/tengen-go/tengen/internal/version.stamp=NAME".
var stamp string

// Commit is the commit that the binary was built from and whether files were changed on top
// of it; empty where the build did not know one, as in an archive without git.
func Commit() (revision string, modified bool) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", false
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.modified":
			modified = s.Value == "true"
		}
	}
	return revision, modified
}

// String names the code of this binary in what it leaves behind: "0.3.0 (170bd561d3aa)".
func String() string {
	if stamp != "" {
		return stamp
	}
	return name(Commit())
}

func name(revision string, modified bool) string {
	if revision == "" {
		return Number
	}
	changes := ""
	if modified {
		changes = " and changes"
	}
	return Number + " (" + revision[:min(12, len(revision))] + changes + ")"
}
