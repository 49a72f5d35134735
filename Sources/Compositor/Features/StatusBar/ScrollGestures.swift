import Geometry
import Mirroring

/// The meaning of contacts on a picture that scrolls.
enum ScrollGesture: Hashable, Sendable {
    /// The picture follows by so many panel pixels, downwards.
    case scroll(Double)
    case end
    /// A tap.
    case tap
}

/// Recognises drags, taps and wheels on a picture that scrolls up and down; the first contact counts, others do not.
struct ScrollGestures {
    private struct Hold {
        let id: ContactID
        let start: Point<PanelSpace>
        var last: Point<PanelSpace>
        var isDragging = false
    }

    private var hold: Hold?

    init() {}

    /// Takes a contact's event. Each series of `scroll` ends with one `end`, also when the contact is cancelled.
    mutating func take(_ input: OverlayInput) -> [ScrollGesture] {
        switch input {
        case .down(let id, let means, let point, _):
            if hold == nil, means.isPrimary, point.isFinite { hold = Hold(id: id, start: point, last: point) }
            return []
        case .motion(let id, let point, _):
            guard var next = hold, next.id == id, point.isFinite else { return [] }
            next.isDragging = next.isDragging || abs(point.y - next.start.y) > ViewGestures.slop
            let distance = point.y - next.last.y
            if next.isDragging { next.last = point }
            hold = next
            return next.isDragging && distance != 0 ? [.scroll(distance)] : []
        case .up(let id, _):
            guard let last = hold, last.id == id else { return [] }
            hold = nil
            return last.isDragging ? [.end] : [.tap]
        case .cancel(let id):
            guard let last = hold, last.id == id else { return [] }
            hold = nil
            return last.isDragging ? [.end] : []
        case .scroll(let axis, _):
            return axis.dy.isFinite && axis.dy != 0 ? [.scroll(-axis.dy), .end] : []
        case .hover, .hoverEnded, .key:
            return []
        }
    }
}
