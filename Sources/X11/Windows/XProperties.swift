package import Geometry
package import Mirroring

/// The properties of a window that the window manager reads.
package struct XProperties: Equatable, Sendable {
    /// `_NET_WM_NAME`.
    package var name: String?
    /// `WM_NAME`, for clients without the newer property.
    package var legacyName: String?
    /// The class part of `WM_CLASS`.
    package var className: String?
    package var transientFor: XWindowID?
    package var hints = XHints()
    package var sizes = XSizeHints()
    package var protocols: Set<XProtocol> = []
    /// `_NET_WM_WINDOW_TYPE`, the client's first choice that is known.
    package var type: XWindowType?
    /// `_NET_WM_STATE` as the client set it before the window was mapped.
    package var states: Set<XNetState> = []
    /// `_NET_STARTUP_ID`: what the program found in `DESKTOP_STARTUP_ID`, to which toolkits of Wayland set their activation token.
    package var startupID: String?
    /// `_NET_WM_PID`, a number of the machine named by `machine`.
    package var processID: Int?
    /// `WM_CLIENT_MACHINE`: the name of the machine that the client runs on.
    package var machine: String?
    /// The icon of `_NET_WM_ICON` that suits, once it is read.
    package var icon: WindowIcon?

    package init() {}

    /// The most bytes of a property that are read.
    package static let mostBytes = 4096
    /// The most atoms of a list that count.
    private static let mostAtoms = 64

    /// Takes over the value of a property that was read; anything but the form that conventions give it counts as absent.
    package mutating func take(_ value: XPropertyValue, of property: XProperty, names: (UInt32) -> String?) {
        func atoms() -> [String] {
            value.words.prefix(Self.mostAtoms).compactMap(names)
        }
        switch property {
        case .netName: name = value.text
        case .name: legacyName = value.text
        case .windowClass: className = value.texts.dropFirst().first ?? value.texts.first
        case .transientFor: transientFor = value.words.first.flatMap { $0 == 0 ? nil : XWindowID($0) }
        case .hints: hints = XHints(value.words)
        case .normalHints: sizes = XSizeHints(value.words)
        case .protocols: protocols = Set(atoms().compactMap(XProtocol.init(rawValue:)))
        case .windowType: type = atoms().lazy.compactMap(XWindowType.init(rawValue:)).first
        case .state: states = Set(atoms().compactMap(XNetState.init(rawValue:)))
        case .startupID: startupID = value.text
        case .processID: processID = value.words.first.flatMap { $0 > 0 ? Int32(exactly: $0).map(Int.init) : nil }
        case .machine: machine = value.text
        }
    }

    /// The title that is shown.
    package var title: String? { name ?? legacyName }

    /// Whether the window is a dialog or the like, which keeps its own size.
    package var keepsSize: Bool {
        if states.contains(.modal) { return true }
        return switch type {
        case .dialog, .splash, .utility, .toolbar, .notification, .dock: true
        case .normal, .desktop, .menu, .dropDownMenu, .popUpMenu, .tooltip, .combo, .drag, nil: false
        }
    }
}

extension XProperties {
    /// What a window that places itself is for.
    ///
    /// The types without keyboard are those of wlroots: they belong to other windows, or only show something.
    package var unmanagedKind: XUnmanagedKind {
        switch type {
        case .drag: .dragIcon
        case .combo, .dropDownMenu, .menu, .notification, .popUpMenu, .splash, .desktop, .tooltip, .utility: .menu
        case .normal, .dock, .dialog, .toolbar, nil: hints.takesInput ? .keyboardTaker : .menu
        }
    }
}

/// A property that the window manager reads.
package enum XProperty: String, Hashable, Sendable, CaseIterable {
    case netName = "_NET_WM_NAME"
    case name = "WM_NAME"
    case windowClass = "WM_CLASS"
    case transientFor = "WM_TRANSIENT_FOR"
    case hints = "WM_HINTS"
    case normalHints = "WM_NORMAL_HINTS"
    case protocols = "WM_PROTOCOLS"
    case windowType = "_NET_WM_WINDOW_TYPE"
    case state = "_NET_WM_STATE"
    case startupID = "_NET_STARTUP_ID"
    case processID = "_NET_WM_PID"
    case machine = "WM_CLIENT_MACHINE"
}

/// A protocol of `WM_PROTOCOLS`.
package enum XProtocol: String, Hashable, Sendable, CaseIterable {
    case deleteWindow = "WM_DELETE_WINDOW"
    case takeFocus = "WM_TAKE_FOCUS"
    case ping = "_NET_WM_PING"
}

/// A type of `_NET_WM_WINDOW_TYPE`.
package enum XWindowType: String, Hashable, Sendable, CaseIterable {
    case normal = "_NET_WM_WINDOW_TYPE_NORMAL"
    case desktop = "_NET_WM_WINDOW_TYPE_DESKTOP"
    case dock = "_NET_WM_WINDOW_TYPE_DOCK"
    case dialog = "_NET_WM_WINDOW_TYPE_DIALOG"
    case splash = "_NET_WM_WINDOW_TYPE_SPLASH"
    case utility = "_NET_WM_WINDOW_TYPE_UTILITY"
    case toolbar = "_NET_WM_WINDOW_TYPE_TOOLBAR"
    case notification = "_NET_WM_WINDOW_TYPE_NOTIFICATION"
    case menu = "_NET_WM_WINDOW_TYPE_MENU"
    case dropDownMenu = "_NET_WM_WINDOW_TYPE_DROPDOWN_MENU"
    case popUpMenu = "_NET_WM_WINDOW_TYPE_POPUP_MENU"
    case tooltip = "_NET_WM_WINDOW_TYPE_TOOLTIP"
    case combo = "_NET_WM_WINDOW_TYPE_COMBO"
    case drag = "_NET_WM_WINDOW_TYPE_DND"
}

/// A state of `_NET_WM_STATE`.
package enum XNetState: String, Hashable, Sendable, CaseIterable {
    case fullscreen = "_NET_WM_STATE_FULLSCREEN"
    case maximizedHorizontally = "_NET_WM_STATE_MAXIMIZED_HORZ"
    case maximizedVertically = "_NET_WM_STATE_MAXIMIZED_VERT"
    case hidden = "_NET_WM_STATE_HIDDEN"
    case focused = "_NET_WM_STATE_FOCUSED"
    case modal = "_NET_WM_STATE_MODAL"
    case demandsAttention = "_NET_WM_STATE_DEMANDS_ATTENTION"

    /// The states of a maximised window.
    package static let maximized: Set<XNetState> = [.maximizedHorizontally, .maximizedVertically]
}

/// The value of a property, as the X server sent it.
package struct XPropertyValue: Equatable, Sendable {
    /// The bits of an item: 8, 16 or 32; 0 without a value.
    package var format: UInt8
    package var bytes: [UInt8]

    package init(format: UInt8 = 0, bytes: [UInt8] = []) {
        (self.format, self.bytes) = (format, bytes)
    }

    /// The items of 32 bits, in the machine's byte order; none for another format.
    package var words: [UInt32] {
        guard format == 32 else { return [] }
        return stride(from: 0, to: bytes.count - 3, by: 4).map { start in
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt32.self) }
        }
    }

    /// The text up to its first zero byte; nil without one.
    package var text: String? { texts.first }

    /// The texts between zero bytes, without empty ones.
    package var texts: [String] {
        guard format == 8 else { return [] }
        return bytes.split(separator: 0).prefix(4).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// `WM_HINTS` (ICCCM 4.1.2.4).
package struct XHints: Equatable, Sendable {
    /// Whether the window takes the keyboard from the window manager. Clients that do not say so do.
    package var takesInput = true
    /// Whether the window asks for attention.
    package var isUrgent = false

    package init() {}

    init(_ words: [UInt32]) {
        guard words.count >= 2 else { return }
        if words[0] & 1 != 0 { takesInput = words[1] != 0 }
        isUrgent = words[0] & 1 << 8 != 0
    }
}

/// `WM_NORMAL_HINTS` (ICCCM 4.1.2.3): the limits of a window's size, zero for none.
package struct XSizeHints: Equatable, Sendable {
    package var minimum = Size<ContentSpace>.zero
    package var maximum = Size<ContentSpace>.zero

    package init() {}

    init(_ words: [UInt32]) {
        guard words.count >= 9 else { return }
        func length(_ index: Int) -> Int { min(max(0, Int(Int32(bitPattern: words[index]))), Self.longest) }
        let (least, most) = (words[0] & 1 << 4 != 0, words[0] & 1 << 5 != 0)
        if least { minimum = Size(width: length(5), height: length(6)) }
        if most { maximum = Size(width: length(7), height: length(8)) }
        // Limits that contradict each other are none.
        if maximum.width < minimum.width { maximum.width = 0 }
        if maximum.height < minimum.height { maximum.height = 0 }
    }

    /// The longest side of an X window.
    static let longest = 32767

    /// A size that the client asks for, within the limits and what X can express.
    func clamp(_ size: Size<ContentSpace>) -> Size<ContentSpace> {
        func clamp(_ value: Int, _ low: Int, _ high: Int) -> Int {
            min(max(1, low, high == 0 ? value : min(value, high)), Self.longest)
        }
        return Size(
            width: clamp(size.width, minimum.width, maximum.width),
            height: clamp(size.height, minimum.height, maximum.height))
    }
}
