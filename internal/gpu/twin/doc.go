// Package twin runs plans of package gpu in plain Go. It is what the kernels of every graphics card
// are tested against, and what stands for a card where there is none:
//
//	device := twin.New(twin.Card{Grades: []gpu.Grade{gpu.Half, gpu.Single}})
//	runner, err := device.Load(plan)
//	err = runner.Run("train", in, out)
//
// Sums are float32, or float64 where a kernel sums over a whole batch. Activations are rounded to
// float16 when they are stored, if the plan says so. The twin makes no use of how fast anything is:
// its loops are those of the formulas in package kernels.
//
// [Card] also has the faults that tests want: a device that is lost in mid-run, and one with little memory.
//
// # Stability
//
// The package is internal. Its results change with gpu.Version only.
package twin
