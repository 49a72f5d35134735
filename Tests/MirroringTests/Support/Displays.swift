import Geometry
import Mirroring

/// Displays to test with.
enum Displays {
    static func mode(_ width: Int, _ height: Int, hz: Int = 60, preferred: Bool = false) -> Mode {
        Mode(size: Size(width: width, height: height), refreshMilliHertz: hz * 1000, isPreferred: preferred)
    }

    static func connected(
        _ name: String, _ type: ConnectorType = .hdmiA, modes: [Mode] = [mode(1920, 1080, preferred: true)],
        serial: String? = nil
    ) -> OutputDescription {
        OutputDescription(
            id: OutputID(name), connector: type, isConnected: true, modes: modes,
            identity: DisplayIdentity(make: "KGM", model: "Test", serial: serial))
    }

    static func empty(_ name: String, _ type: ConnectorType = .hdmiA) -> OutputDescription {
        OutputDescription(id: OutputID(name), connector: type, isConnected: false)
    }

    static let panelMode = mode(1280, 800, preferred: true)
    static let fourKMode = mode(3840, 2160, preferred: true)
    static let panel = connected("DSI-1", .dsi, modes: [panelMode])
    static let fourK = connected("HDMI-A-1", modes: [fourKMode, mode(1920, 1080)])
}
