package models

import "embed"

// shippedFiles has nothing in a browser: an exported page brings the one model that it plays with.
var shippedFiles embed.FS
