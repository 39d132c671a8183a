//go:build unix && !race

package pages

import "syscall"

// mapped is zeroed memory of the system's.
func mapped(bytes int64) ([]byte, error) {
	if int64(int(bytes)) != bytes {
		return nil, syscall.ENOMEM
	}
	access, kind := syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE
	mapping, err := syscall.Mmap(-1, 0, int(bytes), access, kind)
	if err == nil {
		preferLarge(mapping)
	}
	return mapping, err
}

func unmap(mapping []byte) { _ = syscall.Munmap(mapping) } // it fails for no mapping of ours
