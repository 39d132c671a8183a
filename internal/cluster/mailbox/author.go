package mailbox

import (
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/internal/cluster/ticket"
)

// Role is how the server knows somebody.
type Role string

// The roles. The server checks them: nobody can store games in the name of another role, or of another named
// worker.
const (
	Owner  Role = "owner"  // the owner, or a worker in the owner's process
	Named  Role = "named"  // a worker with a key of its own
	Shared Role = "shared" // a worker with the key that many share; nobody checks its name
)

// Author is who has stored something.
type Author struct {
	Role Role
	Name string // letters, digits, - and _
}

// String is the author's name; a name that nobody has checked is marked.
func (a Author) String() string {
	if a.Role == Shared {
		return a.Name + " (shared token)"
	}
	return a.Name
}

// Key is the author as two parts of a key or subject.
func (a Author) Key() string { return string(a.Role) + "." + a.Name }

// ParseAuthor reads a key.
func ParseAuthor(key string) (Author, error) {
	role, name, _ := strings.Cut(key, ".")
	a := Author{Role(role), name}
	if !ticket.Word(name) || a.Role != Owner && a.Role != Named && a.Role != Shared {
		return Author{}, fmt.Errorf("%q is no author", key)
	}
	return a, nil
}

// inbox is where the server's answers to an author arrive. Nobody else can read them, except those who share
// the key.
func (a Author) inbox() string {
	switch a.Role {
	case Owner:
		return "_INBOX_owner"
	case Named:
		return "_INBOX_named_" + a.Name
	}
	return "_INBOX_shared"
}

// Author is who this connection is when its worker has a name. The key of a named worker goes before.
func (b *Box) Author(name string) Author {
	switch {
	case b.author.Role == Named:
		return b.author
	case b.author.Role == "":
		return Author{Owner, name}
	}
	return Author{b.author.Role, name}
}
