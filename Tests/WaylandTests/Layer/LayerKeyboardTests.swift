import WaylandBinding
import Testing

@testable import Wayland

/// Which surface the keyboard is on while there are layer surfaces.
@Suite struct LayerKeyboardTests {
    private let server: TestServer
    private let tool: LayerClient
    private let client: ShellClient

    init() throws {
        server = try TestServer(layout: .filling)
        tool = LayerClient(server)
        client = ShellClient(server)
    }

    /// The surface that the client's keyboard has entered and not left.
    private func focus(_ client: ShellClient) -> UInt32? {
        client.wire.roundTrip()
        let moves = client.wire.events.filter { $0.object == client.keyboard && [1, 2].contains($0.opcode) }
        return moves.last.flatMap { $0.opcode == 1 ? $0.words[1] : nil }
    }

    @Test func noneLeavesItToTheWindows() {
        let window = client.window()
        _ = tool.bar(keyboard: 0)
        server.click(5, 5)
        #expect(focus(tool.shell) == nil)
        #expect(focus(client) == window.surface)
    }

    @Test func exclusiveTakesAndKeepsIt() {
        let window = client.window()
        let bar = tool.bar(keyboard: 1)
        #expect(focus(tool.shell) == bar.surface)
        #expect(focus(client) == nil)
        server.click(300, 300)
        _ = client.window()
        #expect(focus(tool.shell) == bar.surface)
        tool.wire.send(bar.role, 4, [.uint(0)])
        tool.surfaces.commit(bar.surface)
        #expect(focus(tool.shell) == nil)
        #expect(focus(client) != nil && focus(client) != window.surface)
    }

    @Test func onDemandTakesItByAPress() {
        let window = client.window()
        let bar = tool.bar(keyboard: 2)
        #expect(focus(client) == window.surface)
        server.click(5, 5)
        #expect(focus(tool.shell) == bar.surface)
        server.click(300, 300)
        #expect(focus(tool.shell) == nil)
        #expect(focus(client) == window.surface)
    }

    @Test func onDemandTakesItWhereNobodyHasIt() {
        let bar = tool.bar(keyboard: 2)
        #expect(focus(tool.shell) == bar.surface)
        let window = client.window()
        #expect(focus(tool.shell) == nil)
        #expect(focus(client) == window.surface)
    }

    @Test func exclusiveBehindTheWindowsIsOnDemand() {
        let window = client.window()
        let background = tool.make(.background, anchor: .all, keyboard: 1)
        tool.map(background)
        #expect(focus(client) == window.surface)
    }
}
