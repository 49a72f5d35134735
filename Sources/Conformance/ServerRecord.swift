import CWLCS

/// What the runner holds of a server: its table of functions, and behind it the Swift object.
struct ServerRecord {
    /// First, so that the runner's pointer to it is a pointer to the record.
    private var functions: WlcsDisplayServer
    private let owner: Unmanaged<ConformanceServer>

    /// A new server, or nil where one cannot be made.
    static func make() -> UnsafeMutablePointer<WlcsDisplayServer>? {
        guard let server = ConformanceServer.make() else { return nil }
        let record = UnsafeMutablePointer<ServerRecord>.allocate(capacity: 1)
        record.initialize(to: ServerRecord(functions: functionTable, owner: .passRetained(server)))
        return UnsafeMutableRawPointer(record).assumingMemoryBound(to: WlcsDisplayServer.self)
    }

    static func destroy(_ server: UnsafeMutablePointer<WlcsDisplayServer>) {
        let record = UnsafeMutableRawPointer(server).assumingMemoryBound(to: ServerRecord.self)
        record.pointee.owner.release()
        record.deinitialize(count: 1)
        record.deallocate()
    }

    private static func owner(of server: UnsafeRawPointer?) -> ConformanceServer? {
        server.map { $0.assumingMemoryBound(to: ServerRecord.self).pointee.owner.takeUnretainedValue() }
    }

    /// Everything runs on the runner's thread: it hands its calls through the loop that it gives us.
    private static var functionTable: WlcsDisplayServer {
        WlcsDisplayServer(
            version: UInt32(WLCS_DISPLAY_SERVER_VERSION),
            start: nil,
            stop: { ServerRecord.owner(of: $0)?.stop() },
            create_client_socket: { ServerRecord.owner(of: $0)?.makeClientSocket() ?? -1 },
            position_window_absolute: { server, client, surface, x, y in
                guard let client, let surface else { return }
                ServerRecord.owner(of: server)?.positionWindow(of: surface, client: client, x: x, y: y)
            },
            create_pointer: { ServerRecord.owner(of: $0).map(PointerRecord.make) },
            create_touch: { ServerRecord.owner(of: $0).map(TouchRecord.make) },
            get_descriptor: { UnsafePointer(ServerRecord.owner(of: $0)?.extensions.descriptor) },
            start_on_this_thread: { server, loop in
                guard let loop else { return }
                ServerRecord.owner(of: server)?.run(dispatching: loop)
            })
    }
}
