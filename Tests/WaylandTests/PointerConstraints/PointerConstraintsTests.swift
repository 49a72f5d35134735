import Geometry
import Mirroring
import Testing

@testable import Wayland

@Suite struct PointerConstraintsTests {
    private static let oneshot: UInt32 = 1
    private static let persistent: UInt32 = 2

    private let server: TestServer
    private let client: ShellClient
    private let main: ShellClient.Window
    private let manager: UInt32

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        main = client.window()
        manager = client.wire.bind("zwp_pointer_constraints_v1")
        server.point(100, 100)
        client.wire.roundTrip()
        client.wire.forgetEvents()
    }

    private func lock(region: UInt32 = 0, lifetime: UInt32 = persistent) -> UInt32 {
        constrain(1, region, lifetime)
    }

    private func confine(region: UInt32 = 0, lifetime: UInt32 = persistent) -> UInt32 {
        constrain(2, region, lifetime)
    }

    private func constrain(_ opcode: UInt16, _ region: UInt32, _ lifetime: UInt32) -> UInt32 {
        let arguments: [WireArgument] = [.uint(main.surface), .uint(client.pointer), .uint(region), .uint(lifetime)]
        defer { client.wire.roundTrip() }
        return client.wire.create(manager, opcode, arguments)
    }

    /// What a constraint has told since the last look: 0 for in effect, 1 for no longer.
    private func told(_ constraint: UInt32) -> [UInt16] {
        client.wire.roundTrip()
        defer { client.wire.forgetEvents() }
        return client.wire.events.filter { $0.object == constraint }.map(\.opcode)
    }

    private func move(_ dx: Double, _ dy: Double, to x: Double, _ y: Double) {
        let motion = RelativeMotion(dx: dx, dy: dy, unacceleratedDX: dx, unacceleratedDY: dy)
        server.content.deliver(.pointerMotion(Point(x: x, y: y), relative: motion, Timestamp(microseconds: 0)))
        server.content.deliver(.pointerFrame)
        client.wire.roundTrip()
    }

    private func motions() -> [WireMessage] { client.wire.events(of: client.pointer, 2) }

    private func releaseAll() {
        server.content.deliver(.releaseAll(Timestamp(microseconds: 0)))
    }

    @Test func aLockHoldsThePointerAndTellsTheCoreSo() {
        let locked = lock()
        #expect(told(locked) == [0])
        move(30, 0, to: 130, 100)
        #expect(motions().isEmpty)
        #expect(server.observer.heldPointer == Point(x: 100, y: 100))
        server.button(pressed: true)
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.pointer, 3).count == 1)
    }

    @Test func aDeviceThatPointsAtPlacesIsHeldToo() {
        _ = lock()
        client.wire.forgetEvents()
        server.point(300, 300)
        client.wire.roundTrip()
        #expect(motions().isEmpty)
    }

    /// As in a virtual machine, whose mouse points at places: a game that has locked the pointer looks around all the same.
    @Test func aLockedClientIsToldHowFarSuchADeviceMoves() {
        let manager = client.wire.bind("zwp_relative_pointer_manager_v1")
        let relative = client.wire.create(manager, 1, [.uint(client.pointer)])
        server.point(100, 100)
        _ = lock()
        client.wire.roundTrip()
        client.wire.forgetEvents()
        for (x, y) in [(110.0, 95.0), (300, 300), (300, 300), (290, 310)] { server.point(x, y) }
        client.wire.roundTrip()
        let told = client.wire.events(of: relative, 0).map { event in (2...5).map { event.fixed($0) } }
        #expect(told == [[10, -5, 10, -5], [190, 205, 190, 205], [-10, 10, -10, 10]])
        #expect(motions().isEmpty)
    }

    @Test func theCursorsHintIsTakenUpWithTheEndOfTheLock() {
        let locked = lock()
        client.wire.send(locked, 1, [.fixed(250), .fixed(200)])
        client.surfaces.commit(main.surface)
        client.wire.send(locked, 0)
        client.wire.roundTrip()
        #expect(server.observer.heldPointer == Point(x: 250, y: 200))
        #expect(motions().isEmpty)
    }

    @Test func anUncommittedHintCountsForNothing() {
        let locked = lock()
        client.wire.send(locked, 1, [.fixed(250), .fixed(200)])
        client.wire.send(locked, 0)
        client.wire.roundTrip()
        #expect(server.observer.heldPointer == nil)
    }

    @Test func aConfinedPointerStaysInItsRegion() {
        let region = client.surfaces.makeRegion([(50, 50, 100, 100)])
        let confined = confine(region: region)
        #expect(told(confined) == [0])
        move(400, 10, to: 500, 110)
        #expect(motions().last?.fixed(1) == 149 && motions().last?.fixed(2) == 110)
        #expect(server.observer.heldPointer == Point(x: 149, y: 110))
    }

    @Test func takesEffectOnceThePointerComesIntoTheRegion() {
        let region = client.surfaces.makeRegion([(200, 200, 50, 50)])
        let confined = confine(region: region)
        #expect(told(confined) == [])
        server.point(210, 210)
        #expect(told(confined) == [0])
    }

    @Test func aRegionCountsFromTheCommitOnAndTakesThePointerAlong() {
        let confined = confine()
        _ = told(confined)
        let region = client.surfaces.makeRegion([(200, 100, 50, 50)])
        client.wire.send(confined, 1, [.uint(region)])
        client.wire.roundTrip()
        #expect(motions().isEmpty)
        client.surfaces.commit(main.surface)
        #expect(motions().last?.fixed(1) == 200)
        client.wire.send(confined, 1, [.uint(client.surfaces.makeRegion([]))])
        client.surfaces.commit(main.surface)
        #expect(told(confined) == [1])
    }

    @Test func theInputRegionCountsToo() {
        let locked = lock()
        _ = told(locked)
        let region = client.surfaces.makeRegion([(300, 300, 10, 10)])
        client.wire.send(main.surface, 5, [.uint(region)])
        client.surfaces.commit(main.surface)
        #expect(told(locked) == [1])
    }

    @Test func endsWithThePointersFocusAndComesBackIfPersistent() {
        let locked = lock()
        _ = told(locked)
        server.content.deliver(.pointerLeave)
        #expect(told(locked) == [1])
        server.point(120, 120)
        #expect(told(locked) == [0])
    }

    @Test func oneForASingleTimeNeverComesBack() {
        let locked = lock(lifetime: Self.oneshot)
        _ = told(locked)
        server.content.deliver(.pointerLeave)
        #expect(told(locked) == [1])
        server.point(120, 120)
        #expect(told(locked) == [])
        // It is out of another's way.
        #expect(told(lock()) == [0])
        #expect(client.wire.error == nil)
    }

    @Test func endsWithTheKeyboardsFocus() {
        let locked = lock()
        _ = told(locked)
        let dialog = client.window(width: 40, height: 40, parent: main)
        #expect(told(locked) == [1])
        client.wire.send(dialog.role, 0)
        client.wire.send(dialog.shell, 0)
        client.wire.send(dialog.surface, 0)
        #expect(told(locked) == [0])
    }

    @Test func anotherScreenEndsItUntilThePointerMoves() {
        let locked = lock()
        _ = told(locked)
        releaseAll()
        var screen = TestServer.screen
        screen.size = Size(width: 800, height: 600)
        server.content.layOut(on: screen)
        server.pump()
        #expect(told(locked) == [1])
        move(1, 0, to: 101, 100)
        #expect(told(locked) == [0])
    }

    @Test func aSecondConstraintOnTheSurfaceIsAnError() {
        _ = lock()
        _ = confine()
        #expect(client.wire.error?.object == manager && client.wire.error?.code == 1)
    }

    @Test func theSurfacesEndEndsItQuietly() {
        let locked = lock()
        _ = told(locked)
        client.wire.send(main.role, 0)
        client.wire.send(main.shell, 0)
        client.wire.send(main.surface, 0)
        #expect(told(locked) == [1])
        client.wire.send(locked, 1, [.fixed(1), .fixed(1)])
        client.wire.send(locked, 2, [.uint(0)])
        client.wire.send(locked, 0)
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
    }

    @Test func theClientsEndLetsThePointerGo() {
        _ = lock()
        client.wire.hangUp()
        let other = ShellClient(server)
        _ = other.window()
        server.point(50, 60)
        other.wire.roundTrip()
        #expect(other.wire.events(of: other.pointer, 2).last?.fixed(1) == 50)
    }
}
