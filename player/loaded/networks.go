package loaded

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"weak"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/search/alphago"
)

// Networks shares models among players: a folder is read once, and each network in it is made
// once. If another model is in the folder by now, it is read anew. Players that have the networks
// of the one before keep them. It also shares the queue before the networks, with its cache, among
// players of one configuration. When no player has it, it goes, except for the last few. Players with
// different settings get separate queues. Otherwise one would benefit from positions that the other paid for.
// The zero value is ready; it is for many goroutines.
type Networks struct {
	// Pause, if not nil, is called before a search asks its networks. A browser has one thread, which works there.
	Pause func()
	// Device is where the networks are computed; nil leaves them where they begin, on the CPU.
	Device nets.Device
	// Open reads the model that a player string names, for models in memory; nil for models.Open.
	Open func(dir string) (*models.Model, error)

	mu     sync.Mutex
	opened map[string]*openedModel // by folder
	queues map[networkKey]weak.Pointer[alphago.Queue]
	recent [spareQueues]*alphago.Queue // asked for last, the latest first
}

// spareQueues are how many queues stay although no player has them. A game between two moves finds its cache again, and
// so does the next game.
const spareQueues = 4

// openedModel is a model's folder that was read.
type openedModel struct {
	*models.Model                // without the weights of the networks that were made
	made          map[string]any // networks by kind
	device        nets.Device    // nil: where they begin
}

// Queue is a queue before the networks of a model.
type Queue struct {
	*alphago.Queue
	Work  int                // multiply-adds of one evaluation of the policy
	Value map[string]float64 // figures of the value network's training
}

type networkKey struct {
	owner any // the configuration of the players who share it, without their seeds
	model *openedModel
	board int
	queue alphago.QueueConfig
}

// open reads a folder, unless its model was read before. The caller holds the lock.
func (n *Networks) open(dir string) (*openedModel, error) {
	key := dir
	if !models.Shipped(dir) {
		key = filepath.Clean(dir)
	}
	if m := n.opened[key]; m != nil && n.current(dir, m) {
		return m, nil
	}
	read := n.Open
	if read == nil {
		read = models.Open
	}
	m, err := read(dir)
	if err != nil {
		return nil, fmt.Errorf("load model: %w", err)
	}
	if n.opened == nil {
		n.opened = map[string]*openedModel{}
	}
	if n.opened[key] != nil {
		clear(n.recent[:]) // they would keep the weights of the model before
	}
	n.opened[key] = &openedModel{Model: m, made: map[string]any{}, device: n.Device}
	return n.opened[key], nil
}

// current says whether a folder still has the model that was read. Models in the program and in memory do not change.
func (n *Networks) current(dir string, m *openedModel) bool {
	if n.Open != nil || models.Shipped(dir) {
		return true
	}
	now, err := models.ReadManifest(dir)
	return err == nil && reflect.DeepEqual(now, m.Manifest)
}

// Manifest is the manifest of the model in a folder, as it was when the folder was read.
func (n *Networks) Manifest(dir string) (models.Manifest, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	m, err := n.open(dir)
	if err != nil {
		return models.Manifest{}, err
	}
	return m.Manifest, nil
}

// Of is the network of a kind in a folder. of makes it when it is asked for first.
func Of[N any](
	n *Networks, dir, kind string, of func(*models.Model) (N, error),
) (network N, about models.Network, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	m, err := n.open(dir)
	if err != nil {
		return network, about, err
	}
	network, err = networkOf(m, kind, of)
	return network, m.Manifest.Networks[kind], err
}

// networkOf is Of where the folder is open. The caller holds the lock.
func networkOf[N any](m *openedModel, kind string, of func(*models.Model) (N, error)) (network N, err error) {
	if made, ok := m.made[kind]; ok {
		return made.(N), nil
	}
	if network, err = of(m.Model); err != nil {
		return network, fmt.Errorf("load model: %w", err)
	}
	if places, ok := any(network).(interface{ SetDevice(d nets.Device) }); ok && m.device != nil {
		places.SetDevice(m.device)
	}
	m.made[kind] = network
	delete(m.Weights, kind) // the network has them
	return network, nil
}

// carried is the policy network for a board of another size. The caller holds the lock.
func (m *openedModel) carried(board int) (*nets.Policy, error) {
	p, err := networkOf(m, models.Policy, nets.PolicyOf)
	if err != nil || board == p.Config().Board {
		return p, err
	}
	key := fmt.Sprintf("%s %d", models.Policy, board)
	if made, ok := m.made[key]; ok {
		return made.(*nets.Policy), nil
	}
	if p, err = p.Carry(board); err != nil {
		return nil, fmt.Errorf("load model: %w", err)
	}
	m.made[key] = p
	return p, nil
}

// Policy is the policy network in a folder for a board of some size, carried over if the model is for another
// size; board 0 is the model's.
func (n *Networks) Policy(dir string, board int) (*nets.Policy, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	m, err := n.open(dir)
	if err != nil {
		return nil, err
	}
	return m.carried(cmp.Or(board, m.Manifest.Board))
}

// evaluated are the networks of a model that a search on a board of some size asks: policy and value, as far as
// it has them. On another size than the model's it is the policy alone, carried over.
func (m *openedModel) evaluated(board int) (out nets.Model, err error) {
	if board != m.Manifest.Board {
		out.Policy, err = m.carried(board)
		return out, err
	}
	if _, ok := m.Manifest.Networks[models.Policy]; ok {
		out.Policy, err = networkOf(m, models.Policy, nets.PolicyOf)
	}
	if _, ok := m.Manifest.Networks[models.Value]; ok && err == nil {
		out.Value, err = networkOf(m, models.Value, nets.ValueOf)
	}
	return out, err
}

// Queue is the one of the owner, a comparable value, before the networks of a folder. On a board of another size
// than the model's there is its policy only, carried over; board 0 is the model's.
func (n *Networks) Queue(owner any, dir string, board int, of alphago.QueueConfig) (Queue, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	m, err := n.open(dir)
	if err != nil {
		return Queue{}, err
	}
	model, err := m.evaluated(cmp.Or(board, m.Manifest.Board))
	if err != nil {
		return Queue{}, err
	}
	q, err := n.queue(networkKey{owner, m, board, of}, model)
	if err != nil {
		return Queue{}, err
	}
	out := Queue{Queue: q}
	if model.Value != nil {
		out.Value = m.Manifest.Networks[models.Value].Training.Figures
	}
	if model.Policy != nil {
		out.Work = model.Policy.MultiplyAdds()
	}
	return out, nil
}

// queue is the one of a key. It is shared while somebody has it, or while it is one of the last few. Caches are large,
// and players of other settings may come without end. The caller holds the lock.
func (n *Networks) queue(key networkKey, model nets.Model) (*alphago.Queue, error) {
	maps.DeleteFunc(n.queues, func(_ networkKey, w weak.Pointer[alphago.Queue]) bool { return w.Value() == nil })
	q := n.queues[key].Value()
	if q == nil {
		evaluator, err := nets.NewEvaluator(model, 1)
		if err != nil {
			return nil, err
		}
		if q, err = alphago.NewQueue(alphago.Pausing(evaluator, n.Pause), key.queue); err != nil {
			return nil, err
		}
		if n.queues == nil {
			n.queues = map[networkKey]weak.Pointer[alphago.Queue]{}
		}
		n.queues[key] = weak.Make(q)
	}
	at := slices.Index(n.recent[:], q)
	if at < 0 {
		at = len(n.recent) - 1
	}
	copy(n.recent[1:at+1], n.recent[:at])
	n.recent[0] = q
	return q, nil
}
