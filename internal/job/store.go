package job

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"

	"github.com/tengen-go/tengen/internal/atomicfile"
)

// Files of a job.
const (
	jobName = "job.json"
	logName = "log"
)

// kept is a job as it is on disk.
type kept struct {
	*Job
	// Interrupted says that its process was interrupted, and saves: a second interrupt would end it at once.
	Interrupted bool `json:"interrupted,omitempty"`
}

var idPattern = regexp.MustCompile(`^[0-9]{4,9}$`)

// read takes the jobs of the folder into memory. One that cannot be read has failed, and stays.
func (q *Queue) read() error {
	if err := atomicfile.Clean(q.Dir); err != nil {
		return err
	}
	entries, err := os.ReadDir(q.Dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		id := e.Name()
		if !e.IsDir() || !idPattern.MatchString(id) {
			continue
		}
		j := kept{Job: &Job{}}
		text, err := os.ReadFile(q.path(id, jobName))
		if err == nil {
			err = json.Unmarshal(text, &j)
		}
		if err != nil {
			j = kept{Job: &Job{Work: Work{Name: id}, State: Failed, Error: fmt.Sprintf("job.json: %v", err)}}
		}
		j.ID = id
		q.jobs[id] = j.Job
		if j.State == Stopping || j.State == Running && j.Interrupted {
			q.asked[id] = true
		}
	}
	return nil
}

// make gives new work a folder.
func (q *Queue) make(w Work) (*Job, error) {
	last := 0
	for id := range q.jobs {
		if n, err := strconv.Atoi(id); err == nil {
			last = max(last, n)
		}
	}
	j := &Job{ID: fmt.Sprintf("%04d", last+1), Work: w, State: Waiting, Made: q.Now()}
	if err := os.MkdirAll(q.path(j.ID), 0o755); err != nil {
		return nil, err
	}
	return j, q.write(j)
}

// write keeps the state of a job.
func (q *Queue) write(j *Job) error {
	text, err := json.MarshalIndent(kept{j, q.asked[j.ID]}, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(q.path(j.ID, jobName), append(text, '\n'))
}
