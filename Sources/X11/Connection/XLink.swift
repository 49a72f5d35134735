import CXCB
import Glibc
import Mirroring

/// An X connection that belongs to the window manager of the server's only screen. It is closed with this object.
///
/// A thread makes it, because the server's answers are waited for; after that, only the loop's thread uses it.
final class XLink: @unchecked Sendable {
    let handle: OpaquePointer
    let root: xcb_window_t
    /// An unmapped window of the window manager's own, which owns its selections.
    let own: xcb_window_t
    let atoms: XAtoms
    /// The number of the event that tells of a selection's owner.
    let selectionEvent: UInt8

    /// Connects through a socket, which then belongs to this object, and becomes the window manager; nil if the server does not agree.
    init?(descriptor: CInt, settings: XSettings) {
        guard let handle = xcb_connect_to_fd(descriptor, nil) else { return nil }
        guard xcb_connection_has_error(handle) == 0, let setup = xcb_get_setup(handle),
            let screen = xcb_setup_roots_iterator(setup).data?.pointee,
            let atoms = XAtoms(askingThrough: handle),
            Self.takeOver(screen.root, through: handle), Self.stepBack(through: handle),
            let fixes = kagami_xfixes(handle)
        else {
            xcb_disconnect(handle)
            return nil
        }
        own = xcb_generate_id(handle)
        selectionEvent = fixes.pointee.first_event + UInt8(XCB_XFIXES_SELECTION_NOTIFY)
        (self.handle, self.root, self.atoms) = (handle, screen.root, atoms)
        publish(settings)
        guard xcb_flush(handle) > 0 else { return nil }
    }

    deinit {
        xcb_disconnect(handle)
    }

    /// Takes the requests of the root's children, and keeps their pixels for the Wayland server.
    private static func takeOver(_ root: xcb_window_t, through handle: OpaquePointer) -> Bool {
        let events =
            XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT.rawValue
        let cookies = [
            xcb_change_window_attributes_checked(handle, root, XCB_CW_EVENT_MASK.rawValue, [events]),
            xcb_composite_redirect_subwindows_checked(handle, root, UInt8(XCB_COMPOSITE_REDIRECT_MANUAL.rawValue)),
        ]
        return cookies.allSatisfy { cookie in
            guard let error = xcb_request_check(handle, cookie) else { return true }
            free(error)
            return false
        }
    }

    /// Lets the server end although the window manager is connected, once it is the only client.
    private static func stepBack(through handle: OpaquePointer) -> Bool {
        let version = xcb_xfixes_query_version(handle, 6, 0)
        guard let reply = xcb_xfixes_query_version_reply(handle, version, nil) else { return false }
        let isKnown = reply.pointee.major_version >= 6
        free(reply)
        if isKnown {
            xcb_xfixes_set_client_disconnect_mode(handle, XCB_XFIXES_CLIENT_DISCONNECT_FLAGS_TERMINATE.rawValue)
        }
        return true
    }

    /// Tells clients of the window manager, and lets the server accept them: it waits for the owner of WM_S0.
    private func publish(_ settings: XSettings) {
        makeWindow(own, in: root, XCB_CW_OVERRIDE_REDIRECT, 1)
        for window in [root, own] { set("_NET_SUPPORTING_WM_CHECK", of: window, "WINDOW", [own]) }
        set(atoms["_NET_WM_NAME"], of: own, atoms["UTF8_STRING"], bytes: Array("Kagami".utf8))
        set(XDragAtom.aware, of: own, "ATOM", [XDragBridge.version])
        set("_NET_SUPPORTED", of: root, "ATOM", XAtoms.supported.map { atoms[$0] })
        set("_NET_NUMBER_OF_DESKTOPS", of: root, "CARDINAL", [1])
        set("_NET_CURRENT_DESKTOP", of: root, "CARDINAL", [0])
        for selection in XSelection.allCases {
            xcb_xfixes_select_selection_input(
                handle, own, atoms[selection.name],
                XCB_XFIXES_SELECTION_EVENT_MASK_SET_SELECTION_OWNER.rawValue
                    | XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_WINDOW_DESTROY.rawValue
                    | XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_CLIENT_CLOSE.rawValue)
        }
        set(settings, serial: 0)
        // The last one is what the server waits for.
        for selection in ["_XSETTINGS_S0", "_NET_WM_CM_S0", "WM_S0"] {
            xcb_set_selection_owner(handle, own, atoms[selection], xcb_timestamp_t(XCB_CURRENT_TIME))
        }
    }

    /// Makes a window that is never mapped, with one attribute.
    func makeWindow(_ window: xcb_window_t, in parent: xcb_window_t, _ attribute: xcb_cw_t, _ value: UInt32) {
        xcb_create_window(
            handle, UInt8(XCB_COPY_FROM_PARENT), window, parent, -1, -1, 1, 1, 0,
            UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue), UInt32(XCB_COPY_FROM_PARENT), attribute.rawValue, [value])
    }

    /// Has the server tell of changes of a window's properties, and of other events.
    func followProperties(of window: xcb_window_t, and others: UInt32 = 0) {
        xcb_change_window_attributes(
            handle, window, XCB_CW_EVENT_MASK.rawValue, [XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue | others])
    }

    /// Sets a property of items of 32 bits.
    func set(_ property: xcb_atom_t, of window: xcb_window_t, _ type: xcb_atom_t, _ values: [UInt32]) {
        xcb_change_property(
            handle, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, type, 32, UInt32(clamping: values.count),
            values)
    }

    /// Sets a property of bytes.
    func set(_ property: xcb_atom_t, of window: xcb_window_t, _ type: xcb_atom_t, bytes: [UInt8]) {
        xcb_change_property(
            handle, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, type, 8, UInt32(clamping: bytes.count),
            bytes)
    }

    func set(_ property: String, of window: xcb_window_t, _ type: String, _ values: [UInt32]) {
        set(atoms[property], of: window, atoms[type], values)
    }

    /// Sends an event of at most 32 bytes to a window.
    func send<Event>(_ event: Event, to window: xcb_window_t, mask: UInt32) {
        var bytes = [CChar](repeating: 0, count: 32)
        withUnsafeBytes(of: event) { event in bytes.withUnsafeMutableBytes { $0.copyBytes(from: event.prefix(32)) } }
        xcb_send_event(handle, 0, window, mask, bytes)
    }

    /// Publishes the settings. `serial` counts their changes.
    func set(_ settings: XSettings, serial: UInt32) {
        set(atoms["RESOURCE_MANAGER"], of: root, atoms["STRING"], bytes: Array(settings.resources.utf8))
        let property = atoms["_XSETTINGS_SETTINGS"]
        set(property, of: own, property, bytes: settings.bytes(serial: serial))
    }
}

extension XPropertyValue {
    /// The value in an answer of `GetProperty`; empty for an error.
    init(_ answer: UnsafeMutableRawPointer?) {
        self.init()
        guard let reply = answer?.assumingMemoryBound(to: xcb_get_property_reply_t.self) else { return }
        let count = Int(xcb_get_property_value_length(reply))
        guard count > 0, let start = xcb_get_property_value(reply) else { return }
        format = reply.pointee.format
        bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
