"""What the tests of both tiers share."""

import sys
from pathlib import Path

# The project's own client of the control socket.
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "python"))
