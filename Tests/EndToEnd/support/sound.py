"""PipeWire and WirePlumber in a session of their own, with sinks that are no hardware."""

import json
import os
import re
import subprocess
import tempfile
import wave
from pathlib import Path

from .waiting import eventually


class SoundSession:
    """A context in which PipeWire runs beside a session bus; it has the sinks that are added."""

    def __enter__(self) -> "SoundSession":
        self.folder = Path(tempfile.mkdtemp(prefix="kagami-sound-"))
        self.processes: list[subprocess.Popen] = []
        bus = self.folder / "bus"
        self.environment = os.environ | {
            "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder), "XDG_CONFIG_HOME": f"{self.folder}/config",
            "XDG_STATE_HOME": f"{self.folder}/state", "DBUS_SESSION_BUS_ADDRESS": f"unix:path={bus}",
        }
        self.start("dbus-daemon", "--session", "--nofork", f"--address=unix:path={bus}")
        eventually(bus.exists, "the session bus is there")
        self.start("pipewire")
        eventually((self.folder / "pipewire-0").exists, "PipeWire is there")
        self.start("wireplumber")
        eventually(lambda: "Found" in self.run("pw-metadata"), "its session manager runs")
        return self

    def __exit__(self, *_) -> None:
        for process in reversed(self.processes):
            process.terminate()
            process.wait()
        subprocess.run(["rm", "-r", self.folder], check=False)

    def start(self, *command: str) -> subprocess.Popen:
        with open(self.folder / f"{command[0]}.log", "ab") as log:
            process = subprocess.Popen(
                command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        self.processes.append(process)
        return process

    def run(self, *command: str) -> str:
        return subprocess.run(
            command, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20).stdout

    @property
    def runtime(self) -> dict[str, str]:
        """What a program of another session needs to find this PipeWire."""
        return {"PIPEWIRE_RUNTIME_DIR": str(self.folder)}

    def add_sink(self, name: str, description: str, priority: int) -> None:
        self.run(
            "pw-cli", "create-node", "adapter",
            f'{{ factory.name=support.null-audio-sink node.name={name} node.description="{description}"'
            f" media.class=Audio/Sink object.linger=true audio.position=[FL,FR] priority.session={priority} }}")
        eventually(lambda: name in self.nodes(), f"the sink {name} is there")

    def remove_sink(self, name: str) -> None:
        self.run("pw-cli", "destroy", name)
        eventually(lambda: name not in self.nodes(), f"the sink {name} has gone")

    def nodes(self) -> dict[str, int]:
        """The numbers of the nodes by their names."""
        # What changes while all is printed follows in an array of its own.
        found, _ = json.JSONDecoder().raw_decode(self.run("pw-dump") or "[]")
        nodes = [item for item in found if item.get("type") == "PipeWire:Interface:Node" and item["info"]]
        return {item["info"]["props"].get("node.name", ""): item["id"] for item in nodes}

    def entry(self, key: str) -> str | None:
        """The sink that an entry of the session's metadata names."""
        found = re.search(rf"key:'{re.escape(key)}' value:'(.*?)' type", self.run("pw-metadata"))
        return json.loads(found.group(1))["name"] if found else None

    def default(self) -> str | None:
        return self.entry("default.audio.sink")

    def chosen(self) -> str | None:
        """The user's choice."""
        return self.entry("default.configured.audio.sink")

    def choose(self, name: str) -> None:
        self.run("wpctl", "set-default", str(self.nodes()[name]))
        eventually(lambda: self.chosen() == name, f"{name} is chosen")

    def play(self) -> subprocess.Popen:
        """A stock player with some minutes of silence."""
        path = self.folder / "silence.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(2)
            file.setsampwidth(2)
            file.setframerate(48000)
            file.writeframes(bytes(4 * 48000 * 120))
        return self.start("pw-cat", "--playback", str(path))

    def number(self, name: str) -> str:
        """PipeWire's number of a node: one that changes at the moment may be missing in what is printed."""
        found: dict[str, int] = {}
        eventually(lambda: found.update(self.nodes()) or name in found, f"{name} is there")
        return str(found[name])

    def volume(self, name: str) -> float:
        """As people hear it; 1 for an unchanged signal."""
        return float(self.run("wpctl", "get-volume", self.number(name)).split()[1])

    def set_volume(self, name: str, volume: float) -> None:
        self.run("wpctl", "set-volume", self.number(name), str(volume))
        eventually(lambda: self.volume(name) == volume, f"{name} is that loud")

    def plays_on(self) -> set[str]:
        """The sinks that the player is linked to."""
        links = self.run("pw-link", "--links").splitlines()
        ports = [line.strip() for line in links]
        return {
            found.group(1)
            for port, link in zip(ports, ports[1:])
            if port.startswith("pw-cat:") and (found := re.match(r"\|-> (.*):playback", link))
        }
