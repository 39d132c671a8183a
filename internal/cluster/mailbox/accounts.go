package mailbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/nats-io/nats-server/v2/server"
)

// hubAccount is the account of NATS that has the mail. The owner is in it.
const hubAccount = "hub"

// A server answers where a request says, with rights of its own: a worker in the hub's account could have it delete
// games, or store them in another one's name. So each named worker has an account of its own, and those who share a
// key have one. An account reaches what its worker may do at the hub, and nothing else. Answers come back into that
// account.

// accountsText is the accounts of a server as its configuration has them.
type accountsText struct {
	Accounts map[string]accountText `json:"accounts"`
}

type accountText struct {
	JetStream bool          `json:"jetstream"`
	Users     []userText    `json:"users"`
	Exports   []serviceText `json:"exports"`
	Imports   []serviceText `json:"imports"`
}

type userText struct {
	Nkey        string           `json:"nkey"`
	Permissions *permissionsText `json:"permissions,omitempty"`
}

type permissionsText struct {
	Publish   []string      `json:"publish"`
	Subscribe []string      `json:"subscribe"`
	Responses responsesText `json:"allow_responses"`
}

type responsesText struct {
	Max     int    `json:"max"`
	Expires string `json:"expires"`
}

// serviceText is an export, whose service is a subject, or an import, whose service is a subject of an account.
type serviceText struct {
	Service  any    `json:"service"`
	Response string `json:"response_type,omitempty"`
}

// severalAnswers is an export whose requests may have several answers, as those for tickets.
func severalAnswers(subject string) serviceText {
	return serviceText{Service: subject, Response: "stream"}
}

func imported(account, subject string) serviceText {
	return serviceText{Service: map[string]string{"account": account, "subject": subject}}
}

// reachable is what an account has of the hub's. Without the information about the hub's JetStream the server would
// take requests for those to the account's own, and answer that there is none.
func reachable(a Author) []string { return append(rights(a).Publish.Allow, server.JSApiAccountInfo) }

// accounts is whom the server knows: the owner, those who share a key, and named workers by their public keys.
func (id *identity) accounts(workers map[string]string) accountsText {
	hub := accountText{JetStream: true, Users: []userText{{Nkey: id.owner.public()}}}
	for _, subject := range reachable(anybody) {
		hub.Exports = append(hub.Exports, severalAnswers(subject))
	}
	all := map[string]accountText{}
	add := func(a Author, key string) {
		name := string(a.Role) + "-" + a.Name
		if a.Role == Shared {
			name = string(a.Role)
		}
		may := rights(a)
		hub.Imports = append(hub.Imports, imported(name, orders(a)))
		of := accountText{
			Users: []userText{{Nkey: key, Permissions: &permissionsText{
				Publish: may.Publish.Allow, Subscribe: may.Subscribe.Allow,
				Responses: responsesText{may.Response.MaxMsgs, may.Response.Expires.String()},
			}}},
			Exports: []serviceText{{Service: orders(a)}},
		}
		for _, subject := range reachable(a) {
			of.Imports = append(of.Imports, imported(hubAccount, subject))
		}
		all[name] = of
	}
	add(Author{Shared, "*"}, id.worker.public())
	for name, key := range workers {
		add(Author{Named, name}, key)
	}
	all[hubAccount] = hub
	return accountsText{all}
}

// admitting are options of a server that knows these workers and no other ones.
func (id *identity) admitting(options *server.Options, workers map[string]string) (*server.Options, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text) // JSON is a configuration, too
	e.SetEscapeHTML(false)
	if err := e.Encode(id.accounts(workers)); err != nil {
		return nil, err
	}
	options = options.Clone()
	options.Accounts, options.Nkeys = nil, nil
	if err := options.ProcessConfigString(text.String()); err != nil {
		return nil, fmt.Errorf("the hub's keys: %w", err)
	}
	return options, nil
}

// moveMail moves the mail of a hub from before it had accounts into its account.
func moveMail(storeDir string) error {
	dir := filepath.Join(storeDir, server.JetStreamStoreDir)
	from, to := filepath.Join(dir, "$G"), filepath.Join(dir, hubAccount)
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	if err := os.Rename(from, to); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("games kept at the hub: %w", err)
	}
	return nil
}
