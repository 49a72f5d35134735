import CXCB
import Mirroring

/// Reads the icons of windows, those of each window once at a time.
final class XIconReader {
    private let connection: XConnection
    /// The windows whose icons are being read; true for those whose icons have changed again.
    private var reads: [XWindowID: Bool] = [:]
    private let found: (XWindowID, WindowIcon?) -> Void

    init(_ connection: XConnection, found: @escaping (XWindowID, WindowIcon?) -> Void) {
        self.connection = connection
        self.found = found
    }

    func read(_ window: XWindowID) {
        guard reads.updateValue(true, forKey: window) == nil else { return }
        reads[window] = false
        go(on: XIconSearch(), window)
    }

    private func go(on search: XIconSearch, _ window: XWindowID) {
        connection.ask(
            { link in
                xcb_get_property(
                    link.handle, 0, window.number, link.atoms[XAtoms.icon],
                    xcb_atom_t(XCB_GET_PROPERTY_TYPE_ANY.rawValue),
                    UInt32(clamping: search.next.lowerBound), UInt32(clamping: search.next.count)
                ).sequence
            },
            { [weak self] answer in
                guard let self else { return }
                var search = search
                let left = answer?.load(as: xcb_get_property_reply_t.self).bytes_after ?? 0
                if search.take(XPropertyValue(answer).words, left: Int(left) / 4) { return go(on: search, window) }
                let isStale = reads.removeValue(forKey: window) == true
                found(window, search.icon)
                if isStale { read(window) }
            })
    }
}
