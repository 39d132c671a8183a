//go:build linux && !amd64 && !arm64

package client

import "embed"

// carried is empty: tengen uses no graphics cards on this processor.
var carried embed.FS

const carriedDir = "carried"
