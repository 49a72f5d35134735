import Geometry

/// What the core needs of the hosted application: its pictures, and a way to lay it out and feed it input.
package protocol ContentPort: AnyObject {
    /// Held weakly.
    var observer: (any ContentObserver)? { get set }

    /// The screen that the application is told of; never absent.
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

    package init(
        name: String, size: Size<ExternalSpace>, scale: Scale = .one, refreshMilliHertz: Int,
        physicalSize: PhysicalSize? = nil, identity: DisplayIdentity = DisplayIdentity()
    ) {
        self.name = name
        self.size = size
        self.scale = scale
        self.refreshMilliHertz = refreshMilliHertz
        self.physicalSize = physicalSize
        self.identity = identity
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
