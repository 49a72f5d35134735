import Geometry
import WaylandBinding

/// The state that a client requested for its toplevel.
struct ToplevelWishes: Hashable {
    var isMaximized = false
    var isFullscreen = false
    /// Whether the window keeps its own size although it has no parent.
    var keepsSize = false
    /// Whether the user's action has led to the window, so that it gets the keyboard when it is mapped.
    var isAwaited = false
    /// Whether the window asked for the panel's output, if there are two.
    var wantsPanel = false
    /// Whether the window asked for the only output that there was; see `Desktop.becameFullscreen`.
    var namesOnlyOutput = false
    /// The requested position of the corner, relative to the corner of the parent's surface.
    var offset: WindowOrigin?
    private(set) var limits = SizeLimits()
    /// The limits pending for the next commit.
    var pendingLimits = SizeLimits()

    /// Whether the next commit changes the limits.
    var hasNewLimits: Bool { pendingLimits != limits }

    /// Applies the pending limits; false, and no change, if they contradict each other.
    mutating func applyLimits() -> Bool {
        guard pendingLimits.isValid else { return false }
        limits = pendingLimits
        return true
    }
}

/// The minimum and maximum size of the window geometry; zero for no limit.
struct SizeLimits: Hashable {
    var minimum = Size<LogicalSpace>.zero
    var maximum = Size<LogicalSpace>.zero

    var isValid: Bool {
        (maximum.width == 0 || maximum.width >= minimum.width)
            && (maximum.height == 0 || maximum.height >= minimum.height)
    }

    /// True if the window has one possible size.
    var isFixed: Bool { !maximum.isEmpty && maximum == minimum }

    func clamp(_ size: Size<LogicalSpace>) -> Size<LogicalSpace> {
        func clamp(_ value: Int, _ low: Int, _ high: Int) -> Int { max(1, low, high == 0 ? value : min(value, high)) }
        return Size(
            width: max(minimum.width, clamp(size.width, minimum.width, maximum.width)),
            height: max(minimum.height, clamp(size.height, minimum.height, maximum.height)))
    }
}

/// The state that the desktop, or the user through it, gave a toplevel.
struct ToplevelPlacement: Hashable {
    var isActivated = false
    /// The edges of an interactive resize.
    var resizing: XdgToplevel.ResizeEdge?
    var isMinimized = false
    /// Whether the window asks for the user's attention.
    var isUrgent = false
    /// Nobody sees the window, and its client has been told.
    var isSuspended = false
    /// The place that the user chose.
    var chosen: ChosenPlace?
    /// The size that the user chose, or the client's own that the screen had no room for.
    var chosenSize: Size<LogicalSpace>?
    /// The size at which the window is shown elsewhere.
    var lentSize: Size<LogicalSpace>?
}

/// The place that the user chose for a window.
struct ChosenPlace: Hashable {
    /// The corner of the window geometry.
    var origin: WindowOrigin
    /// The corner of the surface. In a window without a set geometry, this corner stays in place when subsurfaces extend beyond it.
    var corner: WindowOrigin
}

/// Tracks whether a toplevel's picture has its configured size.
struct SizeSettling: Hashable {
    private var asked: Size<LogicalSpace>?
    private var hasAnswered = true

    var isSettled: Bool { hasAnswered }

    mutating func configured(_ size: Size<LogicalSpace>) {
        if asked != size { hasAnswered = false }
        asked = size
    }

    mutating func committed(_ size: Size<LogicalSpace>) {
        if size == asked { hasAnswered = true }
    }
}

/// Places windows that choose their own size.
enum WindowPlacement {
    /// Centres a window of this size over `anchor` and moves it into `bounds`.
    ///
    /// The top left corner of a window larger than `bounds` stays visible.
    static func centred(
        _ size: Size<LogicalSpace>, over anchor: Rect<LogicalSpace>, within bounds: Rect<LogicalSpace>
    ) -> Rect<LogicalSpace> {
        let x = anchor.x.addingClamped(anchor.width.subtractingClamped(size.width) / 2)
        let y = anchor.y.addingClamped(anchor.height.subtractingClamped(size.height) / 2)
        return clamped(Rect(x: x, y: y, width: size.width, height: size.height), within: bounds)
    }

    /// The window, moved as little as possible to lie within the bounds.
    static func clamped(_ window: Rect<LogicalSpace>, within bounds: Rect<LogicalSpace>) -> Rect<LogicalSpace> {
        let x = max(bounds.x, min(window.x, bounds.maxX.subtractingClamped(window.width)))
        let y = max(bounds.y, min(window.y, bounds.maxY.subtractingClamped(window.height)))
        return Rect(x: x, y: y, width: window.width, height: window.height)
    }
}

/// Finds windows that keep a larger size than they are asked for, although they set no such minimum.
///
/// A client may still draw a picture or two of its former size after it has answered, so only a size that has stayed
/// counts. On another display the client gets another chance.
struct KeptSize: Hashable {
    /// The width and height that the window keeps to; zero for a length that it does not keep to.
    private(set) var least = Size<LogicalSpace>.zero
    /// Whether the window is too large now, and must be checked again in a while.
    private(set) var isSuspected = false
    /// The name of the display that shows the window.
    private var display: String?

    init() {}

    private init(display: String) {
        self.display = display
    }

    /// Starts over if the window is on another display now.
    mutating func moved(to display: String) {
        if self.display != display { self = KeptSize(display: display) }
    }

    /// Records the size of a picture drawn for `asked`. Returns whether to check the window again in a while.
    mutating func drawn(_ size: Size<LogicalSpace>, for asked: Size<LogicalSpace>) -> Bool {
        if size.width < least.width { least.width = 0 }
        if size.height < least.height { least.height = 0 }
        let wasSuspected = isSuspected
        isSuspected = size.width > asked.width || size.height > asked.height
        return isSuspected && !wasSuspected
    }

    /// Checks the window after a while. Returns whether the size that it keeps to has changed.
    mutating func waited(_ size: Size<LogicalSpace>, for asked: Size<LogicalSpace>) -> Bool {
        guard isSuspected else { return false }
        isSuspected = false
        let before = least
        if size.width > asked.width { least.width = size.width }
        if size.height > asked.height { least.height = size.height }
        return least != before
    }
}
