import Geometry

/// What the core needs of the hosted application: its pictures, and a way to lay it out and feed it input.
package protocol ContentPort: AnyObject {
    /// Held weakly.
    var observer: (any ContentObserver)? { get set }

    /// The screen that the application is told about; never absent.
    ///
    /// Changes the one logical output's mode, scale and name and configures every toplevel to the new size.
    func layOut(on screen: LogicalScreen)

    /// Everything mapped, back to front, without the pointer's cursor.
    var scene: [SceneElement] { get }

    /// What to draw at the pointer.
    var cursor: CursorPicture { get }

    /// The newest toplevel's description, or nil when nothing is mapped.
    var description: ContentDescription? { get }

    /// Every mapped toplevel has committed a picture for the size that it was last configured to; true when nothing
    /// is mapped.
    ///
    /// After a move the old picture is kept on screen for a moment until this holds.
    var isSettled: Bool { get }

    /// A client that was told of the last frame has yet to commit its next: it may be about to.
    var isDrawing: Bool { get }

    /// The scene as it stands has been composed and queued: this frame's callbacks and feedback are its own.
    func frameComposed()

    /// The composed frame is on screen: frame callbacks and presentation feedback go out.
    func framePresented(_ presentation: Presentation)

    /// The composed frame never reached the screen: its feedback is discarded. Its callbacks go out all the same, so
    /// that clients go on drawing.
    func frameDiscarded()

    /// A client holds the pointer: it is not to leave the application.
    var holdsPointer: Bool { get }

    /// Whoever has the keyboard wants all keys for itself, those that are bound to something else included.
    var inhibitsShortcuts: Bool { get }

    /// Keys go to this application from now on: what is typed for it, or shown beside what it edits, goes along.
    func tookKeyboard()

    /// The mapped windows without their dialogs, the one used last first; minimised ones are at the end.
    var switchableWindows: [SwitchableWindow] { get }

    /// Brings a window to the front with its dialogs and gives it the application's keyboard.
    func switchToWindow(_ number: Int)

    /// Hands an input event on to the surface that it belongs to.
    func deliver(_ input: ContentInput)
}

/// Told by a `ContentPort` what the application does.
package protocol ContentObserver: AnyObject {
    /// These pixels of the scene, cursor included, are out of date.
    func contentDamaged(_ damage: Region<ExternalSpace>)

    /// Something waits for a frame though no pixel changed.
    func contentNeedsFrame()

    /// The description has changed.
    func contentDescriptionChanged()

    /// The application holds the pointer, or has put it, at this point, wherever a device has moved it.
    func contentHeldPointer(at point: Point<ExternalSpace>)
}

/// The logical output as clients see it.
package struct LogicalScreen: Hashable, Sendable {
    package var name: String
    package var size: Size<ExternalSpace>
    package var scale: Scale
    package var refreshMilliHertz: Int
    package var physicalSize: PhysicalSize?
    package var identity: DisplayIdentity
    /// What windows leave free at the edges, as they do for a bar of their own: something else is drawn there.
    package var reserved: EdgeMargins
    /// Windows that are full screen leave the reserved edges free as well.
    package var reservesFromFullscreen = true

    package init(
        name: String, size: Size<ExternalSpace>, scale: Scale = .one, refreshMilliHertz: Int,
        physicalSize: PhysicalSize? = nil, identity: DisplayIdentity = DisplayIdentity(),
        reserved: EdgeMargins = .none
    ) {
        self.name = name
        self.size = size
        self.scale = scale
        self.refreshMilliHertz = refreshMilliHertz
        self.physicalSize = physicalSize
        self.identity = identity
        self.reserved = reserved
    }

    /// The reserved edges in the pixels that windows are placed in, rounded up.
    package var reservedLogical: EdgeMargins {
        func logical(_ value: Int) -> Int { Int(clamping: (Double(max(0, value)) / scale.factor).rounded(.up)) }
        return EdgeMargins(
            top: logical(reserved.top), right: logical(reserved.right), bottom: logical(reserved.bottom),
            left: logical(reserved.left))
    }

    /// The size of a window that fills what is not reserved.
    package var windowSize: Size<ExternalSpace> {
        scale.physical(reservedLogical.inset(scale.logical(size).bounds)).size
    }
}

/// Distances from the four edges of a screen.
package struct EdgeMargins: Hashable, Sendable {
    package var top: Int
    package var right: Int
    package var bottom: Int
    package var left: Int

    package static let none = EdgeMargins()

    package init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    /// What of a rectangle lies within the distances; empty, and still within it, where they meet.
    package func inset<Space>(_ rect: Rect<Space>) -> Rect<Space> {
        let left = min(rect.x.addingClamped(max(0, left)), rect.maxX)
        let top = min(rect.y.addingClamped(max(0, top)), rect.maxY)
        return Rect(
            left: left, top: top, right: max(left, rect.maxX.subtractingClamped(max(0, right))),
            bottom: max(top, rect.maxY.subtractingClamped(max(0, bottom))))
    }
}

/// The hosted application in a few words.
package struct ContentDescription: Hashable, Sendable {
    package var appID: String?
    package var title: String?
    /// The size of its newest toplevel's window geometry in physical pixels.
    package var size: Size<ExternalSpace>

    package init(appID: String?, title: String?, size: Size<ExternalSpace>) {
        self.appID = appID
        self.title = title
        self.size = size
    }
}

/// The pointer's picture.
package enum CursorPicture {
    /// No pointer is over the content, or its client wants none.
    case hidden
    /// A client's own picture, already placed at the pointer.
    case elements([SceneElement])
    /// A picture of ours by its name in the CSS cursor property, with its hot spot at this point.
    ///
    /// Only the observer knows its size: `contentNeedsFrame` tells that it moved or changed, and the pixels that
    /// this damages are the observer's to work out.
    case named(String, at: Point<ExternalSpace>)
}

/// An input event for the content, in pixels of its screen.
package enum ContentInput: Hashable, Sendable {
    case touchDown(ContactID, Point<ExternalSpace>, Timestamp)
    case touchMotion(ContactID, Point<ExternalSpace>, Timestamp)
    case touchUp(ContactID, Timestamp)
    /// The touches since the last frame happened at once.
    case touchFrame
    /// Every live contact ends without having meant anything.
    case touchCancel
    /// The pointer is at this point; `relative` is the device's movement, where it has one.
    case pointerMotion(Point<ExternalSpace>, relative: RelativeMotion?, Timestamp)
    /// The pointer has left the content.
    case pointerLeave
    /// A button, by its Linux event code.
    case pointerButton(UInt32, pressed: Bool, Timestamp)
    case pointerAxis(PointerAxis, Timestamp)
    /// Fingers on a touchpad; belongs to what the pointer is on when it begins.
    case pointerGesture(PointerGesture, Timestamp)
    /// The pointer events since the last frame belong together.
    case pointerFrame
    /// A graphics tablet has come.
    case tabletAdded(DeviceDescription)
    /// The tablet has gone; its tool has left before.
    case tabletRemoved(DeviceID)
    /// The tool of a tablet that has come.
    case tool(DeviceID, ToolInput, Timestamp)
    /// A key, by its Linux event code.
    case key(UInt32, pressed: Bool, Timestamp)
    /// All keys and buttons count as released (the devices were taken away).
    case releaseAll(Timestamp)
}
