"""The reports of the clients written for these tests: a JSON object a line, in the file that they are given."""

import json
import os
import sys


class Report:
    """The file named by the program's first argument."""

    def __init__(self):
        self.file = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def __call__(self, kind: str, **values) -> None:
        os.write(self.file, json.dumps({"type": kind} | values).encode() + b"\n")
