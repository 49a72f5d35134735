"""How the service says that it shows the layers of a screen."""


def layer(status: dict, screen: str, kind: str) -> dict:
    """What is shown of a kind on a screen, without the number of its plane; empty where there is none."""
    layers = status[screen]["layers"] if status[screen] else []
    found = next((layer for layer in layers if layer["kind"] == kind), {})
    return {key: value for key, value in found.items() if key != "plane"}
