/// The devices present, in order of arrival; adding and removing one costs the same however many there are.
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

    /// Appends a device, replacing one with the same number.
    package mutating func add(_ device: DeviceDescription) {
        entries[device.id] = (nextNumber, device)
        nextNumber += 1
    }

    package mutating func remove(_ device: DeviceID) {
        entries[device] = nil
    }
}
