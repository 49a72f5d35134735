import Mirroring

/// The devices now present, each under a number that is never used twice.
struct DeviceRegistry<Handle: Hashable> {
    private var descriptions: [Handle: DeviceDescription] = [:]
    private var lastNumber = 0

    /// In the order in which they came.
    var all: [DeviceDescription] { descriptions.values.sorted { $0.id.number < $1.id.number } }

    func id(of handle: Handle) -> DeviceID? { descriptions[handle]?.id }

    /// Describes a new device under a fresh number.
    mutating func add(_ handle: Handle, describe: (DeviceID) -> DeviceDescription) -> DeviceDescription {
        lastNumber += 1
        let description = describe(DeviceID(lastNumber))
        descriptions[handle] = description
        return description
    }

    /// The device that is gone, or nil when it was never known.
    mutating func remove(_ handle: Handle) -> DeviceID? {
        descriptions.removeValue(forKey: handle)?.id
    }
}
