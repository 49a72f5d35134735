package import Geometry

/// The core's access to the hosted application: its pictures, its layout and its input.
package protocol ContentPort: AnyObject {
    /// The observer, held weakly.
    var observer: (any ContentObserver)? { get set }

    /// Reports that `ContentObserver.isContentSeen` may have changed.
    func seenChanged()

    /// Lays the application out for a screen; the application always has one.
    ///
    /// Changes the one logical output's mode, scale and name and configures every toplevel to the new size.
    func layOut(on screen: LogicalScreen)

    /// The mapped surfaces, back to front, without the cursor.
    var scene: [SceneElement] { get }

    /// The client whose opaque picture covers the whole screen with nothing in front, or nil for none.
    var cover: ContentCover? { get }

    /// The cursor to draw.
    var cursor: CursorImage { get }

    /// The newest toplevel's description, or nil when nothing is mapped.
    var description: ContentDescription? { get }

    /// Whether every visible mapped toplevel has committed a picture for its last configured size.
    ///
    /// The value is true when nothing is mapped. After a move the old picture stays on screen until the value is true.
    var isSettled: Bool { get }

    /// Whether a client that got the last frame's callback has yet to commit its next picture.
    var isDrawing: Bool { get }

    /// How long commits have waited for devices that still drew their pictures, in microseconds since the start.
    var deviceWait: Int64 { get }

    /// Reports, for each frame of a display, the client's buffer that is the whole frame, or nil for none.
    ///
    /// `offer` is what the display could show of such buffers by itself.
    func frameIs(allOf buffer: (any Buffer)?, offer: ScanoutOffer?)

    /// Reports that the current scene has been composed and queued.
    ///
    /// The frame's callbacks and feedback belong to this scene. `callingBack` says that the callbacks are sent at once
    /// and not when the frame is on screen, so that clients draw the next frame while the display takes this one.
    func frameComposed(callingBack: Bool)

    /// Reports that the composed frame is on screen.
    ///
    /// Presentation feedback is sent, and frame callbacks are sent unless they already were.
    func framePresented(_ presentation: Presentation)

    /// Reports that the composed frame never reached the screen.
    ///
    /// The frame's feedback is discarded, but its callbacks are sent so that clients go on drawing.
    func frameDiscarded()

    /// Whether a client holds the pointer, which must then stay in the application.
    var holdsPointer: Bool { get }

    /// Whether the surface with keyboard focus inhibits shortcuts and therefore wants all keys.
    var inhibitsShortcuts: Bool { get }

    /// The keyboard lights for the application's locks.
    var keyboardLEDs: KeyboardLEDs { get }

    /// Reports that keys now go to this application; the input method and its popups move along.
    func tookKeyboard()

    /// The mapped windows without their dialogs, most recently used first and minimised ones last.
    var switchableWindows: [SwitchableWindow] { get }

    /// Raises a window with its dialogs and gives it the application's keyboard focus.
    func switchToWindow(_ number: Int)

    /// Asks the frontmost of a window and its dialogs to close.
    func closeWindow(_ number: Int)

    /// Delivers an input event to the surface that it belongs to.
    func deliver(_ input: ContentInput)
}

/// Receives the events of a `ContentPort`.
package protocol ContentObserver: AnyObject {
    /// Reports damage to the scene, which does not include the cursor.
    func contentDamaged(_ damage: Region<ContentSpace>)

    /// Reports that the cursor has moved, appeared, disappeared or changed its picture.
    func contentCursorChanged(_ change: CursorChange)

    /// Reports that a frame is needed although no pixel changed.
    func contentNeedsFrame()

    /// Reports that `isSettled` is true again: the application has drawn itself at its last configured size.
    func contentSettled()

    /// Reports that the description has changed.
    func contentDescriptionChanged()

    /// Reports that the application holds or has moved the pointer at this point, regardless of a device's motions.
    func contentHeldPointer(at point: Point<ContentSpace>)

    /// Reports where the text cursor is, in the screen's pixels.
    func contentTextCursorMoved(to place: Rect<ContentSpace>)

    /// Reports that a locker has hidden everything behind its picture, or has shown it again.
    func contentLocked(_ isLocked: Bool)

    /// Reports that the locker has ended without unlocking, so that the session stays locked and black.
    func contentLostLocker(processID: Int)

    /// Reports that another locker has taken the place of a lost one.
    func contentGotLocker()

    /// Whether the content is visible on a screen or in picture in picture.
    var isContentSeen: Bool { get }
}

extension ContentObserver {
    package func contentLocked(_ isLocked: Bool) {}
    package func contentLostLocker(processID: Int) {}
    package func contentGotLocker() {}
}

/// A summary of the hosted application.
package struct ContentDescription: Hashable, Sendable {
    package var appID: AppID?
    package var title: String?
    /// The size of the newest toplevel's window geometry in physical pixels.
    package var size: Size<ContentSpace>
    /// The least area in which no window needs to be scaled down: the largest of the windows' minimum sizes.
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
    /// One of our cursors by its name in the CSS cursor property, with its hot spot at this point.
    case named(String, at: Point<ContentSpace>)
}

/// A change of the cursor.
package enum CursorChange: Hashable, Sendable {
    /// The cursor has moved, appeared or disappeared, or another cursor has taken its place.
    case moved
    /// The cursor's client has redrawn it; the cursor may have moved, too.
    case redrawn
}
