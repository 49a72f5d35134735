"""Copies of the external on cards: a display shows the external's memory by itself where its hardware can, and gets its own frames where
not."""

from paper import oracles
from paper.cards.amdgpu import AMDGPU
from paper.cards.rk3588 import RK3588
from paper.displays import FULL_HD, OLD_MONITOR
from paper.table import Card
from support.waiting import eventually

from .case import PaperCase


class CopyTests(PaperCase):
    def roles(self, service) -> dict[str, str]:
        return {output["name"]: output["role"] for output in service.outputs() if output["role"]}

    def copying(self, card: Card):
        """The service, for which the smaller of two monitors beside the panel is a copy."""
        return self.running(card, configuration='[[display]]\nsize_mm = "304x228"\nrole = "copy"\n')

    def plug_both(self, service) -> tuple[str, str]:
        service.wait_for("the content is shown", lambda status: status["content"])
        free = [c.name for c in service.bench.device.connectors if c.display is None and c.status != "unknown"]
        for name, display, role in [(free[0], FULL_HD, "external"), (free[1], OLD_MONITOR, "copy")]:
            service.bench.plug(name, display)
            eventually(lambda: self.roles(service).get(name) == role, f"{name} is the {role}\n{service.log()}")
        service.wait_for_content(1920, 1080, "external")
        return free[0], free[1]

    def check(self, service, copy: str) -> None:
        oracles.check_shown(service, copy)
        oracles.check(service)
        oracles.check_screen(service, copy, copy)

    def test_a_copy_is_sent_the_externals_picture(self):
        for card in (AMDGPU, RK3588):
            with self.subTest(card.name), self.copying(card) as service:
                external, copy = self.plug_both(service)
                self.check(service, copy)
                service.bench.plug(external, None)
                service.wait_for_content(1024, 768, "external")
                oracles.check(service)
