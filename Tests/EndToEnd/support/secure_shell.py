"""Debian's SSH server in an emulated machine, and the stock client that comes to it through QEMU's network."""

import shlex
import shutil
import subprocess
from pathlib import Path

from machine.machine import Machine

from .unpacked import unpacked

PORT = 22
SERVER_SETTINGS = """
HostKey /etc/ssh/ssh_host_ed25519_key
AuthorizedKeysFile /etc/ssh/authorized_keys
PasswordAuthentication no
UsePAM yes
Subsystem sftp /usr/lib/openssh/sftp-server
"""
# As the package would: an account for the server's own part that strangers reach, and the server as a service. What root's shell
# on this computer reads at each start takes the machine seconds.
START = """
set -e
cd /share/ssh
rm -f /root/.bashrc /root/.profile /root/.bash_profile
useradd --system --home-dir /run/sshd --shell /usr/sbin/nologin sshd
mkdir -p /run/sshd /etc/ssh
[ -e /etc/pam.d/sshd ] || cp {tree}/etc/pam.d/sshd /etc/pam.d/
install -m 0600 host /etc/ssh/ssh_host_ed25519_key
install -m 0644 user.pub /etc/ssh/authorized_keys
install -m 0644 sshd_config /etc/ssh/sshd_config
systemd-run --quiet --unit ssh {program} -D
"""


class SecureShell:
    """One machine's server, which lets whoever has the key in as any user."""

    def __init__(self, machine: Machine):
        """The machine has forwarded PORT."""
        self.address = f"[127.0.0.1]:{machine.ports[PORT]}"
        self.port = machine.ports[PORT]
        program = unpacked("openssh-server", "sshd")
        folder = machine.share / "ssh"
        folder.mkdir()
        for name in ("host", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
        (folder / "sshd_config").write_text(SERVER_SETTINGS)
        started = machine.run(START.format(tree=shlex.quote(str(program.parents[2])), program=shlex.quote(str(program))))
        if started.status != 0:
            raise AssertionError(f"no SSH server: {started.output}")
        # Files of the share may be anybody's; a key is its user's alone.
        self.key = machine.folder / "key"
        shutil.copy(folder / "user", self.key)
        self.key.chmod(0o600)
        self.hosts = machine.folder / "known_hosts"
        self.hosts.write_text(f"{self.address} {(folder / 'host.pub').read_text()}")

    def options(self) -> list[str]:
        """The client's options: this key and this server, and no settings of this computer's user."""
        return [
            "-F", "none", "-i", str(self.key), "-o", f"UserKnownHostsFile={self.hosts}", "-o", "BatchMode=yes", "-o", "LogLevel=ERROR"]

    def run(self, user: str, command: str) -> str:
        """What a command prints that `user` gives over SSH, and that succeeds."""
        finished = subprocess.run(
            ["ssh", *self.options(), "-p", str(self.port), f"{user}@127.0.0.1", command],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        if finished.returncode != 0:
            raise AssertionError(f"ssh {user} {command}: {finished.returncode}\n{finished.stdout}{finished.stderr}")
        return finished.stdout

    def inventory(self, name: str) -> str:
        """The machine's line in Ansible's inventory."""
        variables = {
            "ansible_host": "127.0.0.1", "ansible_port": str(self.port), "ansible_user": "root",
            "ansible_ssh_common_args": shlex.join(self.options()), "ansible_python_interpreter": "/usr/bin/python3",
        }
        return " ".join([name, *(f"{key}={shlex.quote(value)}" for key, value in variables.items())])
