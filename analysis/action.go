package analysis

import (
	"slices"
)

// act carries out an action. Its answer is the request with what was asked for.
func (s *Server) act(id, action string, f *fields) {
	switch action {
	case "query_version":
		s.echo(f, map[string]any{
			"version": ProtocolVersion, "git_hash": "<omitted>",
			"engine": "Tengen", "engineVersion": s.config.Version,
		})
	case "query_models":
		s.echo(f, map[string]any{"models": s.models()})
	case "clear_cache": // nothing is kept that another reading of a position would find
		s.echo(f, nil)
	case "terminate":
		of, ok := f.text("terminateId")
		if !ok {
			s.complain("error", id, &fault{
				"terminateId", `Requests for a terminate action must have a string "terminateId" field`,
			})
			return
		}
		s.terminate(id, f, func(q *query) bool { return q.id == of })
	case "terminate_all":
		s.terminate(id, f, func(*query) bool { return true })
	default:
		s.refuse("'action' field must be 'query_version' or 'query_models' or 'clear_cache' or 'terminate' or " +
			"'terminate_all'")
	}
}

// terminate ends the analysis of queries, or of some of their turns.
func (s *Server) terminate(id string, f *fields, match func(*query) bool) {
	turns, some, ok := f.integers("turnNumbers")
	if !ok {
		s.complain("error", id, &fault{
			"turnNumbers", "If provided, must be an array of integers indicating turns to terminate",
		})
		return
	}
	waited := s.queue.end(func(r *request) bool {
		return match(r.query) && (!some || slices.Contains(turns, int64(r.turn)))
	})
	slices.SortFunc(waited, func(a, b *request) int { return int(a.number - b.number) })
	for _, r := range waited {
		s.write(none(r), replyLimit)
	}
	s.echo(f, nil)
}

// echo writes a request back, with more fields.
func (s *Server) echo(f *fields, more map[string]any) {
	out := map[string]any{}
	for name, value := range f.raw {
		out[name] = value
	}
	for name, value := range more {
		out[name] = value
	}
	s.write(out, replyLimit)
}

// model is what KataGo says of a network.
type model struct {
	Name               string `json:"name"`
	InternalName       string `json:"internalName"`
	MaxBatchSize       int    `json:"maxBatchSize"`
	UsesHumanSLProfile bool   `json:"usesHumanSLProfile"`
	Version            int    `json:"version"`
	UsingFP16          string `json:"usingFP16"`
}

func (s *Server) models() []model {
	list := []model{}
	for _, name := range s.config.Models {
		list = append(list, model{Name: name, InternalName: name, MaxBatchSize: 1, Version: 1, UsingFP16: "false"})
	}
	return list
}
