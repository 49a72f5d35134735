package import Geometry

/// A pen or another tool of a graphics tablet.
package struct TabletTool: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case pen, eraser, brush, pencil, airbrush, mouse, lens
    }

    package enum Capability: String, Hashable, Sendable, Codable, CaseIterable {
        case pressure, distance, tilt, rotation, slider, wheel
    }

    package var kind: Kind
    /// The serial number of the individual tool, or 0 if it has none.
    package var serial: UInt64
    /// The vendor's model number, as Wacom assigns such numbers, or 0 when unknown.
    package var hardwareID: UInt64
    package var capabilities: Set<Capability>

    package init(kind: Kind, serial: UInt64 = 0, hardwareID: UInt64 = 0, capabilities: Set<Capability> = []) {
        self.kind = kind
        self.serial = serial
        self.hardwareID = hardwareID
        self.capabilities = capabilities
    }
}

/// The axes of a tool other than its position.
package struct ToolAxes: Hashable, Sendable, Codable {
    /// The pressure within 0 ... 1.
    package var pressure: Double
    /// The distance within 0 ... 1 of the range at which the tablet senses the tool.
    package var distance: Double
    /// The tilt in degrees from upright, to the right and towards the user.
    package var tiltX: Double
    package var tiltY: Double
    /// The rotation in degrees clockwise.
    package var rotation: Double
    /// The slider's position within -1 ... 1.
    package var slider: Double
    /// The turn of a wheel since the last event, in degrees and in whole clicks.
    package var wheelDegrees: Double
    package var wheelClicks: Int

    package init(
        pressure: Double = 0, distance: Double = 0, tiltX: Double = 0, tiltY: Double = 0, rotation: Double = 0,
        slider: Double = 0, wheelDegrees: Double = 0, wheelClicks: Int = 0
    ) {
        self.pressure = pressure
        self.distance = distance
        self.tiltX = tiltX
        self.tiltY = tiltY
        self.rotation = rotation
        self.slider = slider
        self.wheelDegrees = wheelDegrees
        self.wheelClicks = wheelClicks
    }

    /// These axes clamped to their ranges; a value that is not finite becomes 0.
    package var bounded: ToolAxes {
        func bounded(_ value: Double, _ range: ClosedRange<Double>) -> Double {
            value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : 0
        }
        return ToolAxes(
            pressure: bounded(pressure, 0...1), distance: bounded(distance, 0...1), tiltX: bounded(tiltX, -90...90),
            tiltY: bounded(tiltY, -90...90), rotation: bounded(rotation, -360...360), slider: bounded(slider, -1...1),
            wheelDegrees: bounded(wheelDegrees, -36000...36000), wheelClicks: min(max(wheelClicks, -1000), 1000))
    }
}

/// An event of the one tool that a tablet senses.
///
/// The tool's tip touches the tablet between `down` and `up`.
package enum ToolEvent: Hashable, Sendable {
    case near(TabletTool, DevicePosition, ToolAxes)
    case motion(DevicePosition, ToolAxes)
    case down(DevicePosition, ToolAxes)
    case up
    /// A button by its Linux event code.
    case button(UInt32, pressed: Bool)
    case away

    /// The tool's position on the tablet, or nil for an event without a position.
    package var position: DevicePosition? {
        switch self {
        case .near(_, let position, _), .motion(let position, _), .down(let position, _): position
        case .up, .button, .away: nil
        }
    }
}

/// An event of a tablet's tool on the content, in pixels of the content's screen.
///
/// Each event is a frame of its own. The content has the tool between `enter` and `leave`, and the tip touches the
/// tablet between `down` and `up`.
package enum ToolInput: Hashable, Sendable {
    case enter(TabletTool, Point<ContentSpace>, ToolAxes)
    case motion(Point<ContentSpace>, ToolAxes)
    case down
    case up
    /// A button by its Linux event code.
    case button(UInt32, pressed: Bool)
    case leave
}
