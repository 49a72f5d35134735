/// How a display departs from showing frames at the vertical blanks of a fixed rate.
package struct FrameTiming: Hashable, Sendable {
    /// Whether the display waits for each frame within its range of rates (variable refresh, adaptive sync).
    package var variesRefresh = false
    /// Whether frames are shown at once, even in the middle of a scan.
    package var tears = false

    package init(variesRefresh: Bool = false, tears: Bool = false) {
        self.variesRefresh = variesRefresh
        self.tears = tears
    }
}

/// The timings that the user lets a display use.
package struct TimingChoice: Hashable, Sendable {
    package var variableRefresh: VariableRefresh
    /// Whether full-screen clients that prefer tearing get it.
    package var allowsTearing: Bool

    package init(variableRefresh: VariableRefresh = .off, allowsTearing: Bool = false) {
        self.variableRefresh = variableRefresh
        self.allowsTearing = allowsTearing
    }

    /// Whether frames are always shown at the vertical blanks of a fixed rate, regardless of the client.
    package var isFixed: Bool { variableRefresh == .off && !allowsTearing }

    /// The timing while `cover` hides everything else, where nil stands for no such client.
    package func timing(under cover: ContentCover?) -> FrameTiming {
        let varies =
            switch variableRefresh {
            case .off: false
            case .fullScreen: cover != nil
            case .on: true
            }
        return FrameTiming(variesRefresh: varies, tears: allowsTearing && cover?.prefersTearing ?? false)
    }
}

/// A client that alone covers all of an application's screen with an opaque picture.
package struct ContentCover: Hashable, Sendable {
    /// Whether the client prefers frames shown at once to frames shown whole.
    package var prefersTearing: Bool

    package init(prefersTearing: Bool = false) {
        self.prefersTearing = prefersTearing
    }
}

/// Which of the wanted timings a display uses.
package struct TimingState: Hashable, Sendable {
    package var variableRefresh: TimingOutcome
    package var tearing: TimingOutcome

    package init(variableRefresh: TimingOutcome = .off, tearing: TimingOutcome = .off) {
        self.variableRefresh = variableRefresh
        self.tearing = tearing
    }
}

/// Whether one of the timings is in use.
package enum TimingOutcome: Hashable, Sendable {
    case off
    case on
    /// The timing is wanted, but frames are shown as usual.
    case refused(TimingRefusal)
}

/// Why frames are shown at the blanks of a fixed rate although another timing is wanted.
///
/// The raw value is the text in `status`.
package enum TimingRefusal: String, Hashable, Sendable, CaseIterable {
    case fixedDisplay = "the display cannot vary its refresh"
    case driver = "the driver cannot do that"
    case hardware = "the hardware refused it in a test"
    case otherPlanes = "another plane changed with the last frame"
}

/// Whether the timing is `on`, and the `reason` why it is wanted and not on, or null.
extension TimingOutcome: Codable {
    private enum CodingKeys: String, CodingKey {
        case isOn = "on"
        case reason
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let reason = try container.decodeIfPresent(String.self, forKey: .reason) {
            guard let refusal = TimingRefusal(rawValue: reason) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .reason, in: container, debugDescription: "an unknown reason")
            }
            self = .refused(refusal)
        } else {
            self = try container.decode(Bool.self, forKey: .isOn) ? .on : .off
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(self == .on, forKey: .isOn)
        let reason: String? = if case .refused(let refusal) = self { refusal.rawValue } else { nil }
        try container.encode(reason, forKey: .reason)
    }
}

/// When and how a picture appeared on the screen.
package struct Presentation: Hashable, Sendable {
    package var time: Timestamp
    /// Nanoseconds to the next refresh, the shortest possible time where the refresh varies, or 0 when unknown.
    package var refreshNanoseconds: Int
    /// The display's count of vertical blanks, or 0 where it has none.
    package var sequence: UInt64
    /// Whether `time` is the hardware's own time of the vertical blank.
    package var isHardwareClock: Bool
    /// Whether the display waits for frames, so that the next refresh comes after `refreshNanoseconds` at the earliest.
    package var isVariable: Bool
    /// Whether the frame was shown at once, in the middle of a scan.
    package var isTorn: Bool

    package init(
        time: Timestamp, refreshNanoseconds: Int, sequence: UInt64, isHardwareClock: Bool, isVariable: Bool = false,
        isTorn: Bool = false
    ) {
        self.time = time
        self.refreshNanoseconds = refreshNanoseconds
        self.sequence = sequence
        self.isHardwareClock = isHardwareClock
        self.isVariable = isVariable
        self.isTorn = isTorn
    }
}
