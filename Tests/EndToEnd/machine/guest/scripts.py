"""Scripts that need numpy, each in a fork of one process that has it loaded: loading takes the guest three seconds."""

import os
import runpy
import subprocess
import sys
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path


class Scripts:
    """Starts scripts as processes."""

    def __init__(self):
        self.context = get_context("forkserver")
        self.context.set_forkserver_preload(["numpy"])

    def start(self, script: str, arguments: list[str], log: str, account: dict, environment: dict[str, str]) -> "RunningScript":
        """Runs a script as its main program; `account` has the user, the group and the further groups by number."""
        # There from the start, as whoever waits for a line in it expects.
        open(log, "wb").close()
        process = self.context.Process(target=become, args=(script, arguments, log, account, environment))
        process.start()
        return RunningScript(process)


class RunningScript:
    """A script's process, with those of `subprocess.Popen`'s methods that programs are watched by."""

    def __init__(self, process: BaseProcess):
        self.process = process
        self.pid = process.pid

    def poll(self) -> int | None:
        return self.process.exitcode

    def wait(self, timeout: float) -> int:
        self.process.join(timeout)
        if self.process.exitcode is None:
            raise subprocess.TimeoutExpired(self.process.name, timeout)
        return self.process.exitcode


def become(script: str, arguments: list[str], log: str, account: dict, environment: dict[str, str]) -> None:
    """Makes this process the script's, with an account's rights and nothing of the agent's."""
    os.setsid()
    output, nothing = os.open(log, os.O_WRONLY), os.open(os.devnull, os.O_RDONLY)
    for descriptor, place in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(descriptor, place)
    os.setgroups(account["groups"])
    os.setgid(account["group"])
    os.setuid(account["user"])
    os.chdir("/checkout")
    os.environ.clear()
    os.environ.update(environment)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")
    sys.argv = [script, *arguments]
    sys.path[0] = str(Path(script).parent)
    sys.dont_write_bytecode = True
    runpy.run_path(script, run_name="__main__")
