/// Keys or buttons held down, counted over all devices: the same key on two keyboards is one key.
///
/// The codes that one device holds are found without looking at the others.
struct HeldCodes {
    private var codes: [DeviceID: Set<UInt32>] = [:]
    /// The number of devices that hold each code; codes that are up are absent.
    private var counts: [UInt32: Int] = [:]

    var isEmpty: Bool { counts.isEmpty }

    func contains(_ code: UInt32) -> Bool { counts[code] != nil }

    /// Records a press; true if the code was up on all devices.
    mutating func press(_ code: UInt32, on device: DeviceID) -> Bool {
        guard codes[device, default: []].insert(code).inserted else { return false }
        counts[code, default: 0] += 1
        return counts[code] == 1
    }

    /// Records a release; true if the code is now up on all devices and was not before.
    mutating func release(_ code: UInt32, on device: DeviceID) -> Bool {
        guard codes[device]?.remove(code) != nil else { return false }
        if codes[device]?.isEmpty == true { codes[device] = nil }
        return drop(code)
    }

    /// Releases all that the device holds; returns the codes that are now up, in ascending order.
    mutating func removeAll(of device: DeviceID) -> [UInt32] {
        guard let held = codes.removeValue(forKey: device) else { return [] }
        return held.sorted().filter { drop($0) }
    }

    /// Forgets every press, for when all count as released.
    mutating func removeAll() {
        codes = [:]
        counts = [:]
    }

    /// Counts one device fewer for the code; true if it is now up on all.
    private mutating func drop(_ code: UInt32) -> Bool {
        let count = (counts[code] ?? 1) - 1
        counts[code] = count > 0 ? count : nil
        return count == 0
    }
}
