import Geometry

/// Finds windows that keep to a size larger than the one they are asked for, though they name no such limit.
///
/// A client may draw a late picture or two of its former size after having answered; so it counts only what has stayed. On
/// another display the client has another chance.
struct KeptSize: Hashable {
    /// The width and height that the window keeps to; 0 for one that it does not.
    private(set) var least = Size<LogicalSpace>.zero
    /// Whether the window is too large now, and is to be looked at again in a while.
    private(set) var isSuspected = false
    /// The name of the display.
    private var display: String?

    init() {}

    private init(display: String) {
        self.display = display
    }

    /// The window is on this display now.
    mutating func moved(to display: String) {
        if self.display != display { self = KeptSize(display: display) }
    }

    /// Notes the size of a picture drawn for `asked`; returns whether to look at the window again in a while.
    mutating func drawn(_ size: Size<LogicalSpace>, for asked: Size<LogicalSpace>) -> Bool {
        if size.width < least.width { least.width = 0 }
        if size.height < least.height { least.height = 0 }
        let wasSuspected = isSuspected
        isSuspected = size.width > asked.width || size.height > asked.height
        return isSuspected && !wasSuspected
    }

    /// A while has passed; returns whether the window has turned out to keep to a size.
    mutating func waited(_ size: Size<LogicalSpace>, for asked: Size<LogicalSpace>) -> Bool {
        guard isSuspected else { return false }
        isSuspected = false
        let before = least
        if size.width > asked.width { least.width = size.width }
        if size.height > asked.height { least.height = size.height }
        return least != before
    }
}
