//go:build linux

package client

import "embed"

// carried is the folder of the program that tengen carries.
//
//go:embed all:carried/linux-arm64
var carried embed.FS

const carriedDir = "carried/linux-arm64"
