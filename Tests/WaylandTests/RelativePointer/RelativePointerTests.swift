import Geometry
import Mirroring
import Testing

@testable import Wayland

@Suite struct RelativePointerTests {
    private let server: TestServer
    private let client: ShellClient
    private let relative: UInt32

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        _ = client.window()
        let manager = client.wire.bind("zwp_relative_pointer_manager_v1")
        relative = client.wire.create(manager, 1, [.uint(client.pointer)])
        server.point(100, 100)
        client.wire.roundTrip()
        client.wire.forgetEvents()
    }

    private func move(_ motion: RelativeMotion, to point: Point<ContentSpace>, at microseconds: Int64 = 0) {
        server.content.deliver(.pointerMotion(point, relative: motion, Timestamp(microseconds: microseconds)))
        server.content.deliver(.pointerFrame)
        client.wire.roundTrip()
    }

    @Test func tellsBothDistancesAndTheTimeWithinTheFrame() {
        let motion = RelativeMotion(dx: 4, dy: -2.5, unacceleratedDX: 2, unacceleratedDY: -1.25)
        move(motion, to: Point(x: 104, y: 97.5), at: 0x1_2345_6789)
        let events = client.wire.events
        #expect(events.map(\.object) == [client.pointer, relative, client.pointer])
        #expect(events.map(\.opcode) == [2, 0, 5])
        #expect(events[1].words[0] == 1 && events[1].words[1] == 0x2345_6789)
        #expect((2...5).map { events[1].fixed($0) } == [4, -2.5, 2, -1.25])
    }

    @Test func tellsOfMovementThatTheScreensEdgeStops() {
        let motion = RelativeMotion(dx: -9, dy: 0, unacceleratedDX: -9, unacceleratedDY: 0)
        move(motion, to: Point(x: 100, y: 100))
        #expect(client.wire.events.map(\.object) == [relative, client.pointer])
    }

    @Test func devicesThatPointAtPlacesTellNothing() {
        server.point(200, 200)
        client.wire.roundTrip()
        #expect(client.wire.events(of: relative, 0).isEmpty)
    }

    @Test func theScreensScaleIsUndoneForTheAcceleratedDistance() throws {
        var screen = TestServer.screen
        screen.scale = try #require(Scale(2))
        server.content.layOut(on: screen)
        client.wire.roundTrip()
        client.wire.forgetEvents()
        move(RelativeMotion(dx: 8, dy: 4, unacceleratedDX: 6, unacceleratedDY: 2), to: Point(x: 108, y: 104))
        let event = client.wire.events(of: relative, 0).last
        #expect((2...5).map { event?.fixed($0) } == [4, 2, 6, 2])
    }

    @Test func withoutItsPointerItIsSilent() {
        client.wire.send(client.pointer, 1)
        client.wire.roundTrip()
        let motion = RelativeMotion(dx: 1, dy: 1, unacceleratedDX: 1, unacceleratedDY: 1)
        move(motion, to: Point(x: 101, y: 101))
        #expect(client.wire.events(of: relative, 0).isEmpty)
        #expect(client.wire.error == nil)
    }
}
