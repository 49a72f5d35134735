import Geometry
import Mirroring

/// A grab that takes a pointer with pressed buttons, or one finger, from the clients, to drag a window or data.
protocol SeatGrab: AnyObject {
    /// Called when the grab ends by itself, before the release.
    var onEnd: (() -> Void)? { get set }
    /// The CSS name of the cursor during the grab.
    var cursorName: String { get }

    func moved(to point: Point<LogicalSpace>, _ time: Timestamp)
    func released(_ time: Timestamp)
    func cancelled()
}

extension Point<LogicalSpace> {
    /// The distance from another point in whole logical pixels.
    func steps(from other: Point) -> (x: Int, y: Int) {
        (Int(clamping: (x - other.x).rounded()), Int(clamping: (y - other.y).rounded()))
    }
}
