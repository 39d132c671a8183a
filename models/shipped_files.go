//go:build !js

package models

import "embed"

//go:embed shipped/*/*.json shipped/*/*.safetensors
var shippedFiles embed.FS
