import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Compositor

/// A menu of three columns: seven entries, one of which cannot be chosen, and the one that closes it.
@Suite struct PanelMenuTests {
    private static let finger = ContactID(0)
    private static let entries: [MenuEntry] = [
        MenuEntry(.mode, .mode(.direct)), MenuEntry(.zoom, .unavailable), MenuEntry(.pictureInPicture, .isOn(false)),
        MenuEntry(.mirroring, .isOn(true)), MenuEntry(.blankAll), MenuEntry(.screenshot), MenuEntry(.command(0)),
    ]

    private static func grid(_ count: Int, _ panel: Size<PanelSpace> = Size(width: 1024, height: 600)) -> MenuGrid {
        MenuGrid(count: count, on: panel, MenuConfiguration(), density: 6.67, size: 1)
    }

    private func menu(isFocused: Bool = false) -> PanelMenu {
        PanelMenu(Self.entries, in: Self.grid(Self.entries.count + 1), isFocused: isFocused)
    }

    private func tap(_ menu: inout PanelMenu, _ hit: PanelMenu.Hit) -> PanelMenu.Outcome {
        #expect(menu.handle(.down(Self.finger, hit)) == .none)
        return menu.handle(.up(Self.finger))
    }

    @Test func aTapChooses() {
        var menu = menu()
        #expect(menu.focus == nil)
        #expect(menu.shown.map(\.item) == Self.entries.map(\.item) + [.close])
        #expect(tap(&menu, .item(.mirroring)) == .choose(.mirroring))
        #expect(tap(&menu, .item(.close)) == .close)
        #expect(tap(&menu, .outside) == .close)
        #expect(tap(&menu, .sheet) == .none)
        #expect(tap(&menu, .item(.zoom)) == .none)
    }

    @Test func aFingerThatStraysChoosesNothing() {
        var menu = menu()
        _ = menu.handle(.down(Self.finger, .item(.mode)))
        #expect(menu.pressed == [.mode])
        _ = menu.handle(.move(Self.finger, .item(.pictureInPicture)))
        #expect(menu.pressed.isEmpty)
        #expect(menu.handle(.up(Self.finger)) == .none)
        _ = menu.handle(.down(Self.finger, .item(.mode)))
        _ = menu.handle(.move(Self.finger, .outside))
        _ = menu.handle(.move(Self.finger, .item(.mode)))
        #expect(menu.handle(.up(Self.finger)) == .choose(.mode))
        _ = menu.handle(.down(Self.finger, .outside))
        _ = menu.handle(.cancel(Self.finger))
        #expect(menu.handle(.up(Self.finger)) == .none)
    }

    @Test func keysWalkPastWhatCannotBeChosen() {
        var menu = menu(isFocused: true)
        #expect(menu.focus == .mode)
        func press(_ keys: PanelMenu.Key...) -> MenuItem? {
            for key in keys { #expect(menu.handle(.key(key)) == .none) }
            return menu.focus
        }
        #expect(press(.right) == .pictureInPicture)
        #expect(press(.down) == .screenshot)
        #expect(press(.left) == .blankAll)
        // Above it is the entry that cannot be chosen.
        #expect(press(.up) == .blankAll)
        #expect(press(.down) == .close)
        #expect(press(.next) == .mode)
        #expect(press(.previous) == .close)
        #expect(menu.handle(.key(.choose)) == .close)
        #expect(menu.handle(.key(.close)) == .close)
    }

    @Test func theFirstKeyHighlightsTheFirstEntry() {
        for key in [PanelMenu.Key.down, .right, .next, .choose] {
            var menu = menu()
            #expect(menu.handle(.key(key)) == .none)
            #expect(menu.focus == .mode)
        }
    }

    @Test func aPointerHighlights() {
        var menu = menu()
        _ = menu.handle(.hover(.item(.pictureInPicture)))
        #expect(menu.focus == .pictureInPicture)
        _ = menu.handle(.hover(.item(.zoom)))
        #expect(menu.focus == .pictureInPicture)
    }

    @Test func scanningGoesRoundAndGivesUp() {
        var menu = menu(isFocused: true)
        // Seven of the eight can be chosen.
        for _ in 0..<7 { #expect(menu.handle(.scan) == .none) }
        #expect(menu.focus == .mode)
        _ = menu.handle(.scan)
        #expect(menu.handle(.key(.choose)) == .choose(.pictureInPicture))
        for _ in 0..<21 { #expect(menu.handle(.scan) == .none) }
        #expect(menu.handle(.scan) == .close)
    }

    @Test func whatDoesNotFitIsOnFurtherPages() {
        let entries = (0..<10).map { MenuEntry(.command($0)) }
        let grid = Self.grid(11, Size(width: 440, height: 310))
        #expect(grid.capacity == 4)
        var menu = PanelMenu(entries, in: grid, isFocused: true)
        var seen: [MenuItem] = []
        for _ in 0..<5 {
            #expect(menu.shown.suffix(2).map(\.item) == [.more, .close])
            seen += menu.shown.dropLast(2).map(\.item)
            #expect(tap(&menu, .item(.more)) == .none)
        }
        #expect(seen == entries.map(\.item))
        #expect(menu.shown.first?.item == .command(0))
    }

    @Test func newStatesKeepTheHighlight() {
        var menu = menu(isFocused: true)
        _ = menu.handle(.key(.right))
        menu.update(Self.entries.map { $0.item == .pictureInPicture ? MenuEntry($0.item, .isOn(true)) : $0 })
        #expect(menu.focus == .pictureInPicture)
        menu.update(Self.entries.filter { $0.item != .pictureInPicture })
        #expect(menu.focus == .mode)
    }

    @Test(arguments: [
        (BoundKeys([], 15), PanelMenu.Key.next), (BoundKeys([.shift], 15), .previous), (BoundKeys([], 28), .choose),
        (BoundKeys([], 57), .choose), (BoundKeys([], 1), .close), (BoundKeys([], 103), .up), (BoundKeys([], 30), nil),
    ])
    func keysHaveMeanings(keys: BoundKeys, meaning: PanelMenu.Key?) {
        #expect(PanelMenu.Key(keys) == meaning)
    }

    @Test(arguments: UInt64(0)..<200)
    func whateverHappensTheHighlightCanBeChosen(seed: UInt64) {
        var life = MenuLife(seed: seed)
        for _ in 0..<300 { life.act() }
        life.liftAll()
        #expect(life.menu.isReleased, "seed \(seed)")
    }
}

/// Random input to a menu whose entries change under it.
private struct MenuLife {
    private(set) var menu: PanelMenu
    private var random: SplitMix64
    private var down: [ContactID: PanelMenu.Hit] = [:]
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
        var random = SplitMix64(seed: seed)
        let entries = Self.entries(&random)
        let panel = Size<PanelSpace>(
            width: .random(in: 1...1500, using: &random), height: .random(in: 1...900, using: &random))
        let grid = MenuGrid(
            count: entries.count + 1, on: panel, MenuConfiguration(), density: .random(in: 1...12, using: &random),
            size: 1)
        menu = PanelMenu(entries, in: grid, isFocused: random.chance(50))
        self.random = random
    }

    private static func entries(_ random: inout SplitMix64) -> [MenuEntry] {
        (0..<Int.random(in: 0...14, using: &random)).map {
            MenuEntry(.command($0), random.chance(30) ? .unavailable : .none)
        }
    }

    mutating func act() {
        let contact = ContactID(Int32.random(in: 0..<3, using: &random))
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: press(contact)
        case 2:
            let hit = hit()
            check(menu.handle(.move(contact, hit)))
        case 3: lift(contact)
        case 4:
            down[contact] = nil
            check(menu.handle(.cancel(contact)))
        case 5: check(menu.handle(.hover(hit())))
        case 6: menu.update(Self.entries(&random))
        case 7: check(menu.handle(.scan))
        default:
            let keys: [PanelMenu.Key] = [.left, .right, .up, .down, .next, .previous, .choose, .close]
            check(menu.handle(.key(keys.randomElement(using: &random) ?? .choose)))
        }
        let choosable = menu.shown.filter(\.canBeChosen).map(\.item)
        #expect(menu.focus.map(choosable.contains) ?? true, "seed \(seed): the highlight is out of reach")
        #expect(menu.shown.last?.item == .close, "seed \(seed): no way out")
        #expect(menu.isReleased == down.isEmpty, "seed \(seed)")
    }

    mutating func liftAll() {
        for contact in down.keys { lift(contact) }
    }

    private mutating func press(_ contact: ContactID) {
        let hit = hit()
        down[contact] = hit
        check(menu.handle(.down(contact, hit)))
    }

    private mutating func lift(_ contact: ContactID) {
        let before = menu
        let start = down.removeValue(forKey: contact)
        let outcome = menu.handle(.up(contact))
        check(outcome, before)
        if case .choose(let item) = outcome { #expect(start == .item(item), "seed \(seed): another entry was chosen") }
        if start == nil { #expect(outcome == .none, "seed \(seed): a finger that was not down chose") }
    }

    private func check(_ outcome: PanelMenu.Outcome, _ before: PanelMenu? = nil) {
        guard case .choose(let item) = outcome else { return }
        let entry = (before ?? menu).shown.first { $0.item == item }
        #expect(entry?.canBeChosen == true, "seed \(seed): \(item) was chosen")
    }

    private mutating func hit() -> PanelMenu.Hit {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .outside
        case 1: .sheet
        default: .item(menu.shown.map(\.item).randomElement(using: &random) ?? .close)
        }
    }
}
