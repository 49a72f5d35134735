import CXCB
import Geometry
import Glibc
import Mirroring

/// Performs the window manager's decisions on the X server and the desktop, and hands both their events to it.
final class XWindowAdapter: XWindowObserver {
    private let connection: XConnection
    private let port: any XWindowPort
    private var manager: XWindowManager
    private let atoms: XAtoms
    /// The properties that are being read; true for those that have changed again.
    private var reads: [PropertyKey: Bool] = [:]
    private var icons: XIconReader?
    private let cursorSize: Int
    private var settingsSerial: UInt32 = 0
    /// The number of the last request that gave the keyboard away; nil while it is held back.
    private var focusRequest: UInt32? = 0
    private var isActing = false
    private var waiting: [XWindowEvent] = []

    private struct PropertyKey: Hashable {
        let window: XWindowID
        let property: XProperty
    }

    init(_ connection: XConnection, port: any XWindowPort, cursorSize: Int) {
        self.connection = connection
        self.port = port
        self.cursorSize = cursorSize
        let atoms = connection.link.atoms
        self.atoms = atoms
        manager = XWindowManager(
            machine: Self.machine,
            resourceMask: xcb_get_setup(connection.link.handle).pointee.resource_id_mask
        ) { atoms.name(of: $0) }
        icons = XIconReader(connection) { [weak self] in self?.take(.icon($0, $1)) }
        port.xWindowObserver = self
        connection.follow { [weak self] in self?.take($0) }
    }

    /// The name of this machine, as X clients give it; empty if it cannot be read.
    private static var machine: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { name in
            guard let start = name.baseAddress, gethostname(start, 256) == 0 else { return "" }
            name[255] = 0
            return String(cString: start)
        }
    }

    // MARK: XWindowObserver

    func scaleChanged(to scale: Scale) {
        settingsSerial &+= 1
        let serial = settingsSerial
        let settings = XSettings(scale: scale, cursorSize: cursorSize)
        connection.send(bytes: 1024) { $0.set(settings, serial: serial) }
    }

    func configure(_ window: XWindowID, _ configuration: XWindowConfiguration) {
        take(.configure(window, configuration))
    }

    func place(_ window: XWindowID, x: Int, y: Int) { take(.place(window, x: x, y: y)) }

    func restack(_ windows: [XWindowID]) { take(.restack(windows)) }

    func close(_ window: XWindowID) { take(.close(window)) }

    func ping(_ window: XWindowID, serial: UInt32) { take(.ping(window, serial: serial)) }

    // MARK: Events

    /// Lets the window manager decide. What the desktop decides meanwhile follows afterwards.
    private func take(_ event: XWindowEvent) {
        waiting.append(event)
        guard !isActing else { return }
        isActing = true
        while !waiting.isEmpty {
            for action in manager.take(waiting.removeFirst()) { perform(action) }
        }
        isActing = false
    }

    private func take(_ event: UnsafePointer<xcb_generic_event_t>) {
        func read<Event>(_ type: Event.Type) -> Event { UnsafeRawPointer(event).load(as: type) }
        switch CInt(event.pointee.response_type & 0x7f) {
        case XCB_CREATE_NOTIFY:
            let event = read(xcb_create_notify_event_t.self)
            guard event.window != connection.link.own else { return }
            let frame = Rect<ContentSpace>(
                x: Int(event.x), y: Int(event.y), width: Int(event.width), height: Int(event.height))
            take(.created(XWindowID(event.window), frame, placesItself: event.override_redirect != 0))
        case XCB_DESTROY_NOTIFY: take(.destroyed(XWindowID(read(xcb_destroy_notify_event_t.self).window)))
        case XCB_MAP_REQUEST: take(.wantsMapping(XWindowID(read(xcb_map_request_event_t.self).window)))
        case XCB_MAP_NOTIFY:
            let event = read(xcb_map_notify_event_t.self)
            take(.mapped(XWindowID(event.window), placesItself: event.override_redirect != 0))
        case XCB_UNMAP_NOTIFY: take(.unmapped(XWindowID(read(xcb_unmap_notify_event_t.self).window)))
        case XCB_REPARENT_NOTIFY:
            let event = read(xcb_reparent_notify_event_t.self)
            if event.parent != connection.link.root { take(.destroyed(XWindowID(event.window))) }
        case XCB_CONFIGURE_REQUEST:
            let event = read(xcb_configure_request_event_t.self)
            take(.wantsFrame(XWindowID(event.window), XFrameWish(event)))
        case XCB_CONFIGURE_NOTIFY:
            let event = read(xcb_configure_notify_event_t.self)
            let frame = Rect<ContentSpace>(
                x: Int(event.x), y: Int(event.y), width: Int(event.width), height: Int(event.height))
            take(.moved(XWindowID(event.window), frame, placesItself: event.override_redirect != 0))
        case XCB_PROPERTY_NOTIFY:
            let event = read(xcb_property_notify_event_t.self)
            if event.atom == atoms[XAtoms.icon] { return take(.iconChanged(XWindowID(event.window))) }
            guard let property = atoms.name(of: event.atom).flatMap(XProperty.init(rawValue:)), property != .state
            else { return }
            readAgain(PropertyKey(window: XWindowID(event.window), property: property))
        case XCB_FOCUS_IN: focused(read(xcb_focus_in_event_t.self), after: event.pointee.full_sequence)
        case XCB_CLIENT_MESSAGE: take(read(xcb_client_message_event_t.self))
        default: break
        }
    }

    /// Tells who has the keyboard. Answers to earlier requests of ours do not count, nor do grabs or the pointer's place.
    private func focused(_ event: xcb_focus_in_event_t, after request: UInt32) {
        let modes = [XCB_NOTIFY_MODE_NORMAL, XCB_NOTIFY_MODE_WHILE_GRABBED].map(\.rawValue)
        let places = [XCB_NOTIFY_DETAIL_POINTER, XCB_NOTIFY_DETAIL_POINTER_ROOT, XCB_NOTIFY_DETAIL_NONE].map(\.rawValue)
        guard let focusRequest, Int32(bitPattern: request &- focusRequest) >= 0, modes.contains(UInt32(event.mode)),
            !places.contains(UInt32(event.detail))
        else { return }
        take(.focused(XWindowID(event.event)))
    }

    private func take(_ message: xcb_client_message_event_t) {
        guard message.format == 32, let name = atoms.name(of: message.type) else { return }
        let window = XWindowID(message.window)
        let data = message.data.data32
        switch name {
        case "WL_SURFACE_ID": take(.surfaceNamed(window, .object(data.0)))
        case "WL_SURFACE_SERIAL": take(.surfaceNamed(window, .serial(UInt64(data.1) << 32 | UInt64(data.0))))
        case XProperty.state.rawValue:
            guard let change = XStateChange(rawValue: data.0) else { return }
            let states = [data.1, data.2].compactMap(atoms.name).compactMap(XNetState.init(rawValue:))
            take(.wantsState(window, change, Set(states)))
        case "WM_CHANGE_STATE":
            if data.0 == XMappingState.iconic.rawValue { take(.wants(window, .minimize)) }
        case "_NET_ACTIVE_WINDOW": take(.wants(window, .activate))
        case "_NET_CLOSE_WINDOW": take(.wantsClosing(window))
        case "_NET_WM_MOVERESIZE":
            // The other numbers are those of moves by keys, of which there are none.
            if let drag = XWindowDrag(rawValue: data.2) { take(.wants(window, .drag(drag))) }
        case XProperty.protocols.rawValue:
            if atoms.name(of: data.0) == XProtocol.ping.rawValue {
                take(.answered(XWindowID(data.2), serial: data.1))
            }
        default: break
        }
    }

    // MARK: Properties

    private func read(_ window: XWindowID) {
        connection.send { $0.followProperties(of: window.number, and: XCB_EVENT_MASK_FOCUS_CHANGE.rawValue) }
        for property in XProperty.allCases {
            ask(PropertyKey(window: window, property: property), isLast: property == XProperty.allCases.last)
        }
    }

    /// Reads a property that has changed, at most once at a time.
    private func readAgain(_ key: PropertyKey) {
        if reads[key] != nil { return reads[key] = true }
        ask(key)
    }

    private func ask(_ key: PropertyKey, isLast: Bool = false) {
        reads[key] = false
        let atom = atoms[key.property.rawValue]
        connection.ask(
            { link in
                xcb_get_property(
                    link.handle, 0, key.window.number, atom, xcb_atom_t(XCB_GET_PROPERTY_TYPE_ANY.rawValue), 0,
                    UInt32(XProperties.mostBytes / 4)
                ).sequence
            },
            { [weak self] answer in
                guard let self else { return }
                take(.property(key.window, key.property, XPropertyValue(answer)))
                if isLast { take(.wasRead(key.window)) }
                let isStale = reads.removeValue(forKey: key) == true
                if isStale { ask(key) }
            })
    }

    // MARK: Actions

    private func perform(_ action: XWindowAction) {
        switch action {
        case .read(let window): read(window)
        case .readIcon(let window): icons?.read(window)
        case .map(let window): connection.send { xcb_map_window($0.handle, window.number) }
        case .setFrame(let window, let frame):
            connection.send { link in
                let mask =
                    XCB_CONFIG_WINDOW_X.rawValue | XCB_CONFIG_WINDOW_Y.rawValue | XCB_CONFIG_WINDOW_WIDTH.rawValue
                    | XCB_CONFIG_WINDOW_HEIGHT.rawValue | XCB_CONFIG_WINDOW_BORDER_WIDTH.rawValue
                xcb_configure_window(
                    link.handle, window.number, UInt16(mask),
                    [
                        UInt32(bitPattern: Int32(clamping: frame.x)), UInt32(bitPattern: Int32(clamping: frame.y)),
                        UInt32(clamping: frame.width), UInt32(clamping: frame.height), 0,
                    ])
            }
        case .notify(let window, let frame): notify(window, frame)
        case .setWindowState(let window, let state):
            connection.send { $0.set("WM_STATE", of: window.number, "WM_STATE", [state.rawValue, 0]) }
        case .setNetStates(let window, let states):
            let numbers = states.map { atoms[$0.rawValue] }.sorted()
            connection.send { $0.set("_NET_WM_STATE", of: window.number, "ATOM", numbers) }
        case .setActive(let window): setActive(window.number)
        case .focus(let window):
            focusRequest = nil
            connection.send { [weak self] link in
                self?.focusRequest =
                    xcb_set_input_focus(
                        link.handle, UInt8(XCB_INPUT_FOCUS_POINTER_ROOT.rawValue), window?.number ?? 0,
                        xcb_timestamp_t(XCB_CURRENT_TIME)
                    ).sequence
            }
            if window == nil { setActive(0) }
        case .offerFocus(let window): tell(window, .takeFocus)
        case .askToClose(let window): tell(window, .deleteWindow)
        case .kill(let window): connection.send { xcb_kill_client($0.handle, window.number) }
        case .ping(let window, let serial): tell(window, .ping, serial)
        case .raise(let windows):
            for window in windows {
                connection.send { link in
                    xcb_configure_window(
                        link.handle, window.number, UInt16(XCB_CONFIG_WINDOW_STACK_MODE.rawValue),
                        [XCB_STACK_MODE_ABOVE.rawValue])
                }
            }
        case .list(let windows, let stacking):
            connection.send(bytes: 8 * windows.count) { link in
                link.set("_NET_CLIENT_LIST", of: link.root, "WINDOW", windows.map(\.number))
                link.set("_NET_CLIENT_LIST_STACKING", of: link.root, "WINDOW", stacking.map(\.number))
            }
        case .show(let window, let surface, let description): port.show(window, surface, description)
        case .showUnmanaged(let window, let surface, let frame, let kind):
            port.showUnmanaged(window, surface, at: frame, kind)
        case .moveUnmanaged(let window, let frame): port.moveUnmanaged(window, to: frame)
        case .describe(let window, let description): port.describe(window, description)
        case .tell(let window, let wish): port.change(window, wish)
        case .hide(let window): port.hide(window)
        case .answer(let window, let serial): port.answered(window, serial: serial)
        }
    }

    private func setActive(_ window: xcb_window_t) {
        connection.send { $0.set("_NET_ACTIVE_WINDOW", of: $0.root, "WINDOW", [window]) }
    }

    /// Sends a message of `WM_PROTOCOLS`.
    private func tell(_ window: XWindowID, _ message: XProtocol, _ time: UInt32 = 0) {
        let atoms = atoms
        connection.send { link in
            var event = xcb_client_message_event_t()
            event.response_type = UInt8(XCB_CLIENT_MESSAGE)
            event.format = 32
            event.window = window.number
            event.type = atoms[XProperty.protocols.rawValue]
            event.data.data32 = (atoms[message.rawValue], time, window.number, 0, 0)
            link.send(event, to: window.number, mask: 0)
        }
    }

    private func notify(_ window: XWindowID, _ frame: Rect<ContentSpace>) {
        connection.send { link in
            var event = xcb_configure_notify_event_t()
            event.response_type = UInt8(XCB_CONFIGURE_NOTIFY)
            (event.event, event.window) = (window.number, window.number)
            (event.x, event.y) = (Int16(clamping: frame.x), Int16(clamping: frame.y))
            (event.width, event.height) = (UInt16(clamping: frame.width), UInt16(clamping: frame.height))
            link.send(event, to: window.number, mask: XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue)
        }
    }
}

extension XFrameWish {
    /// What a client asks for.
    fileprivate init(_ event: xcb_configure_request_event_t) {
        func value(_ bit: xcb_config_window_t, _ value: Int) -> Int? {
            UInt32(event.value_mask) & bit.rawValue == 0 ? nil : value
        }
        self.init(
            x: value(XCB_CONFIG_WINDOW_X, Int(event.x)), y: value(XCB_CONFIG_WINDOW_Y, Int(event.y)),
            width: value(XCB_CONFIG_WINDOW_WIDTH, Int(event.width)),
            height: value(XCB_CONFIG_WINDOW_HEIGHT, Int(event.height)))
    }
}
