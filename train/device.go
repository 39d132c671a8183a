package train

import (
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/nets"
)

// onCard says whether a device is not the CPU.
func onCard(d nets.Device) bool {
	_, cpu := d.(nets.CPU)
	return !cpu
}

// fallsBack says whether a run that ended with err can go on without its graphics device, and makes it do so.
// It resumes only in a folder that it has opened itself.
func (r *run[C, L]) fallsBack(err error) bool {
	if !errors.Is(err, nets.ErrDevice) || !onCard(r.cfg.Device) {
		return false
	}
	if r.Session == nil {
		r.opt.Notice(fmt.Sprintf("%v: the run goes on the CPU", err))
	} else {
		r.opt.Notice(fmt.Sprintf("%v: the run goes on from its last checkpoint, on the CPU", err))
		r.opt.Resume = true
	}
	r.cfg.Device = nets.CPU{}
	r.best, r.example = nil, nil
	return true
}
