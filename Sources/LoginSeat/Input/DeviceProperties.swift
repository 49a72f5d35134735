import CInput
import CUdev
import Mirroring

/// Reads a device's properties from libinput and udev.
enum DeviceProperties {
    /// Kagami's udev property that ties a device to an output.
    static let ownOutputProperty = "KAGAMI_OUTPUT"

    /// Describes the `struct libinput_device` at `device`.
    static func describe(_ device: OpaquePointer, as id: DeviceID) -> DeviceDescription {
        let capabilities = capabilities(of: device)
        return DeviceDescription(
            id: id, name: text(libinput_device_get_name(device)) ?? "unnamed", capabilities: capabilities,
            output: output(own: udevProperty(ownOutputProperty, of: device), common: commonOutput(of: device)),
            hardware: DeviceHardware(
                vendor: UInt32(libinput_device_get_id_vendor(device)),
                product: UInt32(libinput_device_get_id_product(device)),
                path: "/dev/input/" + (text(libinput_device_get_sysname(device)) ?? "")),
            sensor: capabilities.isDisjoint(with: [.touch, .tablet])
                ? DeviceSensor() : SensorProperties.describe(device))
    }

    /// The output that a device is tied to: Kagami's own property takes precedence over the common one.
    static func output(own: String?, common: String?) -> String? {
        [own, common].lazy.compactMap { $0 }.first { !$0.isEmpty }
    }

    private static func capabilities(of device: OpaquePointer) -> Set<DeviceCapability> {
        let known: [(libinput_device_capability, DeviceCapability)] = [
            (LIBINPUT_DEVICE_CAP_KEYBOARD, .keyboard), (LIBINPUT_DEVICE_CAP_POINTER, .pointer),
            (LIBINPUT_DEVICE_CAP_TOUCH, .touch), (LIBINPUT_DEVICE_CAP_TABLET_TOOL, .tablet),
        ]
        var capabilities = Set(known.filter { libinput_device_has_capability(device, $0.0) != 0 }.map(\.1))
        if libinput_device_switch_has_switch(device, LIBINPUT_SWITCH_LID) > 0 { capabilities.insert(.lid) }
        return capabilities
    }

    /// The common property `WL_OUTPUT`, which libinput reads itself.
    private static func commonOutput(of device: OpaquePointer) -> String? {
        text(libinput_device_get_output_name(device))
    }

    private static func udevProperty(_ name: String, of device: OpaquePointer) -> String? {
        guard let udevDevice = libinput_device_get_udev_device(device) else { return nil }
        defer { udev_device_unref(udevDevice) }
        return text(udev_device_get_property_value(udevDevice, name))
    }

    private static func text(_ string: UnsafePointer<CChar>?) -> String? { string.map { String(cString: $0) } }
}

/// The devices that are present, each with its number.
struct DeviceRegistry<Handle: Hashable> {
    private var descriptions: [Handle: DeviceDescription] = [:]
    private let numbers: DeviceNumbers

    init(_ numbers: DeviceNumbers = DeviceNumbers()) {
        self.numbers = numbers
    }

    /// The devices in the order in which they were added.
    var all: [DeviceDescription] { descriptions.values.sorted { $0.id.number < $1.id.number } }

    /// Each device with its handle.
    var handles: [(handle: Handle, description: DeviceDescription)] { descriptions.map { ($0.key, $0.value) } }

    func id(of handle: Handle) -> DeviceID? { descriptions[handle]?.id }

    /// The devices with a capability.
    func handles(with capability: DeviceCapability) -> [Handle] {
        handles.filter { $0.description.capabilities.contains(capability) }.map(\.handle)
    }

    /// Adds a device under a new number and describes it.
    mutating func add(_ handle: Handle, describe: (DeviceID) -> DeviceDescription) -> DeviceDescription {
        let description = describe(numbers.next())
        descriptions[handle] = description
        return description
    }

    /// Removes a device and returns its ID, or nil if it is unknown.
    mutating func remove(_ handle: Handle) -> DeviceID? {
        descriptions.removeValue(forKey: handle)?.id
    }
}
