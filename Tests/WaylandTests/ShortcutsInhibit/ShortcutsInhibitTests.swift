import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct ShortcutsInhibitTests {
    private let server: TestServer
    private let client: ShellClient
    private let main: ShellClient.Window
    private let manager: UInt32

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        main = client.window()
        manager = client.wire.bind("zwp_keyboard_shortcuts_inhibit_manager_v1")
    }

    private func inhibit(_ window: ShellClient.Window) -> UInt32 {
        defer { client.wire.roundTrip() }
        return client.wire.create(manager, 1, [.uint(window.surface), .uint(client.seat)])
    }

    /// What an inhibitor has told: 0 for in effect, 1 for no longer.
    private func told(_ inhibitor: UInt32) -> [UInt16] {
        client.wire.roundTrip()
        return client.wire.events.filter { $0.object == inhibitor }.map(\.opcode)
    }

    private func isInhibited(_ window: ShellClient.Window) -> Bool {
        guard let surface = client.surfaces.surface(window.surface),
            let seat = client.surfaces.serverResource(WlSeat.self, client.seat)?.handler as? SeatObject
        else { return false }
        return seat.seat?.inhibitsShortcuts == true && seat.seat?.keyboard.focus === surface
    }

    @Test func isInEffectWithTheKeyboardOnly() {
        let inhibitor = inhibit(main)
        #expect(told(inhibitor) == [0])
        #expect(isInhibited(main))
        let dialog = client.window(width: 40, height: 40, parent: main)
        #expect(told(inhibitor) == [0, 1])
        #expect(!isInhibited(main) && !isInhibited(dialog))
        client.wire.send(dialog.role, 0)
        client.wire.send(dialog.shell, 0)
        client.wire.send(dialog.surface, 0)
        #expect(told(inhibitor) == [0, 1, 0])
    }

    @Test func itsEndGivesTheKeysBack() {
        let inhibitor = inhibit(main)
        client.wire.send(inhibitor, 0)
        #expect(!isInhibited(main))
        #expect(told(inhibit(main)) == [0])
        #expect(client.wire.error == nil)
    }

    @Test func aSecondOneForTheSurfaceIsAnError() {
        _ = inhibit(main)
        _ = inhibit(main)
        #expect(client.wire.error?.object == manager && client.wire.error?.code == 0)
    }

    @Test func aSurfacesEndLeavesAnInertObject() {
        let inhibitor = inhibit(main)
        client.wire.send(main.role, 0)
        client.wire.send(main.shell, 0)
        client.wire.send(main.surface, 0)
        #expect(told(inhibitor) == [0, 1])
        client.wire.send(inhibitor, 0)
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
    }
}
