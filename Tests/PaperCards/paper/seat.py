"""The seat: the model's side of the stand-in for libseat."""


class Seat:
    """Takes the seat away and gives it back, as a switch of virtual terminals does with seatd."""

    def __init__(self, bench):
        self.bench = bench
        self.connection = None
        self.is_active = True
        # How often the program has answered that it has let go.
        self.released = 0
        # The terminals that the program asked for.
        self.asked: list[int] = []

    def is_at(self, connection) -> bool:
        return connection is self.connection

    def opened(self, connection) -> None:
        self.connection = connection
        if self.is_active:
            connection.send(b"e")

    def lost(self, connection) -> None:
        if connection is self.connection:
            self.connection = None

    def hear(self, data: bytes) -> None:
        if data == b"D":
            self.released += 1
        else:
            self.asked.append(data[0])

    def take(self) -> None:
        """The devices stop working, then the program is told: in seatd's order."""
        with self.bench.lock:
            self.is_active = False
            for device in self.bench.devices:
                if device.master and device.master.through_seat:
                    device.master = None
            self.send(b"d")

    def give(self) -> None:
        with self.bench.lock:
            self.is_active = True
            for device in self.bench.devices:
                mine = [file for file in device.files.values() if file.through_seat]
                if device.master is None and mine:
                    device.master = mine[0]
            self.send(b"e")

    def send(self, byte: bytes) -> None:
        if self.connection:
            try:
                self.connection.send(byte)
            except OSError:
                pass
