import Mirroring
import TestSupport
import Testing

@testable import X11

/// Owners, requestors, sources and readers of any manners, at random.
@Suite struct SelectionWorldTests {
    @Test(arguments: 0..<24) func nothingIsLostOrLeft(_ seed: UInt64) {
        var world = SelectionWorld(seed: seed)
        for _ in 0..<1500 { world.step() }
        world.settle()
        #expect(world.whole > 5)
    }
}

/// A model of an X server with its programs, and of Wayland's, around a bridge.
private struct SelectionWorld {
    /// Where events keep their order: of one transfer's window, pipe or requestor.
    private enum Line: Hashable {
        case transfer(TransferNumber)
        case owner(TransferNumber)
        case requestor(UInt32)
        case server
    }

    /// What happens next, once its turn comes.
    private enum Event {
        case notified(TransferNumber, Bool)
        case newValue(TransferNumber)
        case read(TransferNumber, SelectionPart?)
        case wrote(TransferNumber)
        case readerLeft(TransferNumber)
        case ownerSets(TransferNumber)
        case readPipe(TransferNumber, [UInt8]?)
        case deleted(SelectionPlace)
        case requestorReads(SelectionPlace)
        case requestorEnded(UInt32)
        case named(XSelection, [String], Int)
        case weOwn(XSelection)
    }

    /// A paste, from the owner's program to the reader.
    private struct Paste {
        let data: [UInt8]
        var sent = 0
        var isIncremental = false
        var isEndSent = false
        var property: (type: String, bytes: [UInt8])?
        var got: [UInt8] = []
        /// Whether somebody behaved badly, so that the data need not be whole.
        var isSpoilt = false
        let isForReader: Bool
        var hasReadToTheEnd = false
    }

    /// A copy, from the source's pipe to the requestor.
    private struct Copy {
        let data: [UInt8]
        var sent = 0
    }

    private struct Requestor {
        var property: SelectionValue?
        var got: [UInt8] = []
        var isIncremental = false
        var isWhole = false
        var isSpoilt = false
    }

    private static let sizes = [0, 1, 100, 1 << 15, 1 << 15 + 1, 200_000]
    private static let period = 101
    private static let pattern = (0..<200_000 + period).map { UInt8($0 % period) }

    private var random: SplitMix64
    private var bridge = SelectionBridge()
    private var now: Int64 = 0
    private var lines: [Line: [Event]] = [:]
    private var pastes: [TransferNumber: Paste] = [:]
    /// The pastes that have not ended, started or not.
    private var open: Set<TransferNumber> = []
    private var copies: [TransferNumber: Copy] = [:]
    private var requestors: [SelectionPlace: Requestor] = [:]
    private var watched: Set<UInt32> = []
    private var lastWindow: UInt32 = 0
    /// How many transfers came whole.
    private(set) var whole = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        bridge.hasFocus = true
    }

    // MARK: What happens

    mutating func step() {
        now += Int64.random(in: 0..<20_000, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<2: perform(bridge.programOwns(selection(), window: 1, time: 1, now: now))
        case 2..<4: perform(bridge.waylandOffers(["text/plain", "image/png"], as: selection()))
        case 4: perform(bridge.waylandOffers(nil, as: selection()))
        case 5: endOwner(random.chance(50))
        case 6..<16: paste()
        case 16..<26: request()
        case 26: bridge.hasFocus.toggle()
        case 27: if random.chance(5) { rest() }
        default: runOne()
        }
        perform(bridge.expire(now: now))
        check()
    }

    /// Lets everything come to its end.
    mutating func settle() {
        while runOne() { check() }
        now += 100_000_000
        perform(bridge.expire(now: now))
        while runOne() {}
        now += 100_000_000
        perform(bridge.expire(now: now))
        #expect(bridge.transfers == 0)
        #expect(bridge.deadline == nil)
        #expect(open.isEmpty)
        #expect(pastes.isEmpty)
        #expect(copies.isEmpty)
    }

    /// Everybody rests for longer than anybody waits.
    private mutating func rest() {
        for number in pastes.keys { pastes[number]?.isSpoilt = true }
        for place in requestors.keys { requestors[place]?.isSpoilt = true }
        now += 40_000_000
    }

    private mutating func selection() -> XSelection { random.chance(50) ? .clipboard : .primary }

    private mutating func data() -> [UInt8] {
        let start = Int.random(in: 0..<Self.period, using: &random)
        return Array(Self.pattern.dropFirst(start).prefix(Self.sizes.randomElement(using: &random) ?? 0))
    }

    private mutating func endOwner(_ isDead: Bool) {
        let selection = selection()
        if isDead { for number in pastes.keys { pastes[number]?.isSpoilt = true } }
        perform(bridge.nobodyOwns(selection, ownerEnded: isDead, now: now))
    }

    private mutating func paste() {
        let (number, actions) = bridge.paste(
            selection(), type: random.chance(50) ? "text/plain" : "image/png", now: now)
        if let number { open.insert(number) }
        perform(actions)
    }

    private mutating func request() {
        let window: UInt32
        if lastWindow > 0, random.chance(20) {
            window = UInt32.random(in: 1...lastWindow, using: &random)
        } else {
            lastWindow += 1
            window = lastWindow
        }
        let place = SelectionPlace(window: window, property: UInt32.random(in: 1...2, using: &random))
        // A requestor that uses a property again mixes up what it gets.
        let isFirst = requestors[place] == nil
        requestors[place] = Requestor(isSpoilt: !isFirst)
        let targets = ["TARGETS", "TIMESTAMP", "MULTIPLE", "UTF8_STRING", "STRING", "image/png", "text/html"]
        let target = targets[Int.random(in: 0..<targets.count, using: &random)]
        perform(
            bridge.requested(
                SelectionRequest(selection: selection(), place: place, target: target, targetAtom: 1, time: 0), now: now
            ))
        if random.chance(5) { add(.requestorEnded(window), to: .requestor(window)) }
    }

    private mutating func add(_ event: Event, to line: Line) {
        lines[line, default: []].append(event)
    }

    /// Lets the next event of some line happen; false without any.
    @discardableResult
    private mutating func runOne() -> Bool {
        let waiting = lines.keys.sorted { "\($0)" < "\($1)" }
        guard let line = waiting.randomElement(using: &random), let event = lines[line]?.removeFirst() else {
            return false
        }
        if lines[line]?.isEmpty == true { lines[line] = nil }
        run(event)
        return true
    }

    private mutating func run(_ event: Event) {
        switch event {
        case .notified(let number, let hasProperty):
            perform(bridge.notified(number, hasProperty: hasProperty, now: now))
        case .newValue(let number): perform(bridge.newValue(number, now: now))
        case .read(let number, let part): perform(bridge.read(number, part, now: now))
        case .wrote(let number): perform(bridge.wrote(number, now: now))
        case .readerLeft(let number): perform(bridge.readerLeft(number, now: now))
        case .ownerSets(let number): ownerSets(number)
        case .readPipe(let number, let bytes): perform(bridge.readPipe(number, bytes, now: now))
        case .deleted(let place): perform(bridge.deleted(place, now: now))
        case .requestorReads(let place): requestorReads(place)
        case .requestorEnded(let window):
            for place in requestors.keys where place.window == window { requestors[place]?.isSpoilt = true }
            perform(bridge.requestorEnded(window: window))
        case .named(let selection, let names, let generation):
            perform(bridge.named(selection, targets: names, generation: generation))
        case .weOwn(let selection): perform(bridge.weOwn(selection, time: 1))
        }
    }

    private func check() {
        #expect(bridge.transfers <= 2 * SelectionBridge.mostTransfers + XSelection.allCases.count)
        #expect(bridge.waitingBytes <= SelectionBridge.mostTransfers * 2 * OutgoingTransfer.part)
        #expect(bridge.transfers == open.count + copies.count)
    }

    // MARK: What the bridge does

    private mutating func perform(_ actions: [SelectionAction]) {
        for action in actions { perform(action) }
    }

    private mutating func perform(_ action: SelectionAction) {
        switch action {
        case .convert(let number, _, let target): convert(number, target)
        case .readProperty(let number, let offset): readProperty(number, offset)
        case .write(let number, let bytes):
            pastes[number]?.got += bytes
            let leaves = random.chance(2)
            if leaves { pastes[number]?.isSpoilt = true }
            add(leaves ? .readerLeft(number) : .wrote(number), to: .transfer(number))
        case .endPaste(let number):
            #expect(open.remove(number) != nil)
            // One that has never started has nothing.
            guard let paste = pastes.removeValue(forKey: number) else { return }
            lines[.owner(number)] = nil
            if paste.isForReader, !paste.isSpoilt {
                // A value of its own, because a failure would print all the data.
                let isWhole = paste.hasReadToTheEnd && paste.got == paste.data
                #expect(isWhole)
                whole += 1
            }
        case .name(let selection, let atoms, let generation):
            let names = atoms.isEmpty ? [] : ["UTF8_STRING", "image/png"]
            add(.named(selection, names, generation), to: .server)
        case .offer, .withdraw, .disown: break
        case .own(let selection, _): add(.weOwn(selection), to: .server)
        case .open(let number, _, _): copies[number] = Copy(data: data())
        case .readPipe(let number): readPipe(number)
        case .endCopy(let number):
            #expect(copies.removeValue(forKey: number) != nil)
            lines[.transfer(number)] = nil
        case .watch(let window): watched.insert(window)
        case .setProperty(let place, let value): setProperty(place, value)
        case .answer(let request, let isRefused):
            if isRefused { requestors[request.place]?.isSpoilt = true }
        }
    }

    private mutating func convert(_ number: TransferNumber, _ target: String) {
        #expect(pastes[number] == nil)
        guard target != "TARGETS" else {
            open.insert(number)
            pastes[number] = Paste(data: [1, 0, 0, 0, 2, 0, 0, 0], isForReader: false)
            pastes[number]?.property = ("ATOM", [1, 0, 0, 0, 2, 0, 0, 0])
            let refuses = random.chance(5)
            return add(.notified(number, !refuses), to: .transfer(number))
        }
        #expect(open.contains(number))
        var paste = Paste(data: data(), isForReader: true)
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            paste.isSpoilt = true
            add(.notified(number, false), to: .transfer(number))
        case 1: paste.isSpoilt = true  // Never answers.
        case 2..<5:
            paste.property = (target, paste.data)
            add(.newValue(number), to: .transfer(number))
            add(.notified(number, true), to: .transfer(number))
        default:
            paste.isIncremental = true
            paste.property = ("INCR", [0, 0, 0, 0])
            add(.newValue(number), to: .transfer(number))
            add(.notified(number, true), to: .transfer(number))
        }
        pastes[number] = paste
    }

    /// The server answers from the property as it is, and deletes one that was read to its end.
    private mutating func readProperty(_ number: TransferNumber, _ offset: Int) {
        guard var paste = pastes[number] else {
            Issue.record("a read without a window")
            return
        }
        defer { pastes[number] = paste }
        guard let property = paste.property else {
            return add(.read(number, SelectionPart(type: nil, bytes: [], rest: 0)), to: .transfer(number))
        }
        let bytes = Array(property.bytes.dropFirst(offset).prefix(1 << 15))
        let rest = property.bytes.count - offset - bytes.count
        add(.read(number, SelectionPart(type: property.type, bytes: bytes, rest: rest)), to: .transfer(number))
        guard rest == 0 else { return }
        paste.property = nil
        if paste.isIncremental, !paste.isEndSent {
            if random.chance(1) { paste.isSpoilt = true } else { add(.ownerSets(number), to: .owner(number)) }
        } else {
            paste.hasReadToTheEnd = true
        }
    }

    /// The owner puts its next part there.
    private mutating func ownerSets(_ number: TransferNumber) {
        guard var paste = pastes[number] else { return }
        #expect(paste.property == nil)
        let size = Int.random(in: 1...100_000, using: &random)
        let part = Array(paste.data.dropFirst(paste.sent).prefix(size))
        paste.sent += part.count
        paste.isEndSent = part.isEmpty
        paste.property = ("image/png", part)
        pastes[number] = paste
        add(.newValue(number), to: .transfer(number))
    }

    private mutating func readPipe(_ number: TransferNumber) {
        guard var copy = copies[number] else {
            Issue.record("a closed pipe is read")
            return
        }
        if random.chance(1) { return add(.readPipe(number, nil), to: .transfer(number)) }
        let part = Array(copy.data.dropFirst(copy.sent).prefix(Int.random(in: 1...(1 << 15), using: &random)))
        copy.sent += part.count
        copies[number] = copy
        add(.readPipe(number, part), to: .transfer(number))
    }

    private mutating func setProperty(_ place: SelectionPlace, _ value: SelectionValue) {
        guard var requestor = requestors[place] else {
            Issue.record("a property that nobody asked for")
            return
        }
        if requestor.isIncremental, !requestor.isSpoilt { #expect(requestor.property == nil) }
        requestor.property = value
        requestors[place] = requestor
        if random.chance(99) { add(.requestorReads(place), to: .requestor(place.window)) }
    }

    private mutating func requestorReads(_ place: SelectionPlace) {
        guard var requestor = requestors[place], let property = requestor.property else { return }
        defer { requestors[place] = requestor }
        requestor.property = nil
        switch property {
        case .incremental(let least):
            #expect(least > OutgoingTransfer.part)
            #expect(watched.contains(place.window))
            requestor.isIncremental = true
        case .bytes(let bytes, _):
            #expect(bytes.count <= OutgoingTransfer.part)
            requestor.got += bytes
            if !requestor.isIncremental || bytes.isEmpty { finish(&requestor) }
        case .targets, .integer, .nothing: return
        }
        if requestor.isIncremental, !requestor.isWhole { add(.deleted(place), to: .requestor(place.window)) }
    }

    private mutating func finish(_ requestor: inout Requestor) {
        requestor.isWhole = true
        guard !requestor.isSpoilt else { return }
        whole += 1
        // The first byte tells the others.
        let isExact =
            requestor.got == Array(Self.pattern.dropFirst(Int(requestor.got.first ?? 0)).prefix(requestor.got.count))
        #expect(isExact)
        #expect(Self.sizes.contains(requestor.got.count))
    }
}
