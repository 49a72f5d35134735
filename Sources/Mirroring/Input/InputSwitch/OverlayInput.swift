import Geometry

/// Input that belongs to an overlay on the panel, in panel pixels.
///
/// Each `down` is followed by exactly one `up` or `cancel` of its contact, and by nothing of it after that.
package enum OverlayInput: Hashable, Sendable {
    /// What pressed.
    package enum Means: Hashable, Sendable {
        case finger
        /// A pointer's button, by its Linux event code.
        case button(UInt32)
        /// The tip of a tablet's tool.
        case tool
    }

    case down(ContactID, Means, Point<PanelSpace>, Timestamp)
    /// It may have left the overlay meanwhile; it stays the overlay's.
    case motion(ContactID, Point<PanelSpace>, Timestamp)
    case up(ContactID, Timestamp)
    /// It ends without having meant anything.
    case cancel(ContactID)
    /// The pointer is over the overlay, or what it holds the overlay by has moved.
    case hover(Point<PanelSpace>, Timestamp)
    /// The pointer is elsewhere.
    case hoverEnded
    case scroll(PointerAxis, Timestamp)
}

/// Takes the input of one overlay.
package protocol OverlayInputSink: AnyObject {
    func take(_ input: OverlayInput)
}

/// Which points of the panel belong to an overlay.
package struct OverlayArea {
    /// What is pressed here is the overlay's own.
    package var own: Region<PanelSpace>
    /// What is pressed here goes to the root content that the overlay shows.
    package var forwarded: Region<PanelSpace>
    /// Where the overlay shows all of the content's screen; forwarded positions are mapped by it.
    package var place: Rect<PanelSpace>

    package init(
        own: Region<PanelSpace>, forwarded: Region<PanelSpace> = Region(), place: Rect<PanelSpace> = .zero
    ) {
        self.own = own
        self.forwarded = forwarded
        self.place = place
    }
}
