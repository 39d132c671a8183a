package web

import (
	"errors"
	"net"
	"net/http"
	"strings"

	"github.com/tengen-go/tengen/web/internal/wire"
)

// policy lets a page have what this server gives and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guarded keeps out other pages (cross-site requests and names that lead here, "DNS rebinding")
// and other machines, and says what a page may load.
func (s *Server) guarded(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.deny(w, r, &wire.Refusal{Status: http.StatusForbidden, Text: "a page of another site sent this"})
	}))
	next = protection.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		switch {
		case s.config.Remote != nil:
			if in, err := s.config.Remote.admit(w, r, s.config.Now()); err != nil {
				s.deny(w, r, err)
				return
			} else if !in {
				return
			}
		case !loopback(r.Host):
			s.deny(w, r, &wire.Refusal{
				Status: http.StatusMisdirectedRequest,
				Text:   "this server answers to localhost only: see --allow-remote",
			})
			return
		}
		limited(w, r)
		next.ServeHTTP(w, r)
	})
}

// deny keeps a request out: in JSON where a program asks, in words where a person opens a page.
func (s *Server) deny(w http.ResponseWriter, r *http.Request, err error) {
	var no *wire.Refusal
	if errors.As(err, &no) && !strings.HasPrefix(r.URL.Path, "/api/") {
		http.Error(w, no.Text, no.Status)
		return
	}
	wire.Fail(w, s.config.Log, err)
}

// loopback says whether a host names this machine for itself.
func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return ip != nil && ip.IsLoopback()
}
