package import Mirroring

/// Carries selections between the programs of X and of Wayland.
///
/// For X, we are one more client: its owner for what Wayland's programs copy, and a requestor for what they paste. For Wayland, we are
/// one more source and one more reader. Everything that happens is a call, and what is to be done about it comes back as actions.
/// Programs of X read what Wayland's programs copied only while a window of X has the keyboard, and what they drag only while it is over
/// a window of X or dropped on one.
package struct SelectionBridge {
    /// Who owns one of X's selections.
    private enum Owner {
        case nobody, us
        case program(window: UInt32, time: UInt32)
    }

    private struct Side {
        var owner = Owner.nobody
        /// The types of Wayland's selection; nil if it has none, or has X's.
        var types: [String]?
        /// When we became the owner, in X's time.
        var ownedSince: UInt32 = 0
        /// What the X owner has said that it can give.
        var targets: [String] = []
        /// Counts the owners, so that a late answer of one is not taken for another's.
        var generation = 0
        /// Whether an owner is asked for its targets, or the types of its drag are looked up.
        var isAsking = false
        /// The atoms of the drag's types that came meanwhile. Only the last ones count.
        var laterTypes: [UInt32]?
        /// The owner changed while another one was asked.
        var isStale = false
        /// Whether X's selection is offered to Wayland.
        var isOffered = false
    }

    private struct Paste {
        var transfer: IncomingTransfer
        /// What is read: the list of targets of this owner, or the data for a reader.
        var targetsOf: Int?
        var atoms: [UInt8] = []
        var wait: Wait?
    }

    /// A paste that waits for others of its selection: some owners serve one requestor at a time, and lose track of further ones.
    private struct Wait {
        let target: String
        /// When the paste starts at the latest.
        let end: Int64
        /// When it starts unless another one makes progress before.
        var deadline: Int64
    }

    /// The most transfers at a time, in each direction.
    static let mostTransfers = 32
    /// How long a paste waits while others make no progress, and how long in any case, in microseconds.
    private static let (waitForProgress, longestWait): (Int64, Int64) = (1_000_000, 10_000_000)
    /// The most targets of an owner that are looked at.
    static let mostTargets = 1024

    private var sides: [XSelection: Side] = [:]
    private var pastes: [TransferNumber: Paste] = [:]
    private var copies: [TransferNumber: OutgoingTransfer] = [:]
    private var lastNumber: UInt64 = 0
    /// Whether a window of X has the keyboard.
    package var hasFocus = false
    /// Whether Wayland's drag is over a window of X, or was dropped on one that has yet to take it.
    package var hasDrag = false

    package init() {}

    /// When `expire` is next needed; nil while nothing is under way.
    package var deadline: Int64? {
        (pastes.values.map { $0.wait?.deadline ?? $0.transfer.deadline } + copies.values.map(\.deadline)).min()
    }

    /// How many transfers are under way, in both directions.
    package var transfers: Int { pastes.count + copies.count }

    /// Bytes on their way to X's requestors.
    var waitingBytes: Int { copies.values.reduce(0) { $0 + $1.size } }

    /// When the program became the owner that has the selection, in X's time; nil while none has it.
    package func time(of selection: XSelection) -> UInt32? {
        if case .program(_, let time) = sides[selection]?.owner { time } else { nil }
    }

    // MARK: Owners

    /// A program of X has become the owner, at this time.
    package mutating func programOwns(
        _ selection: XSelection, window: UInt32, time: UInt32, now: Int64
    ) -> [SelectionAction] {
        var side = sides[selection, default: Side()]
        side.owner = .program(window: window, time: time)
        side.generation += 1
        // The types of a drag come with the drag itself, and not all programs have a list of targets for it.
        if selection == .drag {
            (side.targets, side.isOffered, side.laterTypes) = ([], false, nil)
            sides[selection] = side
            return []
        }
        side.isStale = side.isAsking
        sides[selection] = side
        return side.isAsking ? [] : askForTargets(selection, now)
    }

    /// We have become the owner, at this time.
    package mutating func weOwn(_ selection: XSelection, time: UInt32) -> [SelectionAction] {
        var side = sides[selection, default: Side()]
        side.owner = .us
        side.ownedSince = time
        side.generation += 1
        side.isStale = false
        side.isOffered = false
        sides[selection] = side
        // Wayland's selection may have gone since.
        return side.types == nil ? [.disown(selection, since: time)] : []
    }

    /// Nobody owns the selection any more; `ownerEnded` if the owner's window or program is gone.
    package mutating func nobodyOwns(_ selection: XSelection, ownerEnded: Bool, now: Int64) -> [SelectionAction] {
        var side = sides[selection, default: Side()]
        let wasOffered = side.isOffered
        side.owner = .nobody
        side.generation += 1
        side.isStale = false
        side.isOffered = false
        side.targets = []
        sides[selection] = side
        var actions: [SelectionAction] = []
        if ownerEnded {
            // Those that wait first, so that the end of others does not start them.
            let waiting = waiting(for: selection)
            let started = sorted(pastes).filter { pastes[$0]?.transfer.selection == selection && !waiting.contains($0) }
            for number in waiting + started {
                actions += advance(number, now) { $0.ownerLeft() }
            }
        }
        return actions + (wasOffered ? [.withdraw(selection, ownerEnded: ownerEnded)] : [])
    }

    /// Wayland's selection has changed: to a source with these types, or to none. X's own is none.
    package mutating func waylandOffers(_ types: [String]?, as selection: XSelection) -> [SelectionAction] {
        var side = sides[selection, default: Side()]
        let had = side.types != nil
        side.types = types
        side.isOffered = types == nil && side.isOffered
        sides[selection] = side
        if let types { return [.own(selection, targets: SelectionTypes.targets(for: types))] }
        guard had else { return [] }
        if case .us = side.owner { return [.disown(selection, since: side.ownedSince)] }
        return [.disown(selection, since: nil)]
    }

    /// The program of X that drags has told the types, as the numbers of atoms.
    package mutating func programDrags(_ atoms: [UInt32]) -> [SelectionAction] {
        guard let side = sides[.drag], case .program = side.owner else { return [] }
        if side.isAsking {
            sides[.drag]?.laterTypes = atoms
            return []
        }
        sides[.drag]?.isAsking = true
        return [.name(.drag, atoms: Array(atoms.prefix(Self.mostTargets)), generation: side.generation)]
    }

    private mutating func askForTargets(_ selection: XSelection, _ now: Int64) -> [SelectionAction] {
        guard var side = sides[selection] else { return [] }
        let number = nextNumber()
        side.isAsking = true
        side.isStale = false
        sides[selection] = side
        pastes[number] = Paste(
            transfer: IncomingTransfer(selection, isText: false, now: now), targetsOf: side.generation)
        return [.convert(number, selection, target: "TARGETS")]
    }

    /// The names of the atoms of an owner's targets.
    package mutating func named(_ selection: XSelection, targets: [String], generation: Int) -> [SelectionAction] {
        if selection == .drag {
            let later = sides[.drag]?.laterTypes
            sides[.drag]?.laterTypes = nil
            sides[.drag]?.isAsking = false
            if let later { return programDrags(later) }
        }
        guard var side = sides[selection], side.generation == generation, case .program = side.owner else { return [] }
        side.targets = targets
        side.types = nil
        side.isOffered = true
        sides[selection] = side
        return [.offer(selection, types: SelectionTypes.types(for: targets))]
    }

    /// The owner's targets have come, as the numbers of atoms; none if it did not answer.
    private mutating func heard(_ bytes: [UInt8], _ selection: XSelection, of generation: Int, _ now: Int64)
        -> [SelectionAction]
    {
        guard var side = sides[selection] else { return [] }
        side.isAsking = false
        sides[selection] = side
        if side.isStale { return askForTargets(selection, now) }
        guard side.generation == generation else { return [] }
        let atoms = XPropertyValue(format: 32, bytes: bytes).words.prefix(Self.mostTargets)
        return [SelectionAction.name(selection, atoms: Array(atoms), generation: generation)]
    }

    // MARK: From X to Wayland

    /// A reader of Wayland wants X's selection as a type. Returns no number if there is nothing for it.
    package mutating func paste(_ selection: XSelection, type: String, now: Int64) -> (
        TransferNumber?, [SelectionAction]
    ) {
        guard let side = sides[selection], side.isOffered, pastes.count < Self.mostTransfers,
            let target = SelectionTypes.target(for: type, among: side.targets)
        else { return (nil, []) }
        let number = nextNumber()
        let mustWait = pastes.values.contains { $0.transfer.selection == selection && $0.targetsOf == nil }
        pastes[number] = Paste(
            transfer: IncomingTransfer(selection, isText: SelectionTypes.textTargets.contains(target), now: now),
            wait: Wait(target: target, end: now + Self.longestWait, deadline: now + Self.waitForProgress))
        return (number, mustWait ? [] : start(number, now))
    }

    /// Starts a paste that has waited.
    private mutating func start(_ number: TransferNumber, _ now: Int64) -> [SelectionAction] {
        guard let wait = pastes[number]?.wait, let selection = pastes[number]?.transfer.selection else { return [] }
        pastes[number]?.wait = nil
        pastes[number]?.transfer.start(now: now)
        return [.convert(number, selection, target: wait.target)]
    }

    private func waiting(for selection: XSelection) -> [TransferNumber] {
        sorted(pastes).filter { pastes[$0]?.wait != nil && pastes[$0]?.transfer.selection == selection }
    }

    /// The owner has answered: the property of the transfer's window has the data, or there is none.
    package mutating func notified(_ number: TransferNumber, hasProperty: Bool, now: Int64) -> [SelectionAction] {
        advance(number, now) { $0.notified(hasProperty: hasProperty, now: now) }
    }

    /// The property of the transfer's window has a new value.
    package mutating func newValue(_ number: TransferNumber, now: Int64) -> [SelectionAction] {
        advance(number, now) { $0.newValue(now: now) }
    }

    /// A part of the property; nil if it cannot be read.
    package mutating func read(_ number: TransferNumber, _ part: SelectionPart?, now: Int64) -> [SelectionAction] {
        advance(number, now) { $0.read(part, now: now) }
    }

    /// The reader has taken all that was written.
    package mutating func wrote(_ number: TransferNumber, now: Int64) -> [SelectionAction] {
        advance(number, now) { $0.wrote(now: now) }
    }

    /// The reader has closed its end.
    package mutating func readerLeft(_ number: TransferNumber, now: Int64) -> [SelectionAction] {
        advance(number, now) { $0.readerLeft(now: now) }
    }

    private mutating func advance(
        _ number: TransferNumber, _ now: Int64, _ step: (inout IncomingTransfer) -> IncomingTransfer.Step
    ) -> [SelectionAction] {
        guard var paste = pastes[number] else { return [] }
        if paste.wait != nil { return end(number, now) }
        let next = step(&paste.transfer)
        pastes[number] = paste
        for other in waiting(for: paste.transfer.selection) {
            guard let wait = pastes[other]?.wait else { continue }
            pastes[other]?.wait?.deadline = min(wait.end, now + Self.waitForProgress)
        }
        switch next {
        case .read(let offset): return [.readProperty(number, offset: offset)]
        case .wait: return []
        case .end: return end(number, now)
        case .write(let bytes):
            guard paste.targetsOf != nil else { return [.write(number, bytes)] }
            // A list that does not fit one part is too long.
            pastes[number]?.atoms = bytes
            return end(number, now)
        }
    }

    private mutating func end(_ number: TransferNumber, _ now: Int64) -> [SelectionAction] {
        guard let paste = pastes.removeValue(forKey: number) else { return [] }
        guard let generation = paste.targetsOf else {
            let next = paste.wait == nil ? waiting(for: paste.transfer.selection).first : nil
            return [.endPaste(number)] + (next.map { start($0, now) } ?? [])
        }
        return [.endPaste(number)] + heard(paste.atoms, paste.transfer.selection, of: generation, now)
    }

    // MARK: From Wayland to X

    /// A program of X wants a selection that we own.
    package mutating func requested(_ request: SelectionRequest, now: Int64) -> [SelectionAction] {
        let mayRead = request.selection == .drag ? hasDrag : hasFocus
        guard let side = sides[request.selection], let types = side.types, mayRead, let target = request.target else {
            return [.answer(request, isRefused: true)]
        }
        switch target {
        case "DELETE" where request.selection == .drag:
            // The source is told of a move at the end of the drag, and deletes by itself.
            return [.setProperty(request.place, .nothing), .answer(request, isRefused: false)]
        case "TARGETS":
            let targets = ["TARGETS", "TIMESTAMP"] + SelectionTypes.targets(for: types)
            return [.setProperty(request.place, .targets(targets)), .answer(request, isRefused: false)]
        case "TIMESTAMP":
            return [
                .setProperty(request.place, .integer(side.ownedSince)), .answer(request, isRefused: false),
            ]
        default:
            return copy(request, types, now)
        }
    }

    private mutating func copy(_ request: SelectionRequest, _ types: [String], _ now: Int64) -> [SelectionAction] {
        // A requestor that uses a property again has given up on it.
        var actions: [SelectionAction] = []
        for number in copies(at: request.place) { actions += end(copy: number) }
        guard copies.count < Self.mostTransfers,
            let type = SelectionTypes.type(for: request.target ?? "", among: types)
        else { return actions + [.answer(request, isRefused: true)] }
        let number = nextNumber()
        copies[number] = OutgoingTransfer(request, now: now)
        return actions + [.open(number, request.selection, type: type), .readPipe(number)]
    }

    /// The source has written these bytes; none at the end, and nil if the pipe cannot be read.
    package mutating func readPipe(_ number: TransferNumber, _ bytes: [UInt8]?, now: Int64) -> [SelectionAction] {
        advance(copy: number) { (transfer: inout OutgoingTransfer) in
            guard let bytes else { return transfer.broken() }
            return transfer.readPipe(bytes, now: now)
        }
    }

    /// A requestor has deleted a property.
    package mutating func deleted(_ place: SelectionPlace, now: Int64) -> [SelectionAction] {
        copies(at: place).flatMap { number in advance(copy: number) { $0.deleted(now: now) } }
    }

    /// A requestor's window is gone, and with it everything that is on its way there.
    package mutating func requestorEnded(window: UInt32) -> [SelectionAction] {
        sorted(copies).filter { copies[$0]?.request.place.window == window }.flatMap { end(copy: $0) }
    }

    private mutating func advance(
        copy number: TransferNumber, _ step: (inout OutgoingTransfer) -> OutgoingTransfer.Steps
    ) -> [SelectionAction] {
        guard var transfer = copies[number] else { return [] }
        let steps = step(&transfer)
        copies[number] = transfer
        let request = transfer.request
        var actions: [SelectionAction] = []
        if case .parts = steps.answer {
            // Before the property is set, so that its deletion is seen.
            actions.append(.watch(window: request.place.window))
        }
        if let value = steps.value { actions.append(.setProperty(request.place, value)) }
        switch steps.answer {
        case .done, .parts: actions.append(.answer(request, isRefused: false))
        case .refused: actions.append(.answer(request, isRefused: true))
        case nil: break
        }
        if steps.isReading { actions.append(.readPipe(number)) }
        return actions + (steps.isOver ? end(copy: number) : [])
    }

    private mutating func end(copy number: TransferNumber) -> [SelectionAction] {
        copies.removeValue(forKey: number) == nil ? [] : [.endCopy(number)]
    }

    private func copies(at place: SelectionPlace) -> [TransferNumber] {
        sorted(copies).filter { copies[$0]?.request.place == place }
    }

    // MARK: Time

    /// Ends what has rested for too long.
    package mutating func expire(now: Int64) -> [SelectionAction] {
        var actions: [SelectionAction] = []
        for number in sorted(pastes) {
            if let wait = pastes[number]?.wait {
                if wait.deadline <= now { actions += start(number, now) }
            } else if let deadline = pastes[number]?.transfer.deadline, deadline <= now {
                actions += end(number, now)
            }
        }
        for number in sorted(copies) where copies[number].map({ $0.deadline <= now }) == true {
            actions += advance(copy: number) { $0.broken() }
        }
        return actions
    }

    private mutating func nextNumber() -> TransferNumber {
        lastNumber += 1
        return TransferNumber(value: lastNumber)
    }

    private func sorted<Value>(_ transfers: [TransferNumber: Value]) -> [TransferNumber] {
        transfers.keys.sorted { $0.value < $1.value }
    }
}
