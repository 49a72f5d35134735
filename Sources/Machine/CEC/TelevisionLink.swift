import Mirroring

/// This machine's addresses in an HDMI system, once it has them.
struct CECPlace: Hashable {
    let address: CECAddress
    let physicalAddress: CECPhysicalAddress
}

/// Decides which messages a television gets.
///
/// A television is turned on when it has something to show, but not again after its own remote control has put it to sleep. It is put to
/// sleep only while it shows this machine.
struct TelevisionLink: Equatable {
    /// The state of the external.
    enum Use: CaseIterable {
        /// There is no external.
        case none
        /// The external shows nothing.
        case dark
        case seen
    }

    /// How long a television that was put to sleep may disconnect and return without being turned on, in microseconds.
    static let dismissal: Int64 = 30_000_000

    private var configuration: CECConfiguration
    private var use = Use.none
    /// Nil while the cable carries no messages.
    private(set) var place: CECPlace?
    /// Whether the television shows this machine, as far as is known.
    private(set) var isActive = false
    /// Whether the television has been turned on for the current use.
    private var isGreeted = false
    /// When the television's own remote control put it to sleep; nil if it did not.
    private var dismissed: Int64?

    init(_ configuration: CECConfiguration) {
        self.configuration = configuration
    }

    /// Applies another configuration, from the next change on.
    mutating func use(_ configuration: CECConfiguration) {
        self.configuration = configuration
    }

    /// Follows the state of the external; `now` is in microseconds.
    mutating func follow(_ next: Use, at now: Int64) -> [CECMessage] {
        let last = use
        use = next
        guard next != last else { return [] }
        if next != .seen { isGreeted = false }
        switch next {
        case .seen:
            // The user is back, and wants to see something.
            if last == .dark { dismissed = nil }
            return greet(at: now)
        case .dark: return configuration.putsToSleep ? farewell(.standby) : []
        case .none: return farewell(.inactiveSource)
        }
    }

    /// Takes this machine's place on the line; nil if it has none any more.
    mutating func placed(_ place: CECPlace?, at now: Int64) -> [CECMessage] {
        guard place != self.place else { return [] }
        self.place = place
        isActive = false
        isGreeted = false
        return greet(at: now)
    }

    /// Answers a message of another device.
    mutating func received(_ message: CECMessage, at now: Int64) -> [CECMessage] {
        guard let place else { return [] }
        switch message.opcode {
        case .standby:
            isActive = false
            dismissed = now
            return []
        case .activeSource:
            isActive = false
            return []
        case .requestActiveSource: return isActive ? announce() : []
        case .setStreamPath: return routed(to: message.physicalAddress())
        case .routingChange: return routed(to: message.physicalAddress(at: 2))
        case .giveDevicePowerStatus: return answer(message, .reportPowerStatus, [use == .seen ? 0 : 1])
        case .menuRequest: return answer(message, .menuStatus, [message.operands.first == 1 ? 1 : 0])
        default:
            let isForUs = message.destination == place.address && message.initiator != .everybody
            guard isForUs, !message.opcode.isReport else { return [] }
            let unrecognised: UInt8 = 0
            return answer(message, .featureAbort, [message.opcode.rawValue, unrecognised])
        }
    }

    private mutating func greet(at now: Int64) -> [CECMessage] {
        guard let place, use == .seen, !isGreeted, configuration.turnsOn else { return [] }
        isGreeted = true
        if let dismissed, now - dismissed < Self.dismissal { return [] }
        dismissed = nil
        return [CECMessage(.imageViewOn, from: place.address, to: .television)] + announce()
    }

    private mutating func farewell(_ opcode: CECOpcode) -> [CECMessage] {
        guard let place, isActive else { return [] }
        isActive = false
        let operands = opcode == .inactiveSource ? place.physicalAddress.operands : []
        return [CECMessage(opcode, operands, from: place.address, to: .television)]
    }

    private mutating func announce() -> [CECMessage] {
        guard let place else { return [] }
        isActive = true
        return [CECMessage(.activeSource, place.physicalAddress.operands, from: place.address, to: .everybody)]
    }

    /// Follows the television's choice of what to show.
    private mutating func routed(to address: CECPhysicalAddress?) -> [CECMessage] {
        guard let address, let place else { return [] }
        guard address == place.physicalAddress, use != .none else {
            isActive = false
            return []
        }
        return announce()
    }

    private func answer(_ message: CECMessage, _ opcode: CECOpcode, _ operands: [UInt8]) -> [CECMessage] {
        guard let place, message.destination == place.address, message.initiator != .everybody else { return [] }
        return [CECMessage(opcode, operands, from: place.address, to: message.initiator)]
    }
}
