/// A message on the line that the displays, players and amplifiers of an HDMI system share (HDMI 1.4b, supplement 1: CEC).
struct CECMessage: Hashable {
    let initiator: CECAddress
    let destination: CECAddress
    let opcode: CECOpcode
    /// The operands, at most 14 bytes.
    let operands: [UInt8]

    init(_ opcode: CECOpcode, _ operands: [UInt8] = [], from initiator: CECAddress, to destination: CECAddress) {
        self.initiator = initiator
        self.destination = destination
        self.opcode = opcode
        self.operands = operands
    }

    /// The message in its bytes on the line; nil for bytes that are not a message, such as a poll, which has only a header.
    init?(bytes: [UInt8]) {
        guard (2...16).contains(bytes.count) else { return nil }
        self.init(
            CECOpcode(rawValue: bytes[1]), Array(bytes.dropFirst(2)), from: CECAddress(rawValue: bytes[0] >> 4),
            to: CECAddress(rawValue: bytes[0] & 15))
    }

    var bytes: [UInt8] { [initiator.rawValue << 4 | destination.rawValue, opcode.rawValue] + operands }

    /// The physical address that starts at an operand; nil if the message is too short.
    func physicalAddress(at index: Int = 0) -> CECPhysicalAddress? {
        guard operands.count >= index + 2 else { return nil }
        return CECPhysicalAddress(rawValue: UInt16(operands[index]) << 8 | UInt16(operands[index + 1]))
    }
}

/// A device on the line, 0 to 15, by its kind and number.
struct CECAddress: RawRepresentable, Hashable {
    let rawValue: UInt8

    static let television = CECAddress(rawValue: 0)
    /// Everybody as a destination, and an unregistered device as an initiator.
    static let everybody = CECAddress(rawValue: 15)
}

/// The path from the television to a device, with a digit for each plug: 1.2.0.0 is the second plug of the device in the first plug.
struct CECPhysicalAddress: RawRepresentable, Hashable, CustomStringConvertible {
    let rawValue: UInt16

    /// The address of a device that is not plugged in.
    static let none = CECPhysicalAddress(rawValue: 0xffff)

    var operands: [UInt8] { [UInt8(rawValue >> 8), UInt8(rawValue & 0xff)] }

    var description: String {
        [12, 8, 4, 0].map { String(rawValue >> $0 & 15) }.joined(separator: ".")
    }
}

/// The meaning of a message, by the specification's numbers.
struct CECOpcode: RawRepresentable, Hashable {
    let rawValue: UInt8

    static let featureAbort = CECOpcode(rawValue: 0x00)
    /// Turns the television on and closes its menus.
    static let imageViewOn = CECOpcode(rawValue: 0x04)
    static let standby = CECOpcode(rawValue: 0x36)
    static let userControlPressed = CECOpcode(rawValue: 0x44)
    static let userControlReleased = CECOpcode(rawValue: 0x45)
    static let setOSDName = CECOpcode(rawValue: 0x47)
    static let reportAudioStatus = CECOpcode(rawValue: 0x7a)
    static let systemAudioModeStatus = CECOpcode(rawValue: 0x7e)
    static let routingChange = CECOpcode(rawValue: 0x80)
    /// The television should show the initiator.
    static let activeSource = CECOpcode(rawValue: 0x82)
    static let reportPhysicalAddress = CECOpcode(rawValue: 0x84)
    static let requestActiveSource = CECOpcode(rawValue: 0x85)
    static let setStreamPath = CECOpcode(rawValue: 0x86)
    static let deviceVendorID = CECOpcode(rawValue: 0x87)
    static let menuRequest = CECOpcode(rawValue: 0x8d)
    static let menuStatus = CECOpcode(rawValue: 0x8e)
    static let giveDevicePowerStatus = CECOpcode(rawValue: 0x8f)
    static let reportPowerStatus = CECOpcode(rawValue: 0x90)
    /// The initiator has nothing to show any more.
    static let inactiveSource = CECOpcode(rawValue: 0x9d)
    static let version = CECOpcode(rawValue: 0x9e)

    /// Whether the message needs no answer, not even one that it was not understood.
    var isReport: Bool {
        switch self {
        case .featureAbort, .userControlPressed, .userControlReleased, .setOSDName, .reportAudioStatus,
            .systemAudioModeStatus, .reportPhysicalAddress, .deviceVendorID, .menuStatus, .reportPowerStatus, .version,
            .inactiveSource:
            true
        default: false
        }
    }
}
