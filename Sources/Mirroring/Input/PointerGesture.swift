/// What several fingers on a touchpad do together.
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

/// How a touchpad's fingers moved since the last time.
package struct GestureMovement: Hashable, Sendable, Codable {
    /// Their centre's movement in pixels, as a mouse's.
    package var dx: Double
    package var dy: Double
    /// Their distance in relation to that at the gesture's beginning; pinches only.
    package var scale: Double
    /// The turn in degrees clockwise; pinches only.
    package var rotation: Double

    package init(dx: Double, dy: Double, scale: Double = 1, rotation: Double = 0) {
        self.dx = dx
        self.dy = dy
        self.scale = scale
        self.rotation = rotation
    }

    var isFinite: Bool { dx.isFinite && dy.isFinite && scale.isFinite && rotation.isFinite }
}
