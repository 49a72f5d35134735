import CWayland
import Glibc
import Runtime
import WaylandBinding

/// The `wl_shm` global, which libwayland implements.
enum SharedMemory {
    /// Announces `wl_shm` with the formats that `ShmPixels` reads.
    static func announce(on display: WaylandDisplay) throws(RuntimeError) {
        guard wl_display_init_shm(display.handle) == 0 else { throw RuntimeError("wl_display_init_shm") }
        // libwayland announces ARGB and XRGB itself.
        for format in [WlShm.Format.abgr8888, .xbgr8888] {
            wl_display_add_shm_format(display.handle, format.rawValue)
        }
    }

    /// Also announces the formats with ten bits of each colour.
    ///
    /// EGL lists deep configurations first. Clients that take the first configuration would get only two bits of alpha,
    /// and would pay for a depth that displays of eight bits do not show. So these formats are announced only where
    /// they are wanted.
    static func announceDeepFormats(on display: WaylandDisplay) {
        for format in [WlShm.Format.xrgb2101010, .argb2101010, .xbgr2101010, .abgr2101010] {
            wl_display_add_shm_format(display.handle, format.rawValue)
        }
    }
}

/// Checks each `wl_shm` buffer as soon as it is created.
///
/// libwayland compares the stride with the width in pixels only; with this check a client gets the error on creation
/// rather than when it shows the buffer.
final class ShmBufferCheck {
    private var watch: Listener?

    /// `display` must outlive this object.
    init(_ display: WaylandDisplay) {
        watch = display.watchClients { [unowned display] client in
            guard let handle = client.handle else { return }
            let objects = Listener(
                handler: { created in
                    guard strcmp(wl_resource_get_class(created), WlBuffer.wire.pointee.name) == 0,
                        let client = wl_resource_get_client(created).map(Client.of)
                    else { return }
                    // The object is not a buffer yet: libwayland calls the listener before it fills the object in.
                    let id = wl_resource_get_id(created)
                    display.loop.deferAction { Self.check(id, of: client) }
                }, attach: { wl_client_add_resource_created_listener(handle, $0) })
            client.onDestroy(objects.cancel)
        }
    }

    private static func check(_ id: UInt32, of client: Client) {
        guard let handle = client.handle, let object = wl_client_get_object(handle, id),
            wl_shm_buffer_get(object) != nil
        else { return }
        // `ShmPixels` posts the error.
        if let buffer = Resource<WlBuffer>.lookUp(object) { _ = ShmPixels(buffer) }
    }
}

/// Limits the memory for copies of one client's destroyed buffers and for its converted film pictures.
///
/// A client's own memory costs nothing until it is touched, but a copy costs memory at once. Without the limit, a
/// hostile client could exhaust the server's memory.
final class CopyBudget {
    /// Several frames of 3840x2160: far more than an honest client uses.
    static let bytes = 256 << 20

    private var left = CopyBudget.bytes

    /// The client's budget.
    static func of(_ client: Client) -> CopyBudget { client.attachments.state { CopyBudget() } }

    /// Reserves a part of the budget; nil when too little is left.
    func take(_ bytes: Int) -> Share? {
        guard bytes <= left else { return nil }
        left -= bytes
        return Share(budget: self, bytes: bytes)
    }

    /// A reserved part, returned when released.
    final class Share {
        private let budget: CopyBudget
        private let bytes: Int

        fileprivate init(budget: CopyBudget, bytes: Int) {
            self.budget = budget
            self.bytes = bytes
        }

        deinit {
            budget.left += bytes
        }
    }
}
