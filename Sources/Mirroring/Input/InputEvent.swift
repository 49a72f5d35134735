/// A place on an absolute device's sensor, as fractions of its width and height within 0 ... 1.
///
/// The fractions are of the device as mounted: the panel's rotation is not undone yet.
package struct DevicePosition: Hashable, Sendable, Codable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A pointing device's movement, in pixels at the normal speed.
package struct RelativeMotion: Hashable, Sendable, Codable {
    package var dx: Double
    package var dy: Double
    package var unacceleratedDX: Double
    package var unacceleratedDY: Double

    package init(dx: Double, dy: Double, unacceleratedDX: Double, unacceleratedDY: Double) {
        self.dx = dx
        self.dy = dy
        self.unacceleratedDX = unacceleratedDX
        self.unacceleratedDY = unacceleratedDY
    }

    /// Whether all distances are finite.
    package var isFinite: Bool {
        dx.isFinite && dy.isFinite && unacceleratedDX.isFinite && unacceleratedDY.isFinite
    }
}

/// One turn of a wheel or one movement of scrolling fingers.
package struct PointerAxis: Hashable, Sendable, Codable {
    package enum Source: String, Hashable, Sendable, Codable {
        case wheel, finger, continuous
    }

    package var source: Source
    /// The distance in pixels, positive down and right.
    package var dx: Double
    package var dy: Double
    /// Wheel clicks in 120ths, 0 for other sources.
    package var clicks120X: Int
    package var clicks120Y: Int
    /// Whether the fingers have left the device, so that kinetic scrolling may begin.
    package var stopsX: Bool
    package var stopsY: Bool

    package init(
        source: Source, dx: Double = 0, dy: Double = 0, clicks120X: Int = 0, clicks120Y: Int = 0,
        stopsX: Bool = false, stopsY: Bool = false
    ) {
        self.source = source
        self.dx = dx
        self.dy = dy
        self.clicks120X = clicks120X
        self.clicks120Y = clicks120Y
        self.stopsX = stopsX
        self.stopsY = stopsY
    }
}

/// A gesture of several fingers on a touchpad.
package enum PointerGesture: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case swipe, pinch, hold
    }

    case begin(Kind, fingers: Int)
    /// The fingers of a swipe or a pinch have moved.
    case update(GestureMovement)
    /// The end; `isCancelled` if the gesture turned out to be something else.
    case end(isCancelled: Bool)
}

/// The movement of a touchpad's fingers since the last event.
package struct GestureMovement: Hashable, Sendable, Codable {
    /// The movement of the fingers' centre in pixels, as for a mouse.
    package var dx: Double
    package var dy: Double
    /// The fingers' distance relative to their distance at the beginning of the gesture; pinches only.
    package var scale: Double
    /// The rotation in degrees clockwise; pinches only.
    package var rotation: Double

    package init(dx: Double, dy: Double, scale: Double = 1, rotation: Double = 0) {
        self.dx = dx
        self.dy = dy
        self.scale = scale
        self.rotation = rotation
    }

    var isFinite: Bool { dx.isFinite && dy.isFinite && scale.isFinite && rotation.isFinite }
}

/// An input device's event, before it is assigned to a target.
package enum InputEvent: Hashable, Sendable {
    case deviceAdded(DeviceDescription)
    case deviceRemoved(DeviceID)
    case touchDown(DeviceID, slot: Int32, DevicePosition, Timestamp)
    case touchMotion(DeviceID, slot: Int32, DevicePosition, Timestamp)
    case touchUp(DeviceID, slot: Int32, Timestamp)
    /// The device cancelled this contact (a palm, a grab).
    case touchCancel(DeviceID, slot: Int32, Timestamp)
    case touchFrame(DeviceID, Timestamp)
    case pointerMotion(DeviceID, RelativeMotion, Timestamp)
    case pointerPosition(DeviceID, DevicePosition, Timestamp)
    case pointerButton(DeviceID, button: UInt32, pressed: Bool, Timestamp)
    case pointerAxis(DeviceID, PointerAxis, Timestamp)
    case pointerGesture(DeviceID, PointerGesture, Timestamp)
    case tool(DeviceID, ToolEvent, Timestamp)
    case key(DeviceID, code: UInt32, pressed: Bool, Timestamp)
    /// The machine's lid was closed or opened.
    case lid(DeviceID, isClosed: Bool, Timestamp)
}

extension InputEvent {
    /// Whether the user has started something.
    ///
    /// A device's arrival or removal and the release of something held are no new actions.
    package var isNewAction: Bool {
        switch self {
        case .deviceAdded, .deviceRemoved, .touchUp, .touchCancel, .touchFrame: false
        case .pointerButton(_, _, let pressed, _), .key(_, _, let pressed, _): pressed
        case .touchDown, .touchMotion, .pointerMotion, .pointerPosition, .pointerAxis, .pointerGesture, .tool: true
        case .lid(_, let isClosed, _): !isClosed
        }
    }

    /// When the event happened, or nil for a device's arrival or removal.
    package var time: Timestamp? {
        switch self {
        case .deviceAdded, .deviceRemoved: nil
        case .touchDown(_, _, _, let time), .touchMotion(_, _, _, let time): time
        case .touchUp(_, _, let time), .touchCancel(_, _, let time), .touchFrame(_, let time): time
        case .pointerMotion(_, _, let time), .pointerPosition(_, _, let time), .pointerAxis(_, _, let time),
            .pointerGesture(_, _, let time), .tool(_, _, let time):
            time
        case .pointerButton(_, _, _, let time), .key(_, _, _, let time), .lid(_, _, let time): time
        }
    }
}

/// A pointer's buttons, as Linux event codes.
package enum PointerButton {
    /// `BTN_LEFT`, `BTN_RIGHT` and `BTN_MIDDLE`.
    package static let (left, right, middle): (UInt32, UInt32, UInt32) = (0x110, 0x111, 0x112)
}
