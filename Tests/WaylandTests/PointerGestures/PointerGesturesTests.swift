import Geometry
import Mirroring
import Testing

@testable import Wayland

@Suite struct PointerGesturesTests {
    private let server: TestServer
    private let client: ShellClient
    private let main: ShellClient.Window
    private let swipe: UInt32
    private let pinch: UInt32
    private let hold: UInt32

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        main = client.window()
        let manager = client.wire.bind("zwp_pointer_gestures_v1")
        swipe = client.wire.create(manager, 0, [.uint(client.pointer)])
        pinch = client.wire.create(manager, 1, [.uint(client.pointer)])
        hold = client.wire.create(manager, 3, [.uint(client.pointer)])
        server.point(100, 100)
        client.wire.roundTrip()
        client.wire.forgetEvents()
    }

    private func take(_ steps: PointerGesture...) -> [WireMessage] {
        for step in steps { server.content.deliver(.pointerGesture(step, Timestamp(microseconds: 7000))) }
        client.wire.roundTrip()
        defer { client.wire.forgetEvents() }
        return client.wire.events
    }

    @Test func aSwipeIsToldWithItsSurfaceAndMovement() {
        let events = take(
            .begin(.swipe, fingers: 3), .update(GestureMovement(dx: 4.5, dy: -2)), .end(isCancelled: false))
        #expect(events.map(\.object) == [swipe, swipe, swipe])
        #expect(events.map(\.opcode) == [0, 1, 2])
        #expect(Array(events[0].words[1...]) == [7, main.surface, 3])
        #expect(events[1].fixed(1) == 4.5 && events[1].fixed(2) == -2)
        #expect(Array(events[2].words[1...]) == [7, 0])
    }

    @Test func aPinchTellsScaleAndTurn() {
        let movement = GestureMovement(dx: 1, dy: 2, scale: 1.5, rotation: -10)
        let events = take(.begin(.pinch, fingers: 2), .update(movement), .end(isCancelled: true))
        #expect(events.map(\.object) == [pinch, pinch, pinch])
        #expect((1...4).map { events[1].fixed($0) } == [1, 2, 1.5, -10])
        #expect(events[2].words[2] == 1)
    }

    @Test func aHoldBeginsAndEnds() {
        let events = take(.begin(.hold, fingers: 4), .end(isCancelled: true))
        #expect(events.map(\.object) == [hold, hold] && events.map(\.opcode) == [0, 1])
    }

    @Test func theScreensScaleIsUndone() throws {
        var screen = TestServer.screen
        screen.scale = try #require(Scale(2))
        server.content.layOut(on: screen)
        let events = take(.begin(.swipe, fingers: 3), .update(GestureMovement(dx: 8, dy: 4)))
        #expect(events.last?.fixed(1) == 4 && events.last?.fixed(2) == 2)
    }

    @Test func objectsMadeMeanwhileHearOfTheNextGesture() {
        _ = take(.begin(.swipe, fingers: 3))
        let manager = client.wire.bind("zwp_pointer_gestures_v1")
        let late = client.wire.create(manager, 0, [.uint(client.pointer)])
        client.wire.roundTrip()
        #expect(take(.update(GestureMovement(dx: 1, dy: 1)), .end(isCancelled: false)).map(\.object) == [swipe, swipe])
        #expect(take(.begin(.swipe, fingers: 3)).map(\.object) == [swipe, late])
    }

    @Test func aDestroyedObjectOrAGoneClientIsNotTold() {
        _ = take(.begin(.swipe, fingers: 3))
        client.wire.send(swipe, 0)
        client.wire.roundTrip()
        #expect(take(.update(GestureMovement(dx: 1, dy: 1)), .end(isCancelled: false)).isEmpty)
        _ = take(.begin(.pinch, fingers: 2))
        client.wire.hangUp()
        #expect(take(.update(GestureMovement(dx: 1, dy: 1)), .end(isCancelled: false)).isEmpty)
    }

    @Test func firstVersionsKnowNoHold() {
        let old = client.wire.bind("zwp_pointer_gestures_v1", version: 2)
        _ = client.wire.create(old, 3, [.uint(client.pointer)])
        client.wire.roundTrip()
        #expect(client.wire.error != nil)
    }
}
