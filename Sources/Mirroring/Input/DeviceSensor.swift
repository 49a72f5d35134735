/// The facts about an absolute device's surface that tell which display it belongs to.
package struct DeviceSensor: Hashable, Sendable {
    /// The bus that the device is attached to, or nil where unknown.
    package var bus: DeviceBus?
    /// Whether the hardware reports that it is soldered in and cannot be unplugged.
    package var isFixed: Bool
    /// The size of the surface in millimetres, or nil where the device reports none.
    package var size: PhysicalSize?
    /// The vendor's number on the bus, or 0 where unknown.
    package var vendor: UInt32
    /// The group that all devices of one piece of hardware share, or nil where unknown.
    ///
    /// A touchscreen and its pen are such devices.
    package var group: String?
    /// Whether users look at the tablet while they use it, as at a display's glass and not at a tablet on the desk.
    package var isDirect: Bool

    package init(
        bus: DeviceBus? = nil, isFixed: Bool = false, size: PhysicalSize? = nil, vendor: UInt32 = 0,
        group: String? = nil, isDirect: Bool = false
    ) {
        self.bus = bus
        self.isFixed = isFixed
        self.size = size
        self.vendor = vendor
        self.group = group
        self.isDirect = isDirect
    }

    /// Whether the device is part of the machine: on a bus between chips, or on a port without a socket.
    package var isBuiltIn: Bool { bus == .chip || isFixed }
}

extension DeviceDescription {
    /// Whether the device is a display's glass: a touchscreen, or a tablet with a picture below.
    package var isGlass: Bool { capabilities.contains(.touch) || sensor.isDirect }
}

/// How a device is attached.
package enum DeviceBus: String, Hashable, Sendable, Codable, CaseIterable {
    /// A bus between the chips of a board: I2C, SPI, RMI, a serial line, or the processor's own.
    case chip
    case usb
    /// Without a cable, or in an unknown way.
    case other

    /// The bus for a number of linux/input.h (`BUS_USB` and so on).
    package init(kernelNumber number: UInt32) {
        self =
            switch number {
            case 0x03: .usb
            // BUS_RS232, BUS_I2C, BUS_HOST, BUS_SPI and BUS_RMI.
            case 0x13, 0x18, 0x19, 0x1c, 0x1d: .chip
            default: .other
            }
    }
}
