package jobs

import (
	"net/http"

	"github.com/tengen-go/tengen/internal/job"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// listJSON is all that a page shows of the jobs.
type listJSON struct {
	Jobs []jobJSON `json:"jobs"`
	// Closed is why no work can be begun; missing if it can.
	Closed string `json:"closed,omitempty"`
}

// jobJSON is a job. Its command stays with the server.
type jobJSON struct {
	ID      string    `json:"id"`
	Kind    string    `json:"kind"`
	Name    string    `json:"name"`
	Run     string    `json:"run,omitempty"`
	State   job.State `json:"state"`
	Error   string    `json:"error,omitempty"`
	Made    string    `json:"made"`
	Seconds float64   `json:"seconds"`
	Log     string    `json:"log,omitempty"`
}

// askJSON is what a page asks of a job.
type askJSON struct {
	Do string `json:"do"`
}

// shown is a job as it is now: its seconds are those of its earlier processes and of the present one.
func (p *Part) shown(j job.Job) jobJSON {
	if j.State == job.Running || j.State == job.Stopping {
		j.Seconds += max(0, p.now().Sub(j.Began).Seconds())
	}
	return jobJSON{
		ID: j.ID, Kind: j.Kind, Name: j.Name, Run: j.Output, State: j.State, Error: j.Error,
		Made: j.Made.Format("2006-01-02T15:04:05Z07:00"), Seconds: j.Seconds,
	}
}

// Routes are the addresses of the part.
func (p *Part) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/v1/jobs", wire.Handle(p.log, func(*http.Request) (any, error) {
		list := listJSON{Jobs: []jobJSON{}}
		if p.none != nil {
			list.Closed = p.none.Error()
		}
		for _, j := range p.List() {
			list.Jobs = append(list.Jobs, p.shown(j))
		}
		return list, nil
	}))
	mux.HandleFunc("GET /api/v1/jobs/{id}", wire.Handle(p.log, func(r *http.Request) (any, error) {
		if p.none != nil {
			return nil, p.none
		}
		j, err := p.queue.Get(r.PathValue("id"))
		if err != nil {
			return nil, refusal(err)
		}
		answer := p.shown(j)
		answer.Log, err = p.Log(j.ID)
		return answer, err
	}))
	mux.HandleFunc("POST /api/v1/jobs/{id}", wire.Handle(p.log, func(r *http.Request) (any, error) {
		var ask askJSON
		if err := wire.Decode(r, &ask); err != nil {
			return nil, err
		}
		j, err := p.Do(r.PathValue("id"), ask.Do)
		return p.shown(j), err
	}))
}
