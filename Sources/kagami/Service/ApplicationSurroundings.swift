/// What a hosted application starts with.
struct ApplicationSurroundings: Hashable, Sendable {
    /// All of its environment.
    let environment: [String: String]
    /// What keeps it from the service's other sockets; nil where nothing does.
    let confinement: Confinement?

    /// The service's environment without what is meant for the service alone, and with its sockets' names.
    init(
        serviceEnvironment: [String: String], runtimeDirectory: String, waylandDisplay: String, controlSocket: String?,
        isTrusted: Bool = true, confinement: Confinement? = nil
    ) {
        self.confinement = confinement
        var environment = serviceEnvironment
        for name in Self.servicesOwn + (isTrusted ? [] : Self.usersOwn) { environment[name] = nil }
        environment["XDG_RUNTIME_DIR"] = runtimeDirectory
        environment["WAYLAND_DISPLAY"] = waylandDisplay
        environment["KAGAMI_SOCKET"] = controlSocket
        environment["XDG_SESSION_TYPE"] = "wayland"
        self.environment = environment
    }

    /// The service manager's words to the service: an application that took them for its own would answer in its name.
    /// Nor must the application end up on some other server that happens to run.
    private static let servicesOwn = [
        "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "LISTEN_PIDFDID", "WATCHDOG_PID",
        "WATCHDOG_USEC", "DISPLAY", "WAYLAND_SOCKET",
    ]

    /// What starts programs or unlocks things in the user's name, for whoever asks.
    private static let usersOwn = ["DBUS_SESSION_BUS_ADDRESS", "SSH_AUTH_SOCK", "XAUTHORITY"]
}
