package train

import (
	"fmt"

	"github.com/tengen-go/tengen/nets"
)

// onCard says whether a device is a graphics card.
func onCard(d nets.Device) bool {
	_, card := d.(*nets.GPU)
	return card
}

// fallsBack says whether a run that ended with err can go on without its graphics device, and makes it do so.
// It resumes only in a folder that it has opened itself.
func (r *run[C, L]) fallsBack(err error) bool {
	device := nets.Instead(r.cfg.Device, err)
	if device == nil {
		return false
	}
	if r.Session == nil {
		r.opt.Fault(fmt.Sprintf("%v: the run begins on %s instead", err, device.Place()))
	} else {
		r.opt.Fault(fmt.Sprintf("%v: the run goes on from its last checkpoint, on %s", err, device.Place()))
		r.opt.Resume = true
	}
	r.cfg.Device = device
	r.learner.Close() // the next one needs the memory
	var none L
	r.best, r.example, r.learner = nil, nil, none
	return true
}
