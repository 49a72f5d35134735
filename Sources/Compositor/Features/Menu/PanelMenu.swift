import Mirroring

/// The open panel menu: its entries, what is highlighted and pressed, and what input does.
///
/// Entries that do not fit are on further pages, each with an entry that leads to the next. Invariants: the highlight is
/// an entry of the page that can be chosen; a press belongs to a contact that is down.
struct PanelMenu: Hashable, Sendable {
    /// What lies under a point.
    enum Hit: Hashable, Sendable {
        case item(MenuItem)
        /// The menu, between the entries.
        case sheet
        case outside
    }

    /// The keys that a menu knows.
    enum Key: Hashable, Sendable {
        case left, right, up, down, next, previous, choose, close
    }

    enum Input: Hashable, Sendable {
        case down(ContactID, Hit)
        case move(ContactID, Hit)
        case up(ContactID)
        case cancel(ContactID)
        case hover(Hit)
        case hoverEnded
        case key(Key)
        /// Highlights the next entry, for a switch device.
        case scan
    }

    enum Outcome: Hashable, Sendable {
        case none
        case choose(MenuItem)
        case close
    }

    private struct Press: Hashable {
        let start: Hit
        var present: Hit
    }

    /// How often scanning goes round before the menu closes by itself.
    static let scanRounds = 3

    private var all: [MenuEntry]
    private let columns: Int
    private let capacity: Int
    private var page = 0
    private var presses: [ContactID: Press] = [:]
    private var scanSteps = 0
    /// The highlighted entry.
    private(set) var focus: MenuItem?

    /// A menu of a grid; `isFocused` highlights the first entry from the start, for keys and switches.
    init(_ entries: [MenuEntry], in grid: MenuGrid, isFocused: Bool) {
        all = entries
        columns = grid.columns
        capacity = max(MenuGrid.leastCapacity, grid.capacity)
        if isFocused { focus = choosable.first }
    }

    /// How many entries there are, on all pages.
    var count: Int { all.count }

    /// The entries of the page, in reading order.
    var shown: [MenuEntry] {
        if all.count < capacity { return all + [MenuEntry(.close)] }
        let first = page * (capacity - 2)
        return all.dropFirst(first).prefix(capacity - 2) + [MenuEntry(.more), MenuEntry(.close)]
    }

    /// The entries under contacts that began on them.
    var pressed: Set<MenuItem> {
        Set(
            presses.values.compactMap { press in
                guard press.start == press.present, case .item(let item) = press.start else { return nil }
                return item
            })
    }

    /// Whether nothing is held.
    var isReleased: Bool { presses.isEmpty }

    /// Takes the present state of the same entries, or others.
    mutating func update(_ entries: [MenuEntry]) {
        all = entries
        if page >= pages { page = 0 }
        if let focus, !choosable.contains(focus) { self.focus = choosable.first }
    }

    mutating func handle(_ input: Input) -> Outcome {
        switch input {
        case .down(let contact, let hit):
            presses[contact] = Press(start: hit, present: hit)
            scanSteps = 0
        case .move(let contact, let hit):
            presses[contact]?.present = hit
        case .up(let contact):
            return presses.removeValue(forKey: contact).map { lifted($0) } ?? .none
        case .cancel(let contact):
            presses[contact] = nil
        case .hover(let hit):
            if case .item(let item) = hit, choosable.contains(item) { focus = item }
        case .hoverEnded:
            break
        case .key(let key):
            scanSteps = 0
            return press(key)
        case .scan:
            return scan()
        }
        return .none
    }

    private mutating func lifted(_ press: Press) -> Outcome {
        guard press.start == press.present else { return .none }
        switch press.start {
        case .item(let item): return choose(item)
        case .sheet: return .none
        case .outside: return .close
        }
    }

    private mutating func press(_ key: Key) -> Outcome {
        switch key {
        case .close: return .close
        case .choose:
            if let focus { return choose(focus) }
            focus = choosable.first
        case .left, .previous: step(by: -1)
        case .right, .next: step(by: 1)
        case .up: climb(by: -columns)
        case .down: climb(by: columns)
        }
        return .none
    }

    private mutating func choose(_ item: MenuItem) -> Outcome {
        guard choosable.contains(item) else { return .none }
        switch item {
        case .close: return .close
        case .more:
            page = (page + 1) % pages
            if focus != nil { focus = choosable.first }
            return .none
        default: return .choose(item)
        }
    }

    private mutating func scan() -> Outcome {
        scanSteps += 1
        guard scanSteps <= Self.scanRounds * choosable.count else { return .close }
        step(by: 1)
        return .none
    }

    /// Moves the highlight in reading order, and wraps around at the ends.
    private mutating func step(by offset: Int) {
        let items = choosable
        guard !items.isEmpty else { return }
        guard let place = focus.flatMap(items.firstIndex) else { return focus = offset > 0 ? items.first : items.last }
        focus = items[(place + offset + items.count) % items.count]
    }

    /// Moves the highlight to another row, past entries that cannot be chosen.
    private mutating func climb(by offset: Int) {
        let items = shown.map(\.item)
        guard let place = focus.flatMap(items.firstIndex) else { return step(by: offset) }
        var next = place + offset
        while items.indices.contains(next) {
            if choosable.contains(items[next]) { return focus = items[next] }
            next += offset
        }
    }

    private var choosable: [MenuItem] { shown.filter(\.canBeChosen).map(\.item) }

    private var pages: Int {
        all.count < capacity ? 1 : (all.count + capacity - 3) / (capacity - 2)
    }
}

extension PanelMenu.Key {
    /// The menu's key for a Linux event code with modifiers; nil for any other.
    init?(_ keys: BoundKeys) {
        // KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_DOWN, KEY_TAB, KEY_ENTER, KEY_KPENTER, KEY_SPACE and KEY_ESC.
        switch keys.code {
        case 105: self = .left
        case 106: self = .right
        case 103: self = .up
        case 108: self = .down
        case 15: self = keys.modifiers.contains(.shift) ? .previous : .next
        case 28, 96, 57: self = .choose
        case 1: self = .close
        default: return nil
        }
    }
}
