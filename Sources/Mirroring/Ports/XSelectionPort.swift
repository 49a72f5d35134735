/// A selection that the programs of X and of Wayland share.
package enum XSelection: Hashable, Sendable, CaseIterable {
    case clipboard, primary
    /// What is being dragged.
    case drag

    /// The name of X's atom.
    package var name: String {
        switch self {
        case .clipboard: "CLIPBOARD"
        case .primary: "PRIMARY"
        case .drag: "XdndSelection"
        }
    }
}

/// The seat's selections as the X server shares them. For the seat, X is one more source and one more reader.
package protocol XSelectionPort: AnyObject {
    /// The observer, held weakly. It is told of the present selections at once.
    var xSelectionObserver: (any XSelectionObserver)? { get set }

    /// A program of X offers a selection as MIME types. Without types the selection becomes empty.
    func offer(_ selection: XSelection, as types: [String])

    /// X's selection is gone. What was read of it is kept if its owner's program has ended.
    func withdraw(_ selection: XSelection, ownerEnded: Bool)

    /// Makes the selection's source write a type to a pipe, whose descriptor is valid during the call.
    func write(_ selection: XSelection, as type: String, to descriptor: CInt)
}

/// Receives what an `XSelectionPort` has for X's programs.
package protocol XSelectionObserver: AnyObject {
    /// The selection has a source of these types; nil for none. Not called for X's own.
    func selectionChanged(_ selection: XSelection, to types: [String]?)

    /// The keyboard came to a window of X, or left them.
    func keyboardMoved(toX isOnX: Bool)

    /// A reader wants X's selection as a type, written to a descriptor that is valid during the call.
    func selectionWanted(_ selection: XSelection, as type: String, on descriptor: CInt)
}
