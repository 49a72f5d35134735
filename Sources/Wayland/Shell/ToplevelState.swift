import Geometry

/// What a client asked for its toplevel.
struct ToplevelWishes: Hashable {
    var isMaximized = false
    var isFullscreen = false
    /// Where the client wants its corner, relative to that of the parent's surface.
    var offset: WindowOrigin?
    private(set) var limits = SizeLimits()
    /// The limits that the next commit brings.
    var pendingLimits = SizeLimits()

    /// False, and no change, when the limits contradict each other.
    mutating func applyLimits() -> Bool {
        guard pendingLimits.isValid else { return false }
        limits = pendingLimits
        return true
    }
}

/// The smallest and largest window geometry that a client wants; zero for no limit.
struct SizeLimits: Hashable {
    var minimum = Size<LogicalSpace>.zero
    var maximum = Size<LogicalSpace>.zero

    var isValid: Bool {
        (maximum.width == 0 || maximum.width >= minimum.width)
            && (maximum.height == 0 || maximum.height >= minimum.height)
    }

    /// The window can have one size only.
    var isFixed: Bool { !maximum.isEmpty && maximum == minimum }

    func clamp(_ size: Size<LogicalSpace>) -> Size<LogicalSpace> {
        func clamp(_ value: Int, _ low: Int, _ high: Int) -> Int { max(1, low, high == 0 ? value : min(value, high)) }
        return Size(
            width: max(minimum.width, clamp(size.width, minimum.width, maximum.width)),
            height: max(minimum.height, clamp(size.height, minimum.height, maximum.height)))
    }
}

/// What the desktop, or the user through it, has made of a toplevel.
struct ToplevelPlacement: Hashable {
    var isActivated = false
    /// The edges by which the user resizes the window.
    var resizing: XdgToplevel.ResizeEdge?
    var isMinimized = false
    /// Where the user has put it.
    var chosen: ChosenPlace?
    /// How large the user has made it.
    var chosenSize: Size<LogicalSpace>?
    /// How large it is to be while it is shown elsewhere.
    var lentSize: Size<LogicalSpace>?
}

/// Where the user has put a window.
struct ChosenPlace: Hashable {
    /// The corner of its window geometry.
    var origin: WindowOrigin
    /// The corner of the surface itself, which stays where it is in a window without a geometry of its own when
    /// subsurfaces come to stick out of it.
    var corner: WindowOrigin
}

/// Whether a toplevel's picture has caught up with the size that it was configured to.
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
