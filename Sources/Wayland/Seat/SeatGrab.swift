import Geometry
import Mirroring

/// Something that takes a pointer with held buttons, or one finger, away from the clients: a window being dragged,
/// or data.
protocol SeatGrab: AnyObject {
    /// Called when the grab ends by itself, before the release.
    var onEnd: (() -> Void)? { get set }
    /// The pointer's picture meanwhile, by its CSS name.
    var cursorName: String { get }

    func moved(to point: Point<LogicalSpace>, _ time: Timestamp)
    func released(_ time: Timestamp)
    func cancelled()
}

extension Point<LogicalSpace> {
    /// Whole pixels from another point to this one.
    func steps(from other: Point) -> (x: Int, y: Int) {
        (Int(clamping: (x - other.x).rounded()), Int(clamping: (y - other.y).rounded()))
    }
}
