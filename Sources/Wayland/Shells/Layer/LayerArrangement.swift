import Geometry
import WaylandBinding

/// Places layer surfaces on the screen one by one; each reserves its exclusive zone from the surfaces that follow.
struct LayerArrangement {
    private let screen: Rect<LogicalSpace>
    /// The insets reserved so far.
    private(set) var reserved: EdgeInsets

    /// `reserved` is kept free by all surfaces except those with a negative exclusive zone.
    init(screen: Rect<LogicalSpace>, reserved: EdgeInsets = .none) {
        self.screen = screen
        self.reserved = reserved
    }

    /// Places a surface. A surface that is not shown `reserves` nothing.
    mutating func place(_ state: LayerState, reserves: Bool) -> Rect<LogicalSpace> {
        let area = state.exclusiveZone < 0 ? screen : screen.without(reserved)
        let x = Self.span(
            length: state.size.width, in: (area.x, area.maxX),
            start: state.anchor.contains(.left) ? state.margin.left : nil,
            end: state.anchor.contains(.right) ? state.margin.right : nil)
        let y = Self.span(
            length: state.size.height, in: (area.y, area.maxY),
            start: state.anchor.contains(.top) ? state.margin.top : nil,
            end: state.anchor.contains(.bottom) ? state.margin.bottom : nil)
        if reserves, state.exclusiveZone > 0 { reserve(state) }
        return Rect(x: x.start, y: y.start, width: x.length, height: y.length)
    }

    /// Places one axis. `start` and `end` are the margins to the anchored edges.
    private static func span(
        length: Int, in area: (start: Int, end: Int), start: Int?, end: Int?
    ) -> (start: Int, length: Int) {
        switch (start, end) {
        case (let start?, let end?) where length == 0:
            (area.start + start, max(1, area.end - end - area.start - start))
        case (let start?, nil): (area.start + start, length)
        case (nil, let end?): (area.end - end - length, length)
        case (_?, _?), (nil, nil): (area.start + (area.end - area.start - length) / 2, length)
        }
    }

    private mutating func reserve(_ state: LayerState) {
        let zone = state.exclusiveZone
        switch state.edge {
        case .top: reserved.top = max(0, reserved.top + zone + state.margin.top)
        case .right: reserved.right = max(0, reserved.right + zone + state.margin.right)
        case .bottom: reserved.bottom = max(0, reserved.bottom + zone + state.margin.bottom)
        case .left: reserved.left = max(0, reserved.left + zone + state.margin.left)
        case nil: break
        }
    }
}
