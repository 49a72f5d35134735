import Geometry
import Mirroring
import Testing

@testable import Wayland

@Suite struct TouchTests {
    private let server: TestServer
    private let client: ShellClient
    private let main: ShellClient.Window

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        main = client.window()
        client.wire.forgetEvents()
    }

    private func events() -> [WireMessage] {
        client.wire.roundTrip()
        defer { client.wire.forgetEvents() }
        return client.wire.events.filter { $0.object == client.touch }
    }

    /// The client's numbers are the seat's own, from 0 on.
    @Test func oneFrameForAllFingers() {
        server.touch(.down(4, 10, 20), .down(5, 30.5, 40))
        let down = events()
        #expect(down.map(\.opcode) == [0, 0, 3])
        #expect(down[0].words[2] == main.surface && down[0].words[1] == 5)
        #expect(down[1].int(3) == 1 && down[1].fixed(4) == 30.5 && down[1].fixed(5) == 40)
        server.touch(.motion(4, 11, 21), .motion(5, 31, 41))
        #expect(events().map(\.opcode) == [2, 2, 3])
        server.touch(.up(4))
        let up = events()
        #expect(up.map(\.opcode) == [1, 3])
        #expect(up[0].int(2) == 0)
    }

    @Test func theFirstSurfaceKeepsTheFinger() {
        let dialog = client.window(width: 100, height: 100, parent: main)
        _ = events()
        server.touch(.down(1, 320, 240))
        server.touch(.motion(1, 0, 0))
        let seen = events()
        #expect(seen[0].words[2] == dialog.surface)
        #expect(seen[2].fixed(2) == -270 && seen[2].fixed(3) == -190)
    }

    @Test func fingersOnDifferentClients() {
        let other = ShellClient(server)
        let window = other.makeToplevel()
        other.wire.send(window.role, 7, [.int(100), .int(100)])
        other.wire.send(window.role, 8, [.int(100), .int(100)])
        other.map(window, width: 100, height: 100)
        server.touch(.down(1, 320, 240), .down(2, 5, 5))
        other.wire.roundTrip()
        #expect(events().map(\.opcode) == [0, 3])
        #expect(other.wire.events.filter { $0.object == other.touch }.map(\.opcode) == [0, 3])
        server.touch(.motion(2, 6, 6))
        other.wire.forgetEvents()
        other.wire.roundTrip()
        #expect(other.wire.events.isEmpty)
    }

    @Test func cancelEndsEveryFinger() {
        server.touch(.down(1, 10, 10), .down(2, 20, 20))
        _ = events()
        server.content.deliver(.touchCancel)
        server.touch(.motion(1, 11, 11), .up(1), .up(2))
        #expect(events().map(\.opcode) == [4])
        server.touch(.down(1, 12, 12))
        #expect(events().map(\.opcode) == [0, 3])
    }

    @Test func vanishedSurfacesLetGo() {
        server.touch(.down(1, 10, 10))
        _ = events()
        client.surfaces.attach(0, to: main.surface)
        client.surfaces.commit(main.surface)
        server.pump()
        #expect(events().map(\.opcode) == [1, 3])
        server.touch(.motion(1, 11, 11), .up(1))
        #expect(events().isEmpty)
    }

    @Test func vanishedClientsLetGo() {
        server.touch(.down(1, 10, 10))
        client.wire.hangUp()
        server.pump()
        server.touch(.motion(1, 11, 11), .up(1))
        #expect(server.frames.isEmpty)
    }

    @Test func pressesOutsideEverythingAreNobodys() {
        client.surfaces.attach(0, to: main.surface)
        client.surfaces.commit(main.surface)
        _ = events()
        server.touch(.down(1, 10, 10), .motion(1, 20, 20), .up(1))
        #expect(events().isEmpty)
    }

    @Test func aFingerMovesADialog() {
        let dialog = client.window(width: 100, height: 100, parent: main)
        server.touch(.down(1, 320, 240))
        let serial = events()[0].words[0]
        client.wire.send(dialog.role, 5, [.uint(client.seat), .uint(serial)])
        #expect(events().map(\.opcode) == [4])
        server.touch(.motion(1, 300, 250))
        #expect(server.frames.last == Rect(x: 250, y: 200, width: 100, height: 100))
        server.touch(.up(1))
        #expect(events().isEmpty)
    }
}
