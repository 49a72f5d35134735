"""Programs in the guest: run to their end, or started and watched."""

import os
import pwd
import signal
import subprocess

from scripts import RunningScript, Scripts


class Programs:
    """Runs shell commands and scripts as a user of the guest and remembers those that it started."""

    def __init__(self):
        self.scripts = Scripts()
        self.started: dict[int, subprocess.Popen | RunningScript] = {}

    def run(self, command: str, user: str, timeout: float, environment: dict[str, str]) -> dict:
        """The exit status (negative: the signal that killed it) and both output streams in one."""
        process = self.spawn(command, user, environment, subprocess.PIPE)
        try:
            output, _ = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            return {"error": f"no end after {timeout:g} s: {command}\n{output.decode(errors='replace')}"}
        return {"status": process.returncode, "output": output.decode(errors="replace")}

    def start(self, command: str, user: str, log: str, environment: dict[str, str]) -> dict:
        """Starts a program whose output goes to a file; `exec` in the command makes the pid its own."""
        with open(log, "wb") as file:
            process = self.spawn(command, user, environment, file)
        self.started[process.pid] = process
        return {"pid": process.pid}

    def start_script(self, script: str, arguments: list[str], user: str, log: str, environment: dict[str, str]) -> dict:
        """Starts a script of Python's that needs numpy, whose output goes to a file."""
        account = pwd.getpwnam(user)
        groups = os.getgrouplist(user, account.pw_gid)
        numbers = {"user": account.pw_uid, "group": account.pw_gid, "groups": groups}
        started = self.scripts.start(script, arguments, log, numbers, variables(account) | environment)
        self.started[started.pid] = started
        return {"pid": started.pid}

    def wait(self, pid: int, timeout: float) -> dict:
        """The exit status of a started program, or null if it runs on."""
        try:
            return {"status": self.started[pid].wait(timeout)}
        except subprocess.TimeoutExpired:
            return {"status": None}

    def signal(self, pid: int, number: int) -> dict:
        if self.started[pid].poll() is None:
            os.kill(pid, number)
        return {}

    def spawn(self, command: str, user: str, environment: dict[str, str], output) -> subprocess.Popen:
        account = pwd.getpwnam(user)
        return subprocess.Popen(
            ["/bin/bash", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=variables(account) | environment,
            cwd="/checkout",
            user=user,
            group=account.pw_gid,
            extra_groups=os.getgrouplist(user, account.pw_gid),
            start_new_session=True,
        )


def variables(account: pwd.struct_passwd) -> dict[str, str]:
    """What programs of an account find in their environment."""
    return {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "HOME": account.pw_dir,
        "USER": account.pw_name,
        "SHELL": "/bin/bash",
        "LIBSEAT_BACKEND": "seatd",
        "XDG_RUNTIME_DIR": f"/run/user/{account.pw_uid}" if account.pw_uid else "/run",
    }
