package work

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
)

// policyKey is where packed weights say which network they are of.
const policyKey = "policy"

// PackPolicy is a policy network as one piece of bytes, the same for the same network: a safetensors file
// that says what its weights are of.
func PackPolicy(p *nets.Policy) ([]byte, error) {
	config, err := json.Marshal(p.Config())
	if err != nil {
		return nil, fmt.Errorf("pack a policy network: %w", err)
	}
	var out bytes.Buffer
	if err := models.Write(&out, p.Weights(), map[string]string{policyKey: string(config)}); err != nil {
		return nil, fmt.Errorf("pack a policy network: %w", err)
	}
	return out.Bytes(), nil
}

// UnpackPolicy reads what PackPolicy has made.
func UnpackPolicy(data []byte) (*nets.Policy, error) {
	weights, about, err := models.Read(data)
	if err != nil {
		return nil, fmt.Errorf("packed policy network: %w", err)
	}
	var config nets.PolicyConfig
	if err := json.Unmarshal([]byte(about[policyKey]), &config); err != nil {
		return nil, fmt.Errorf("packed policy network: %w", errors.New("it does not say what it is"))
	}
	p, err := nets.PolicyOf(&models.Model{
		Manifest: models.Manifest{Board: config.Board, Networks: map[string]models.Network{
			models.Policy: {Architecture: models.Architecture{
				Planes: config.Planes, Layers: config.Layers, Filters: config.Filters,
			}},
		}},
		Weights: map[string][]models.Tensor{models.Policy: weights},
	})
	if err != nil {
		return nil, fmt.Errorf("packed policy network: %w", err)
	}
	return p, nil
}
