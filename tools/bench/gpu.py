"""Networks on a graphics card: tengen next to PyTorch with CUDA, alternating.

make bench-gpu calls it. It runs

  tengen bench gpu                  every kernel against its twin, and its speed
  tengen bench net --device gpu     training and forward passes of 64x7 and alphago, in several batches
  the same networks in PyTorch      float16 by autocast, channels_last, compiled, if CUDA is there

and prints positions per second, the ratio of the two programs' best batches, and the share of what
a large matrix product in float16 reaches in PyTorch on this card. Without CUDA it measures
tengen alone and says so.
"""

import argparse
import json
import subprocess
import sys
import time

NETS = {"64x7": (64, 7), "alphago": (192, 12)}
PLANES, BOARD = 48, 19


def work(filters, convolutions):
    """Multiplications and additions of a forward pass."""
    points = BOARD * BOARD
    return 2 * points * filters * (25 * PLANES + 9 * filters * (convolutions - 1) + 1)


def tengen(binary, device, arch, mode, batch, seconds):
    """Positions per second, or None and the reason."""
    command = [binary, "bench", "net", "--device", device, "--arch", arch, "--mode", mode, "--batch", str(batch),
               "--time", f"{seconds}s", "--json"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0 or "CPU computes instead" in run.stderr:
        return None, run.stderr.strip()
    return json.loads(run.stdout)["positions_per_s"], ""


class Torch:
    """PyTorch on the card."""

    def __init__(self):
        import torch
        if not torch.cuda.is_available():
            raise ImportError("PyTorch has no CUDA here")
        self.torch = torch
        self.name = torch.cuda.get_device_name()

    def timed(self, call, seconds):
        """Seconds of the best of several calls."""
        for _ in range(3):
            call()
        self.torch.cuda.synchronize()
        best, end = float("inf"), time.monotonic() + seconds
        while time.monotonic() < end:
            start = time.perf_counter()
            call()
            self.torch.cuda.synchronize()
            best = min(best, time.perf_counter() - start)
        return best

    def peak(self):
        """Operations per second of a large product in float16."""
        n = 8192
        a = self.torch.randn(n, n, device="cuda", dtype=self.torch.float16)
        return 2 * n**3 / self.timed(lambda: a @ a, 2)

    def free(self):
        """Gives the memory back that PyTorch keeps, which tengen may need."""
        self.torch.cuda.empty_cache()

    def speed(self, filters, convolutions, mode, batch, seconds):
        torch, nn = self.torch, self.torch.nn
        layers, below, side = [], PLANES, 5
        for _ in range(convolutions):
            layers += [nn.Conv2d(below, filters, side, padding=side // 2), nn.ReLU()]
            below, side = filters, 3
        net = nn.Sequential(*layers, nn.Conv2d(filters, 1, 1), nn.Flatten()).cuda()
        net = torch.compile(net.to(memory_format=torch.channels_last))
        x = torch.randint(0, 2, (batch, PLANES, BOARD, BOARD), device="cuda").float()
        x = x.contiguous(memory_format=torch.channels_last)
        if mode == "latency" or mode == "forward":
            def call():
                with torch.inference_mode(), torch.autocast("cuda", torch.float16):
                    net(x)
        else:
            target = torch.randint(0, BOARD * BOARD, (batch,), device="cuda")
            optimizer, scaler = torch.optim.SGD(net.parameters(), 1e-3), torch.amp.GradScaler()

            def call():
                optimizer.zero_grad()
                with torch.autocast("cuda", torch.float16):
                    loss = nn.functional.cross_entropy(net(x), target)
                scaler.scale(loss).backward()
                scaler.step(optimizer)
                scaler.update()
        return batch / self.timed(call, seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-tengen", required=True, help="the program")
    parser.add_argument("-device", default="gpu", help="as tengen --device takes it")
    parser.add_argument("-quick", action="store_true", help="one small batch of the small network: whether it works")
    args = parser.parse_args()
    number = args.device.partition(":")[2].partition(":")[0]
    small = ["--board", "9", "--filters", "32", "--batch", "2", "--rounds", "2"] if args.quick else []
    card = ["--card", number] if number else []
    kernels = subprocess.run([args.tengen, "bench", "gpu", *card, *small])
    if kernels.returncode != 0:
        sys.exit(f"no measurement: tengen bench gpu ended with status {kernels.returncode}")
    try:
        peer = Torch()
        peak = peer.peak()
        print(f"\nPyTorch {peer.torch.__version__} on {peer.name}: {peak / 1e12:.0f} TFLOP/s in a product of matrices")
    except ImportError as error:
        peer = None
        print(f"\nno ratios: {error}")
    nets = {"64x7": NETS["64x7"]} if args.quick else NETS
    seconds = 1 if args.quick else 5
    for arch, (filters, convolutions) in nets.items():
        for mode in ("train", "forward", "latency"):
            batches = [2] if args.quick else [64, 128, 256, 512, 1024]
            if mode == "latency":
                batches = [1]
            best, other = 0.0, 0.0
            for batch in batches:
                speed, reason = tengen(args.tengen, args.device, arch, mode, batch, seconds)
                if speed is None:
                    print(f"{arch} {mode}, batch {batch}: tengen did not run: {reason}")
                    continue
                line = f"{arch} {mode}, batch {batch}: tengen {speed:.0f} positions/s"
                best = max(best, speed)
                if peer:
                    try:
                        theirs = peer.speed(filters, convolutions, mode, batch, seconds)
                        other = max(other, theirs)
                        line += f", PyTorch {theirs:.0f}"
                    except RuntimeError as reason:  # no memory, or a network that it cannot compile
                        line += f", PyTorch did not run: {(str(reason).splitlines() or ['no reason'])[0]}"
                    peer.free()
                print(line, flush=True)
            if best == 0:
                sys.exit(f"{arch} {mode} was not measured")
            passes = 3 if mode == "train" else 1
            done = best * work(filters, convolutions) * passes
            line = f"{arch} {mode}: best {best:.0f} positions/s, {done / 1e12:.2f} TFLOP/s"
            if peer and other > 0:
                line += f", {best / other:.2f} of PyTorch, {100 * done / peak:.0f} % of the product of matrices"
            print(line, flush=True)


if __name__ == "__main__":
    main()
