package child

import (
	"os"
	"os/signal"
	"syscall"
)

// OutliveSignals makes this process go on after Ctrl-C and its like, which a terminal sends to both processes. The
// program decides when the card is no longer needed: it may have to read a checkpoint first. Windows ends a
// process that ignores such a signal; so the process takes it and does nothing.
func OutliveSignals() {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}
