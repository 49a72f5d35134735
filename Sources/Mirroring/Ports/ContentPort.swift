package import Geometry

/// What the core needs of the hosted application: its pictures, and a way to lay it out and feed it input.
package protocol ContentPort: AnyObject {
    /// Held weakly.
    var observer: (any ContentObserver)? { get set }

    /// Lays the application out for a screen; it always has one.
    ///
    /// Changes the one logical output's mode, scale and name and configures every toplevel to the new size.
    func layOut(on screen: LogicalScreen)

    /// The mapped surfaces, back to front, without the cursor.
    var scene: [SceneElement] { get }

    /// The client whose opaque picture covers all of the screen, with nothing of others in front; nil for none.
    var cover: ContentCover? { get }

    /// The cursor to draw.
    var cursor: CursorImage { get }

    /// The newest toplevel's description, or nil when nothing is mapped.
    var description: ContentDescription? { get }

    /// Whether every mapped toplevel has committed a picture for its last configured size; true when nothing is mapped.
    ///
    /// After a move the old picture stays on screen for a moment until this holds.
    var isSettled: Bool { get }

    /// Whether a client that got the last frame's callback has yet to commit its next picture.
    var isDrawing: Bool { get }

    /// For how long commits have waited for devices that still drew their pictures, since the start, in microseconds.
    var deviceWait: Int64 { get }

    /// Reports of each frame for a display which client's buffer is all of it, if any, and what the display could show of
    /// such buffers by itself.
    func frameIs(allOf buffer: (any Buffer)?, offer: ScanoutOffer?)

    /// Reports that the current scene has been composed and queued: this frame's callbacks and feedback belong to it.
    ///
    /// `callingBack` is whether its callbacks are sent at once, so that clients draw the next frame while the display takes this
    /// one, and not when it is on screen.
    func frameComposed(callingBack: Bool)

    /// Reports that the composed frame is on screen: frame callbacks, unless already sent, and presentation feedback are sent.
    func framePresented(_ presentation: Presentation)

    /// Reports that the composed frame never reached the screen: its feedback is discarded, but its callbacks are sent
    /// so that clients go on drawing.
    func frameDiscarded()

    /// Whether a client holds the pointer, which must then stay in the application.
    var holdsPointer: Bool { get }

    /// Whether the surface with keyboard focus inhibits shortcuts, and so wants all keys.
    var inhibitsShortcuts: Bool { get }

    /// The lights of keyboards that belong to the application's locks.
    var keyboardLEDs: KeyboardLEDs { get }

    /// Reports that keys now go to this application; the input method and its popups move along.
    func tookKeyboard()

    /// The mapped windows without their dialogs, most recently used first and minimised ones last.
    var switchableWindows: [SwitchableWindow] { get }

    /// Raises a window with its dialogs and gives it the application's keyboard focus.
    func switchToWindow(_ number: Int)

    /// Delivers an input event to the surface that it belongs to.
    func deliver(_ input: ContentInput)
}

/// Receives the events of a `ContentPort`.
package protocol ContentObserver: AnyObject {
    /// Reports damage to the scene, which the cursor is not a part of.
    func contentDamaged(_ damage: Region<ContentSpace>)

    /// Reports that the cursor has moved, come or gone, or that its picture has changed.
    func contentCursorChanged(_ change: CursorChange)

    /// Reports that a frame is needed though no pixel changed.
    func contentNeedsFrame()

    /// Reports that `isSettled` holds again: the application has drawn itself at the size that it was last asked for.
    func contentSettled()

    /// Reports that the description has changed.
    func contentDescriptionChanged()

    /// Reports that the application holds or has moved the pointer at this point, wherever a device has moved it.
    func contentHeldPointer(at point: Point<ContentSpace>)

    /// Reports where the text cursor is, in the screen's pixels.
    func contentTextCursorMoved(to place: Rect<ContentSpace>)

    /// Reports that a locker has hidden everything behind its picture, or shows it again.
    func contentLocked(_ isLocked: Bool)

    /// Reports that the locker has ended without unlocking, so that the session stays locked and black.
    func contentLostLocker(processID: Int)

    /// Reports that another locker has taken the place of a lost one.
    func contentGotLocker()

    /// The content can be seen: on a screen, or in picture in picture.
    var isContentSeen: Bool { get }
}

extension ContentObserver {
    package func contentLocked(_ isLocked: Bool) {}
    package func contentLostLocker(processID: Int) {}
    package func contentGotLocker() {}
}

/// The logical output as clients see it.
package struct LogicalScreen: Hashable, Sendable {
    package var name: String
    package var size: Size<ContentSpace>
    package var scale: Scale
    package var refreshMilliHertz: Int
    package var physicalSize: PhysicalSize?
    package var identity: DisplayIdentity
    /// The edges that windows leave free, as for a bar of their own: something else is drawn there.
    package var reserved: EdgeMargins
    /// The edges that full-screen windows leave free as well, within the reserved ones.
    package var reservedFromFullscreen: EdgeMargins
    /// The display that it is on, with its mode; nil before there is one.
    package var display: EnabledOutput?
    /// Whether the display may vary its refresh, be it for some clients alone.
    package var variesRefresh = false
    /// The screen in the user's hands, where on-screen keyboards are shown; nil where this one is.
    package var handheld: HandheldScreen?

    package init(
        name: String, size: Size<ContentSpace>, scale: Scale = .one, refreshMilliHertz: Int,
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
        reservedFromFullscreen = reserved
    }

    /// The reserved edges in logical pixels, rounded up.
    package var reservedLogical: EdgeMargins { reserved.logical(at: scale) }

    /// The size of a window that fills the area that is not reserved.
    package var windowSize: Size<ContentSpace> {
        scale.physical(reservedLogical.inset(scale.logical(size).bounds)).size
    }
}

/// A screen beside the one that an application is laid out on: it shows on-screen keyboards in the user's hands.
///
/// Its surfaces lie in the application's own space, below its screen where no window comes, so that input reaches them in
/// the same way.
package struct HandheldScreen: Hashable, Sendable {
    package var size: Size<LogicalSpace>
    /// The edges that keyboards leave free, in logical pixels.
    package var reserved = EdgeMargins.none
}

extension LogicalScreen {
    /// Where the handheld screen lies in the application's space.
    package var handheldArea: Rect<LogicalSpace>? {
        handheld.map { Rect(x: 0, y: 2 * scale.logical(size).height, width: $0.size.width, height: $0.size.height) }
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

    /// The larger of each.
    package func union(_ other: EdgeMargins) -> EdgeMargins {
        EdgeMargins(
            top: max(top, other.top), right: max(right, other.right), bottom: max(bottom, other.bottom),
            left: max(left, other.left))
    }

    /// Margins in pixels as margins in logical pixels, rounded up.
    package func logical(at scale: Scale) -> EdgeMargins {
        func logical(_ value: Int) -> Int { Int(clamping: (Double(max(0, value)) / scale.factor).rounded(.up)) }
        return EdgeMargins(top: logical(top), right: logical(right), bottom: logical(bottom), left: logical(left))
    }

    /// The part of a rectangle within these margins; empty, and still within it, where they meet.
    package func inset<Space>(_ rect: Rect<Space>) -> Rect<Space> {
        let left = min(rect.x.addingClamped(max(0, left)), rect.maxX)
        let top = min(rect.y.addingClamped(max(0, top)), rect.maxY)
        return Rect(
            left: left, top: top, right: max(left, rect.maxX.subtractingClamped(max(0, right))),
            bottom: max(top, rect.maxY.subtractingClamped(max(0, bottom))))
    }
}

/// A summary of the hosted application.
package struct ContentDescription: Hashable, Sendable {
    package var appID: AppID?
    package var title: String?
    /// The size of its newest toplevel's window geometry in physical pixels.
    package var size: Size<ContentSpace>
    /// The least area on which no window needs to be scaled down: the largest of their minimum sizes.
    package var leastArea: Size<LogicalSpace>

    package init(
        appID: AppID?, title: String?, size: Size<ContentSpace>, leastArea: Size<LogicalSpace> = .zero
    ) {
        self.appID = appID
        self.title = title
        self.size = size
        self.leastArea = leastArea
    }
}

/// The cursor's picture.
package enum CursorImage {
    /// No cursor: the pointer is not over the content, or its client hides it.
    case hidden
    /// A client's own cursor, already placed with its hot spot at this point.
    case elements([SceneElement], at: Point<ContentSpace>)
    /// A cursor of ours by its name in the CSS cursor property, with its hot spot at this point.
    case named(String, at: Point<ContentSpace>)
}

/// What has happened to the cursor.
package enum CursorChange: Hashable, Sendable {
    /// It has moved, come or gone, or another one is shown in its place.
    case moved
    /// Its client has drawn it anew; it may have moved, too.
    case redrawn
}

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
    /// All keys and buttons count as released (the devices were taken away).
    case releaseAll(Timestamp)
}

extension ContentInput {
    /// Whether the user did something. The rest may as well follow from screens that change, such as a pointer that leaves.
    package var isAction: Bool {
        switch self {
        case .touchDown, .touchMotion, .touchUp, .pointerButton, .pointerAxis, .pointerGesture, .tool, .key: true
        case .pointerMotion(_, let relative, _): relative != nil
        case .touchFrame, .touchCancel, .pointerLeave, .pointerFrame, .tabletAdded, .tabletRemoved, .releaseAll: false
        }
    }
}
