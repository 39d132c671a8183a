// Package machine says what the computer has that Go's runtime does not say.
//
//	memory, known := machine.Memory()
package machine

import (
	"os"
	"strconv"
	"strings"
)

// Memory is the memory of the machine in bytes, or the part of it that a container may use. It is
// not known where the system has no /proc (only Linux has it).
func Memory() (memory int64, known bool) { return memoryFrom(os.ReadFile) }

func memoryFrom(read func(name string) ([]byte, error)) (memory int64, known bool) {
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
			limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
			if err == nil && limit > 0 && known {
				memory = min(memory, limit)
			}
		}
	}
	return memory, known
}
