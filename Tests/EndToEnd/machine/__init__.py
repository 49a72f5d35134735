"""A machine emulated by QEMU: Debian's own kernel, two displays and input devices, on the root of this one."""
