import Mirroring
import Runtime
import WaylandBinding

/// `zwp_relative_pointer_manager_v1`: sends a mouse's relative motion, even while the pointer is constrained.
///
/// An absolute device is reported only while a constraint holds the pointer: then the distance between its points is sent.
final class RelativePointers: ZwpRelativePointerManagerV1Requests {
    static func announce(_ display: WaylandDisplay) throws(RuntimeError) -> AnyGlobal {
        try Global<ZwpRelativePointerManagerV1>(display, version: 1) { _ in RelativePointers() }
    }

    func getRelativePointer(
        _ resource: Resource<ZwpRelativePointerManagerV1>, id: NewResource<ZwpRelativePointerV1>,
        pointer: Resource<WlPointer>
    ) {
        let relative = id.create(RelativePointer())
        guard let seatPointer = PointerObject.of(pointer)?.pointer else { return }
        RelativeMotions.of(seatPointer).resources.add(relative, until: pointer)
    }
}

/// One `zwp_relative_pointer_v1`.
private final class RelativePointer: ZwpRelativePointerV1Requests {}

/// The relative pointers of one seat's pointer.
private final class RelativeMotions: PointerExtension {
    let resources = ResourceList<ZwpRelativePointerV1>()

    static func of(_ pointer: SeatPointer) -> RelativeMotions { pointer.attachments.state { RelativeMotions() } }

    /// Sends one movement in physical pixels, of which `scale` make one logical pixel.
    ///
    /// The unaccelerated distance is in device units and is not scaled.
    func moved(by motion: RelativeMotion, on client: Client, scale: Double, _ time: Timestamp) {
        let microseconds = UInt64(bitPattern: time.microseconds)
        for resource in resources.of(client) {
            resource.sendRelativeMotion(
                utimeHi: UInt32(truncatingIfNeeded: microseconds >> 32),
                utimeLo: UInt32(truncatingIfNeeded: microseconds), dx: motion.dx / scale, dy: motion.dy / scale,
                dxUnaccel: motion.unacceleratedDX, dyUnaccel: motion.unacceleratedDY)
        }
    }
}
