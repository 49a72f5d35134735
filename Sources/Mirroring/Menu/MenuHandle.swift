package import Geometry

/// The handle at an edge of the panel: where fingers take hold of it, and where it is drawn.
package struct MenuHandle: Hashable, Sendable {
    package let edge: MenuEdge
    /// The points that take fingers, along the edge.
    package let area: Rect<PanelSpace>
    /// What is drawn, within the area.
    package let bar: Rect<PanelSpace>
    /// How far inwards a finger drags the handle until the menu opens, and how far it may stray in a tap; in pixels.
    package let reach: Double

    /// A depth that a finger at the bezel covers without keeping much of the picture from others.
    private static let depthMillimetres = 5.0
    private static let reachMillimetres = 3.0
    /// The most of the panel that it takes, along the edge and across.
    private static let largestShare = (along: 0.5, across: 0.125)

    /// The handle at an edge of what is free of a panel of this density, in pixels per millimetre.
    package init(_ configuration: MenuConfiguration, in room: Rect<PanelSpace>, density: Double) {
        edge = configuration.edge
        let (along, across) = edge.isSide ? (room.height, room.width) : (room.width, room.height)
        let length = Self.pixels(
            configuration.lengthMillimetres * density, atMost: Double(along) * Self.largestShare.along)
        let depth = Self.pixels(Self.depthMillimetres * density, atMost: Double(across) * Self.largestShare.across)
        let place = min(max(configuration.place, 0), 1)
        let start = Int(clamping: (Double(max(0, along - length)) * place).rounded())
        let isFar = edge == .right || edge == .bottom
        area = Self.rect(edge, start, length, isFar ? across - depth : 0, depth).offset(x: room.x, y: room.y)
        let (thickness, inset, margin) = (max(2, depth * 2 / 5), max(1, depth / 6), length / 10)
        bar = Self.rect(
            edge, start + margin, max(1, length - 2 * margin), isFar ? across - inset - thickness : inset, thickness
        ).offset(x: room.x, y: room.y)
        reach = Self.reachMillimetres * density
    }

    /// A rectangle inwards of the handle, `gap` from it, and in the room; `start` is its place along the edge.
    package func place(
        _ size: Size<PanelSpace>, gap: Int, at start: (x: Int, y: Int), in room: Rect<PanelSpace>
    ) -> Rect<PanelSpace> {
        let (x, y) =
            switch edge {
            case .left: (area.maxX + gap, start.y)
            case .right: (area.x - gap - size.width, start.y)
            case .top: (start.x, area.maxY + gap)
            case .bottom: (start.x, area.y - gap - size.height)
            }
        return Rect(
            x: max(room.x, min(x, room.maxX - size.width)), y: max(room.y, min(y, room.maxY - size.height)),
            width: size.width, height: size.height)
    }

    /// How far a point lies inwards of another.
    package func inwards(from start: Point<PanelSpace>, to point: Point<PanelSpace>) -> Double {
        switch edge {
        case .left: point.x - start.x
        case .right: start.x - point.x
        case .top: point.y - start.y
        case .bottom: start.y - point.y
        }
    }

    private static func pixels(_ wanted: Double, atMost limit: Double) -> Int {
        max(1, Int(clamping: min(wanted, limit).rounded()))
    }

    private static func rect(_ edge: MenuEdge, _ start: Int, _ length: Int, _ near: Int, _ depth: Int)
        -> Rect<PanelSpace>
    {
        edge.isSide
            ? Rect(x: near, y: start, width: depth, height: length)
            : Rect(x: start, y: near, width: length, height: depth)
    }
}

/// Recognizes what opens the menu: a tap on the handle, or a drag from it inwards. Whatever else drags there is for what lies under the
/// handle, such as a scroll bar.
package struct HandleGesture: Hashable, Sendable {
    /// Where the contacts that may still open the menu went down.
    private var starts: [ContactID: Point<PanelSpace>] = [:]

    /// What the handle's input leads to.
    package enum Outcome: Hashable, Sendable {
        case opens
        /// The contact is for what lies below: it came down at `start`, and is at `point`.
        case givesWay(ContactID, from: Point<PanelSpace>, to: Point<PanelSpace>)
    }

    package init() {}

    /// Takes the handle's input.
    package mutating func take(_ input: OverlayInput, on handle: MenuHandle) -> Outcome? {
        switch input {
        case .down(let contact, let means, let point, _):
            if means.isPrimary { starts[contact] = point }
        case .motion(let contact, let point, _):
            guard let start = starts[contact], point.distance(to: start) >= handle.reach else { return nil }
            starts[contact] = nil
            let isInwards = handle.inwards(from: start, to: point) >= handle.reach / 2
            return isInwards ? .opens : .givesWay(contact, from: start, to: point)
        case .up(let contact, _):
            return starts.removeValue(forKey: contact).map { _ in .opens }
        case .cancel(let contact):
            starts[contact] = nil
        case .hover, .hoverEnded, .scroll, .key: break
        }
        return nil
    }
}
