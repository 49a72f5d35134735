import CLinux

/// What a viewer's pointer does on the screen.
enum PointerAction: Hashable {
    case move(x: Int, y: Int)
    /// A Linux event code.
    case button(UInt32, isPressed: Bool)
    /// Clicks of the wheel, down or to the right if positive.
    case scroll(isSideways: Bool, clicks: Int32)
}

/// The buttons that viewers hold, in RFB's bits; a button is down while any viewer holds it.
struct PointerButtons {
    private var held: [ViewerID: UInt32] = [:]

    private static let codes = [0: BTN_LEFT, 1: BTN_MIDDLE, 2: BTN_RIGHT].mapValues(UInt32.init)
    private static let wheel: [Int: (isSideways: Bool, clicks: Int32)] = [
        3: (false, -1), 4: (false, 1), 5: (true, -1), 6: (true, 1),
    ]

    /// A viewer's pointer is at a point with these buttons pressed.
    mutating func point(x: Int, y: Int, buttons: UInt32, _ viewer: ViewerID) -> [PointerAction] {
        let old = held[viewer] ?? 0
        let turned = Self.wheel.keys.sorted().filter { bit in (buttons & ~old) & (1 << bit) != 0 }
        return [.move(x: x, y: y)] + hold(buttons, viewer)
            + turned.compactMap { Self.wheel[$0].map { .scroll(isSideways: $0.isSideways, clicks: $0.clicks) } }
    }

    /// Releases what a viewer holds.
    mutating func leave(_ viewer: ViewerID) -> [PointerAction] {
        defer { held[viewer] = nil }
        return hold(0, viewer)
    }

    /// The buttons' codes that are down.
    var pressed: [UInt32] { Self.codes.keys.sorted().filter { all & (1 << $0) != 0 }.compactMap { Self.codes[$0] } }

    private var all: UInt32 { held.values.reduce(0, |) }

    private mutating func hold(_ buttons: UInt32, _ viewer: ViewerID) -> [PointerAction] {
        let before = all
        held[viewer] = buttons
        let changed = before ^ all
        return Self.codes.keys.sorted().compactMap { bit in
            guard changed & (1 << bit) != 0, let code = Self.codes[bit] else { return nil }
            return .button(code, isPressed: all & (1 << bit) != 0)
        }
    }
}
