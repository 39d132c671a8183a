// Package carried is for files that a program has inside, compressed, and among them other programs:
//
//	plain, err := carried.Build(".", "./internal/gpu/child/program", "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
//	small, err := carried.Compress(plain)
//	plain, err = carried.Expand(small)
//
// Who carries a file embeds it. The same source gives the same bytes with the same Go.
//
// Nothing here is stable: the package is internal.
package carried
