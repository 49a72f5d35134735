public import CWLCS

/// The runner's handle of a server.
typealias ServerRecord = RunnerRecord<WlcsDisplayServer>

extension RunnerRecord where Functions == WlcsDisplayServer {
    /// Makes a server; nil on failure.
    static func make() -> UnsafeMutablePointer<WlcsDisplayServer>? {
        ConformanceServer.make().map { make(functionTable, for: $0) }
    }

    /// Everything runs on the runner's thread, which makes its calls from the loop that it passes to `run`.
    private static var functionTable: WlcsDisplayServer {
        WlcsDisplayServer(
            version: UInt32(WLCS_DISPLAY_SERVER_VERSION),
            start: nil,
            stop: { ServerRecord.of($0)?.server.stop() },
            create_client_socket: { ServerRecord.of($0)?.server.makeClientSocket() ?? -1 },
            position_window_absolute: { server, client, surface, x, y in
                guard let client, let surface else { return }
                ServerRecord.of(server)?.server.positionWindow(of: surface, client: client, x: x, y: y)
            },
            create_pointer: { ServerRecord.of($0).map { PointerRecord.make(for: $0.server) } },
            create_touch: { ServerRecord.of($0).map { TouchRecord.make(for: $0.server) } },
            get_descriptor: { UnsafePointer(ServerRecord.of($0)?.server.extensions.descriptor) },
            start_on_this_thread: { server, loop in
                guard let loop else { return }
                ServerRecord.of(server)?.server.run(dispatching: loop)
            })
    }
}

/// Makes a server for one test; the runner destroys it.
@c(kagami_wlcs_create_server)
public func createServer(
    _ argumentCount: CInt, _ arguments: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> UnsafeMutablePointer<WlcsDisplayServer>? {
    ServerRecord.make()
}

/// Destroys a server made by `createServer`.
@c(kagami_wlcs_destroy_server)
public func destroyServer(_ server: UnsafeMutablePointer<WlcsDisplayServer>?) {
    server.map(ServerRecord.destroy)
}
