package arena

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
	return min(machineMemory(os.ReadFile)/4/int64(max(players, 1)), mostMemory)
}

// enoughMemory is what a tree of so many playouts a move has no use for more than: each
// adds a position at most, 14 KB on 19×19, and a few moves' worth stays when the tree is
// used again. Memory beyond is not free: Go clears it when it was another player's before.
func enoughMemory(playouts int) int64 { return 16<<20 + int64(playouts)<<16 }

// machineMemory is the memory of the machine, or what a container has of it. Where the
// system has no /proc (it is Linux's), it is unknownMemory.
func machineMemory(read func(name string) ([]byte, error)) int64 {
	memory := int64(unknownMemory)
	if text, err := read("/proc/meminfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if words := strings.Fields(line); len(words) == 3 && words[0] == "MemTotal:" && words[2] == "kB" {
				if kB, err := strconv.ParseInt(words[1], 10, 64); err == nil {
					memory = kB << 10
				}
			}
		}
	}
	for _, name := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := read(name); err == nil {
			if limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && limit > 0 {
				memory = min(memory, limit)
			}
		}
	}
	return memory
}
