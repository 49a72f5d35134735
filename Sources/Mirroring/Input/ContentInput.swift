package import Geometry

/// An input event for the content, in pixels of its screen.
package enum ContentInput: Hashable, Sendable {
    case touchDown(ContactID, Point<ContentSpace>, Timestamp)
    case touchMotion(ContactID, Point<ContentSpace>, Timestamp)
    case touchUp(ContactID, Timestamp)
    /// Ends a frame: the touches since the last one happened at once.
    case touchFrame
    /// Every live contact is cancelled.
    case touchCancel
    /// The pointer is at this point; `relative` is the device's movement, if it has one.
    case pointerMotion(Point<ContentSpace>, relative: RelativeMotion?, Timestamp)
    /// The pointer has left the content.
    case pointerLeave
    /// A button, by its Linux event code.
    case pointerButton(UInt32, pressed: Bool, Timestamp)
    case pointerAxis(PointerAxis, Timestamp)
    /// A touchpad gesture; it belongs to what the pointer is on when it begins.
    case pointerGesture(PointerGesture, Timestamp)
    /// Ends a frame: the pointer events since the last one belong together.
    case pointerFrame
    /// A graphics tablet was added.
    case tabletAdded(DeviceDescription)
    /// The tablet was removed; its tool has left before.
    case tabletRemoved(DeviceID)
    /// An event of the tool of an added tablet.
    case tool(DeviceID, ToolInput, Timestamp)
    /// A key, by its Linux event code.
    case key(UInt32, pressed: Bool, Timestamp)
    /// The keys from now on are of a keyboard with these names of its own, if any. A key that is down stays with its keyboard.
    case keyboard(KeymapNames)
    /// All keys and buttons count as released (the devices were taken away).
    case releaseAll(Timestamp)
}

extension ContentInput {
    /// Whether the user did something. The rest may as well follow from screens that change, such as a pointer that leaves.
    package var isAction: Bool {
        switch self {
        case .touchDown, .touchMotion, .touchUp, .pointerButton, .pointerAxis, .pointerGesture, .tool, .key: true
        case .pointerMotion(_, let relative, _): relative != nil
        case .touchFrame, .touchCancel, .pointerLeave, .pointerFrame, .tabletAdded, .tabletRemoved, .keyboard,
            .releaseAll:
            false
        }
    }
}
