package import Geometry

/// Input that belongs to an overlay on the panel, in panel pixels.
///
/// Each `down` is followed by exactly one `up` or `cancel` of its contact. No event of the contact follows after that.
package enum OverlayInput: Hashable, Sendable {
    /// The kind of a contact.
    package enum Means: Hashable, Sendable {
        case finger
        /// A pointer's button, by its Linux event code.
        case button(UInt32)
        /// The tip of a tablet's tool.
        case tool
    }

    case down(ContactID, Means, Point<PanelSpace>, Timestamp)
    /// The contact has moved, possibly out of the overlay, and still belongs to the overlay.
    case motion(ContactID, Point<PanelSpace>, Timestamp)
    case up(ContactID, Timestamp)
    /// The contact ends without effect.
    case cancel(ContactID)
    /// The pointer is over the overlay, or has moved while the overlay holds it.
    case hover(Point<PanelSpace>, Timestamp)
    /// The pointer has left the overlay.
    case hoverEnded
    case scroll(PointerAxis, Timestamp)
    /// A key was pressed with these modifiers while the overlay is modal.
    case key(BoundKeys, Timestamp)
}

/// Receives the input of one overlay.
package protocol OverlayInputSink: AnyObject {
    func take(_ input: OverlayInput)
}

extension OverlayInput.Means {
    /// Whether the contact presses and drags, as all but a pointer's other buttons do.
    package var isPrimary: Bool {
        switch self {
        case .finger, .tool: true
        case .button(let code): code == PointerButton.left
        }
    }
}
