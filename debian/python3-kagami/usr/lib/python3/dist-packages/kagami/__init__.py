"""A client of Kagami's control socket.

    from kagami import Client

    client = Client()
    print(client.status()["state"])
    client.request("mirror", enabled=False)
    with client.events() as events:
        for event in events:
            print(event["type"])
"""

from .client import Client, CommandRefused, ConnectionEnded, Events

__all__ = ["Client", "CommandRefused", "ConnectionEnded", "Events"]
