//go:build linux

package client

import "embed"

// built is the folder of the program that tengen carries.
//
//go:embed all:carried/linux-arm64
var built embed.FS

const carriedDir = "carried/linux-arm64"
