import CXCB
import Geometry
import Mirroring
import Runtime

/// Performs the drags between X and Wayland on the X server and the seat, and hands their events to the bridge.
final class XDragAdapter: XDragObserver {
    private let connection: XConnection
    private let loop: EventLoop
    private let port: any XDragPort
    /// Carries the data.
    private let selections: XSelectionAdapter
    private let atoms: XAtoms
    private var bridge = XDragBridge()
    private lazy var timer = loop.makeTimer { [weak self] in self?.timeIsUp() }
    private var deadline: Int64?
    private var hasEnded = false
    private var isActing = false
    private var waiting: [(inout XDragBridge) -> [XDragStep]] = []
    /// When we became the owner of the selection, in X's time.
    private var ownedSince: xcb_timestamp_t = 0

    init(_ connection: XConnection, loop: EventLoop, port: any XDragPort, selections: XSelectionAdapter) {
        (self.connection, self.loop, self.port, self.selections) = (connection, loop, port, selections)
        atoms = connection.link.atoms
        // After the selections, which then know the owner.
        connection.follow { [weak self] in self?.take($0) }
        port.xDragObserver = self
    }

    /// The X server has ended, and its drags and selections with it.
    func end() {
        guard !hasEnded else { return }
        act { $0.nobodyOwns() }
        hasEnded = true
        timer.disarm()
        if port.xDragObserver === self { port.xDragObserver = nil }
        selections.end()
    }

    func dragHappened(_ event: XDragEvent) {
        act { [loop] in $0.take(event, now: loop.turnTime) }
    }

    /// Lets the bridge decide. What happens meanwhile follows afterwards.
    private func act(_ happens: @escaping (inout XDragBridge) -> [XDragStep]) {
        guard !hasEnded else { return }
        waiting.append(happens)
        guard !isActing else { return }
        isActing = true
        while !waiting.isEmpty {
            for step in waiting.removeFirst()(&bridge) { perform(step) }
        }
        isActing = false
        guard bridge.deadline != deadline else { return }
        deadline = bridge.deadline
        if let deadline { timer.arm(at: deadline) } else { timer.disarm() }
    }

    private func timeIsUp() {
        deadline = nil
        act { [loop] in $0.expire(now: loop.turnTime) }
    }

    // MARK: Events

    private func take(_ event: UnsafePointer<xcb_generic_event_t>) {
        func read<Event>(_ type: Event.Type) -> Event { UnsafeRawPointer(event).load(as: type) }
        switch CInt(event.pointee.response_type & 0x7f) {
        case CInt(connection.link.selectionEvent):
            let event = read(xcb_xfixes_selection_notify_event_t.self)
            guard event.selection == atoms[XSelection.drag.name] else { return }
            switch event.owner {
            case connection.link.own:
                ownedSince = event.selection_timestamp
                act { $0.weOwn() }
            case 0: act { $0.nobodyOwns() }
            default: act { $0.programOwns(window: event.owner) }
            }
        case XCB_CLIENT_MESSAGE: take(read(xcb_client_message_event_t.self))
        case XCB_DESTROY_NOTIFY:
            let window = read(xcb_destroy_notify_event_t.self).window
            act { $0.windowEnded(window) }
        default: break
        }
    }

    private func take(_ message: xcb_client_message_event_t) {
        guard message.format == 32, message.window == connection.link.own,
            let kind = atoms.name(of: message.type).flatMap(XDragMessage.init(rawValue:))
        else { return }
        let data = message.data.data32
        let (other, now) = (data.0, loop.turnTime)
        switch kind {
        case .enter:
            let types = data.1 & 1 == 0 ? [data.2, data.3, data.4].filter { $0 != 0 } : nil
            act { $0.take(.enter(version: data.1 >> 24, types: types), from: other, now: now) }
        case .position:
            // Copying stands for the actions that Wayland does not have.
            let action = action(data.4) ?? .copy
            act { $0.take(.position(action), from: other, now: now) }
        case .leave: act { $0.take(.leave, from: other, now: now) }
        case .drop: act { $0.take(.drop, from: other, now: now) }
        case .status:
            let action = data.1 & 1 == 0 ? nil : action(data.4) ?? .copy
            act { $0.status(from: other, action, now: now) }
        case .finished:
            let action = data.1 & 1 == 0 ? nil : action(data.2) ?? .copy
            act { $0.finished(from: other, action) }
        }
    }

    private func action(_ atom: xcb_atom_t) -> XDragAction? { XDragAction.allCases.first { atoms[$0.name] == atom } }

    // MARK: Steps

    private func perform(_ step: XDragStep) {
        let link = connection.link
        switch step {
        case .follow: if !port.follow() { act { $0.isNotFollowed() } }
        case .stopFollowing: port.stopFollowing()
        case .cover(let isInFront): connection.send { $0.cover(isInFront) }
        case .offer(let types): selections.programDrags(types)
        case .readTypes(let window): readTypes(of: window)
        case .propose(let action): port.propose(action)
        case .withdraw: selections.withdrawDrag()
        case .drop: port.drop()
        case .delete: selections.deleteDragged()
        case .sendStatus(let window, let action):
            // With the second bit, the program goes on telling of places.
            send(.status, to: window, (link.own, action == nil ? 2 : 3, 0, 0, atom(action)))
        case .sendFinished(let window, let action):
            send(.finished, to: window, (link.own, action == nil ? 0 : 1, atom(action), 0, 0))
        case .ask(let window): ask(window)
        case .sendEnter(let party): enter(party)
        case .sendPosition(let party, let point, let action):
            let place = UInt32(coordinate(point.x)) << 16 | UInt32(coordinate(point.y))
            send(.position, to: party, (link.own, 0, place, ownedSince, atom(action)))
        case .sendLeave(let party): send(.leave, to: party, (link.own, 0, 0, 0, 0))
        case .sendDrop(let party): send(.drop, to: party, (link.own, 0, ownedSince, 0, 0))
        case .allowReading(let isAllowed): selections.dragMoved(toX: isAllowed)
        case .answer(let action): port.windowAnswered(action)
        case .finish(let action): port.windowFinished(action)
        }
    }

    private func atom(_ action: XDragAction?) -> xcb_atom_t { action.map { atoms[$0.name] } ?? 0 }

    /// A coordinate that the messages can express.
    private func coordinate(_ value: Double) -> UInt16 {
        UInt16(bitPattern: Int16(clamping: Int(clamping: value.rounded(.down))))
    }

    private typealias Words = (UInt32, UInt32, UInt32, UInt32, UInt32)

    private func send(_ message: XDragMessage, to window: xcb_window_t, _ words: Words) {
        send(message, about: window, to: window, words)
    }

    private func send(_ message: XDragMessage, to party: XDragParty, _ words: Words) {
        send(message, about: party.window, to: party.receiver, words)
    }

    private func send(_ message: XDragMessage, about window: xcb_window_t, to receiver: xcb_window_t, _ words: Words) {
        connection.send { link in
            var event = xcb_client_message_event_t()
            event.response_type = UInt8(XCB_CLIENT_MESSAGE)
            event.format = 32
            event.window = window
            event.type = link.atoms[message.rawValue]
            event.data.data32 = words
            link.send(event, to: receiver, mask: 0)
        }
    }

    /// Tells a window of the drag: three types within the message, and all in a property if there are more.
    private func enter(_ party: XDragParty) {
        let types = selections.draggedTypes
        if types.count > 3 {
            connection.send(bytes: 4 * types.count) { $0.set(XDragAtom.typeList, of: $0.own, "ATOM", types) }
        }
        let first = types.prefix(3) + Array(repeating: 0, count: max(0, 3 - types.count))
        let version = party.version << 24 | (types.count > 3 ? 1 : 0)
        send(.enter, to: party, (connection.link.own, version, first[0], first[1], first[2]))
    }

    // MARK: Properties

    private func readTypes(of window: xcb_window_t) {
        words(of: XDragAtom.typeList, window, most: SelectionBridge.mostTargets) { [weak self] in
            self?.selections.programDrags($0)
        }
    }

    /// Finds who gets the messages for a window, and whether it takes them. A stand-in names itself, so that one left by a program that has
    /// ended is not taken for one.
    private func ask(_ window: xcb_window_t) {
        words(of: XDragAtom.proxy, window, most: 1) { [weak self] found in
            guard let self else { return }
            guard let proxy = found.first else { return ask(window, through: window) }
            words(of: XDragAtom.proxy, proxy, most: 1) { [weak self] own in
                self?.ask(window, through: own.first == proxy ? proxy : window)
            }
        }
    }

    private func ask(_ window: xcb_window_t, through receiver: xcb_window_t) {
        words(of: XDragAtom.aware, receiver, most: 1) { [weak self] found in
            guard let self else { return }
            var party: XDragParty?
            let isOurs = [connection.link.root, connection.link.own].contains(receiver)
            if let version = found.first, version >= XDragBridge.oldest, !isOurs {
                party = XDragParty(
                    window: window, receiver: receiver, version: min(version, XDragBridge.version))
            }
            act { $0.asked(window, party) }
        }
    }

    /// Reads a property of numbers; none if there is no such property or window.
    private func words(of property: String, _ window: xcb_window_t, most: Int, _ found: @escaping ([UInt32]) -> Void) {
        connection.ask(
            { link in
                xcb_get_property(
                    link.handle, 0, window, link.atoms[property], xcb_atom_t(XCB_GET_PROPERTY_TYPE_ANY.rawValue), 0,
                    UInt32(most)
                ).sequence
            },
            { found(XPropertyValue($0).words) })
    }
}

/// The messages of XDND, by the names of their atoms.
enum XDragMessage: String, CaseIterable {
    case enter = "XdndEnter"
    case position = "XdndPosition"
    case leave = "XdndLeave"
    case drop = "XdndDrop"
    case status = "XdndStatus"
    case finished = "XdndFinished"
}

/// The names of XDND's properties.
enum XDragAtom {
    /// Says that a window takes part, and in which version.
    static let aware = "XdndAware"
    /// The window that stands in for another one.
    static let proxy = "XdndProxy"
    /// All types, where there are more than three.
    static let typeList = "XdndTypeList"

    static let all = [aware, proxy, typeList] + XDragAction.allCases.map(\.name)
}

extension XDragAction {
    /// The name of X's atom.
    fileprivate var name: String {
        switch self {
        case .copy: "XdndActionCopy"
        case .move: "XdndActionMove"
        case .ask: "XdndActionAsk"
        }
    }
}

extension XLink {
    /// Brings our window in front of all of X's, or hides it. It takes input alone, and shows nothing.
    fileprivate func cover(_ isInFront: Bool) {
        guard isInFront else { return _ = xcb_unmap_window(handle, own) }
        let mask =
            XCB_CONFIG_WINDOW_X.rawValue | XCB_CONFIG_WINDOW_Y.rawValue | XCB_CONFIG_WINDOW_WIDTH.rawValue
            | XCB_CONFIG_WINDOW_HEIGHT.rawValue | XCB_CONFIG_WINDOW_STACK_MODE.rawValue
        let longest = UInt32(Int16.max)
        xcb_configure_window(handle, own, UInt16(mask), [0, 0, longest, longest, XCB_STACK_MODE_ABOVE.rawValue])
        xcb_map_window(handle, own)
    }
}
