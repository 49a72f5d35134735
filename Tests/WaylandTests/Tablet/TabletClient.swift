@testable import Wayland

/// A client that listens to tablets.
final class TabletClient {
    /// An event of the tablet seat or one of its objects, by its name in the protocol.
    struct Event {
        var name: String
        var message: WireMessage
    }

    private static let seatEvents = ["tablet_added", "tool_added", "pad_added"]
    private static let tabletEvents = ["name", "id", "path", "done", "removed"]
    private static let toolEvents = [
        "type", "hardware_serial", "hardware_id_wacom", "capability", "done", "removed", "proximity_in",
        "proximity_out",
        "down", "up", "motion", "pressure", "distance", "tilt", "rotation", "slider", "wheel", "button", "frame",
    ]

    let shell: ShellClient
    private let seat: UInt32
    private var tablets: Set<UInt32> = []
    /// The tool that was announced last.
    private(set) var tool: UInt32 = 0

    init(_ shell: ShellClient) {
        self.shell = shell
        let manager = shell.wire.bind("zwp_tablet_manager_v2")
        seat = shell.wire.create(manager, 0, [.uint(shell.seat)])
    }

    /// What has come since the last call.
    func events() -> [Event] {
        shell.wire.roundTrip()
        defer { shell.wire.forgetEvents() }
        return shell.wire.events.compactMap(named)
    }

    private func named(_ message: WireMessage) -> Event? {
        let opcode = Int(message.opcode)
        if message.object == seat {
            if opcode == 0 { tablets.insert(message.words[0]) }
            if opcode == 1 { tool = message.words[0] }
            return Event(name: Self.seatEvents[opcode], message: message)
        }
        if tablets.contains(message.object) { return Event(name: Self.tabletEvents[opcode], message: message) }
        if message.object == tool { return Event(name: Self.toolEvents[opcode], message: message) }
        return nil
    }
}
