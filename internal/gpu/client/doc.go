// Package client starts the process that owns the graphics card, and is a gpu.Device of it.
//
//	cards, err := client.Cards(ctx)       // what there is
//	device, err := client.Open(ctx, 0)    // the first one
//	runner, err := device.Load(plan)
//
// # Linux
//
// The program tengen is static: it starts where there is no C library. Vulkan needs one. So tengen
// carries a second program, compressed, linked dynamically. It starts that one from memory, with a
// pipe each way. Where the second program cannot start, or finds no driver, the error is gpu.ErrNone with
// the cause, and tengen goes on with the processor.
//
// The second program is not in the sources. make build compiles it into the folder carried, which is
// embedded. A tengen that was built without make has no second program; it says so.
//
// # Other systems
//
// The program is dynamic anyway. It starts itself a second time, with the environment variable
// [Variable] set; its main function calls [Main] first.
//
// # What may happen
//
// A process that crashes, is killed, or does not answer in time is gpu.ErrLost, with its last words.
// The program itself never crashes with a driver. It waits for an answer until the deadline of the plan, a minute for
// most, and 15 seconds more; for a list of cards and for a plan to be loaded five minutes.
//
// # Trust
//
// A driver with a fault gives wrong numbers that look like any other. The first [Open] of a card runs
// every kernel on random data and compares the results with those of plain Go. It keeps a mark for
// this card, driver and version of tengen, so that the next process need not.
//
// Nothing here is stable: the package is internal.
package client
