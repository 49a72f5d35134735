"""What `kagami config show` lists."""


def setting(listing: str, key: str) -> list[str]:
    """A setting's value and where it was read."""
    return next(line.split()[1:] for line in listing.splitlines() if line.split()[0] == key)
