package import Geometry

/// An input event for the content, in pixels of its screen.
package enum ContentInput: Hashable, Sendable {
    case touchDown(ContactID, Point<ContentSpace>, Timestamp)
    case touchMotion(ContactID, Point<ContentSpace>, Timestamp)
    case touchUp(ContactID, Timestamp)
    /// Ends a frame: the touches since the last frame happened at once.
    case touchFrame
    /// Cancels every live contact.
    case touchCancel
    /// The pointer is at this point; `relative` is the device's motion, if it has one.
    case pointerMotion(Point<ContentSpace>, relative: RelativeMotion?, Timestamp)
    /// The pointer has left the content.
    case pointerLeave
    /// A button, by its Linux event code.
    case pointerButton(UInt32, pressed: Bool, Timestamp)
    case pointerAxis(PointerAxis, Timestamp)
    /// A touchpad gesture, which belongs to the target under the pointer when it begins.
    case pointerGesture(PointerGesture, Timestamp)
    /// Ends a frame: the pointer events since the last frame belong together.
    case pointerFrame
    /// There is a touchscreen, or there was one: said once, of the first.
    case touchscreenCame
    /// A graphics tablet was added.
    case tabletAdded(DeviceDescription)
    /// The tablet was removed after its tool had left.
    case tabletRemoved(DeviceID)
    /// An event of the tool of an added tablet.
    case tool(DeviceID, ToolInput, Timestamp)
    /// A key, by its Linux event code.
    case key(UInt32, pressed: Bool, Timestamp)
    /// The next keys come from a keyboard with these names of its own, if any.
    ///
    /// A key that is down stays with its keyboard.
    case keyboard(KeymapNames)
    /// Releases all keys and buttons, because the devices were taken away.
    case releaseAll(Timestamp)
}

extension ContentInput {
    /// Whether the event is an action of the user.
    ///
    /// Other events may also follow from a change of screens, such as the pointer's exit.
    package var isAction: Bool {
        switch self {
        case .touchDown, .touchMotion, .touchUp, .pointerButton, .pointerAxis, .pointerGesture, .tool, .key: true
        case .pointerMotion(_, let relative, _): relative != nil
        case .touchFrame, .touchCancel, .pointerLeave, .pointerFrame, .touchscreenCame, .tabletAdded, .tabletRemoved,
            .keyboard, .releaseAll:
            false
        }
    }
}
