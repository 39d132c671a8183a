//go:build linux && !amd64 && !arm64

package client

import "embed"

// built is empty: tengen uses no graphics cards on this processor.
var built embed.FS

const carriedDir = "carried"
