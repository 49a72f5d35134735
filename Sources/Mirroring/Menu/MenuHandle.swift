package import Geometry

/// The handle at an edge of the panel, with its area for fingers and its drawn bar.
package struct MenuHandle: Hashable, Sendable {
    package let edge: MenuEdge
    /// The points where fingers take hold of the handle, along the edge.
    package let area: Rect<PanelSpace>
    /// The rectangle that is drawn, within the area.
    package let bar: Rect<PanelSpace>
    /// How far a finger drags the handle inwards until the menu opens, in pixels; a tap strays less.
    package let reach: Double

    /// A depth that a finger at the bezel covers, and that takes little of the picture from other targets.
    private static let depthMillimetres = 5.0
    private static let reachMillimetres = 3.0
    /// The largest shares of the panel that the handle takes, along the edge and across it.
    private static let largestShare = (along: 0.5, across: 0.125)

    /// The handle at an edge of `room`, the free part of a panel; `density` is in pixels per millimetre.
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

    /// A rectangle inwards of the handle, at a distance of `gap` and within `room`.
    ///
    /// `start` is the rectangle's place along the edge.
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

    /// How far `point` lies inwards of `start`, in pixels.
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

/// Recognizes the gestures that open the menu: a tap on the handle, or a drag from the handle inwards.
///
/// Any other drag there belongs to the target under the handle, such as a scroll bar.
package struct HandleGesture: Hashable, Sendable {
    /// Where the contacts that may still open the menu went down.
    private var starts: [ContactID: Point<PanelSpace>] = [:]

    /// The result of the handle's input.
    package enum Outcome: Hashable, Sendable {
        case opens
        /// The contact belongs to the target below; it came down at `from` and is now at `to`.
        case givesWay(ContactID, from: Point<PanelSpace>, to: Point<PanelSpace>)
    }

    package init() {}

    /// Takes the handle's input and returns its result, if any.
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
