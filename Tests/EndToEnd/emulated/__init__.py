"""The release build on a real kernel, in the emulated machine."""
