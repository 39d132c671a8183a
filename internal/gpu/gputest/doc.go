// Package gputest says which graphics card tests use, and runs tests under Vulkan's validation layer:
//
//	device, err := cards.Device(gputest.Card(t, len(cards.List())))
//
//	for _, complaint := range gputest.Validated(t, "TestPrograms", "TestMemory") {
//		t.Error(complaint)
//	}
//
// Nothing here is stable: the package is internal.
package gputest
