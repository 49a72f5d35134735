"""Memory for pictures: shared files, and dmabufs of the kernel's drivers."""

import fcntl
import mmap
import os
import struct
from pathlib import Path

import numpy

# drm.h and drm_mode.h.
CREATE_DUMB, MAP_DUMB, PRIME_HANDLE_TO_FD = 0xC02064B2, 0xC01064B3, 0xC00C642D
# vgem_drm.h.
FENCE_ATTACH, FENCE_SIGNAL, FENCE_WRITE = 0xC0106441, 0x40086442, 1
# linux/dma-buf.h.
EXPORT_SYNC_FILE, IMPORT_SYNC_FILE, SYNC_READ = 0xC0086202, 0x40086203, 1


class Memory:
    """Rows of 32-bit pixels that a descriptor hands to others."""

    def __init__(self, descriptor: int, mapping: mmap.mmap, width: int, height: int, stride: int):
        self.descriptor = descriptor
        self.mapping = mapping
        self.stride = stride
        words = numpy.frombuffer(mapping, dtype=numpy.uint32, count=stride // 4 * height)
        self.pixels = words.reshape(height, stride // 4)[:, :width]


def shared_file(width: int, height: int, name: str = "picture") -> Memory:
    descriptor = os.memfd_create(name, os.MFD_CLOEXEC)
    size = -(-width * height * 4 // 4096) * 4096
    os.ftruncate(descriptor, size)
    return Memory(descriptor, mmap.mmap(descriptor, size), width, height, width * 4)


def paper_buffer(width: int, height: int) -> Memory:
    """A dmabuf as paper cards know it: a memory file of this name."""
    return shared_file(width, height, "dmabuf")


def scattered_buffer(width: int, height: int) -> Memory:
    """The same in several pieces, as a graphics device draws in that needs none in one."""
    return shared_file(width, height, "dmabuf-scattered")


def dumb_buffer(width: int, height: int, card: str = "/dev/dri/card0") -> Memory:
    """A dmabuf of a card's plainest kind."""
    device = os.open(card, os.O_RDWR | os.O_CLOEXEC)
    made = fcntl.ioctl(device, CREATE_DUMB, struct.pack("=IIIIIIQ", height, width, 32, 0, 0, 0, 0))
    *_, handle, stride, size = struct.unpack("=IIIIIIQ", made)
    _, _, offset = struct.unpack("=IIQ", fcntl.ioctl(device, MAP_DUMB, struct.pack("=IIQ", handle, 0, 0)))
    exported = fcntl.ioctl(device, PRIME_HANDLE_TO_FD, struct.pack("=IIi", handle, os.O_CLOEXEC, -1))
    descriptor = struct.unpack("=IIi", exported)[2]
    memory = Memory(descriptor, mmap.mmap(device, size, offset=offset), width, height, stride)
    memory.device, memory.handle = device, handle
    return memory


def card_of(driver: str) -> str:
    """The device file of the kernel's own card of this name."""
    card = next(path.name for path in Path("/sys/class/drm").glob("card?") if driver in str(path.resolve()))
    return f"/dev/dri/{card}"


def vgem_buffer(width: int, height: int) -> Memory:
    """A dmabuf of the kernel's card that draws nothing, to which a client can attach its own fences."""
    return dumb_buffer(width, height, card_of("vgem"))


def vkms_buffer(width: int, height: int) -> Memory:
    """A dmabuf of the kernel's card that has displays without hardware."""
    return dumb_buffer(width, height, card_of("vkms"))


class Drawing:
    """A fence that says that something draws into a vgem buffer, until it is ended."""

    def __init__(self, memory: Memory):
        self.memory = memory
        attached = fcntl.ioctl(memory.device, FENCE_ATTACH, struct.pack("=IIII", memory.handle, FENCE_WRITE, 0, 0))
        self.fence = struct.unpack("=IIII", attached)[2]

    def add_as_reader(self, dmabuf: int) -> None:
        """Has something read another buffer for as long."""
        exported = fcntl.ioctl(self.memory.descriptor, EXPORT_SYNC_FILE, struct.pack("=Ii", SYNC_READ, -1))
        _, fences = struct.unpack("=Ii", exported)
        fcntl.ioctl(dmabuf, IMPORT_SYNC_FILE, struct.pack("=Ii", SYNC_READ, fences))
        os.close(fences)

    def end(self) -> None:
        fcntl.ioctl(self.memory.device, FENCE_SIGNAL, struct.pack("=II", self.fence, 0))


MEMORY = {"shm": shared_file, "dumb": dumb_buffer, "vgem": vgem_buffer, "vkms": vkms_buffer, "paper": paper_buffer,
          "scattered": scattered_buffer}
