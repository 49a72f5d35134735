import CInput
import CUdev
import Mirroring

/// Reads the properties of a touchscreen or tablet that tell its display, from libinput, udev and sysfs.
enum SensorProperties {
    /// Describes the surface of the `struct libinput_device` at `device`.
    static func describe(_ device: OpaquePointer) -> DeviceSensor {
        var sensor = DeviceSensor(
            size: size(of: device), vendor: UInt32(libinput_device_get_id_vendor(device)))
        guard let event = libinput_device_get_udev_device(device) else { return sensor }
        defer { udev_device_unref(event) }
        sensor.group = text(udev_device_get_property_value(event, "LIBINPUT_DEVICE_GROUP"))
        // Children own their parents, which are therefore not released.
        guard let input = udev_device_get_parent_with_subsystem_devtype(event, "input", nil) else { return sensor }
        sensor.bus = hexadecimal(attribute("id/bustype", of: input)).map { DeviceBus(kernelNumber: $0) }
        sensor.isDirect = isDirect(properties: attribute("properties", of: input))
        let isIntegrated = text(udev_device_get_property_value(event, "ID_INTEGRATION")) == "internal"
        let port = udev_device_get_parent_with_subsystem_devtype(event, "usb", "usb_device")
        sensor.isFixed = isIntegrated || port.flatMap { attribute("removable", of: $0) } == "fixed"
        return sensor
    }

    /// Whether the kernel's property bits of an input device, as in sysfs, include `INPUT_PROP_DIRECT`, set for surfaces to look at.
    static func isDirect(properties: String?) -> Bool {
        let lowest = properties?.split(separator: " ").last.flatMap { UInt64($0, radix: 16) } ?? 0
        return lowest & 1 << 1 != 0
    }

    static func hexadecimal(_ text: String?) -> UInt32? { text.flatMap { UInt32($0, radix: 16) } }

    /// A size in whole millimetres; nil for an impossible one.
    static func size(width: Double, height: Double) -> PhysicalSize? {
        let sides = 1.0..<100_000.0
        guard sides.contains(width), sides.contains(height) else { return nil }
        return PhysicalSize(width: Int(width.rounded()), height: Int(height.rounded()))
    }

    private static func size(of device: OpaquePointer) -> PhysicalSize? {
        var (width, height) = (0.0, 0.0)
        guard libinput_device_get_size(device, &width, &height) == 0 else { return nil }
        return size(width: width, height: height)
    }

    private static func attribute(_ name: String, of device: OpaquePointer) -> String? {
        text(udev_device_get_sysattr_value(device, name))
    }

    private static func text(_ string: UnsafePointer<CChar>?) -> String? { string.map { String(cString: $0) } }
}
