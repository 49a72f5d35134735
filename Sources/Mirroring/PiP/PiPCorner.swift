/// The corner of the panel in which a picture rests.
package enum PiPCorner: String, Hashable, Sendable, CaseIterable {
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    package init(isLeft: Bool, isTop: Bool) {
        self =
            switch (isLeft, isTop) {
            case (true, true): .topLeft
            case (false, true): .topRight
            case (true, false): .bottomLeft
            case (false, false): .bottomRight
            }
    }

    package var isLeft: Bool { self == .topLeft || self == .bottomLeft }
    package var isTop: Bool { self == .topLeft || self == .topRight }

    /// The corner at the same height on this side.
    func on(_ side: PiPSide) -> PiPCorner { PiPCorner(isLeft: side == .left, isTop: isTop) }
}

/// A side edge of the panel, past which a picture can be hidden.
package enum PiPSide: String, Hashable, Sendable, CaseIterable {
    case left
    case right
}
