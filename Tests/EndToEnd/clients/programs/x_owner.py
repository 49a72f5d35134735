"""Owns X's clipboard, and behaves as its argument says; prints a line when it is the owner.

`never` announces parts that never come, `ever` sends parts without end, `dies` ends after the first part, and `silent` answers nothing but
what it has.
"""

import sys

from Xlib import X, Xatom, display
from Xlib.protocol import event

TYPE = "application/octet-stream"
PART = bytes(60_000)


def main() -> None:
    manner = sys.argv[1]
    connection = display.Display()
    window = connection.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
    clipboard, targets, kind, incremental = (
        connection.intern_atom(name) for name in ("CLIPBOARD", "TARGETS", TYPE, "INCR"))
    window.set_selection_owner(clipboard, X.CurrentTime)
    connection.sync()
    print("owner", flush=True)
    places = {}
    while True:
        happened = connection.next_event()
        if happened.type == X.SelectionRequest:
            answer(connection, happened, manner, targets, kind, incremental, places)
        elif happened.type == X.PropertyNotify and happened.state == X.PropertyDelete and happened.window.id in places:
            if manner == "never":
                continue
            happened.window.change_property(places[happened.window.id], kind, 8, PART)
            connection.flush()
            if manner == "dies":
                return


def answer(connection, request, manner: str, targets: int, kind: int, incremental: int, places: dict) -> None:
    if request.target == targets:
        request.requestor.change_property(request.property, Xatom.ATOM, 32, [targets, kind])
    elif manner == "silent":
        return
    else:
        request.requestor.change_attributes(event_mask=X.PropertyChangeMask)
        places[request.requestor.id] = request.property
        request.requestor.change_property(request.property, incremental, 32, [len(PART)])
    request.requestor.send_event(
        event.SelectionNotify(
            time=request.time, requestor=request.requestor, selection=request.selection, target=request.target,
            property=request.property))
    connection.flush()


if __name__ == "__main__":
    main()
