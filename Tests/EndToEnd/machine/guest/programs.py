"""Programs in the guest: run to their end, or started and watched."""

import os
import pwd
import signal
import subprocess


class Programs:
    """Runs shell commands as a user of the guest and remembers those that it started."""

    def __init__(self):
        self.started: dict[int, subprocess.Popen] = {}

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
        variables = {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "HOME": account.pw_dir,
            "USER": user,
            "SHELL": "/bin/bash",
            "LIBSEAT_BACKEND": "seatd",
            "XDG_RUNTIME_DIR": f"/run/user/{account.pw_uid}" if user != "root" else "/run",
        }
        return subprocess.Popen(
            ["/bin/bash", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=variables | environment,
            cwd="/checkout",
            user=user,
            group=account.pw_gid,
            extra_groups=os.getgrouplist(user, account.pw_gid),
            start_new_session=True,
        )
