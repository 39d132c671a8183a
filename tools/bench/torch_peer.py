"""PyTorch's side of the comparison: builds the networks and times them.

Every line of standard input is a JSON object that asks for one thing; a line of
JSON answers it. What is asked for is one of

  {"do": "export", "net": {…}, "path": FILE}   write the network as ONNX
  {"do": "time", "net": {…}, "mode": "forward" or "train", "layout": L,
   "batch": N, "seconds": S}                   time calls for about S seconds

A net is {"kind": "policy" or "value", "board", "planes", "filters", "convolutions"}:
a 5×5 convolution and then 3×3 ones, each with bias and ReLU, a 1×1 convolution to
one plane, a bias for every point; the value network has 256 ReLU units and one tanh
unit behind it. L is nchw, channels_last, or jit and jit_channels_last for the
traced network after optimize_for_inference.
"""

import json
import os
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F


class Trunk(nn.Module):
    """Convolutions below the fully connected part: logits of every point."""

    def __init__(self, board, planes, filters, convolutions):
        super().__init__()
        first = nn.Conv2d(planes, filters, 5, padding=2)
        rest = [nn.Conv2d(filters, filters, 3, padding=1) for _ in range(convolutions - 1)]
        self.layers = nn.ModuleList([first, *rest])
        self.head = nn.Conv2d(filters, 1, 1, bias=False)
        self.bias = nn.Parameter(torch.zeros(board * board))

    def forward(self, x):
        for layer in self.layers:
            x = F.relu(layer(x))
        return self.head(x).flatten(1) + self.bias


class Value(nn.Module):
    """The trunk and a judgement between -1 and 1."""

    def __init__(self, board, **rest):
        super().__init__()
        self.trunk = Trunk(board, **rest)
        self.hidden = nn.Linear(board * board, 256)
        self.out = nn.Linear(256, 1)

    def forward(self, x):
        return torch.tanh(self.out(F.relu(self.hidden(self.trunk(x))))).squeeze(1)


def build(net):
    torch.manual_seed(1)
    kind = Value if net["kind"] == "value" else Trunk
    return kind(net["board"], planes=net["planes"], filters=net["filters"], convolutions=net["convolutions"])


def planes(net, batch):
    """Zeros and ones, of which about a sixth are ones, as in positions."""
    shape = (batch, net["planes"], net["board"], net["board"])
    return (torch.rand(shape) < 0.17).float()


def call(net, mode, layout, batch):
    """The function that is timed."""
    model, x = build(net), planes(net, batch)
    if layout.endswith("channels_last"):
        model = model.to(memory_format=torch.channels_last)
        x = x.contiguous(memory_format=torch.channels_last)
    if mode == "train":
        return training(net, model, x)
    model.eval()
    if layout.startswith("jit"):
        with torch.no_grad():
            model = torch.jit.optimize_for_inference(torch.jit.trace(model, x))

    def forward():
        with torch.inference_mode():
            model(x)

    return forward


def training(net, model, x):
    """Forward, loss, backward and a step of SGD."""
    model.train()
    sgd = torch.optim.SGD(model.parameters(), lr=1e-4)
    if net["kind"] == "value":
        target, loss_of = torch.rand(len(x)) * 2 - 1, F.mse_loss
    else:
        target, loss_of = torch.randint(net["board"] ** 2, (len(x),)), F.cross_entropy

    def step():
        sgd.zero_grad(set_to_none=True)
        loss_of(model(x), target).backward()
        sgd.step()

    return step


def measure(ask):
    f = call(ask["net"], ask["mode"], ask["layout"], ask["batch"])
    for _ in range(2 if ask["layout"].startswith("jit") else 1):
        f()  # the first calls allocate, and compile
    best, calls, start = float("inf"), 0, time.perf_counter()
    while calls == 0 or time.perf_counter() - start < ask["seconds"]:
        t = time.perf_counter()
        f()
        best = min(best, time.perf_counter() - t)
        calls += 1
    return {"positions_per_s": ask["batch"] / best, "rounds": calls}


def export(ask):
    net = ask["net"]
    model = build(net).eval()
    torch.onnx.export(
        model, planes(net, 1), ask["path"], input_names=["planes"], output_names=["out"],
        dynamic_axes={"planes": {0: "batch"}, "out": {0: "batch"}}, opset_version=13)
    return {}


def main():
    threads = int(os.environ["OMP_NUM_THREADS"])
    torch.set_num_threads(threads)
    torch.set_num_interop_threads(1)
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what libraries print is no answer
    for line in sys.stdin:
        ask = json.loads(line)
        try:
            if ask["do"] == "hello":
                got = {"version": torch.__version__, "threads": torch.get_num_threads()}
            else:
                got = {"export": export, "time": measure}[ask["do"]](ask)
        except Exception as e:  # the asker decides what becomes of it
            got = {"error": f"{type(e).__name__}: {e}"}
        answers.write(json.dumps(got) + "\n")


if __name__ == "__main__":
    main()
