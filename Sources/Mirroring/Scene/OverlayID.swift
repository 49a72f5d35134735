/// An overlay of a screen in the stacking order: later overlays are drawn above earlier ones.
package enum OverlayID: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// A presenter's strokes and marks, on the external.
    case presenter
    /// The controller's view, which draws nothing and takes the fingers that zoom and pan.
    case view
    /// The panel as a trackpad, which draws nothing and takes the fingers on it.
    case trackpad
    /// Tools' surfaces on a panel that is a screen of its own, above the controller.
    case layers
    /// An on-screen keyboard beside the controller.
    case keyboard
    /// The pad of keys below the controller.
    case keyPad
    /// The bar docked to an edge.
    case statusBar
    case pictureInPicture
    /// An outline of the content while a zoomed controller moves.
    case minimap
    /// The aim of a finger that rests on the controller: a loupe or a ring.
    case press
    /// The notice of an ended application, with a button that starts it again.
    case restart
    /// Small signs that stay in a corner of the panel.
    case signs
    /// The handle that opens the panel menu.
    case menuHandle
    /// An explanation for first use.
    case hint
    /// The shade that dims the panel behind the menu.
    case menuShade
    case menu
    /// A line of text that is shown for a moment.
    case notice
    /// The panel's former picture on its way out.
    case formerScene
    /// The cursor while it is over another overlay.
    case pointer
    /// The black of a blanked screen.
    case blank
    /// The notice about an ended locker, on a locked screen that has no other overlay.
    case locker

    package static func < (left: OverlayID, right: OverlayID) -> Bool { left.rawValue < right.rawValue }
}
