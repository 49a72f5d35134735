"""The commands that start the raw clients."""

from pathlib import Path

HERE = Path(__file__).resolve().parent


def picture_client(*options: str) -> list[str]:
    return ["/usr/bin/python3", "-B", str(HERE / "picture_client.py"), *options]


def screen_client(*options: str) -> list[str]:
    return ["/usr/bin/python3", "-B", str(HERE / "screen_client.py"), *options]


def layer_client(*options: str) -> list[str]:
    return ["/usr/bin/python3", "-B", str(HERE / "layer_client.py"), *options]


def scribbling_client(*options: str) -> list[str]:
    return ["/usr/bin/python3", "-B", str(HERE / "scribbling_client.py"), *options]


def eager_client(*options: str) -> list[str]:
    return ["/usr/bin/python3", "-B", str(HERE / "eager_client.py"), *options]


def letterbox_client(*options: str) -> list[str]:
    return ["/usr/bin/python3", "-B", str(HERE / "letterbox_client.py"), *options]
