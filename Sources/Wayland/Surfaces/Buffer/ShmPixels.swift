import CWayland
import Geometry
import Glibc
import Mirroring
import Runtime
import Synchronization
import WaylandBinding

/// The pixels of a `wl_shm` buffer.
///
/// If a client truncates its memory during a read, it gets a protocol error and the reader sees zeros. This holds only
/// for reads on a thread that called `withPixels`; others may, while the loop's thread waits for them.
final class ShmPixels: Buffer {
    private var shm: OpaquePointer?
    /// Held for the end of an access, which may send the error.
    private let ending = Mutex(())
    let size: Size<BufferSpace>
    let stride: Int
    let format: PixelFormat
    var hasPixels: Bool { shm != nil }

    /// Nil when the resource is not a `wl_shm` buffer; nil with a protocol error when its rows overlap.
    init?(_ resource: Resource<WlBuffer>) {
        guard let handle = resource.handle, let shm = wl_shm_buffer_get(handle) else { return nil }
        let code = wl_shm_buffer_get_format(shm)
        guard let format = WlShm.Format(rawValue: code).flatMap(PixelFormat.init) else { return nil }
        self.shm = shm
        self.format = format
        size = Size(width: Int(wl_shm_buffer_get_width(shm)), height: Int(wl_shm_buffer_get_height(shm)))
        stride = Int(wl_shm_buffer_get_stride(shm))
        // libwayland compares the stride with the width in pixels only.
        if stride < size.width * 4 || stride % 4 != 0 {
            resource.post(WlShm.ErrorCode.invalidStride, "stride \(stride) does not fit rows of \(size.width) pixels")
            return nil
        }
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        guard let shm else { return false }
        wl_shm_buffer_begin_access(shm)
        defer { ending.withLock { _ in wl_shm_buffer_end_access(shm) } }
        guard let data = wl_shm_buffer_get_data(shm) else { return false }
        body(UnsafeRawPointer(data))
        return true
    }

    /// Called just before the memory is unmapped.
    func invalidate() {
        shm = nil
    }
}

extension PixelFormat {
    /// The formats that can be drawn, offered or not: libwayland refuses those that are not.
    fileprivate init?(_ format: WlShm.Format) {
        switch format {
        case .argb8888: self = .argb8888
        case .xrgb8888: self = .xrgb8888
        case .abgr8888: self = .abgr8888
        case .xbgr8888: self = .xbgr8888
        case .argb2101010: self = .argb2101010
        case .xrgb2101010: self = .xrgb2101010
        case .abgr2101010: self = .abgr2101010
        case .xbgr2101010: self = .xbgr2101010
        default: return nil
        }
    }
}

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

    /// Announces the formats with ten bits of each colour as well.
    ///
    /// That is for those who want it: EGL sorts deep configurations first, and clients that take the first one get two bits of
    /// alpha, and pay for what displays of eight bits do not show.
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
                handler: { [weak client] created in
                    guard let client, strcmp(wl_resource_get_class(created), WlBuffer.wire.pointee.name) == 0 else {
                        return
                    }
                    // Not a buffer yet: libwayland calls the listener before it fills the object in.
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
