// Package doctor measures a machine for some seconds and recommends settings for it.
//
//	figures, err := doctor.Measure(ctx, doctor.Options{Threads: 8, Time: 10 * time.Second})
//	report := doctor.NewReport(figures)
//	fmt.Print(report) // or the report as JSON
//
// Measure is the only part that has a clock; package bench does the measuring. Advise and the
// texts are functions of the figures.
package doctor
