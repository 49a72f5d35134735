/// Identifies an input device for as long as it is present.
package struct DeviceID: Hashable, Sendable, Codable {
    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }
}

/// Gives out the numbers of input devices, from 1 on and each number once.
///
/// Every source of devices takes its numbers from the service's only instance.
package final class DeviceNumbers {
    private var last = 0

    package init() {}

    /// A number that no other device has had.
    package func next() -> DeviceID {
        last += 1
        return DeviceID(last)
    }
}

// The service's own devices, one of each.
extension DeviceID {
    /// The pad of keys on the panel.
    static let keyPad = DeviceID(-1)
    /// The panel as a touchpad.
    package static let trackpad = DeviceID(-2)
}

/// What an input device is and where it belongs.
package struct DeviceDescription: Hashable, Sendable {
    package var id: DeviceID
    package var name: String
    package var capabilities: Set<DeviceCapability>
    /// The output that the device's own settings (a udev property) tie it to.
    ///
    /// The output is a connector's name, `panel` or `external`.
    package var output: String?
    package var hardware: DeviceHardware?
    /// The facts about the surface that the device reports positions on.
    package var sensor: DeviceSensor

    package init(
        id: DeviceID, name: String, capabilities: Set<DeviceCapability>, output: String? = nil,
        hardware: DeviceHardware? = nil, sensor: DeviceSensor = DeviceSensor()
    ) {
        self.id = id
        self.name = name
        self.capabilities = capabilities
        self.output = output
        self.hardware = hardware
        self.sensor = sensor
    }
}

/// Hardware identifiers, by which programs look up more about a device.
package struct DeviceHardware: Hashable, Sendable, Codable {
    /// The vendor and product IDs on the device's bus.
    package var vendor: UInt32
    package var product: UInt32
    /// The device file, such as `/dev/input/event5`.
    package var path: String

    package init(vendor: UInt32, product: UInt32, path: String) {
        self.vendor = vendor
        self.product = product
        self.path = path
    }
}

package enum DeviceCapability: String, Hashable, Sendable, Codable {
    case keyboard, pointer, touch, tablet
    /// The switch of a lid.
    case lid
}

/// The present devices in the order of arrival; adding or removing one takes constant time.
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

    package subscript(id: DeviceID) -> DeviceDescription? { entries[id]?.device }

    /// Appends a device, replacing one with the same number.
    package mutating func add(_ device: DeviceDescription) {
        entries[device.id] = (nextNumber, device)
        nextNumber += 1
    }

    package mutating func remove(_ device: DeviceID) {
        entries[device] = nil
    }
}

/// The lights of a keyboard that are on.
package struct KeyboardLEDs: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let numLock = KeyboardLEDs(rawValue: 1)
    package static let capsLock = KeyboardLEDs(rawValue: 2)
    package static let scrollLock = KeyboardLEDs(rawValue: 4)
}
