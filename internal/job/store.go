package job

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/internal/atomicfile"
)

// Files of a job.
const (
	jobName = "job.json"
	logName = "log"
)

// lastName is the file of the folder of jobs that has the last number given. A job that is removed leaves no trace, and
// an old page must not stop another one that has its number.
const lastName = "last"

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
	if text, err := os.ReadFile(filepath.Join(q.Dir, lastName)); err == nil { // else the jobs that are there say it
		q.last, _ = strconv.Atoi(strings.TrimSpace(string(text)))
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
		if n, err := strconv.Atoi(id); err == nil {
			q.last = max(q.last, n)
		}
		q.jobs[id] = j.Job
		if j.State == Stopping || j.State == Running && j.Interrupted {
			q.asked[id] = true
		}
	}
	return nil
}

// make gives new work a folder.
func (q *Queue) make(w Work) (*Job, error) {
	j := &Job{ID: fmt.Sprintf("%04d", q.last+1), Work: w, State: Waiting, Made: q.Now()}
	if err := atomicfile.Write(filepath.Join(q.Dir, lastName), []byte(j.ID+"\n")); err != nil {
		return nil, err
	}
	q.last++
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
