import Geometry

/// Where a popup wants to be, as an `xdg_positioner` collects it; in pixels of the parent's window geometry.
struct PositionerRules: Hashable {
    var size = Size<LogicalSpace>.zero
    /// The part of the parent that the popup belongs to; nil while none was set.
    var anchorRect: Rect<LogicalSpace>?
    var anchor = XdgPositioner.Anchor.none
    var gravity = XdgPositioner.Gravity.none
    var adjustment: XdgPositioner.ConstraintAdjustment = []
    var offsetX = 0
    var offsetY = 0
    /// The popup is placed again whenever what it is constrained by changes.
    var isReactive = false
    /// The parent's size that the client has in mind, where it differs from the current one.
    var parentSize: Size<LogicalSpace>?

    /// Size and anchor rectangle were both given.
    var isComplete: Bool { !size.isEmpty && anchorRect != nil }
}

/// The end of an axis that an edge or a gravity points to.
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
