package import Mirroring

/// The number of a transfer, in either direction. Numbers are not used again.
package struct TransferNumber: Hashable, Sendable {
    let value: UInt64
}

/// A property of a window, by the numbers that the X server gave them.
package struct SelectionPlace: Hashable, Sendable {
    package let window: UInt32
    package let property: UInt32

    package init(window: UInt32, property: UInt32) {
        self.window = window
        self.property = property
    }
}

/// A request of an X program for a selection that we own, as in a `SelectionRequest` event.
package struct SelectionRequest: Hashable, Sendable {
    package let selection: XSelection
    /// Where the answer goes. Programs of old days name no property, and mean the one named like the target.
    package let place: SelectionPlace
    /// The target's name; nil for one that no source has offered, whose name we do not know.
    package let target: String?
    /// The target's number, for the answer.
    package let targetAtom: UInt32
    package let time: UInt32

    package init(selection: XSelection, place: SelectionPlace, target: String?, targetAtom: UInt32, time: UInt32) {
        self.selection = selection
        self.place = place
        self.target = target
        self.targetAtom = targetAtom
        self.time = time
    }
}

/// The value of a property.
package enum SelectionValue: Hashable, Sendable {
    /// Bytes of the type with this atom; nil for `UTF8_STRING`.
    case bytes([UInt8], type: UInt32?)
    /// The names of atoms.
    case targets([String])
    case integer(UInt32)
    /// An empty property.
    case nothing
    /// The announcement of a value in parts, of at least so many bytes.
    case incremental(atLeast: Int)
}

/// A part of a property that was read from the X server.
package struct SelectionPart: Hashable, Sendable {
    /// The name of the property's type; nil if there is no such property, and empty for a type whose name we do not know.
    package let type: String?
    package let bytes: [UInt8]
    /// How many bytes of the property come after this part.
    package let rest: Int

    package init(type: String?, bytes: [UInt8], rest: Int) {
        self.type = type
        self.bytes = bytes
        self.rest = rest
    }
}

/// What the adapter does for the transfers.
package enum SelectionAction: Hashable, Sendable {
    // X's own selections, on their way to Wayland.

    /// Make a window for the transfer, follow its properties, and ask the selection's owner for a target.
    case convert(TransferNumber, XSelection, target: String)
    /// Read the property of the transfer's window from this offset on, and delete it if this reads its end. Answer with `read`.
    case readProperty(TransferNumber, offset: Int)
    /// Write bytes to the reader's descriptor, and answer with `wrote` when it has taken all.
    case write(TransferNumber, [UInt8])
    /// Destroy the transfer's window. The reader's descriptor is closed.
    case endPaste(TransferNumber)
    /// Look for the names of atoms, and answer with `named`.
    case name(XSelection, atoms: [UInt32], generation: Int)
    /// An X program's selection becomes Wayland's. Without types, Wayland's selection becomes empty.
    case offer(XSelection, types: [String])
    /// The selection that was offered is gone. What a program leaves that has ended may be kept.
    case withdraw(XSelection, ownerEnded: Bool)

    // Wayland's selections, on their way to X.

    /// Become the owner of X's selection. `targets` are asked for later; their atoms must be known by then.
    case own(XSelection, targets: [String])
    /// Give up X's selection, which we have owned since then in X's time; nil if we are not its owner yet.
    case disown(XSelection, since: UInt32?)
    /// Make the source write a type to a pipe, which is then read on demand.
    case open(TransferNumber, XSelection, type: String)
    /// Read the pipe once there is something, and answer with `readPipe`.
    case readPipe(TransferNumber)
    /// Close the pipe.
    case endCopy(TransferNumber)
    /// Follow the properties of a requestor's window, as long as it lives.
    case watch(window: UInt32)
    case setProperty(SelectionPlace, SelectionValue)
    /// Tell the requestor that its property is there, or that the request is refused.
    case answer(SelectionRequest, isRefused: Bool)
}
