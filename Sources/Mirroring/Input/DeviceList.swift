/// The devices present, in the order in which they came; adding and removing one costs the same however many there are.
package struct DeviceList: Sendable {
    private var entries: [DeviceID: (number: Int, device: DeviceDescription)] = [:]
    private var nextNumber = 0

    package init(_ devices: [DeviceDescription] = []) {
        for device in devices { add(device) }
    }

    package var count: Int { entries.count }

    package var all: [DeviceDescription] {
        entries.values.sorted { $0.number < $1.number }.map(\.device)
    }

    /// Adds a device as the last one; one of the same number that was there is gone.
    package mutating func add(_ device: DeviceDescription) {
        entries[device.id] = (nextNumber, device)
        nextNumber += 1
    }

    package mutating func remove(_ device: DeviceID) {
        entries[device] = nil
    }
}
