import Geometry
import WaylandBinding

/// The placement rules of an `xdg_positioner`, in pixels relative to the parent's window geometry.
struct PositionerRules: Hashable {
    var size = Size<LogicalSpace>.zero
    /// The anchor rectangle; nil while unset.
    var anchorRect: Rect<LogicalSpace>?
    /// The point of the anchor rectangle at which the popup is placed.
    var anchor: PositionerSide = []
    /// The direction from the anchor point in which the popup extends.
    var gravity: PositionerSide = []
    var adjustment: XdgPositioner.ConstraintAdjustment = []
    var offsetX = 0
    var offsetY = 0
    /// The popup is placed again whenever its constraints change.
    var isReactive = false
    /// The parent size that the client assumes, if it differs from the current one.
    var parentSize: Size<LogicalSpace>?

    /// True if both size and anchor rectangle are set.
    var isComplete: Bool { !size.isEmpty && anchorRect != nil }
}

/// The direction along an axis of an edge or a gravity.
enum AxisDirection: Int {
    case backward = -1
    case neither = 0
    case forward = 1

    var opposite: AxisDirection {
        switch self {
        case .backward: .forward
        case .neither: .neither
        case .forward: .backward
        }
    }
}

/// An edge, a corner or, as the empty set, the middle of a rectangle; also a direction.
struct PositionerSide: OptionSet, Hashable {
    let rawValue: UInt32

    static let top = PositionerSide(rawValue: 1)
    static let bottom = PositionerSide(rawValue: 2)
    static let left = PositionerSide(rawValue: 4)
    static let right = PositionerSide(rawValue: 8)
    static let topLeft: PositionerSide = [.top, .left]
    static let topRight: PositionerSide = [.top, .right]
    static let bottomLeft: PositionerSide = [.bottom, .left]
    static let bottomRight: PositionerSide = [.bottom, .right]

    /// The sides in the order in which `xdg_positioner` numbers anchors and gravities.
    private static let numbered: [PositionerSide] = [
        [], .top, .bottom, .left, .right, .topLeft, .bottomLeft, .topRight, .bottomRight,
    ]

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Converts the stable protocol's number; nil for an unknown number.
    init?(numbered number: UInt32) {
        guard number < Self.numbered.count else { return nil }
        self = Self.numbered[Int(number)]
    }

    /// Converts the edges of `zxdg_positioner_v6`; nil for unknown or opposite edges.
    init?(edges: UInt32) {
        self.init(rawValue: edges)
        if !Self.numbered.contains(self) { return nil }
    }

    var horizontal: AxisDirection { contains(.left) ? .backward : contains(.right) ? .forward : .neither }
    var vertical: AxisDirection { contains(.top) ? .backward : contains(.bottom) ? .forward : .neither }
}
