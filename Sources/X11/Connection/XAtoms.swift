import CXCB
import Glibc
import Mirroring

/// The atoms that the window manager knows, by name.
struct XAtoms: Sendable {
    private let numbers: [String: xcb_atom_t]
    private let names: [xcb_atom_t: String]

    /// The property of a window's icons, which is read in parts.
    static let icon = "_NET_WM_ICON"

    /// Other names than those of properties, protocols, types and states.
    private static let others =
        [
            "ATOM", "CARDINAL", "UTF8_STRING", "WINDOW", "WM_CHANGE_STATE", "WM_S0", "WM_STATE", "WL_SURFACE_ID",
            "WL_SURFACE_SERIAL", "_NET_ACTIVE_WINDOW", "_NET_CLIENT_LIST", "_NET_CLIENT_LIST_STACKING",
            "_NET_CLOSE_WINDOW",
            "_NET_CURRENT_DESKTOP", "_NET_NUMBER_OF_DESKTOPS", "_NET_SUPPORTED", "_NET_SUPPORTING_WM_CHECK",
            "_NET_WM_CM_S0", icon, "_NET_WM_MOVERESIZE", "RESOURCE_MANAGER", "STRING", "_XSETTINGS_S0",
            "_XSETTINGS_SETTINGS",
        ] + XSelection.allCases.map(\.name) + selections + XDragMessage.allCases.map(\.rawValue) + XDragAtom.all

    /// The names of ICCCM's selections, and of the property in which we ask for them.
    private static let selections = [
        "DELETE", "INCR", "INTEGER", "NULL", "TARGETS", "TEXT", "TIMESTAMP", XSelectionAdapter.property,
    ]

    /// The names that EWMH lists as supported.
    static let supported =
        (XNetState.allCases.map(\.rawValue) + XWindowType.allCases.map(\.rawValue)
        + [
            XProtocol.ping.rawValue, XProperty.netName.rawValue, XProperty.windowType.rawValue,
            XProperty.state.rawValue,
        ]
        + others.filter { $0.hasPrefix("_NET_") && $0 != "_NET_WM_CM_S0" })
        .sorted()

    /// Asks the server for the atoms, and waits for its answers.
    init?(askingThrough connection: OpaquePointer) {
        let all = Set(
            Self.others + Self.supported + XProperty.allCases.map(\.rawValue) + XProtocol.allCases.map(\.rawValue)
        ).sorted()
        let cookies = all.map { xcb_intern_atom(connection, 0, UInt16(clamping: $0.utf8.count), $0) }
        var numbers: [String: xcb_atom_t] = [:]
        for (name, cookie) in zip(all, cookies) {
            guard let reply = xcb_intern_atom_reply(connection, cookie, nil) else { continue }
            numbers[name] = reply.pointee.atom
            free(reply)
        }
        guard numbers.count == all.count else { return nil }
        self.numbers = numbers
        names = Dictionary(numbers.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(name: String) -> xcb_atom_t { numbers[name] ?? 0 }

    func name(of atom: xcb_atom_t) -> String? { names[atom] }
}
