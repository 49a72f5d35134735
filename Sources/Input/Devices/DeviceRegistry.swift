import Mirroring

/// The devices now present, each under a number that is never reused.
struct DeviceRegistry<Handle: Hashable> {
    private var descriptions: [Handle: DeviceDescription] = [:]
    private var lastNumber = 0

    /// In the order of their addition.
    var all: [DeviceDescription] { descriptions.values.sorted { $0.id.number < $1.id.number } }

    func id(of handle: Handle) -> DeviceID? { descriptions[handle]?.id }

    /// Adds a device under a new number and describes it.
    mutating func add(_ handle: Handle, describe: (DeviceID) -> DeviceDescription) -> DeviceDescription {
        lastNumber += 1
        let description = describe(DeviceID(lastNumber))
        descriptions[handle] = description
        return description
    }

    /// Removes a device and returns its ID, or nil if it is unknown.
    mutating func remove(_ handle: Handle) -> DeviceID? {
        descriptions.removeValue(forKey: handle)?.id
    }
}
