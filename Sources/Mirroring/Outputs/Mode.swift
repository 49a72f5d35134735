package import Geometry

/// One timing that a display offers.
package struct Mode: Hashable, Sendable {
    /// Pixels scanned out, before any rotation.
    package var size: Size<ScanoutSpace>
    /// Refresh rate in thousandths of a hertz.
    package var refreshMilliHertz: Int
    /// Whether the display marks this mode as preferred.
    package var isPreferred: Bool

    package init(size: Size<ScanoutSpace>, refreshMilliHertz: Int, isPreferred: Bool = false) {
        self.size = size
        self.refreshMilliHertz = refreshMilliHertz
        self.isPreferred = isPreferred
    }
}
