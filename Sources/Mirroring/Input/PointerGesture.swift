/// A gesture of several fingers on a touchpad.
package enum PointerGesture: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case swipe, pinch, hold
    }

    case begin(Kind, fingers: Int)
    /// The fingers of a swipe or a pinch have moved.
    case update(GestureMovement)
    /// `isCancelled` when it turned out to be something else.
    case end(isCancelled: Bool)
}

/// The movement of a touchpad's fingers since the last event.
package struct GestureMovement: Hashable, Sendable, Codable {
    /// The movement of their centre in pixels, as for a mouse.
    package var dx: Double
    package var dy: Double
    /// Their distance relative to that at the beginning of the gesture; pinches only.
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
