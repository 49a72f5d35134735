import Geometry
import Mirroring

@testable import X11

/// Events of an X server and decisions of the desktop, in any order, for the window manager.
///
/// A window is shown once, after it was made and before it is gone. The lists of windows are those that are shown. The keyboard goes to
/// shown windows alone. Frames are those that X can express.
enum WindowManagerReader: Reader {
    static let name = "window-manager"

    private static let atoms: [String] =
        XProtocol.allCases.map(\.rawValue) + XWindowType.allCases.map(\.rawValue) + XNetState.allCases.map(\.rawValue)

    static func read(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        var manager = XWindowManager(machine: "here", resourceMask: 0xffff) { number in
            atoms.indices.contains(Int(number)) ? atoms[Int(number)] : nil
        }
        var model = Model()
        while !source.isEmpty {
            let event = event(&source)
            if case .created(let id, _, _) = event { model.known.insert(id) }
            for action in manager.take(event) { try model.take(action) }
            if case .destroyed(let id) = event {
                model.known.remove(id)
                try check(!model.isShown(id), "a window that is gone is shown")
            }
            let count = model.managed.count + model.unmanaged.count
            try check(count <= XWindowManager.mostShown, "\(count) windows are shown")
        }
    }

    /// What follows from the window manager's actions.
    private struct Model {
        var known: Set<XWindowID> = []
        var managed: [XWindowID] = []
        var unmanaged: [XWindowID] = []

        func isShown(_ id: XWindowID) -> Bool { managed.contains(id) || unmanaged.contains(id) }

        mutating func take(_ action: XWindowAction) throws {
            switch action {
            case .show(let id, _, let description):
                try check(known.contains(id) && !isShown(id), "\(action)")
                managed.append(id)
                try checkLimits(of: description)
            case .showUnmanaged(let id, _, _, _):
                try check(known.contains(id) && !isShown(id), "\(action)")
                unmanaged.append(id)
            case .hide(let id):
                try check(isShown(id), "\(action)")
                managed.removeAll { $0 == id }
                unmanaged.removeAll { $0 == id }
            case .list(let windows, let stacking):
                try check(windows == managed, "\(action), but \(managed) are shown")
                try check(stacking.count == managed.count && Set(stacking) == Set(managed), "\(action)")
            case .raise(let windows): try check(windows.allSatisfy(isShown), "\(action)")
            case .focus(let id): try check(id.map(managed.contains) ?? true, "\(action)")
            case .describe(let id, let description):
                try check(managed.contains(id), "\(action)")
                try checkLimits(of: description)
            case .setActive(let id), .offerFocus(let id): try check(managed.contains(id), "\(action)")
            case .setNetStates(let id, let states): try check(states.isEmpty || managed.contains(id), "\(action)")
            case .tell(let id, _): try check(isShown(id), "\(action)")
            case .moveUnmanaged(let id, _): try check(unmanaged.contains(id), "\(action)")
            case .setFrame(let id, let frame), .notify(let id, let frame):
                let isExpressible =
                    (1...32_767).contains(frame.width) && (1...32_767).contains(frame.height)
                    && (-32_768...32_767).contains(frame.x) && (-32_768...32_767).contains(frame.y)
                try check(known.contains(id) && isExpressible, "\(action)")
            case .read(let id), .readIcon(let id), .map(let id), .setWindowState(let id, _), .askToClose(let id),
                .kill(let id),
                .ping(let id, _):
                try check(known.contains(id), "\(action)")
            case .answer: break
            }
        }

        private func checkLimits(of description: XWindowDescription) throws {
            let (least, most) = (description.minimum, description.maximum)
            let isOrdered =
                (most.width == 0 || most.width >= least.width) && (most.height == 0 || most.height >= least.height)
            try check(isOrdered, "at least \(least) and at most \(most)")
            try check(description.parent.map(managed.contains) ?? true, "a dialog of a window that is not shown")
        }
    }

    private static func event(_ source: inout ByteSource) -> XWindowEvent {
        let kind = source.number(below: 23)
        let id = XWindowID(UInt32(1 + source.number(below: 6)))
        switch kind {
        case 0: return .created(id, frame(&source), placesItself: source.flag())
        case 1: return .destroyed(id)
        case 2: return .wantsMapping(id)
        case 3: return .mapped(id, placesItself: source.flag())
        case 4: return .unmapped(id)
        case 5:
            let number = UInt32(source.byte())
            return .surfaceNamed(id, source.flag() ? .object(number) : .serial(UInt64(number)))
        case 6, 7: return .property(id, source.choice(of: XProperty.allCases), property(&source))
        case 8: return .wasRead(id)
        case 9:
            let frame = frame(&source)
            let named = source.byte()
            return .wantsFrame(
                id,
                XFrameWish(
                    x: named & 1 == 0 ? nil : frame.x, y: named & 2 == 0 ? nil : frame.y,
                    width: named & 4 == 0 ? nil : frame.width, height: named & 8 == 0 ? nil : frame.height))
        case 10: return .moved(id, frame(&source), placesItself: source.flag())
        case 11:
            let change = source.choice(of: [XStateChange.remove, .add, .toggle])
            return .wantsState(
                id, change, [source.choice(of: XNetState.allCases), source.choice(of: XNetState.allCases)])
        case 12:
            return .wants(
                id,
                source.choice(of: [
                    .fullscreen(source.flag(), x: 0), .maximized(source.flag()), .minimize, .activate, .drag(.move),
                ]))
        case 13: return .wantsClosing(id)
        case 14: return .answered(id, serial: UInt32(source.byte()))
        case 15, 16:
            var configuration = XWindowConfiguration()
            let size = source.choice(of: [0, 1, 300, 40_000])
            configuration.size = Size(width: size, height: size)
            configuration.state = state(&source)
            configuration.isMinimized = source.flag()
            configuration.isUrgent = source.flag()
            configuration.isActivated = source.flag()
            return .configure(id, configuration)
        case 17: return .place(id, x: Int(source.integer(Int32.self)), y: Int(source.integer(Int32.self)))
        case 18: return .restack(source.bytes().prefix(8).map { XWindowID(UInt32(1 + $0 % 6)) })
        case 19: return .focused(id)
        case 20: return .iconChanged(id)
        case 21: return .icon(id, source.flag() ? WindowIcon(size: Size(width: 1, height: 1), pixels: [9]) : nil)
        default: return source.flag() ? .close(id) : .ping(id, serial: UInt32(source.byte()))
        }
    }

    private static func state(_ source: inout ByteSource) -> XWindowState {
        XWindowState(isFullscreen: source.flag(), isMaximized: source.flag())
    }

    /// A frame as X can express it.
    private static func frame(_ source: inout ByteSource) -> Rect<ContentSpace> {
        Rect(
            x: Int(source.integer(Int16.self)), y: Int(source.integer(Int16.self)),
            width: max(1, Int(source.integer(UInt16.self) & 0x7fff)),
            height: max(1, Int(source.integer(UInt16.self) & 0x7fff)))
    }

    private static func property(_ source: inout ByteSource) -> XPropertyValue {
        let format = source.choice(of: [UInt8(32), 8, 16, 0])
        // Windows and atoms have small numbers, limits of sizes do not.
        guard format == 32, source.flag() else { return XPropertyValue(format: format, bytes: source.bytes()) }
        return XPropertyValue(format: format, bytes: source.bytes().flatMap { [$0, 0, 0, 0] })
    }
}

/// Events of selections between X and Wayland, in any order and of transfers that may be over.
///
/// Each transfer that begins ends once. Transfers and what they keep are bounded, and nothing is left when everybody rests.
enum SelectionReader: Reader {
    static let name = "selection"

    private static let names = ["TARGETS", "TIMESTAMP", "UTF8_STRING", "STRING", "TEXT", "text/plain", "image/png", ""]

    private struct World {
        var bridge = SelectionBridge()
        var pastes: Set<TransferNumber> = []
        var copies: Set<TransferNumber> = []
        /// Every number that was used, for events of transfers that may be over.
        var numbers: [TransferNumber] = [TransferNumber(value: 0)]

        mutating func perform(_ actions: [SelectionAction]) throws {
            for action in actions {
                switch action {
                case .convert(let number, _, let target):
                    if target == "TARGETS" { begin(number) }
                    try check(pastes.contains(number), "\(action) of none")
                case .open(let number, _, _):
                    try check(!numbers.contains(number), "\(number) is used again")
                    copies.insert(number)
                    numbers.append(number)
                case .endPaste(let number): try check(pastes.remove(number) != nil, "\(number) ends twice")
                case .endCopy(let number): try check(copies.remove(number) != nil, "\(number) ends twice")
                case .readProperty(let number, let offset):
                    try check(pastes.contains(number) && offset >= 0, "\(action)")
                case .write(let number, _): try check(pastes.contains(number), "\(number) writes after its end")
                case .readPipe(let number): try check(copies.contains(number), "\(number) reads after its end")
                case .setProperty(_, .bytes(let bytes, _)):
                    try check(bytes.count <= OutgoingTransfer.part, "a part of \(bytes.count) bytes")
                case .offer(_, let types):
                    try check(types.count <= SelectionTypes.most + 2, "\(types.count) types")
                default: break
                }
            }
        }

        mutating func begin(_ number: TransferNumber) {
            pastes.insert(number)
            numbers.append(number)
        }
    }

    static func read(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        var world = World()
        var now: Int64 = 0
        while !source.isEmpty {
            now += Int64(source.byte()) * 10_000
            let actions = try step(&world, &source, now)
            try world.perform(actions)
            try world.perform(world.bridge.expire(now: now))
            let most = 2 * SelectionBridge.mostTransfers + XSelection.allCases.count
            try check(world.bridge.transfers <= most, "\(world.bridge.transfers) transfers")
            try check(world.bridge.transfers == world.pastes.count + world.copies.count, "a transfer is forgotten")
            let bytes = world.bridge.waitingBytes
            try check(bytes <= SelectionBridge.mostTransfers * 3 * OutgoingTransfer.part, "\(bytes) bytes are kept")
        }
        // Those that wait for others begin when these end.
        for _ in 0..<2 * SelectionBridge.mostTransfers + 2 {
            now += 100_000_000
            try world.perform(world.bridge.expire(now: now))
        }
        try check(world.bridge.transfers == 0 && world.bridge.deadline == nil, "transfers stay behind")
        try check(world.pastes.isEmpty && world.copies.isEmpty, "transfers do not end")
    }

    private static func step(_ world: inout World, _ source: inout ByteSource, _ now: Int64) throws
        -> [SelectionAction]
    {
        let kind = source.number(below: 21)
        let selection = source.choice(of: XSelection.allCases)
        let window = UInt32(1 + source.number(below: 4))
        let place = SelectionPlace(window: window, property: window & 1)
        let number = world.numbers[world.numbers.count - 1 - source.number(below: world.numbers.count)]
        let name = source.choice(of: names)
        switch kind {
        case 0, 1: return world.bridge.programOwns(selection, window: window, time: UInt32(now / 1000), now: now)
        case 2: return world.bridge.weOwn(selection, time: UInt32(now / 1000))
        case 3: return world.bridge.nobodyOwns(selection, ownerEnded: source.flag(), now: now)
        case 4, 5: return world.bridge.waylandOffers(source.flag() ? [name, "text/plain"] : nil, as: selection)
        case 6: return world.bridge.named(selection, targets: [name, "STRING"], generation: source.number(below: 8))
        case 7, 8:
            let (begun, actions) = world.bridge.paste(selection, type: name, now: now)
            if let begun { world.begin(begun) }
            return actions
        case 9: return world.bridge.notified(number, hasProperty: source.flag(), now: now)
        case 10: return world.bridge.newValue(number, now: now)
        case 11, 12:
            let type = source.choice(of: ["INCR", "ATOM", "UTF8_STRING", "STRING", "", nil])
            let bytes = source.bytes()
            let part = SelectionPart(type: type, bytes: bytes, rest: source.number(below: 3))
            return world.bridge.read(number, source.flag() ? part : nil, now: now)
        case 13: return world.bridge.wrote(number, now: now)
        case 14: return world.bridge.readerLeft(number, now: now)
        case 15:
            return world.bridge.requested(
                SelectionRequest(
                    selection: selection, place: place, target: name.isEmpty ? nil : name, targetAtom: 1,
                    time: UInt32(now / 1000)), now: now)
        case 16:
            let bytes = [UInt8](repeating: 65, count: source.choice(of: [0, 1, OutgoingTransfer.part]))
            return world.bridge.readPipe(number, source.flag() ? bytes : nil, now: now)
        case 17: return world.bridge.deleted(place, now: now)
        case 18: return world.bridge.requestorEnded(window: window)
        default:
            world.bridge.hasFocus = source.flag()
            return []
        }
    }
}
