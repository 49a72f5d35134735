package import Geometry

/// The seat's drags as the X server shares them. The data is the selection `.drag` of `XSelectionPort`.
///
/// A program of X drags by itself: its windows keep the pointer or the finger. The seat follows that press, and shows the drag to the
/// windows of Wayland below it. A drag of a Wayland program is the seat's, and the windows of X below it are told by the observer.
package protocol XDragPort: AnyObject {
    /// The observer, held weakly.
    var xDragObserver: (any XDragObserver)? { get set }

    /// Follows the button or finger that is pressed on a window of X, until `stopFollowing`; false if there is none.
    func follow() -> Bool

    /// The drag of X's program is over, or no longer of interest.
    func stopFollowing()

    /// The program of X proposes an action for the drag that it has offered.
    func propose(_ action: XDragAction)

    /// The program of X has dropped what it has offered.
    func drop()

    /// The window of X below Wayland's drag accepts a drop with this action; nil if it does not.
    func windowAnswered(_ action: XDragAction?)

    /// A window of X has taken what was dropped, with this action; nil if nothing comes of the drop.
    func windowFinished(_ action: XDragAction?)
}

/// Receives what happens to the drags of an `XDragPort`.
package protocol XDragObserver: AnyObject {
    func dragHappened(_ event: XDragEvent)
}

/// What happens to a drag that the programs of X and of Wayland share.
package enum XDragEvent: Hashable, Sendable {
    // The drag of a program of X, which is followed.

    /// The pointer or finger came to a window of Wayland, or left them.
    case overWayland(Bool)
    /// The button or finger was lifted.
    case lifted
    /// The seat has lost the button or finger, for example because a display was unplugged.
    case lost
    /// The window of Wayland accepts a drop with this action; nil if it does not.
    case answered(XDragAction?)
    /// The window of Wayland has taken what was dropped, with this action; nil if nothing comes of the drop.
    case finished(XDragAction?)

    // The drag of a program of Wayland. The observer is told of its types as those of the selection `.drag`.

    /// The drag came to a window of X, or to another one.
    case entered(XWindowID)
    /// The drag moved within that window, to a point in X coordinates.
    case moved(Point<ContentSpace>, XDragAction)
    case left
    /// The user has dropped what is dragged. `windowFinished` follows, unless `ended` comes before.
    case dropped
    /// The drag is over: it was dropped elsewhere, or its source is gone.
    case ended
}

/// What becomes of dragged data.
package enum XDragAction: Hashable, Sendable, CaseIterable {
    case copy, move, ask
}
