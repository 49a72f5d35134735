"""What services go through while calls fail."""

from paper.displays import FULL_HD
from support.faults import Faulty
from support.service import CommandFailed
from support.waiting import eventually


class Life:
    """A life on virtual displays. A step that is refused in one line may be tried again, as its user would."""

    # How often the user tries.
    attempts = 3

    def __init__(self, service: Faulty):
        self.service = service
        self.refusals: list[str] = []

    def run(self) -> None:
        eventually(self.service.terminal.start, "the application runs", 20)
        self.plug()
        self.press()
        self.use_controller()
        self.unplug()

    def plug(self) -> None:
        self.step("virtual", "plug", "HDMI-A-1", "1280x720")
        self.service.wait_for("the content is on the external", lambda status: status["state"] == "mirroring")

    def press(self) -> None:
        for action in (("down", "0", "300", "300"), ("move", "0", "310", "330"), ("up", "0")):
            self.step("virtual", "touch", *action)
        self.step("virtual", "key", "type", "x")

    def use_controller(self) -> None:
        self.step("hud", "show")
        self.step("pip", "start", "hud")
        self.step("pip", "stop")
        self.step("menu", "show")
        self.step("menu", "hide")
        self.step("freeze", "on")
        self.step("freeze", "off")
        self.step("screenshot", "external", str(self.service.folder / "external.png"))
        self.step("launch", "--", "sleep", "60")
        self.step("config", "reload")

    def unplug(self) -> None:
        self.step("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for("the content has come home", lambda status: status["state"] == "panel-only")

    def step(self, *arguments: str) -> None:
        for _ in range(self.attempts):
            try:
                self.service.cli(*arguments)
                return
            except CommandFailed as error:
                self.refusals.append(str(error))
                if "closed the connection" in str(error):
                    # It was done, and the reply failed.
                    return
        raise AssertionError(f"refused {self.attempts} times: {self.refusals[-self.attempts:]}")


class CardLife(Life):
    """A life on a card, with another terminal in between. A display that a fault has cost comes when it is plugged again."""

    def run(self) -> None:
        eventually(self.service.terminal.start, "the application runs", 20)
        self.plug()
        self.use_controller()
        self.step("blank", "on")
        self.step("blank", "off")
        self.switch_terminal()
        self.unplug()
        self.plug()

    def plug(self) -> None:
        for attempt in range(self.attempts):
            self.service.bench.plug("HDMI-A-1", FULL_HD)
            try:
                self.service.wait_for("the content is on the external", lambda status: status["state"] == "mirroring")
                return
            except AssertionError:
                if attempt + 1 == self.attempts:
                    raise
                self.unplug()

    def unplug(self) -> None:
        self.service.bench.plug("HDMI-A-1", None)
        self.service.wait_for("the content has come home", lambda status: status["state"] == "panel-only")

    def switch_terminal(self) -> None:
        """Another terminal is in front for a while, and the service's comes back."""
        seat = self.service.bench.seat
        count = seat.released
        seat.take()
        eventually(lambda: seat.released > count or self.service.process.poll() is not None, "the seat is let go")
        seat.give()
