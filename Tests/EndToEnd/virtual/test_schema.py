"""What a running service says of itself fits the schemas that `kagami schema` prints, in all of its states."""

import copy
import json
import unittest

from support.requirements import missing, require_programs
from support.virtual_service import EventStream, VirtualService
from support.waiting import eventually

SUBJECTS = ("status", "outputs", "windows", "events")


def setUpModule():
    require_programs("foot")
    try:
        import jsonschema  # noqa: F401
    except ImportError:
        missing("python3-jsonschema is not installed (make setup)")


class Schemas:
    """The schemas of the program under test, for a stock validator: as they are, and with no keys but those named."""

    def __init__(self, service: VirtualService):
        from jsonschema import Draft202012Validator

        self.validators = {}
        for subject in SUBJECTS:
            schema = json.loads(service.cli("schema", subject))
            Draft202012Validator.check_schema(schema)
            strict = copy.deepcopy(schema)
            for definition in strict["$defs"].values():
                definition["additionalProperties"] = False
            self.validators[subject] = Draft202012Validator(strict)

    def check(self, subject: str, value) -> None:
        errors = [f"{error.json_path}: {error.message}" for error in self.validators[subject].iter_errors(value)]
        if errors:
            raise AssertionError(f"{subject}: {errors[:5]}")


class SchemaTests(unittest.TestCase):
    def test_a_service_through_its_states(self):
        service = self.enterContext(
            VirtualService(panel="1024x600", configuration='[menu]\n[panel]\ncommand = ["foot"]\n'))
        self.service, self.schemas = service, Schemas(service)
        self.shown: set[str] = set()
        events = self.enterContext(EventStream(service))
        service.terminal_ready(1024, 600)
        self.look()
        service.plug(1920, 1080)
        self.look()
        for line in (
            "freeze on", "freeze off", "pip start hud", "pip stop", "hud show --as panel-top", "hud set --comment hello",
            "present pen", "present timer start 3", "menu show", "menu hide", "controller zoom 2", "panel show application",
            "panel show content", "blank on --external", "blank off", "launch -- foot true", "virtual unplug HDMI-A-1",
            "virtual refuse DP-1 800x600", "virtual plug DP-1 800x600", "virtual unplug DP-1",
        ):
            service.cli(*line.split())
            self.look()
        service.cli("virtual", "unplug", service.status()["panel"]["name"])
        self.look()
        wanted = {
            "panel", "external", "content", "application", "viewport", "controller", "panel_application", "pip", "hud",
            "menu", "presenter", "timer", "blank",
        }
        self.assertEqual(wanted - self.shown, set())
        eventually(lambda: events.of("client-connected"), "the launched terminal connects")
        self.assertEqual(service.end(), 0)
        events.thread.join(10)
        for event in events.events:
            self.schemas.check("events", event)
        self.assertLessEqual(
            {
                "state", "plugged", "unplugged", "frozen", "unfrozen", "content-moved", "mode-refused", "first-frame",
                "panel-foreground", "pip-did-start", "pip-did-stop", "client-connected", "client-disconnected",
            }, {event["type"] for event in events.events})

    def look(self) -> None:
        status = self.service.status()
        self.shown |= {key for key, value in status.items() if value is not None}
        self.schemas.check("status", status)
        self.schemas.check("outputs", self.service.outputs())
        self.schemas.check("windows", json.loads(self.service.cli("windows", "--json")))

    def test_the_validator_finds_what_does_not_fit(self):
        service = self.enterContext(VirtualService())
        schemas = Schemas(service)
        for key, value in (("state", "elsewhere"), ("panel", 4), ("frozen", None), ("other", 1)):
            with self.assertRaises(AssertionError):
                schemas.check("status", service.status() | {key: value})
        with self.assertRaises(AssertionError):
            schemas.check("events", {"type": "plugged", "time_us": 4})
