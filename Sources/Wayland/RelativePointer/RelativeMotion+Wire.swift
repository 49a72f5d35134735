import Mirroring
import WaylandBinding

extension Resource where Interface == ZwpRelativePointerV1 {
    /// Sends one movement: `motion` in physical pixels, of which `scale` make one logical pixel.
    ///
    /// The unaccelerated distance is in device units and is not scaled.
    func send(_ motion: RelativeMotion, scale: Double, time: Timestamp) {
        let microseconds = UInt64(bitPattern: time.microseconds)
        sendRelativeMotion(
            utimeHi: UInt32(truncatingIfNeeded: microseconds >> 32), utimeLo: UInt32(truncatingIfNeeded: microseconds),
            dx: motion.dx / scale, dy: motion.dy / scale, dxUnaccel: motion.unacceleratedDX,
            dyUnaccel: motion.unacceleratedDY)
    }
}
