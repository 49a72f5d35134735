"""The objects of a card at work: connectors, CRTCs and planes with their properties, buffers, framebuffers and blobs."""

import mmap
import os
from dataclasses import dataclass, field, replace

from . import drm, table


class Refused(Exception):
    """What a call fails with."""

    def __init__(self, number: int, reason: str = ""):
        super().__init__(number, reason)
        self.number = number
        self.reason = reason


@dataclass(frozen=True)
class Definition:
    """A property, as programs look it up."""

    id: int
    name: str
    spec: table.Property | str  # or the name of a kind of object: "crtc", "framebuffer"
    atomic: bool

    @property
    def flags(self) -> int:
        flags = drm.ATOMIC_FLAG if self.atomic else 0
        match self.spec:
            case str():
                return flags | drm.OBJECT
            case table.Blob(immutable=immutable):
                return flags | drm.BLOB_FLAG | (drm.IMMUTABLE if immutable else 0)
            case table.Enum(immutable=immutable):
                return flags | drm.ENUM | (drm.IMMUTABLE if immutable else 0)
            case table.Bitmask():
                return flags | drm.BITMASK
            case table.Range(immutable=immutable, signed=signed):
                return flags | (drm.SIGNED if signed else drm.RANGE) | (drm.IMMUTABLE if immutable else 0)

    @property
    def values(self) -> list[int]:
        match self.spec:
            case str():
                return [drm.CRTC if self.spec == "crtc" else drm.FRAMEBUFFER]
            case table.Range(lowest=lowest, highest=highest):
                return [lowest & 2**64 - 1, highest & 2**64 - 1]
            case table.Enum(choices=choices):
                return list(choices.values())
            case table.Bitmask(bits=bits):
                return list(bits.values())
        return []

    @property
    def choices(self) -> dict[str, int]:
        match self.spec:
            case table.Enum(choices=choices):
                return choices
            case table.Bitmask(bits=bits):
                return bits
        return {}

    def takes(self, value: int) -> bool:
        """Whether the kernel lets a program set this value; blobs and objects are looked up elsewhere."""
        if self.flags & drm.IMMUTABLE:
            return False
        match self.spec:
            case table.Range(lowest=lowest, highest=highest, signed=signed):
                number = value - 2**64 if signed and value >= 2**63 else value
                return lowest <= number <= highest
            case table.Enum(choices=choices):
                return value in choices.values()
            case table.Bitmask(bits=bits):
                return value & ~sum(1 << bit for bit in bits.values()) == 0
        return True


@dataclass(eq=False)
class Object:
    id: int
    kind: int
    # The place in the card's list.
    index: int
    table: object
    properties: dict[str, Definition] = field(default_factory=dict)


@dataclass(eq=False)
class Connector(Object):
    # What is plugged in, and what the driver knows since it last looked.
    display: object = None
    seen: object = None
    status: str = "disconnected"
    # False once it has vanished; it is found as long as something refers to it.
    registered: bool = True

    @property
    def name(self) -> str:
        return self.table.name


class Memory:
    """A buffer object: a memory file that the program maps."""

    def __init__(self, length: int, descriptor: int | None = None):
        self.length = length
        self.descriptor = os.memfd_create("paper-card", os.MFD_CLOEXEC) if descriptor is None else descriptor
        if descriptor is None:
            os.ftruncate(self.descriptor, length)
        self.offset = 0
        self.users = 0
        self.mapping: mmap.mmap | None = None

    def bytes(self) -> memoryview:
        if self.mapping is None:
            self.mapping = mmap.mmap(self.descriptor, self.length, prot=mmap.PROT_READ | mmap.PROT_WRITE)
        return memoryview(self.mapping)

    def close(self) -> None:
        os.close(self.descriptor)
        self.mapping = None


class MemoryCopy:
    """What a buffer object held."""

    def __init__(self, memory: Memory):
        self.data = bytes(memory.bytes())

    def bytes(self) -> memoryview:
        return memoryview(self.data)


@dataclass(eq=False)
class Framebuffer:
    id: int
    width: int
    height: int
    format: str
    modifier: int | None
    memory: list[Memory | MemoryCopy]
    pitches: list[int]
    offsets: list[int]
    owner: object

    @property
    def column_height(self) -> int | None:
        """The rows for which each column has memory; None where rows lie whole."""
        if self.modifier is None or self.modifier & ~drm.COLUMN_HEIGHT != drm.COLUMNS:
            return None
        return (self.modifier & drm.COLUMN_HEIGHT) >> 8

    def copied(self) -> "Framebuffer":
        """The same pixels in memory that nobody writes to."""
        copies = {id(memory): MemoryCopy(memory) for memory in self.memory}
        return replace(self, memory=[copies[id(memory)] for memory in self.memory])


@dataclass(eq=False)
class Blob:
    id: int
    data: bytes
    # The file that made it; None for the driver's own.
    owner: object
