"""The package for arm64 on a board, in the emulated machine."""
