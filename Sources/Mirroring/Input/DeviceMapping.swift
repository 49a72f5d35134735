/// Which output each input device belongs to: the first rule that names the device, else the device's own
/// setting, else the panel.
package struct DeviceMapping: Hashable, Sendable {
    private let rules: [DeviceRule]
    private var outputs: [DeviceID: String] = [:]

    package init(rules: [DeviceRule] = [], devices: [DeviceDescription] = []) {
        self.rules = rules
        for device in devices { add(device) }
    }

    package mutating func add(_ device: DeviceDescription) {
        outputs[device.id] = rules.first { $0.name == device.name }?.output ?? device.output
    }

    package mutating func remove(_ device: DeviceID) {
        outputs[device] = nil
    }

    /// What the device belongs to under `geometry`.
    package func target(of device: DeviceID, in geometry: InputGeometry) -> DeviceTarget {
        geometry.target(ofDeviceFor: outputs[device])
    }
}
