package job

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tengen-go/tengen/internal/folder"
)

// Config is what a queue has.
type Config struct {
	// Dir is where the folders of the jobs are. It is made with the first one.
	Dir string
	// Run starts their processes.
	Run Runner
	// Kinds are the words that begin the command of each kind of job. There are no other commands.
	Kinds map[string][]string
	// Most is how many run at once; 0 means one.
	Most int
	// Changed is called after each change of a job's state; nil for nobody. It must not wait.
	Changed func()
	// Now is the clock; nil for time.Now.
	Now func() time.Time
}

// mostJobs bounds how many jobs there are, those at an end too.
const mostJobs = 1000

// endWithin is how long Close waits for what it has interrupted. What takes longer ends alone, and the next
// Open waits for it.
const endWithin = 20 * time.Second

// Queue has the jobs of a folder. Its methods may be called from many goroutines.
type Queue struct {
	Config

	leave chan struct{} // closed by Close
	ends  sync.WaitGroup

	mu      sync.Mutex
	own     *folder.Folder // the lock of Dir, once there is something in it
	jobs    map[string]*Job
	last    int // number given
	running map[string]Process
	asked   map[string]bool // of running: those that were interrupted, by an earlier queue too
	closed  bool
}

// Open reads the jobs of a folder and goes on with those that were running or waiting. The error wraps
// folder.ErrBusy if another queue has the folder.
func Open(c Config) (*Queue, error) {
	if c.Dir == "" || c.Run == nil {
		return nil, errors.New("job: want a folder and a runner")
	}
	if c.Most <= 0 {
		c.Most = 1
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Changed == nil {
		c.Changed = func() {}
	}
	q := &Queue{
		Config: c, leave: make(chan struct{}),
		jobs: map[string]*Job{}, running: map[string]Process{}, asked: map[string]bool{},
	}
	if _, err := os.Stat(c.Dir); errors.Is(err, os.ErrNotExist) {
		return q, nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if err := q.lock(); err != nil {
		return nil, err
	}
	if err := q.read(); err != nil {
		return nil, errors.Join(err, q.own.Close())
	}
	for _, j := range q.inOrder() {
		if err := q.takeUp(j); err != nil {
			j.State, j.Error = Failed, err.Error()
		}
	}
	q.next()
	return q, nil
}

// lock makes Dir this queue's. The caller holds the lock.
func (q *Queue) lock() (err error) {
	if q.own == nil {
		q.own, err = folder.Open(q.Dir)
	}
	return err
}

// takeUp decides what becomes of a job that an earlier queue left.
func (q *Queue) takeUp(j *Job) error {
	if j.State != Running && j.State != Stopping {
		return nil
	}
	free, err := folder.Open(q.path(j.ID))
	if errors.Is(err, folder.ErrBusy) {
		q.follow(j, &orphan{process: j.Process, dir: q.path(j.ID), leave: q.leave}, nil)
		return nil
	}
	if err != nil {
		return err
	}
	if err := free.Clean(); err != nil {
		return errors.Join(err, free.Close())
	}
	delete(q.asked, j.ID)
	j.State = map[State]State{Running: Waiting, Stopping: Stopped}[j.State]
	return errors.Join(q.write(j), free.Close())
}

// Start puts work into the queue.
func (q *Queue) Start(w Work) (Job, error) {
	if _, err := w.command(q.Kinds); err != nil {
		return Job{}, err
	}
	return q.change(func() (*Job, error) {
		if len(q.jobs) >= mostJobs {
			return nil, ErrFull
		}
		if err := q.lock(); err != nil {
			return nil, err
		}
		j, err := q.make(w)
		if err != nil {
			return nil, err
		}
		q.jobs[j.ID] = j
		q.next()
		return j, nil
	})
}

// Stop interrupts a job that runs, so that it saves and ends, and takes one that waits out of the queue. A process is
// interrupted once, as a second interrupt would end it before it has saved: a second Stop changes nothing.
func (q *Queue) Stop(id string) (Job, error) {
	return q.of(id, func(j *Job) error {
		switch j.State {
		case Waiting:
			j.State = Stopped
		case Running, Stopping:
			if !q.asked[id] {
				if err := q.running[id].Interrupt(); err != nil && !errors.Is(err, os.ErrProcessDone) {
					return err
				}
				q.asked[id] = true
			}
			j.State = Stopping
		default:
			return fmt.Errorf("%w: it is %s", ErrState, j.State)
		}
		return q.write(j)
	})
}

// Resume runs the command of a job again that has stopped or failed. Our commands go on where they were.
func (q *Queue) Resume(id string) (Job, error) {
	return q.of(id, func(j *Job) error {
		if j.State != Stopped && j.State != Failed {
			return fmt.Errorf("%w: it is %s", ErrState, j.State)
		}
		if _, err := j.command(q.Kinds); err != nil {
			return err
		}
		j.State, j.Error = Waiting, ""
		if err := q.write(j); err != nil {
			return err
		}
		q.next()
		return nil
	})
}

// Remove forgets a job that is at an end, with its log. What its work left in other folders stays.
func (q *Queue) Remove(id string) error {
	_, err := q.of(id, func(j *Job) error {
		if !j.State.Ended() {
			return fmt.Errorf("%w: it is %s", ErrState, j.State)
		}
		if err := os.RemoveAll(q.path(id)); err != nil {
			return err
		}
		delete(q.jobs, id)
		return nil
	})
	return err
}

// List are all jobs, the newest first.
func (q *Queue) List() []Job {
	q.mu.Lock()
	defer q.mu.Unlock()
	list := make([]Job, 0, len(q.jobs))
	for _, j := range q.inOrder() {
		list = append(list, *j)
	}
	slices.Reverse(list)
	return list
}

// Get is one job.
func (q *Queue) Get(id string) (Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if j := q.jobs[id]; j != nil {
		return *j, nil
	}
	return Job{}, fmt.Errorf("%.20q: %w", id, ErrUnknown)
}

// Log is the end of what a job has written, at most so many bytes.
func (q *Queue) Log(id string, most int64) (string, error) {
	if _, err := q.Get(id); err != nil {
		return "", err
	}
	text, err := tail(q.path(id, logName), most)
	return strings.ToValidUTF8(string(text), "�"), err
}

// Close interrupts what runs and waits for it. The next Open goes on with it.
func (q *Queue) Close() error {
	q.mu.Lock()
	if q.closed {
		q.mu.Unlock()
		return nil
	}
	q.closed = true
	var err error
	for id, p := range q.running {
		if q.asked[id] {
			continue // a second interrupt would not let it save
		}
		q.asked[id] = true
		err = errors.Join(err, q.write(q.jobs[id]))
		if failed := p.Interrupt(); failed != nil && !errors.Is(failed, os.ErrProcessDone) {
			err = errors.Join(err, failed)
		}
	}
	q.mu.Unlock()
	close(q.leave)
	ended := make(chan struct{})
	go func() { q.ends.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(endWithin):
		err = errors.Join(err, fmt.Errorf("a job takes longer than %v to save; it ends by itself", endWithin))
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.own != nil {
		err = errors.Join(err, q.own.Close())
	}
	return err
}

// of changes one job.
func (q *Queue) of(id string, do func(*Job) error) (Job, error) {
	return q.change(func() (*Job, error) {
		j := q.jobs[id]
		if j == nil {
			return nil, fmt.Errorf("%.20q: %w", id, ErrUnknown)
		}
		return j, do(j)
	})
}

// change does something to a job with the lock held, and tells that there is news.
func (q *Queue) change(do func() (*Job, error)) (Job, error) {
	q.mu.Lock()
	var j *Job
	err := errors.New("the queue is closed")
	if !q.closed {
		j, err = do()
	}
	var copied Job
	if j != nil {
		copied = *j
	}
	q.mu.Unlock()
	if err != nil {
		return Job{}, err
	}
	q.Changed()
	return copied, nil
}

// inOrder are the jobs in the order in which they were made.
func (q *Queue) inOrder() []*Job {
	return slices.SortedFunc(maps.Values(q.jobs), func(a, b *Job) int {
		if len(a.ID) != len(b.ID) {
			return len(a.ID) - len(b.ID)
		}
		return strings.Compare(a.ID, b.ID)
	})
}

// path is a file in the folder of a job.
func (q *Queue) path(id string, names ...string) string {
	return filepath.Join(append([]string{q.Dir, id}, names...)...)
}
