package machine

import (
	"io/fs"
	"testing"
)

func TestMemory(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"nothing":   {nil, 0},
		"linux":     {map[string]string{"/proc/meminfo": "MemTotal:       24646920 kB\nMemFree: 1 kB\n"}, 24646920 << 10},
		"container": {map[string]string{"/proc/meminfo": "MemTotal:       24646920 kB\n", "/sys/fs/cgroup/memory.max": "1073741824\n"}, 1 << 30},
		"unlimited": {map[string]string{"/proc/meminfo": "MemTotal:       24646920 kB\n", "/sys/fs/cgroup/memory.max": "max\n"}, 24646920 << 10},
		"nonsense":  {map[string]string{"/proc/meminfo": "MemTotal: lots\n"}, 0},
	} {
		read := func(file string) ([]byte, error) {
			if text, ok := c.files[file]; ok {
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		}
		if got, known := memoryFrom(read); got != c.want || known != (c.want > 0) {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
