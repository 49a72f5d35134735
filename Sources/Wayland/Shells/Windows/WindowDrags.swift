import Geometry
import Mirroring
import WaylandBinding

/// An interactive move of a window.
final class MoveDrag: SeatGrab {
    var onEnd: (() -> Void)?
    let endsOtherTouches = true
    let cursorName = "grabbing"
    private weak var toplevel: Toplevel?
    private let start: Point<LogicalSpace>
    private let origin: WindowOrigin

    init(_ toplevel: Toplevel, at start: Point<LogicalSpace>) {
        self.toplevel = toplevel
        self.start = start
        origin = toplevel.origin
    }

    func moved(to point: Point<LogicalSpace>, _ time: Timestamp) {
        guard let toplevel, toplevel.shell.isMapped, !toplevel.fills else { return }
        let step = toplevel.laidOut(point.steps(from: start))
        toplevel.move(to: WindowOrigin(x: origin.x.addingClamped(step.x), y: origin.y.addingClamped(step.y)))
    }

    func released(_ time: Timestamp) {}

    func cancelled() {}
}

/// An interactive resize of a window by an edge or a corner.
final class ResizeDrag: SeatGrab {
    var onEnd: (() -> Void)?
    let endsOtherTouches = true
    let cursorName: String
    private weak var toplevel: Toplevel?
    private let edges: XdgToplevel.ResizeEdge
    private let start: Point<LogicalSpace>
    private let frame: Rect<LogicalSpace>

    init(_ toplevel: Toplevel, edges: XdgToplevel.ResizeEdge, at start: Point<LogicalSpace>) {
        self.toplevel = toplevel
        self.edges = edges
        self.start = start
        frame = toplevel.shell.frame
        cursorName = edges.cursorName
        toplevel.resize(to: frame.size, by: edges)
    }

    func moved(to point: Point<LogicalSpace>, _ time: Timestamp) {
        guard let toplevel, toplevel.shell.isMapped, !toplevel.fills else { return }
        let step = toplevel.laidOut(point.steps(from: start))
        var wanted = frame.size
        if edges.isLeft { wanted.width = frame.width.subtractingClamped(step.x) }
        if edges.isRight { wanted.width = frame.width.addingClamped(step.x) }
        if edges.isTop { wanted.height = frame.height.subtractingClamped(step.y) }
        if edges.isBottom { wanted.height = frame.height.addingClamped(step.y) }
        let size = toplevel.wishes.limits.clamp(wanted)
        toplevel.resize(to: size, by: edges)
        guard edges.isLeft || edges.isTop else { return }
        toplevel.move(
            to: WindowOrigin(
                x: edges.isLeft ? frame.maxX.subtractingClamped(size.width) : frame.x,
                y: edges.isTop ? frame.maxY.subtractingClamped(size.height) : frame.y))
    }

    func released(_ time: Timestamp) {
        toplevel?.resize(to: nil)
    }

    func cancelled() {
        toplevel?.resize(to: nil)
    }
}

extension Toplevel {
    /// A movement over the screen as one in the window's layout.
    fileprivate func laidOut(_ step: (x: Int, y: Int)) -> (x: Int, y: Int) {
        let factor = fit?.factor ?? 1
        func laidOut(_ length: Int) -> Int { Int(clamping: (Double(length) / factor).rounded()) }
        return (laidOut(step.x), laidOut(step.y))
    }
}

extension XdgToplevel.ResizeEdge {
    fileprivate var isLeft: Bool { self == .left || self == .topLeft || self == .bottomLeft }
    fileprivate var isRight: Bool { self == .right || self == .topRight || self == .bottomRight }
    fileprivate var isTop: Bool { self == .top || self == .topLeft || self == .topRight }
    fileprivate var isBottom: Bool { self == .bottom || self == .bottomLeft || self == .bottomRight }

    fileprivate var cursorName: String {
        switch self {
        case .none: "default"
        case .top: "n-resize"
        case .bottom: "s-resize"
        case .left: "w-resize"
        case .right: "e-resize"
        case .topLeft: "nw-resize"
        case .topRight: "ne-resize"
        case .bottomLeft: "sw-resize"
        case .bottomRight: "se-resize"
        }
    }
}
