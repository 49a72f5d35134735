/// Keys or buttons held down, counted over all devices: the same key on two keyboards is one key.
struct HeldCodes {
    private struct Press: Hashable {
        let device: DeviceID
        let code: UInt32
    }

    private var presses: Set<Press> = []

    var isEmpty: Bool { presses.isEmpty }

    func contains(_ code: UInt32) -> Bool { presses.contains { $0.code == code } }

    /// Notes a press; true if the code was up on all devices.
    mutating func press(_ code: UInt32, on device: DeviceID) -> Bool {
        let wasUp = !contains(code)
        presses.insert(Press(device: device, code: code))
        return wasUp
    }

    /// Notes a release; true if the code is now up on all devices and was not before.
    mutating func release(_ code: UInt32, on device: DeviceID) -> Bool {
        presses.remove(Press(device: device, code: code)) != nil && !contains(code)
    }

    /// Releases all that the device holds; returns the codes that are now up, in ascending order.
    mutating func removeAll(of device: DeviceID) -> [UInt32] {
        let codes = presses.filter { $0.device == device }.map(\.code).sorted()
        return codes.filter { release($0, on: device) }
    }

    /// Forgets every press, as when all count as released.
    mutating func removeAll() {
        presses = []
    }
}
