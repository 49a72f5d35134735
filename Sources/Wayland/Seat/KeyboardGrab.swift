import Mirroring
import WaylandBinding

/// A client that gets the seat's keys in place of the focused surface.
protocol KeyboardGrab: AnyObject {
    var client: Client { get }

    /// Starts the grab with the last used `keyboard`. Rate in keys per second, delay in milliseconds.
    func began(with keyboard: KeyboardState, repeatRate: Int, repeatDelay: Int, serial: UInt32)

    /// True if the grab gets the keys of this keyboard.
    func takes(_ keyboard: KeyboardState) -> Bool

    func key(_ code: UInt32, pressed: Bool, on keyboard: KeyboardState, _ time: Timestamp, serial: UInt32)

    func modifiersChanged(on keyboard: KeyboardState, serial: UInt32)
}
