import Geometry
import Mirroring
import WaylandBinding

/// Follows the screen that clients are laid out on.
protocol ScreenFollower: AnyObject {
    func screenChanged()

    /// The reserved edges have changed, but not the rest of the screen.
    func reservedChanged()
}

extension ScreenFollower {
    func reservedChanged() {}
}

/// The one screen that clients are laid out on; it notifies its followers of changes.
final class OutputLayout {
    private struct Entry {
        weak var follower: (any ScreenFollower)?
    }

    private(set) var screen: LogicalScreen
    /// The distance from the first screen's left edge, where tools see several screens side by side.
    private(set) var x: Int
    /// The same distance for a client that is laid out in pixels.
    private(set) var pixelX = 0
    private var entries: [Entry] = []

    init(screen: LogicalScreen, x: Int = 0) {
        self.screen = screen
        self.x = x
    }

    /// The distance in the coordinates of a client.
    func x(for client: Client) -> Int { client.usesPixels ? pixelX : x }

    /// The screen's rectangle in logical coordinates.
    var bounds: Rect<LogicalSpace> { screen.scale.logical(screen.size).bounds }

    /// Adds a follower, held weakly; followers are notified in the order in which they were added.
    func add(_ follower: any ScreenFollower) {
        entries.append(Entry(follower: follower))
    }

    /// Adds an output, of which clients are told before their windows are laid out; it is held weakly.
    func add(_ output: OutputGlobal) {
        entries.insert(Entry(follower: output), at: 0)
    }

    /// The edges of the screen that are kept free of windows.
    var reserved: EdgeInsets {
        EdgeInsets(screen.reservedLogical)
    }

    /// The edges of the handheld screen that are kept free.
    var handheldReserved: EdgeInsets { EdgeInsets(screen.handheld?.reserved ?? .none) }

    /// The area for fullscreen windows: the whole screen without the edges that are reserved from fullscreen windows.
    var fullscreenArea: Rect<LogicalSpace> {
        bounds.without(EdgeInsets(screen.reservedFromFullscreen.logical(at: screen.scale)))
    }

    func change(to screen: LogicalScreen, x: Int = 0, pixelX: Int = 0) {
        if screen == self.screen, x == self.x, pixelX == self.pixelX { return }
        var sameButReserved = self.screen
        sameButReserved.reserved = screen.reserved
        sameButReserved.reservedFromFullscreen = screen.reservedFromFullscreen
        sameButReserved.handheld = screen.handheld
        let isSame =
            screen == sameButReserved && screen.physicalSizeForTools == self.screen.physicalSizeForTools && x == self.x
            && pixelX == self.pixelX
        (self.screen, self.x, self.pixelX) = (screen, x, pixelX)
        for entry in entries { isSame ? entry.follower?.reservedChanged() : entry.follower?.screenChanged() }
    }
}

/// Distances from the four edges of a rectangle, in logical pixels.
struct EdgeInsets: Hashable {
    var top = 0
    var right = 0
    var bottom = 0
    var left = 0

    static let none = EdgeInsets()

    init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
        (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
    }

    init(_ margins: EdgeMargins) {
        self.init(top: margins.top, right: margins.right, bottom: margins.bottom, left: margins.left)
    }
}

extension Rect<LogicalSpace> {
    /// The part of a screen within the insets.
    func without(_ insets: EdgeInsets) -> Rect {
        let left = min(x + insets.left, maxX)
        let top = min(y + insets.top, maxY)
        return Rect(
            left: left, top: top, right: max(left, maxX - insets.right), bottom: max(top, maxY - insets.bottom))
    }
}
