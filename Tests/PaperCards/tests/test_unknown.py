"""Connectors that cannot say whether a display is there."""

from paper import oracles
from paper.cards.bridge import BRIDGE
from paper.cards.plain import PLAIN
from paper.displays import OLD_MONITOR
from paper.table import Connector

from .case import PaperCase


class UnknownConnectorTests(PaperCase):
    def test_alone_it_counts_as_connected(self):
        with self.running(BRIDGE) as service:
            service.wait_for_content(1024, 768, "panel")
            oracles.check(service)

    def test_beside_a_display_it_does_not(self):
        doubtful = Connector("VGA", 1, (1,), OLD_MONITOR, status="unknown")
        with self.running(PLAIN.having(connectors=(PLAIN.connectors[0], doubtful))) as service:
            service.terminal_ready()
            oracles.check(service)
            self.assertIsNone(service.crtc("VGA-1"))
