import Geometry
import WaylandBinding

/// The placement rules of an `xdg_positioner`, in pixels relative to the parent's window geometry.
struct PositionerRules: Hashable {
    var size = Size<LogicalSpace>.zero
    /// The anchor rectangle; nil while unset.
    var anchorRect: Rect<LogicalSpace>?
    var anchor = XdgPositioner.Anchor.none
    var gravity = XdgPositioner.Gravity.none
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

extension XdgPositioner.Anchor {
    var horizontal: AxisDirection {
        switch self {
        case .left, .topLeft, .bottomLeft: .backward
        case .right, .topRight, .bottomRight: .forward
        case .none, .top, .bottom: .neither
        }
    }

    var vertical: AxisDirection {
        switch self {
        case .top, .topLeft, .topRight: .backward
        case .bottom, .bottomLeft, .bottomRight: .forward
        case .none, .left, .right: .neither
        }
    }
}

extension XdgPositioner.Gravity {
    var horizontal: AxisDirection {
        switch self {
        case .left, .topLeft, .bottomLeft: .backward
        case .right, .topRight, .bottomRight: .forward
        case .none, .top, .bottom: .neither
        }
    }

    var vertical: AxisDirection {
        switch self {
        case .top, .topLeft, .topRight: .backward
        case .bottom, .bottomLeft, .bottomRight: .forward
        case .none, .left, .right: .neither
        }
    }
}
