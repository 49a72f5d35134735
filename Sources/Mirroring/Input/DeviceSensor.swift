/// What is known of the surface that an absolute device reports positions on: the facts that tell its display.
package struct DeviceSensor: Hashable, Sendable {
    /// The bus that it is attached to; nil where that is unknown.
    package var bus: DeviceBus?
    /// Whether the hardware says that it is soldered in and cannot be unplugged.
    package var isFixed: Bool
    /// The size of the surface in millimetres; nil where the device does not say.
    package var size: PhysicalSize?
    /// The vendor's number on the bus; 0 where it is unknown.
    package var vendor: UInt32
    /// The same for all devices of one piece of hardware, such as a touchscreen and the pen for it; nil where unknown.
    package var group: String?
    /// Whether a tablet is looked at while it is used: a display's glass rather than a tablet on the desk.
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

    /// Whether it is part of the machine: on a bus between chips, or on a port that has no socket.
    package var isBuiltIn: Bool { bus == .chip || isFixed }
}

extension DeviceDescription {
    /// Whether it is a display's glass: a touchscreen, or a tablet with a picture below.
    package var isGlass: Bool { capabilities.contains(.touch) || sensor.isDirect }
}

/// How a device is attached.
package enum DeviceBus: String, Hashable, Sendable, Codable, CaseIterable {
    /// A bus between the chips of a board: I2C, SPI, RMI, a serial line, or the processor's own.
    case chip
    case usb
    /// Without a cable, or in a way that tells nothing.
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
