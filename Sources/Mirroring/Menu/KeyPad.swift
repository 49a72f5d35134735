package import Geometry

/// A key of the pad below the controller on the panel, for slides, menus and players.
package enum PadKey: Hashable, Sendable, CaseIterable {
    case escape, home, up, end, pageUp, volumeUp
    case tab, left, enter, right, pageDown, volumeDown
    case space, previous, down, next, play, mute

    /// The Linux event code.
    package var code: UInt32 {
        switch self {
        case .escape: 1
        case .home: 102
        case .up: 103
        case .end: 107
        case .pageUp: 104
        case .volumeUp: 115
        case .tab: 15
        case .left: 105
        case .enter: 28
        case .right: 106
        case .pageDown: 109
        case .volumeDown: 114
        case .space: 57
        case .previous: 165
        case .down: 108
        case .next: 163
        case .play: 164
        case .mute: 113
        }
    }
}

/// The places of the pad's keys on a panel, in panel pixels.
package struct KeyPad: Hashable, Sendable {
    /// The keys from top to bottom, and from left to right.
    package static let rows: [[PadKey]] = [
        [.escape, .home, .up, .end, .pageUp, .volumeUp],
        [.tab, .left, .enter, .right, .pageDown, .volumeDown],
        [.space, .previous, .down, .next, .play, .mute],
    ]

    package let frame: Rect<PanelSpace>
    /// The room between the keys and around them.
    package let gap: Int

    private static let keyMillimetres = 9.0
    private static let gapMillimetres = 1.2
    /// The largest share of the panel's height that the pad takes.
    private static let mostOfPanel = 0.45

    /// A pad along the lower edge of `room`, a part of a panel.
    ///
    /// `density` is in pixels per millimetre. `size` is a multiple of the usual size.
    package init(in room: Rect<PanelSpace>, density: Double, size: Double) {
        let rows = Double(Self.rows.count)
        let millimetres = rows * Self.keyMillimetres + (rows + 1) * Self.gapMillimetres
        let height = Int(
            clamping: min(millimetres * density * size, Double(room.height) * Self.mostOfPanel).rounded())
        gap = max(1, Int(clamping: (Double(height) * Self.gapMillimetres / millimetres).rounded()))
        frame = Rect(x: room.x, y: room.maxY - height, width: room.width, height: height)
    }

    /// The keys and their places on the panel.
    package var places: [(key: PadKey, place: Rect<PanelSpace>)] {
        zip(Self.rows.indices, Self.rows).flatMap { row, keys in
            let (top, bottom) = edges(row, of: Self.rows.count, frame.height)
            return zip(keys.indices, keys).map { column, key in
                let (left, right) = edges(column, of: keys.count, frame.width)
                return (
                    key,
                    Rect<PanelSpace>(x: frame.x + left, y: frame.y + top, width: right - left, height: bottom - top)
                )
            }
        }
    }

    /// The key at a point, including the gaps around the key, or nil outside the pad.
    package func key(at point: Point<PanelSpace>) -> PadKey? {
        guard frame.contains(point) else { return nil }
        func index(_ length: Double, _ whole: Int, _ count: Int) -> Int {
            min(count - 1, Int(clamping: length * Double(count) / Double(whole)))
        }
        let row = Self.rows[index(point.y - Double(frame.y), frame.height, Self.rows.count)]
        return row[index(point.x - Double(frame.x), frame.width, row.count)]
    }

    /// The start and the end of one of `count` keys on a side of this length.
    private func edges(_ index: Int, of count: Int, _ length: Int) -> (Int, Int) {
        let room = length - gap
        return (gap + index * room / count, max(gap, (index + 1) * room / count))
    }
}

/// The fingers, pens and pointers on the pad; each holds the key that it came down on, wherever it moves.
package struct PadContacts: Sendable {
    /// A key that went down or up.
    package struct Change: Hashable, Sendable {
        package let key: PadKey
        package let isPressed: Bool
    }

    private var held: [ContactID: PadKey] = [:]

    package init() {}

    /// The keys that are down.
    package var pressed: Set<PadKey> { Set(held.values) }

    /// Takes input for the pad and returns the change that results.
    ///
    /// A key that two contacts hold goes up with the last contact.
    package mutating func take(_ input: OverlayInput, on pad: KeyPad) -> Change? {
        switch input {
        case .down(let contact, let means, let point, _):
            guard means.isPrimary, held[contact] == nil, let key = pad.key(at: point) else { return nil }
            let isNew = !held.values.contains(key)
            held[contact] = key
            return isNew ? Change(key: key, isPressed: true) : nil
        case .up(let contact, _), .cancel(let contact):
            guard let key = held.removeValue(forKey: contact), !held.values.contains(key) else { return nil }
            return Change(key: key, isPressed: false)
        case .motion, .hover, .hoverEnded, .scroll, .key: return nil
        }
    }
}
