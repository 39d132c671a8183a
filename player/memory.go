package player

import (
	"os"
	"strconv"
	"strings"
)

// unknownMemory stands for the machine's memory where it cannot be told.
const unknownMemory = 4 << 30

// mostMemory bounds what a player takes unasked.
const mostMemory = 2 << 30

// DefaultMemory is what one of so many players takes for its tree if nothing is said: a
// quarter of the machine's memory among them, and no more than 2 GiB.
func DefaultMemory(players int) int64 {
	memory, known := machineMemory(os.ReadFile)
	if !known {
		memory = unknownMemory
	}
	return min(memory/4/int64(max(players, 1)), mostMemory)
}

// enoughMemory is what a tree of so many playouts a move has no use for more than: each
// adds a position at most, 14 KB on 19×19, and a few moves' worth stays when the tree is
// used again. Memory beyond is not free: Go clears it when it was another player's before.
func enoughMemory(playouts int) int64 { return 16<<20 + int64(playouts)<<16 }

// machineMemory is the memory of the machine, or what a container has of it. It is not known where
// the system has no /proc (it is Linux's).
func machineMemory(read func(name string) ([]byte, error)) (memory int64, known bool) {
	if text, err := read("/proc/meminfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if words := strings.Fields(line); len(words) == 3 && words[0] == "MemTotal:" && words[2] == "kB" {
				if kB, err := strconv.ParseInt(words[1], 10, 64); err == nil {
					memory, known = kB<<10, true
				}
			}
		}
	}
	for _, name := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := read(name); err == nil {
			if limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && limit > 0 && known {
				memory = min(memory, limit)
			}
		}
	}
	return memory, known
}
