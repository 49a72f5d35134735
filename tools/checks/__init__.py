"""What `make test` runs, tier by tier, and how it counts."""

import sys
from pathlib import Path

# Some of what supports the end-to-end tests serves the checks too.
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests" / "EndToEnd"))
