"""Training trajectories of small networks in float64, by PyTorch.

Written by Debian's python3-torch 1.13:

    /usr/bin/python3 nets/testdata/trajectory.py > nets/testdata/trajectory.json

Weights and batches come from a hash of seed and index, which trajectory_test.go
computes too; only losses and a few of the final weights are stored.

A unit whose input comes within rounding of 0 may be on in float32 and off in
float64, and then the runs part for good, though neither is wrong. So each run takes
the first seed for which no unit comes near, at any step.
"""

import itertools
import json

import numpy as np
import torch
import torch.nn.functional as F

STEPS, BATCH, BATCHES, KEPT = 25, 8, 3, 16
NEAR = 4e-6

NETWORKS = {
    "policy": dict(board=9, planes=48, filters=16, layers=4, hidden=0, density=4),
    "value": dict(board=7, planes=49, filters=16, layers=4, hidden=24, density=16),
}
OPTIMIZERS = {
    "sgd": dict(rate=0.02, decay=1e-3),
    "momentum": dict(rate=0.004, decay=1e-3, momentum=0.9),
    "adam": dict(rate=1e-3, decay=0.01),
}


class Near(Exception):
    pass


def relu(x):
    if x.detach().abs().min() < NEAR:
        raise Near
    return F.relu(x)


def draw(stream, n):
    """n hashes of 32 bits, of the indices 0 to n-1 in a stream."""
    x = np.arange(n, dtype=np.uint64) * 2654435761 + np.uint64(stream * 40503 + 12345)
    x &= 0xFFFFFFFF
    x ^= x >> np.uint64(16)
    x = x * 0x7FEB352D & 0xFFFFFFFF
    x ^= x >> np.uint64(15)
    x = x * 0x846CA68B & 0xFFFFFFFF
    return x ^ x >> np.uint64(16)


def weights(stream, shape, scale):
    """Values of float32 between -scale and scale."""
    u = (draw(stream, int(np.prod(shape))) >> np.uint64(8)).astype(np.float64) / (1 << 23) - 1
    w = u.astype(np.float32) * np.float32(scale)
    return torch.tensor(w.astype(np.float64).reshape(shape), requires_grad=True)


def parameters(n, seed):
    points, shapes = n["board"] ** 2, []
    for layer in range(n["layers"] - 1):
        side, inputs = (5, n["planes"]) if layer == 0 else (3, n["filters"])
        shapes.append(((side, side, inputs, n["filters"]), side * side * inputs))
        shapes.append(((n["filters"],), 0))
    if n["hidden"]:
        shapes += [((n["filters"],), n["filters"]), ((1,), 0), ((points, n["hidden"]), points), ((n["hidden"],), 0)]
        shapes += [((n["hidden"],), n["hidden"]), ((1,), 0)]
    else:
        shapes += [((n["filters"],), n["filters"]), ((points,), 0)]
    return [weights(1000 * seed + i, shape, np.sqrt(6 / fan) if fan else 0.25) for i, (shape, fan) in enumerate(shapes)]


def batch(n, seed, i):
    points, stream = n["board"] ** 2, 1000 * seed + 100 + 10 * i
    bits = draw(stream, BATCH * points * n["planes"]) % np.uint64(n["density"]) == 0
    x = torch.tensor(bits.astype(np.float64).reshape(BATCH, n["board"], n["board"], n["planes"])).permute(0, 3, 1, 2)
    moves = torch.tensor((draw(stream + 1, BATCH) % np.uint64(points)).astype(np.int64))
    outcomes = torch.tensor((draw(stream + 2, BATCH) >> np.uint64(31)).astype(np.float64)) * 2 - 1
    of_sample = torch.tensor((draw(stream + 3, BATCH) >> np.uint64(28)).astype(np.float64)) / 8
    return x, moves, outcomes, of_sample


def loss(n, p, x, moves, outcomes, of_sample):
    for layer in range(n["layers"] - 1):
        w = p[2 * layer].permute(3, 2, 0, 1)
        x = relu(F.conv2d(x, w, p[2 * layer + 1], padding=w.shape[2] // 2))
    above = p[2 * n["layers"] - 2 :]
    y = torch.einsum("bcij,c->bij", x, above[0]).flatten(1) + above[1]
    if n["hidden"]:
        y = relu(y @ above[2] + above[3]) @ above[4] + above[5]
        each = (torch.tanh(y) - outcomes) ** 2 / 2
    else:
        each = F.cross_entropy(y, moves, reduction="none")
    return (each * of_sample).sum() / BATCH


def optimizer(kind, p, o):
    groups = [dict(params=p[0::2], weight_decay=o["decay"]), dict(params=p[1::2], weight_decay=0)]
    if kind == "adam":
        return torch.optim.AdamW(groups, lr=o["rate"], betas=(0.9, 0.999), eps=1e-8)
    return torch.optim.SGD(groups, lr=o["rate"], momentum=o.get("momentum", 0))


def train(n, kind, o, seed):
    p = parameters(n, seed)
    opt, losses = optimizer(kind, p, o), []
    for step in range(STEPS):
        opt.zero_grad()
        l = loss(n, p, *batch(n, seed, step % BATCHES))
        l.backward()
        opt.step()
        losses.append(float("%.12g" % l.item()))
    kept = []
    for q in p:
        flat = q.detach().flatten()
        kept.append([float("%.9g" % flat[i * len(flat) // KEPT]) for i in range(KEPT)])
    return dict(seed=seed, losses=losses, weights=kept)


def main():
    torch.set_num_threads(1)
    runs = []
    for network, n in NETWORKS.items():
        for kind, o in OPTIMIZERS.items():
            for seed in itertools.count():
                try:
                    runs.append(dict(network=network, config=n, optimizer=kind, options=o, **train(n, kind, o, seed)))
                    break
                except Near:
                    pass
    print("[\n" + ",\n".join(json.dumps(r) for r in runs) + "\n]")


main()
