import CXCB
import Glibc
import Mirroring
import Runtime

/// Performs the transfers of selections on the X server, on the seat and on pipes, and hands their events to the bridge.
final class XSelectionAdapter: XSelectionObserver {
    /// The property of our windows in which we ask owners for their data.
    static let property = "_KAGAMI_SELECTION"

    private let connection: XConnection
    private let loop: EventLoop
    private let port: any XSelectionPort
    private var bridge = SelectionBridge()
    private lazy var timer = loop.makeTimer { [weak self] in self?.timeIsUp() }
    private var deadline: Int64?
    private var hasEnded = false

    /// The windows of the pastes. A late answer to a former paste finds the window of another one as seldom as there are windows.
    private var windows: [TransferNumber: xcb_window_t] = [:]
    private var pastes: [xcb_window_t: TransferNumber] = [:]
    private var spareWindows: [xcb_window_t] = []
    private var madeWindows = 0
    private var sinks: [TransferNumber: PasteSink] = [:]
    private var pipes: [TransferNumber: CopyPipe] = [:]

    /// Atoms of types, which X's programs and Wayland's have named.
    private var names: [xcb_atom_t: String] = [:]
    /// The atoms of the targets that each selection's owner has.
    private var targets: [XSelection: [String: xcb_atom_t]] = [:]
    /// The targets of Wayland's drag in their order, while we own it.
    private var draggedNames: [String] = []
    /// Counts our claims to each selection, of which only the last one counts.
    private var claims: [XSelection: Int] = [:]

    /// The most atoms whose names are remembered.
    private static let mostNames = 4096
    /// The bytes of a property that are read at once.
    private static let part = UInt32(1 << 16)
    /// Windows are used again after so many others.
    private static let mostWindows = 128

    init(_ connection: XConnection, loop: EventLoop, port: any XSelectionPort) {
        (self.connection, self.loop, self.port) = (connection, loop, port)
        connection.follow { [weak self] in self?.take($0) }
        port.xSelectionObserver = self
    }

    /// The X server has ended, and its selections with it.
    func end() {
        guard !hasEnded else { return }
        for selection in XSelection.allCases {
            perform(bridge.nobodyOwns(selection, ownerEnded: true, now: loop.turnTime))
        }
        hasEnded = true
        timer.disarm()
        if port.xSelectionObserver === self { port.xSelectionObserver = nil }
        (sinks, pipes) = ([:], [:])
    }

    // MARK: Drags

    /// The program of X that drags has told the types, which are offered to Wayland's windows once they have names.
    func programDrags(_ atoms: [xcb_atom_t]) {
        perform(bridge.programDrags(atoms))
    }

    /// The window of Wayland gets no more of what X's program drags.
    func withdrawDrag() {
        port.withdraw(.drag, ownerEnded: false)
    }

    /// Has the program of X delete what was moved. Its answer tells nothing.
    func deleteDragged() {
        let time = bridge.time(of: .drag) ?? xcb_timestamp_t(XCB_CURRENT_TIME)
        connection.send { link in
            xcb_convert_selection(
                link.handle, link.own, link.atoms[XSelection.drag.name], link.atoms["DELETE"],
                link.atoms[Self.property], time)
        }
    }

    /// Wayland's drag came to a window of X, or left it.
    func dragMoved(toX isOnX: Bool) {
        bridge.hasDrag = isOnX
    }

    /// The types of Wayland's drag, which we own.
    var draggedTypes: [xcb_atom_t] {
        guard let targets = targets[.drag] else { return [] }
        return draggedNames.compactMap { targets[$0] }
    }

    // MARK: XSelectionObserver

    func selectionChanged(_ selection: XSelection, to types: [String]?) {
        perform(bridge.waylandOffers(types, as: selection))
    }

    func keyboardMoved(toX isOnX: Bool) {
        bridge.hasFocus = isOnX
    }

    func selectionWanted(_ selection: XSelection, as type: String, on descriptor: CInt) {
        guard !hasEnded, let descriptor = try? OwnedDescriptor(duplicating: descriptor) else { return }
        let (number, actions) = bridge.paste(selection, type: type, now: loop.turnTime)
        guard let number else { return }
        sinks[number] = PasteSink(descriptor, loop) { [weak self] isTaken in
            guard let self else { return }
            let now = loop.turnTime
            perform(isTaken ? bridge.wrote(number, now: now) : bridge.readerLeft(number, now: now))
        }
        perform(actions)
        if sinks[number] == nil { perform(bridge.readerLeft(number, now: loop.turnTime)) }
    }

    // MARK: Events

    private func take(_ event: UnsafePointer<xcb_generic_event_t>) {
        func read<Event>(_ type: Event.Type) -> Event { UnsafeRawPointer(event).load(as: type) }
        let kind = event.pointee.response_type & 0x7f
        switch CInt(kind) {
        case CInt(connection.link.selectionEvent): take(read(xcb_xfixes_selection_notify_event_t.self))
        case XCB_SELECTION_REQUEST: take(read(xcb_selection_request_event_t.self))
        case XCB_SELECTION_NOTIFY:
            let event = read(xcb_selection_notify_event_t.self)
            guard let number = pastes[event.requestor] else { return }
            perform(bridge.notified(number, hasProperty: event.property != 0, now: loop.turnTime))
        case XCB_PROPERTY_NOTIFY:
            let event = read(xcb_property_notify_event_t.self)
            let isDeleted = event.state == UInt8(XCB_PROPERTY_DELETE.rawValue)
            if let number = pastes[event.window] {
                guard !isDeleted, event.atom == connection.link.atoms[Self.property] else { return }
                perform(bridge.newValue(number, now: loop.turnTime))
            } else if isDeleted {
                let place = SelectionPlace(window: event.window, property: event.atom)
                perform(bridge.deleted(place, now: loop.turnTime))
            }
        case XCB_DESTROY_NOTIFY:
            perform(bridge.requestorEnded(window: read(xcb_destroy_notify_event_t.self).window))
        default: break
        }
    }

    private func selection(_ atom: xcb_atom_t) -> XSelection? {
        XSelection.allCases.first { connection.link.atoms[$0.name] == atom }
    }

    /// A selection has another owner.
    private func take(_ event: xcb_xfixes_selection_notify_event_t) {
        guard let selection = selection(event.selection) else { return }
        switch event.owner {
        case connection.link.own: perform(bridge.weOwn(selection, time: event.selection_timestamp))
        case 0:
            let ownerEnded = event.subtype != UInt8(XCB_XFIXES_SELECTION_EVENT_SET_SELECTION_OWNER.rawValue)
            perform(bridge.nobodyOwns(selection, ownerEnded: ownerEnded, now: loop.turnTime))
        default:
            perform(
                bridge.programOwns(
                    selection, window: event.owner, time: event.selection_timestamp, now: loop.turnTime))
        }
    }

    /// A program wants a selection that is ours.
    private func take(_ event: xcb_selection_request_event_t) {
        guard let selection = selection(event.selection) else { return }
        let request = SelectionRequest(
            selection: selection,
            place: SelectionPlace(
                window: event.requestor, property: event.property == 0 ? event.target : event.property),
            target: connection.link.atoms.name(of: event.target)
                ?? targets[selection]?.first { $0.value == event.target }?.key,
            targetAtom: event.target, time: event.time)
        // Our own windows and the root are no requestors: their properties and events are the window manager's.
        let isOurs =
            [connection.link.root, connection.link.own].contains(event.requestor) || pastes[event.requestor] != nil
        perform(isOurs ? [.answer(request, isRefused: true)] : bridge.requested(request, now: loop.turnTime))
    }

    private func timeIsUp() {
        deadline = nil
        perform(bridge.expire(now: loop.turnTime))
    }

    // MARK: Actions

    private func perform(_ actions: [SelectionAction]) {
        guard !hasEnded else { return }
        for action in actions { perform(action) }
        guard bridge.deadline != deadline else { return }
        deadline = bridge.deadline
        if let deadline { timer.arm(at: deadline) } else { timer.disarm() }
    }

    private func perform(_ action: SelectionAction) {
        switch action {
        case .convert(let number, let selection, let target): convert(number, selection, target)
        case .readProperty(let number, let offset): readProperty(number, offset)
        case .write(let number, let bytes): sinks[number]?.write(bytes)
        case .endPaste(let number): endPaste(number)
        case .name(let selection, let atoms, let generation): name(atoms, of: selection, generation)
        case .offer(let selection, let types): port.offer(selection, as: types)
        case .withdraw(let selection, let ownerEnded): port.withdraw(selection, ownerEnded: ownerEnded)
        case .own(let selection, let targets): own(selection, targets)
        case .disown(let selection, let time):
            claims[selection, default: 0] += 1
            if let time { setOwner(of: selection, to: 0, time) }
        case .open(let number, let selection, let type): open(number, selection, type)
        case .readPipe(let number): readPipe(number)
        case .endCopy(let number): pipes[number] = nil
        case .watch(let window): connection.send { $0.followProperties(of: window) }
        case .setProperty(let place, let value): set(place, to: value)
        case .answer(let request, let isRefused): answer(request, isRefused)
        }
    }

    // MARK: From X to Wayland

    private func convert(_ number: TransferNumber, _ selection: XSelection, _ target: String) {
        let window: xcb_window_t
        if madeWindows < Self.mostWindows || spareWindows.isEmpty {
            // Making numbers without end would at some time ask the server for more, and wait.
            window = xcb_generate_id(connection.link.handle)
            madeWindows += 1
        } else {
            window = spareWindows.removeFirst()
        }
        windows[number] = window
        pastes[window] = number
        let target = targets[selection]?[target] ?? connection.link.atoms[target]
        let time = bridge.time(of: selection) ?? xcb_timestamp_t(XCB_CURRENT_TIME)
        connection.send { link in
            // Within our own window, where the window manager is not told of it.
            link.makeWindow(window, in: link.own, XCB_CW_EVENT_MASK, XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue)
            xcb_convert_selection(
                link.handle, window, link.atoms[selection.name], target, link.atoms[Self.property], time)
        }
    }

    private func endPaste(_ number: TransferNumber) {
        sinks[number] = nil
        guard let window = windows.removeValue(forKey: number) else { return }
        pastes[window] = nil
        spareWindows.append(window)
        connection.send { xcb_destroy_window($0.handle, window) }
    }

    private func readProperty(_ number: TransferNumber, _ offset: Int) {
        guard let window = windows[number] else { return }
        connection.ask(
            { link in
                xcb_get_property(
                    link.handle, 1, window, link.atoms[Self.property], 0, UInt32(clamping: offset / 4), Self.part / 4
                ).sequence
            },
            { [weak self] answer in
                guard let self else { return }
                perform(bridge.read(number, part(answer), now: loop.turnTime))
            })
    }

    private func part(_ answer: UnsafeMutableRawPointer?) -> SelectionPart? {
        guard let reply = answer?.assumingMemoryBound(to: xcb_get_property_reply_t.self) else { return nil }
        if reply.pointee.type == 0 { return SelectionPart(type: nil, bytes: [], rest: 0) }
        return SelectionPart(
            type: name(of: reply.pointee.type) ?? "", bytes: XPropertyValue(answer).bytes,
            rest: Int(reply.pointee.bytes_after))
    }

    /// Finds the names of an owner's targets, and then tells the bridge.
    private func name(_ atoms: [xcb_atom_t], of selection: XSelection, _ generation: Int) {
        var known = Dictionary(
            atoms.compactMap { atom in name(of: atom).map { (atom, $0) } }, uniquingKeysWith: { first, _ in first })
        var missing = Set(atoms).subtracting(known.keys)
        let found = { [weak self] in
            guard let self else { return }
            let targets = atoms.compactMap { known[$0] }
            self.targets[selection] = Dictionary(known.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
            perform(bridge.named(selection, targets: targets, generation: generation))
        }
        if missing.isEmpty { return found() }
        for atom in missing {
            connection.ask({ xcb_get_atom_name($0.handle, atom).sequence }) { [weak self] answer in
                if let name = Self.name(answer) {
                    known[atom] = name
                    self?.remember(name, atom)
                }
                missing.remove(atom)
                if missing.isEmpty { found() }
            }
        }
    }

    private static func name(_ answer: UnsafeMutableRawPointer?) -> String? {
        guard let reply = answer?.assumingMemoryBound(to: xcb_get_atom_name_reply_t.self) else { return nil }
        let count = Int(xcb_get_atom_name_name_length(reply))
        let bytes = UnsafeRawBufferPointer(start: xcb_get_atom_name_name(reply), count: max(0, count))
        return String(validating: bytes, as: UTF8.self)
    }

    private func atom(_ name: String) -> xcb_atom_t {
        targets.values.lazy.compactMap { $0[name] }.first ?? connection.link.atoms[name]
    }

    private func name(of atom: xcb_atom_t) -> String? { connection.link.atoms.name(of: atom) ?? names[atom] }

    private func remember(_ name: String, _ atom: xcb_atom_t) {
        if names.count >= Self.mostNames { names = [:] }
        names[atom] = name
    }

    // MARK: From Wayland to X

    /// Becomes the owner once the server has given all targets their atoms.
    private func own(_ selection: XSelection, _ targets: [String]) {
        claims[selection, default: 0] += 1
        if selection == .drag { draggedNames = [] }
        let claim = claims[selection]
        var atoms = Dictionary(
            targets.map { ($0, connection.link.atoms[$0]) }.filter { $1 != 0 }, uniquingKeysWith: { first, _ in first })
        let missing = Set(targets).subtracting(atoms.keys)
        var waiting = missing.count
        let isNamed = { [weak self] in
            guard let self, claims[selection] == claim else { return }
            self.targets[selection] = atoms
            if selection == .drag { draggedNames = targets }
            setOwner(of: selection, to: connection.link.own, xcb_timestamp_t(XCB_CURRENT_TIME))
        }
        if waiting == 0 { return isNamed() }
        for name in missing {
            connection.ask({ xcb_intern_atom($0.handle, 0, UInt16(clamping: name.utf8.count), name).sequence }) {
                [weak self] answer in
                if let reply = answer?.assumingMemoryBound(to: xcb_intern_atom_reply_t.self) {
                    atoms[name] = reply.pointee.atom
                    self?.remember(name, reply.pointee.atom)
                }
                waiting -= 1
                if waiting == 0 { isNamed() }
            }
        }
    }

    private func setOwner(of selection: XSelection, to owner: xcb_window_t, _ time: xcb_timestamp_t) {
        connection.send { xcb_set_selection_owner($0.handle, owner, $0.atoms[selection.name], time) }
    }

    private func open(_ number: TransferNumber, _ selection: XSelection, _ type: String) {
        let pipe = try? CopyPipe(loop) { [weak self] bytes in
            guard let self else { return }
            perform(bridge.readPipe(number, bytes, now: loop.turnTime))
        }
        pipes[number] = pipe
        pipe?.open { port.write(selection, as: type, to: $0) }
    }

    private func readPipe(_ number: TransferNumber) {
        if let pipe = pipes[number] { return pipe.read() }
        loop.deferAction { [weak self] in
            guard let self else { return }
            perform(bridge.readPipe(number, nil, now: loop.turnTime))
        }
    }

    private func set(_ place: SelectionPlace, to value: SelectionValue) {
        switch value {
        case .bytes(let bytes, let type):
            let type = type ?? connection.link.atoms["UTF8_STRING"]
            connection.send(bytes: bytes.count) { $0.set(place.property, of: place.window, type, bytes: bytes) }
        case .targets(let names): set(place, "ATOM", names.map(atom).filter { $0 != 0 })
        case .integer(let number): set(place, "INTEGER", [number])
        case .nothing: set(place, "NULL", [])
        case .incremental(let least): set(place, "INCR", [UInt32(clamping: least)])
        }
    }

    private func set(_ place: SelectionPlace, _ type: String, _ words: [UInt32]) {
        connection.send(bytes: words.count * 4) { $0.set(place.property, of: place.window, $0.atoms[type], words) }
    }

    private func answer(_ request: SelectionRequest, _ isRefused: Bool) {
        let place = request.place
        connection.send { link in
            var event = xcb_selection_notify_event_t()
            event.response_type = UInt8(XCB_SELECTION_NOTIFY)
            event.time = request.time
            event.requestor = place.window
            event.selection = link.atoms[request.selection.name]
            event.target = request.targetAtom
            event.property = isRefused ? 0 : place.property
            link.send(event, to: place.window, mask: 0)
        }
    }
}
