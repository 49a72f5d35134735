/// Where the command line hands over to the service.
enum ServiceLauncher {
    /// Runs the service until it ends and returns the exit status for it.
    static func launch(_ options: ServiceOptions) throws -> CInt {
        throw CommandFailure("the service is not wired to its adapters yet")
    }
}
