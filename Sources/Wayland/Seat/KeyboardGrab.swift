import Mirroring

/// Someone who takes the keys of the seat before the surface that has the keyboard.
protocol KeyboardGrab: AnyObject {
    var client: Client { get }

    /// The grab begins; `keyboard` was used last. Rate in keys a second, delay in milliseconds.
    func began(with keyboard: KeyboardState, repeatRate: Int, repeatDelay: Int, serial: UInt32)

    /// Keys of this keyboard are the grab's.
    func takes(_ keyboard: KeyboardState) -> Bool

    func key(_ code: UInt32, pressed: Bool, on keyboard: KeyboardState, _ time: Timestamp, serial: UInt32)

    func modifiersChanged(on keyboard: KeyboardState, serial: UInt32)
}
