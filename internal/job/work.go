package job

import (
	"errors"
	"os"
	"time"

	"github.com/tengen-go/tengen/internal/folder"
)

// next begins the jobs that wait, as long as there is room. The caller holds the lock.
func (q *Queue) next() {
	for _, j := range q.inOrder() {
		if len(q.running) >= q.Most || q.closed {
			return
		}
		if j.State != Waiting {
			continue
		}
		if err := q.begin(j); err != nil {
			j.State, j.Error, j.Ended = Failed, err.Error(), q.Now()
			if wrong := q.write(j); wrong != nil {
				j.Error = errors.Join(err, wrong).Error()
			}
		}
	}
}

// begin starts the process of a job.
func (q *Queue) begin(j *Job) (err error) {
	words, err := j.command(q.Kinds)
	if err != nil {
		return err
	}
	lock, err := folder.Open(q.path(j.ID))
	if err != nil {
		return err
	}
	log, err := os.OpenFile(q.path(j.ID, logName), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return errors.Join(err, lock.Close())
	}
	defer func() { err = errors.Join(err, log.Close()) }() // the process has its own
	j.State, j.Began, j.Process = Running, q.Now(), 0
	if err := q.write(j); err != nil { // before there is a process that nobody would know of
		return errors.Join(err, lock.Close())
	}
	p, err := q.Run.Start(words, log, lock)
	if err != nil {
		return errors.Join(err, lock.Close())
	}
	j.Process = p.ID()
	q.follow(j, p, lock)
	return q.write(j)
}

// trimEvery is how often logs are looked at that may have grown too long.
const trimEvery = 10 * time.Second

// follow waits for the end of a process. The caller holds the lock.
func (q *Queue) follow(j *Job, p Process, lock *folder.Folder) {
	q.running[j.ID] = p
	id, ended := j.ID, make(chan error, 1)
	go func() { ended <- p.Wait() }()
	q.ends.Go(func() {
		every := time.NewTicker(trimEvery)
		defer every.Stop()
		for {
			select {
			case <-every.C:
				_ = trim(q.path(id, logName)) // the next time, then
			case err := <-ended:
				if lock != nil {
					lock.TakeBack()
					_ = lock.Close() // which ends with the process at the latest
				}
				q.end(j, err)
				return
			}
		}
	})
}

// end notes how a process ended, and begins the next job.
func (q *Queue) end(j *Job, err error) {
	q.mu.Lock()
	defer q.Changed()
	defer q.mu.Unlock()
	stopped := j.State == Stopping
	delete(q.running, j.ID)
	delete(q.asked, j.ID)
	if q.closed && errors.Is(err, errLost) {
		return // an orphan may be at work still
	}
	j.Ended = q.Now()
	j.Seconds += max(0, j.Ended.Sub(j.Began).Seconds())
	var exit *Exit
	interrupted := errors.As(err, &exit) && (exit.Code == exitInterrupted || exit.Code < 0)
	switch {
	case err == nil:
		j.State = Done
	case errors.Is(err, errLost) && !stopped:
		j.State = Waiting // the same command says whether there is anything left to do
	case stopped && (interrupted || errors.Is(err, errLost)):
		j.State = Stopped
	case q.closed && interrupted:
		j.State = Running // for the next Open
	case interrupted && exit.Code == exitInterrupted:
		j.State = Stopped // by somebody else
	default:
		log, _ := tail(q.path(j.ID, logName), 1<<16)
		j.State, j.Error = Failed, reason(log, err.Error())
	}
	if err := q.write(j); err != nil {
		j.Error = err.Error()
	}
	q.next()
}
