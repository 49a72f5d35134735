/// The environment and confinement of a hosted application.
struct ApplicationSurroundings: Hashable, Sendable {
    /// The complete environment.
    let environment: [String: String]
    /// The confinement that hides the service's other sockets; nil for none.
    let confinement: Confinement?
    /// Whether the Wayland socket stays when the service ends, so that applications may connect again.
    let isSocketHeld: Bool

    /// The service's environment without the variables meant for the service alone, plus the names of its sockets.
    ///
    /// `xDisplay` is the value of DISPLAY; nil for programs without an X server. `toolsDisplay` is the name of the tools' socket; nil for programs that must not know it.
    init(
        serviceEnvironment: [String: String], runtimeDirectory: String, waylandDisplay: String,
        xDisplay: String? = nil, toolsDisplay: String? = nil, controlSocket: String?, isTrusted: Bool = true,
        isSocketHeld: Bool = false,
        confinement: Confinement? = nil
    ) {
        self.confinement = confinement
        self.isSocketHeld = isSocketHeld
        var environment = serviceEnvironment
        for name in Self.servicesOwn + (isTrusted ? [] : Self.usersOwn) { environment[name] = nil }
        environment["XDG_RUNTIME_DIR"] = runtimeDirectory
        environment["WAYLAND_DISPLAY"] = waylandDisplay
        environment["DISPLAY"] = xDisplay
        // Java waits for a title bar of the window manager's before it draws.
        if xDisplay != nil { environment["_JAVA_AWT_WM_NONREPARENTING"] = "1" }
        environment["KAGAMI_TOOLS_DISPLAY"] = toolsDisplay
        environment["KAGAMI_SOCKET"] = controlSocket
        environment["XDG_SESSION_TYPE"] = "wayland"
        // Portals choose their backends by the desktop's name.
        environment["XDG_CURRENT_DESKTOP"] = environment["XDG_CURRENT_DESKTOP"] ?? "kagami"
        // If nobody listens on the socket, Qt 6.12 crashes with this variable instead of exiting.
        if isSocketHeld { environment["QT_WAYLAND_RECONNECT"] = "1" }
        self.environment = environment
    }

    /// The variables for programs that the session bus starts instead of the service.
    var session: [String: String] { environment.filter { Self.sessions.contains($0.key) } }

    private static let sessions: Set = [
        "DISPLAY", "KAGAMI_TOOLS_DISPLAY", "WAYLAND_DISPLAY", "XCURSOR_SIZE", "XCURSOR_THEME", "XDG_CURRENT_DESKTOP",
        "XDG_SESSION_TYPE", "_JAVA_AWT_WM_NONREPARENTING",
    ]

    /// The service manager's variables, and the names of other display servers.
    ///
    /// With the former, an application could send notifications in the service's name.
    private static let servicesOwn = [
        "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "LISTEN_PIDFDID", "WATCHDOG_PID",
        "WATCHDOG_USEC", "DISPLAY", "WAYLAND_SOCKET",
    ]

    /// The addresses of daemons that start programs or unlock secrets for any client of the user.
    private static let usersOwn = ["DBUS_SESSION_BUS_ADDRESS", "SSH_AUTH_SOCK", "XAUTHORITY"]
}
