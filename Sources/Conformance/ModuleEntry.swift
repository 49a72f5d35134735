public import CWLCS

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
