"""Measures a client alone, and among clients that send all they can: from Tests/EndToEnd, `python3 -m support.load --clients 200`."""

import argparse

from support.load import Flood, Painter
from support.processes import resident_memory
from support.processor_time import processor_time
from support.virtual_service import VirtualService

parser = argparse.ArgumentParser(prog="support.load", description=__doc__)
parser.add_argument("--clients", metavar="N", type=int, default=200)
parser.add_argument("--surfaces", metavar="N", type=int, default=20, help="surfaces of each client")
parser.add_argument("--seconds", metavar="S", type=float, default=6)
parser.add_argument("--kind", choices=["flood", "burst"], default="flood", help="burst waits for a round trip after each round")
options = parser.parse_args()

with VirtualService(command=[]) as service:
    painter = Painter(service)
    print("alone:", painter.measure(options.seconds), flush=True)
    painter.process.kill()
    with Flood(service, options.clients, options.surfaces, options.kind):
        painter = Painter(service)
        for _ in range(2):
            used = processor_time(service.process.pid)
            print(f"{options.kind}:", painter.measure(options.seconds))
            used = processor_time(service.process.pid) - used
            print(f"    {used:.1f} s of a processor, {resident_memory(service.process.pid) / 1e6:.1f} MB of memory", flush=True)
