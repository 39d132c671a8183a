//go:build !race

package pages

import "syscall"

// preferLarge asks for pages of megabytes in place of kilobytes. A tree is read all over, and the processor knows where
// only so many pages are. It is a wish: without such pages nothing else changes.
func preferLarge(mapping []byte) { _ = syscall.Madvise(mapping, syscall.MADV_HUGEPAGE) }
