"""The package on a Debian that systemd has booted, in the emulated machine."""
