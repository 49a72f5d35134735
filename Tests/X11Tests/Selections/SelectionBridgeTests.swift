import Mirroring
import Testing

@testable import X11

/// What the bridge does, one exchange after the other.
@Suite struct SelectionBridgeTests {
    private var bridge = SelectionBridge()
    private static let atoms: [UInt8] = [1, 0, 0, 0, 2, 0, 0, 0]

    private static func number(_ value: UInt64) -> TransferNumber { TransferNumber(value: value) }

    private static func request(_ target: String?, window: UInt32 = 7, property: UInt32 = 9) -> SelectionRequest {
        SelectionRequest(
            selection: .clipboard, place: SelectionPlace(window: window, property: property), target: target,
            targetAtom: 3, time: 100)
    }

    /// A program of X owns the clipboard, and has said what it has.
    private mutating func xOwns(_ targets: String...) {
        let asked = bridge.programOwns(.clipboard, window: 5, time: 50, now: 0)
        guard case .convert(let number, .clipboard, "TARGETS")? = asked.first else {
            Issue.record("the owner was not asked: \(asked)")
            return
        }
        #expect(bridge.notified(number, hasProperty: true, now: 0) == [.readProperty(number, offset: 0)])
        let heard = bridge.read(number, SelectionPart(type: "ATOM", bytes: Self.atoms, rest: 0), now: 0)
        guard case .name(.clipboard, [1, 2], let generation)? = heard.last else {
            Issue.record("the atoms were not looked up: \(heard)")
            return
        }
        #expect(heard.first == .endPaste(number))
        let offered = bridge.named(.clipboard, targets: targets, generation: generation)
        #expect(offered == [.offer(.clipboard, types: SelectionTypes.types(for: targets))])
    }

    private mutating func waylandOwns(_ types: String...) {
        bridge.hasFocus = true
        let owned = bridge.waylandOffers(types, as: .clipboard)
        #expect(owned == [.own(.clipboard, targets: SelectionTypes.targets(for: types))])
        #expect(bridge.weOwn(.clipboard, time: 60) == [])
    }

    @Test mutating func aSmallPasteFromX() throws {
        xOwns("UTF8_STRING", "image/png")
        let (paste, asked) = bridge.paste(.clipboard, type: "text/plain", now: 0)
        let number = try #require(paste)
        #expect(asked == [.convert(number, .clipboard, target: "UTF8_STRING")])
        _ = bridge.newValue(number, now: 0)
        #expect(bridge.notified(number, hasProperty: true, now: 0) == [.readProperty(number, offset: 0)])
        let part = SelectionPart(type: "UTF8_STRING", bytes: [65, 66], rest: 1)
        #expect(bridge.read(number, part, now: 0) == [.write(number, [65, 66])])
        #expect(bridge.wrote(number, now: 0) == [.readProperty(number, offset: 2)])
        let last = SelectionPart(type: "UTF8_STRING", bytes: [67], rest: 0)
        #expect(bridge.read(number, last, now: 0) == [.write(number, [67])])
        #expect(bridge.wrote(number, now: 0) == [.endPaste(number)])
        #expect(bridge.deadline == nil)
    }

    @Test mutating func aPasteInParts() throws {
        xOwns("STRING")
        let number = try #require(bridge.paste(.clipboard, type: "text/plain", now: 0).0)
        #expect(bridge.notified(number, hasProperty: true, now: 0) == [.readProperty(number, offset: 0)])
        let announced = SelectionPart(type: "INCR", bytes: [9, 0, 0, 0], rest: 0)
        #expect(bridge.read(number, announced, now: 0) == [])
        #expect(bridge.newValue(number, now: 0) == [.readProperty(number, offset: 0)])
        // Latin-1 becomes UTF-8, and the next part comes while the reader still takes this one.
        let part = SelectionPart(type: "STRING", bytes: [0xFC], rest: 0)
        #expect(bridge.read(number, part, now: 0) == [.write(number, [0xC3, 0xBC])])
        #expect(bridge.newValue(number, now: 0) == [])
        #expect(bridge.wrote(number, now: 0) == [.readProperty(number, offset: 0)])
        #expect(bridge.read(number, SelectionPart(type: "STRING", bytes: [], rest: 0), now: 0) == [.endPaste(number)])
    }

    @Test mutating func newsThatIsReadAlreadyIsNoEnd() throws {
        xOwns("image/png")
        let number = try #require(bridge.paste(.clipboard, type: "image/png", now: 0).0)
        _ = bridge.notified(number, hasProperty: true, now: 0)
        #expect(bridge.newValue(number, now: 0) == [])
        // The value was the announcement itself.
        let announced = SelectionPart(type: "INCR", bytes: [9, 0, 0, 0], rest: 0)
        #expect(bridge.read(number, announced, now: 0) == [.readProperty(number, offset: 0)])
        #expect(bridge.read(number, SelectionPart(type: nil, bytes: [], rest: 0), now: 0) == [])
        #expect(bridge.newValue(number, now: 0) == [.readProperty(number, offset: 0)])
    }

    @Test mutating func anOwnerThatRefusesOrFails() throws {
        xOwns("image/png")
        let refused = try #require(bridge.paste(.clipboard, type: "image/png", now: 0).0)
        #expect(bridge.notified(refused, hasProperty: false, now: 0) == [.endPaste(refused)])
        let failed = try #require(bridge.paste(.clipboard, type: "image/png", now: 0).0)
        _ = bridge.notified(failed, hasProperty: true, now: 0)
        #expect(bridge.read(failed, nil, now: 0) == [.endPaste(failed)])
        let absent = try #require(bridge.paste(.clipboard, type: "image/png", now: 0).0)
        _ = bridge.notified(absent, hasProperty: true, now: 0)
        #expect(bridge.read(absent, SelectionPart(type: nil, bytes: [], rest: 0), now: 0) == [.endPaste(absent)])
        #expect(bridge.paste(.clipboard, type: "text/plain", now: 0).0 == nil)
        #expect(bridge.paste(.primary, type: "image/png", now: 0).0 == nil)
    }

    @Test mutating func anOwnerThatNeverAnswersIsGivenUp() throws {
        xOwns("image/png")
        let number = try #require(bridge.paste(.clipboard, type: "image/png", now: 0).0)
        #expect(bridge.deadline == IncomingTransfer.ownersPatience)
        #expect(bridge.expire(now: IncomingTransfer.ownersPatience - 1) == [])
        #expect(bridge.expire(now: IncomingTransfer.ownersPatience) == [.endPaste(number)])
        #expect(bridge.notified(number, hasProperty: true, now: 0) == [])
    }

    @Test mutating func partsForEverEnd() throws {
        xOwns("image/png")
        let number = try #require(bridge.paste(.clipboard, type: "image/png", now: 0).0)
        _ = bridge.notified(number, hasProperty: true, now: 0)
        _ = bridge.read(number, SelectionPart(type: "INCR", bytes: [], rest: 0), now: 0)
        let part = SelectionPart(type: "image/png", bytes: Array(repeating: 0, count: 1 << 20), rest: 0)
        var parts = 0
        while bridge.transfers > 0, parts < 1000 {
            _ = bridge.newValue(number, now: 0)
            _ = bridge.read(number, part, now: 0)
            _ = bridge.wrote(number, now: 0)
            parts += 1
        }
        #expect(parts == IncomingTransfer.mostBytes >> 20 + 1)
    }

    /// Some programs end with an error when the window is gone that they answer.
    @Test mutating func anOwnerIsHeardOutWithoutItsReader() throws {
        xOwns("image/png")
        let number = try #require(bridge.paste(.clipboard, type: "image/png", now: 0).0)
        _ = bridge.notified(number, hasProperty: true, now: 0)
        _ = bridge.read(number, SelectionPart(type: "INCR", bytes: [], rest: 0), now: 0)
        #expect(bridge.readerLeft(number, now: 0) == [])
        let part = SelectionPart(type: "image/png", bytes: [1], rest: 0)
        for _ in 0..<3 {
            #expect(bridge.newValue(number, now: 0) == [.readProperty(number, offset: 0)])
            #expect(bridge.read(number, part, now: 0) == [])
        }
        #expect(bridge.newValue(number, now: 0) == [.readProperty(number, offset: 0)])
        let end = SelectionPart(type: "image/png", bytes: [], rest: 0)
        #expect(bridge.read(number, end, now: 0) == [.endPaste(number)])
    }

    /// Some owners serve one requestor at a time.
    @Test mutating func pastesOfOneSelectionTakeTurns() throws {
        xOwns("image/png")
        let first = try #require(bridge.paste(.clipboard, type: "image/png", now: 0).0)
        let (second, nothing) = bridge.paste(.clipboard, type: "image/png", now: 0)
        let (third, _) = bridge.paste(.clipboard, type: "image/png", now: 0)
        let numbers = try [#require(second), #require(third)]
        #expect(nothing == [])
        #expect(
            bridge.notified(first, hasProperty: false, now: 0)
                == [.endPaste(first), .convert(numbers[0], .clipboard, target: "image/png")])
        // While the second one makes progress, the third one waits, but not for ever.
        var now: Int64 = 0
        _ = bridge.notified(numbers[0], hasProperty: true, now: now)
        while now < 9_500_000 {
            now += 900_000
            #expect(bridge.expire(now: now) == [])
            _ = bridge.newValue(numbers[0], now: now)
        }
        #expect(
            bridge.expire(now: 10_000_000)
                == [.endPaste(numbers[0]), .convert(numbers[1], .clipboard, target: "image/png")])
    }

    @Test mutating func aPasteStartsBesideOneThatRests() throws {
        xOwns("image/png")
        _ = bridge.paste(.clipboard, type: "image/png", now: 0)
        let next = try #require(bridge.paste(.clipboard, type: "image/png", now: 0).0)
        let left = try #require(bridge.paste(.clipboard, type: "image/png", now: 0).0)
        #expect(bridge.readerLeft(left, now: 0) == [.endPaste(left)])
        #expect(bridge.expire(now: 999_999) == [])
        #expect(bridge.deadline == 1_000_000)
        #expect(bridge.expire(now: 1_000_000) == [.convert(next, .clipboard, target: "image/png")])
    }

    @Test mutating func anOwnerThatEndsLeavesWhatIsThere() throws {
        xOwns("image/png", "UTF8_STRING")
        let answered = try #require(bridge.paste(.clipboard, type: "image/png", now: 0).0)
        let waiting = try #require(bridge.paste(.clipboard, type: "image/png", now: 0).0)
        _ = bridge.notified(answered, hasProperty: true, now: 0)
        #expect(
            bridge.nobodyOwns(.clipboard, ownerEnded: true, now: 0)
                == [.endPaste(waiting), .withdraw(.clipboard, ownerEnded: true)])
        let whole = SelectionPart(type: "image/png", bytes: [1], rest: 0)
        #expect(bridge.read(answered, whole, now: 0) == [.write(answered, [1])])
        #expect(bridge.wrote(answered, now: 0) == [.endPaste(answered)])
        #expect(bridge.nobodyOwns(.clipboard, ownerEnded: false, now: 0) == [])
    }

    @Test mutating func ownersThatFollowFastAreAskedOnce() throws {
        let first = bridge.programOwns(.primary, window: 5, time: 1, now: 0)
        guard case .convert(let number, .primary, "TARGETS")? = first.first else {
            Issue.record("\(first)")
            return
        }
        for time in 2..<100 { #expect(bridge.programOwns(.primary, window: 6, time: UInt32(time), now: 0) == []) }
        _ = bridge.notified(number, hasProperty: true, now: 0)
        let heard = bridge.read(number, SelectionPart(type: "ATOM", bytes: Self.atoms, rest: 0), now: 0)
        guard case .convert(let next, .primary, "TARGETS")? = heard.last else {
            Issue.record("\(heard)")
            return
        }
        #expect(bridge.time(of: .primary) == 99)
        // An owner that has no targets empties Wayland's selection.
        let none = bridge.notified(next, hasProperty: false, now: 0)
        guard case .name(.primary, [], let generation)? = none.last else {
            Issue.record("\(none)")
            return
        }
        #expect(bridge.named(.primary, targets: [], generation: generation) == [.offer(.primary, types: [])])
        #expect(bridge.named(.primary, targets: ["a/b"], generation: generation - 1) == [])
    }

    @Test mutating func aSmallCopyForX() throws {
        waylandOwns("text/plain", "image/png")
        let targets = Self.request("TARGETS")
        #expect(
            bridge.requested(targets, now: 0) == [
                .setProperty(
                    targets.place,
                    .targets(["TARGETS", "TIMESTAMP", "text/plain", "image/png", "UTF8_STRING", "STRING", "TEXT"])),
                .answer(targets, isRefused: false),
            ])
        let time = Self.request("TIMESTAMP")
        #expect(
            bridge.requested(time, now: 0) == [.setProperty(time.place, .integer(60)), .answer(time, isRefused: false)])
        let request = Self.request("TEXT")
        let asked = bridge.requested(request, now: 0)
        guard case .open(let number, .clipboard, "text/plain")? = asked.first else {
            Issue.record("\(asked)")
            return
        }
        #expect(asked.last == .readPipe(number))
        #expect(bridge.readPipe(number, [65], now: 0) == [.readPipe(number)])
        #expect(
            bridge.readPipe(number, [], now: 0) == [
                .setProperty(request.place, .bytes([65], type: nil)), .answer(request, isRefused: false),
                .endCopy(number),
            ])
    }

    @Test mutating func aCopyInParts() throws {
        waylandOwns("text/plain")
        let request = Self.request("UTF8_STRING")
        guard case .open(let number, _, _)? = bridge.requested(request, now: 0).first else { return }
        let full = Array(repeating: UInt8(1), count: OutgoingTransfer.part)
        _ = bridge.readPipe(number, full, now: 0)
        #expect(
            bridge.readPipe(number, [2], now: 0) == [
                .watch(window: 7), .setProperty(request.place, .incremental(atLeast: full.count + 1)),
                .answer(request, isRefused: false),
            ])
        #expect(
            bridge.deleted(request.place, now: 0) == [
                .setProperty(request.place, .bytes(full, type: 3)), .readPipe(number),
            ])
        #expect(
            bridge.deleted(request.place, now: 0) == [.setProperty(request.place, .bytes([2], type: 3))])
        // The requestor is faster than the source.
        #expect(bridge.deleted(request.place, now: 0) == [])
        #expect(
            bridge.readPipe(number, [3], now: 0) == [
                .setProperty(request.place, .bytes([3], type: 3)), .readPipe(number),
            ])
        #expect(bridge.readPipe(number, [], now: 0) == [])
        #expect(
            bridge.deleted(request.place, now: 0) == [
                .setProperty(request.place, .bytes([], type: 3)), .endCopy(number),
            ])
    }

    @Test(arguments: ["image/png", "MULTIPLE", "DELETE", nil])
    mutating func whatNoSourceHasIsRefused(_ target: String?) {
        waylandOwns("text/plain")
        let request = Self.request(target)
        #expect(bridge.requested(request, now: 0) == [.answer(request, isRefused: true)])
    }

    @Test(arguments: ["TARGETS", "TIMESTAMP", "UTF8_STRING"])
    mutating func withoutTheKeyboardNothingIsRead(_ target: String) {
        waylandOwns("text/plain")
        bridge.hasFocus = false
        let request = Self.request(target)
        #expect(bridge.requested(request, now: 0) == [.answer(request, isRefused: true)])
    }

    @Test mutating func aSourceThatFailsOrRestsIsRefused() throws {
        waylandOwns("text/plain")
        let request = Self.request("UTF8_STRING")
        guard case .open(let failing, _, _)? = bridge.requested(request, now: 0).first else { return }
        let refused: [SelectionAction] = [.answer(request, isRefused: true), .endCopy(failing)]
        #expect(bridge.readPipe(failing, nil, now: 0) == refused)
        guard case .open(let resting, _, _)? = bridge.requested(request, now: 0).first else { return }
        #expect(
            bridge.expire(now: OutgoingTransfer.patience) == [.answer(request, isRefused: true), .endCopy(resting)])
        #expect(bridge.transfers == 0)
    }

    @Test mutating func tooManyTransfersAreRefused() {
        waylandOwns("text/plain")
        for window in 0..<UInt32(SelectionBridge.mostTransfers) {
            #expect(bridge.requested(Self.request("TEXT", window: window), now: 0).count == 2)
        }
        let more = Self.request("TEXT", window: 99)
        #expect(bridge.requested(more, now: 0) == [.answer(more, isRefused: true)])
        #expect(bridge.requestorEnded(window: 3).count == 1)
        #expect(bridge.requested(more, now: 0).count == 2)
        // The same property again: the former request is given up.
        #expect(bridge.requested(more, now: 0).count == 3)
        #expect(bridge.transfers == SelectionBridge.mostTransfers)
    }

    @Test mutating func waylandEndsWhatItHasOwned() {
        waylandOwns("text/plain")
        #expect(bridge.waylandOffers(nil, as: .clipboard) == [.disown(.clipboard, since: 60)])
        #expect(bridge.waylandOffers(nil, as: .clipboard) == [])
        // What we ask for is ours only after Wayland's selection has gone.
        _ = bridge.nobodyOwns(.clipboard, ownerEnded: false, now: 0)
        _ = bridge.waylandOffers(["text/plain"], as: .clipboard)
        #expect(bridge.waylandOffers(nil, as: .clipboard) == [.disown(.clipboard, since: nil)])
        #expect(bridge.weOwn(.clipboard, time: 70) == [.disown(.clipboard, since: 70)])
    }
}

/// The data of drags.
@Suite struct DraggedDataTests {
    private var bridge = SelectionBridge()

    private static func request(_ target: String) -> SelectionRequest {
        SelectionRequest(
            selection: .drag, place: SelectionPlace(window: 7, property: 9), target: target, targetAtom: 3, time: 100)
    }

    @Test mutating func theTypesOfXComeWithTheDrag() throws {
        #expect(bridge.programDrags([1]) == [], "nobody drags")
        #expect(bridge.programOwns(.drag, window: 5, time: 50, now: 0) == [], "no list of targets is asked for")
        let named = bridge.programDrags([1, 2])
        guard case .name(.drag, [1, 2], let generation)? = named.first else {
            Issue.record("the atoms were not looked up: \(named)")
            return
        }
        let offered = bridge.named(.drag, targets: ["text/uri-list", "UTF8_STRING"], generation: generation)
        #expect(offered == [.offer(.drag, types: ["text/uri-list"] + SelectionTypes.texts)])
        let (number, steps) = bridge.paste(.drag, type: "text/uri-list", now: 0)
        #expect(steps == [.convert(try #require(number), .drag, target: "text/uri-list")])
        // The next drag is another one.
        #expect(bridge.programOwns(.drag, window: 5, time: 60, now: 0) == [])
        #expect(bridge.paste(.drag, type: "text/uri-list", now: 0).0 == nil)
        #expect(bridge.named(.drag, targets: ["a/b"], generation: generation) == [])
    }

    @Test mutating func aFloodOfTypesIsCut() {
        _ = bridge.programOwns(.drag, window: 5, time: 50, now: 0)
        let named = bridge.programDrags(Array(1...5000))
        guard case .name(_, let atoms, _)? = named.first else { return _ = Issue.record("\(named)") }
        #expect(atoms.count == SelectionBridge.mostTargets)
    }

    /// Each list is up to a thousand questions to the server.
    @Test mutating func aFloodOfListsIsLookedUpOneAtATime() {
        _ = bridge.programOwns(.drag, window: 5, time: 50, now: 0)
        let first = bridge.programDrags([1])
        #expect(first.count == 1)
        for atom in 2...100 { #expect(bridge.programDrags([UInt32(atom)]) == []) }
        guard case .name(_, _, let generation)? = first.first else { return _ = Issue.record("\(first)") }
        let next = bridge.named(.drag, targets: ["a/b"], generation: generation)
        #expect(next == [.name(.drag, atoms: [100], generation: generation)])
        #expect(
            bridge.named(.drag, targets: ["c/d"], generation: generation) == [.offer(.drag, types: ["c/d"])])
    }

    /// Wherever the keyboard is.
    @Test mutating func xReadsOnlyWhatIsOverItsWindows() {
        #expect(bridge.waylandOffers(["a/b"], as: .drag) == [.own(.drag, targets: ["a/b"])])
        #expect(bridge.weOwn(.drag, time: 60) == [])
        bridge.hasFocus = true
        #expect(bridge.requested(Self.request("a/b"), now: 0) == [.answer(Self.request("a/b"), isRefused: true)])
        (bridge.hasFocus, bridge.hasDrag) = (false, true)
        #expect(bridge.requested(Self.request("a/b"), now: 0).contains { if case .open = $0 { true } else { false } })
        let delete = Self.request("DELETE")
        #expect(
            bridge.requested(delete, now: 0) == [
                .setProperty(delete.place, .nothing), .answer(delete, isRefused: false),
            ])
    }
}
