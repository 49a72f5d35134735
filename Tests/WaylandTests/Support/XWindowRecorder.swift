import Geometry
import Mirroring

/// A window manager that only records what the desktop decides about X windows.
final class XWindowRecorder: XWindowObserver {
    var configurations: [XWindowID: XWindowConfiguration] = [:]
    var places: [XWindowID: [Int]] = [:]
    var order: [XWindowID] = []
    var closed: [XWindowID] = []
    var pings: [UInt32] = []
    var scale: Scale?

    func scaleChanged(to scale: Scale) { self.scale = scale }
    func configure(_ window: XWindowID, _ configuration: XWindowConfiguration) {
        configurations[window] = configuration
    }
    func place(_ window: XWindowID, x: Int, y: Int) { places[window] = [x, y] }
    func restack(_ windows: [XWindowID]) { order = windows }
    func close(_ window: XWindowID) { closed.append(window) }
    func ping(_ window: XWindowID, serial: UInt32) { pings.append(serial) }
}
