import Glibc
import Mirroring

@testable import Wayland

/// A virtual keyboard of a tool's, with an ordinary layout.
struct VirtualKeys {
    private let wire: WireClient
    private let device: UInt32

    init(_ wire: WireClient, seat: UInt32) throws {
        self.wire = wire
        let manager = wire.bind("zwp_virtual_keyboard_manager_v1")
        device = wire.newID()
        wire.send(manager, 0, [.uint(seat), .uint(device)])
        let keymap = try Keymap(KeyboardConfiguration())
        let file = open("/proc/self/fd/\(keymap.descriptor)", O_RDONLY)
        defer { close(file) }
        wire.send(device, 0, [.uint(1), .descriptor(file), .uint(UInt32(keymap.size))])
        wire.roundTrip()
    }

    func key(_ code: UInt32, _ state: UInt32) {
        wire.send(device, 1, [.uint(7), .uint(code), .uint(state)])
        wire.roundTrip()
    }

    /// Sets the modifiers that are held.
    func modifiers(_ depressed: UInt32) {
        wire.send(device, 2, [.uint(depressed), .uint(0), .uint(0), .uint(0)])
        wire.roundTrip()
    }
}
