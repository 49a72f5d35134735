package import Geometry

/// The core's access to on-screen keyboards, which are surfaces of tools.
package protocol ScreenKeyboardPort: AnyObject {
    /// The observer, held weakly.
    var keyboardObserver: (any ScreenKeyboardObserver)? { get set }

    /// Whether keyboards are shown; hidden keyboards keep running.
    var showsKeyboards: Bool { get set }

    /// Whether a keyboard is running.
    var hasKeyboard: Bool { get }

    /// Whether a text field has the keyboard focus.
    var isTextFieldFocused: Bool { get }

    /// The keyboards on the handheld screen, or nil where nothing is shown there.
    var handheldKeyboard: HandheldKeyboard? { get }

    /// The pixels that keyboards take from windows where their application has no handheld screen, or nil for none.
    var keyboardArea: Rect<ContentSpace>? { get }
}

/// Receives the events of a `ScreenKeyboardPort`.
package protocol ScreenKeyboardObserver: AnyObject {
    /// Reports that keyboards have appeared or disappeared, or that a text field got or lost the focus.
    func keyboardNeedsChanged()

    /// Reports that keyboards have appeared, disappeared or moved.
    func handheldKeyboardMoved()

    /// Reports damage to the keyboards on the handheld screen, in the application's space.
    func handheldKeyboardDamaged(_ damage: Region<ContentSpace>)
}

/// The keyboards on the handheld screen.
package struct HandheldKeyboard {
    /// The elements from back to front, in the application's space.
    package var elements: [SceneElement]
    /// The pixels of the application's space that the keyboards take.
    package var place: Rect<ContentSpace>
    /// The keyboards' place on the handheld screen, in its logical pixels.
    package var frame: Rect<LogicalSpace>

    package init(elements: [SceneElement], place: Rect<ContentSpace>, frame: Rect<LogicalSpace>) {
        self.elements = elements
        self.place = place
        self.frame = frame
    }
}
