#!/usr/bin/python3
"""Runs a program and prints how many instructions it took outside of the kernel, from its start to its end, as JSON with its status.

    instructions.py PROGRAM [ARGUMENT...]
"""

import ctypes
import json
import os
import platform
import struct
import sys

PERF_EVENT_OPEN = {"aarch64": 241, "x86_64": 298}[platform.machine()]
HARDWARE, INSTRUCTIONS = 0, 1
DISABLED, EXCLUDE_KERNEL, EXCLUDE_HYPERVISOR, ENABLE_ON_EXEC = 1 << 0, 1 << 5, 1 << 6, 1 << 12
SIZE = 128


def counter(process: int) -> int:
    """A descriptor that counts what a process does once it executes another program."""
    attributes = bytearray(SIZE)
    struct.pack_into("<IIQ", attributes, 0, HARDWARE, SIZE, INSTRUCTIONS)
    struct.pack_into("<Q", attributes, 40, DISABLED | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR | ENABLE_ON_EXEC)
    library = ctypes.CDLL(None, use_errno=True)
    descriptor = library.syscall(PERF_EVENT_OPEN, ctypes.create_string_buffer(bytes(attributes), SIZE), process, -1, -1, 0)
    if descriptor < 0:
        raise OSError(ctypes.get_errno(), "this kernel counts no instructions")
    return descriptor


def main() -> None:
    waits, lets_go = os.pipe()
    process = os.fork()
    if process == 0:
        os.read(waits, 1)
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        os.execv(sys.argv[1], sys.argv[1:])
    descriptor = counter(process)
    os.write(lets_go, b".")
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    [instructions] = struct.unpack("<Q", os.read(descriptor, 8))
    print(json.dumps({"instructions": instructions, "status": status}))


if __name__ == "__main__":
    main()
