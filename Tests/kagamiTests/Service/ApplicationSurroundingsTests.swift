import Testing

@testable import kagami

@Suite struct ApplicationSurroundingsTests {
    private func environment(_ service: [String: String], controlSocket: String? = "/run/k") -> [String: String] {
        ApplicationSurroundings(
            serviceEnvironment: service, runtimeDirectory: "/run/user/7", waylandDisplay: "wayland-3",
            controlSocket: controlSocket
        ).environment
    }

    @Test func theSocketsAreNamed() {
        #expect(
            environment(["HOME": "/h", "WAYLAND_DISPLAY": "wayland-0"]) == [
                "HOME": "/h", "WAYLAND_DISPLAY": "wayland-3", "KAGAMI_SOCKET": "/run/k", "XDG_SESSION_TYPE": "wayland",
                "XDG_RUNTIME_DIR": "/run/user/7", "XDG_CURRENT_DESKTOP": "kagami",
            ])
    }

    @Test func theDesktopMayHaveAnotherName() {
        #expect(environment(["XDG_CURRENT_DESKTOP": "kiosk:GNOME"])["XDG_CURRENT_DESKTOP"] == "kiosk:GNOME")
    }

    @Test func theSessionHearsOfWhatItsProgramsNeedAlone() {
        let surroundings = ApplicationSurroundings(
            serviceEnvironment: ["HOME": "/h", "XCURSOR_THEME": "Pink"], runtimeDirectory: "/run/user/7",
            waylandDisplay: "wayland-3", toolsDisplay: "kagami-tools", controlSocket: "/run/k")
        #expect(
            surroundings.session == [
                "WAYLAND_DISPLAY": "wayland-3", "KAGAMI_TOOLS_DISPLAY": "kagami-tools", "XCURSOR_THEME": "Pink",
                "XDG_CURRENT_DESKTOP": "kagami", "XDG_SESSION_TYPE": "wayland",
            ])
    }

    @Test(arguments: [
        "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_PID", "WATCHDOG_USEC", "DISPLAY",
        "WAYLAND_SOCKET",
    ])
    func theServicesOwnVariablesAreKeptFromIt(name: String) {
        #expect(environment([name: "1"])[name] == nil)
    }

    @Test(arguments: [":3", nil]) func theDisplayIsNamedForXPrograms(name: String?) {
        let surroundings = ApplicationSurroundings(
            serviceEnvironment: ["DISPLAY": ":0"], runtimeDirectory: "/run/user/7", waylandDisplay: "wayland-3",
            xDisplay: name, controlSocket: nil)
        #expect(surroundings.environment["DISPLAY"] == name)
        #expect(surroundings.session["DISPLAY"] == name)
        #expect(surroundings.environment["_JAVA_AWT_WM_NONREPARENTING"] == (name == nil ? nil : "1"))
    }

    @Test(arguments: [true, false])
    func qtConnectsAgainWhereTheSocketStays(isHeld: Bool) {
        let surroundings = ApplicationSurroundings(
            serviceEnvironment: [:], runtimeDirectory: "/run/user/7", waylandDisplay: "wayland-3", controlSocket: nil,
            isSocketHeld: isHeld)
        #expect(surroundings.environment["QT_WAYLAND_RECONNECT"] == (isHeld ? "1" : nil))
    }

    @Test(arguments: ["kagami-tools-1", nil])
    func theToolsSocketIsNamedForThoseThatMayUseIt(name: String?) {
        let surroundings = ApplicationSurroundings(
            serviceEnvironment: ["KAGAMI_TOOLS_DISPLAY": "another"], runtimeDirectory: "/run/user/7",
            waylandDisplay: "wayland-3", toolsDisplay: name, controlSocket: nil)
        #expect(surroundings.environment["KAGAMI_TOOLS_DISPLAY"] == name)
    }

    @Test func withoutAControlSocketThereIsNoneOfAnotherServiceEither() {
        #expect(environment(["KAGAMI_SOCKET": "/other"], controlSocket: nil)["KAGAMI_SOCKET"] == nil)
    }
}
