import Geometry
import Mirroring
import Runtime
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct SessionLockTests {
    private let server: TestServer
    private let client: ShellClient
    private let locker: Locker

    /// A tool that locks.
    private final class Locker {
        let shell: ShellClient
        let manager: UInt32
        let output: UInt32

        init(_ server: TestServer) {
            shell = ShellClient(server, privilege: .tool)
            manager = shell.wire.bind("ext_session_lock_manager_v1")
            output = shell.wire.bind("wl_output")
            shell.wire.roundTrip()
        }

        var wire: WireClient { shell.wire }

        func lock() -> UInt32 {
            let lock = wire.create(manager, 1)
            wire.roundTrip()
            return lock
        }

        func isLocked(_ lock: UInt32) -> Bool { wire.events(of: lock, 0).count == 1 }
        func isFinished(_ lock: UInt32) -> Bool { wire.events(of: lock, 1).count == 1 }

        func surface(_ lock: UInt32) -> (surface: UInt32, role: UInt32) {
            let surface = shell.surfaces.makeSurface()
            let role = wire.create(lock, 1, [.uint(surface), .uint(output)])
            wire.roundTrip()
            return (surface, role)
        }

        func size(_ role: UInt32) -> Size<LogicalSpace>? {
            wire.events(of: role, 0).last.map { Size(width: Int($0.words[1]), height: Int($0.words[2])) }
        }

        func acknowledge(_ role: UInt32) {
            if let serial = wire.events(of: role, 0).last?.words[0] { wire.send(role, 1, [.uint(serial)]) }
        }

        /// Shows a picture of the size told, or of another.
        func show(_ made: (surface: UInt32, role: UInt32), pixel: UInt32 = 0xff00_aa00, wider: Int = 0) {
            acknowledge(made.role)
            guard let size = size(made.role) else { return }
            shell.surfaces.show(
                shell.surfaces.makeBuffer(size.width + wider, size.height, pixel), on: made.surface)
        }
    }

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        locker = Locker(server)
    }

    private func focus(_ client: ShellClient) -> UInt32? {
        client.wire.roundTrip()
        let moves = client.wire.events.filter { $0.object == client.keyboard && [1, 2].contains($0.opcode) }
        return moves.last.flatMap { $0.opcode == 1 ? $0.words[1] : nil }
    }

    @Test func nothingIsSeenButTheLocker() {
        let window = client.window()
        #expect(server.pixels.count == 1)
        let lock = locker.lock()
        #expect(server.pixels.isEmpty)
        #expect(focus(client) == nil)
        #expect(!locker.isLocked(lock), "the old picture is still on the screen")
        server.present()
        locker.wire.roundTrip()
        #expect(locker.isLocked(lock))
        let made = locker.surface(lock)
        #expect(locker.size(made.role) == Size(width: 640, height: 480))
        locker.show(made)
        #expect(server.pixels == [0xff00_aa00])
        #expect(server.pump { focus(locker.shell) == made.surface })
        #expect(server.observer.locks == [true])

        locker.wire.send(lock, 2)
        locker.wire.roundTrip()
        #expect(server.pixels.count == 1 && server.pixels != [0xff00_aa00])
        #expect(focus(client) == window.surface)
        #expect(server.observer.locks == [true, false])
    }

    /// Keys before `locked` would find swaylock 1.7 unprepared.
    @Test func theLockerHasTheKeyboardOnceItIsTold() {
        _ = client.window()
        let lock = locker.lock()
        let made = locker.surface(lock)
        locker.show(made)
        #expect(!locker.isLocked(lock))
        #expect(focus(client) == nil && focus(locker.shell) == nil)
        server.present()
        #expect(server.pump { focus(locker.shell) == made.surface })
        #expect(locker.isLocked(lock))
        let events = locker.wire.events
        let told = events.firstIndex { $0.object == lock && $0.opcode == 0 }
        let entered = events.firstIndex { $0.object == locker.shell.keyboard && $0.opcode == 1 }
        #expect((told ?? .max) < (entered ?? .min))
    }

    /// Both in one read would find it unprepared, too.
    @Test func aLockerThatDoesNotReadHasNoKeyboard() {
        let lock = locker.lock()
        let made = locker.surface(lock)
        locker.show(made)
        server.present()
        let start = server.now
        while server.now < start + 50_000 { server.display.loop.turn(timeoutMilliseconds: 10) }
        locker.wire.receive()
        #expect(locker.isLocked(lock))
        #expect(locker.wire.events.allSatisfy { $0.object != locker.shell.keyboard || $0.opcode != 1 })
        #expect(server.pump { focus(locker.shell) == made.surface })
    }

    /// A frame that was drawn before the lock may be presented after it.
    @Test func aFrameThatWasUnderwayDoesNotCount() {
        _ = client.window()
        server.content.frameComposed(callingBack: false)
        let lock = locker.lock()
        server.content.framePresented(
            Presentation(time: Timestamp(microseconds: 5), refreshNanoseconds: 0, sequence: 0, isHardwareClock: false))
        locker.wire.roundTrip()
        #expect(!locker.isLocked(lock))
        server.present()
        locker.wire.roundTrip()
        #expect(locker.isLocked(lock))
    }

    @Test func contentThatIsOnNoScreenIsLockedAtOnce() {
        let lock = locker.lock()
        server.content.frameDiscarded()
        locker.wire.roundTrip()
        #expect(locker.isLocked(lock))
    }

    @Test func pressesAndWindowsReachNothingBehindIt() {
        _ = client.window()
        let lock = locker.lock()
        server.present()
        let made = locker.surface(lock)
        locker.show(made)
        client.wire.forgetEvents()
        server.click(100, 100)
        client.wire.roundTrip()
        #expect(client.wire.events.allSatisfy { $0.object != client.pointer })
        _ = client.window()
        #expect(server.pump { focus(locker.shell) == made.surface })
        #expect(server.pixels == [0xff00_aa00])
    }

    @Test func theButtonHeldOnAWindowIsReleased() {
        _ = client.window()
        let time = Timestamp(microseconds: 1000)
        server.content.deliver(.pointerMotion(Point(x: 50, y: 50), relative: nil, time))
        server.content.deliver(.pointerButton(0x110, pressed: true, time))
        client.wire.roundTrip()
        client.wire.forgetEvents()
        _ = locker.lock()
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.pointer, 1).count == 1, "the pointer has left")
    }

    @Test func onScreenKeyboardsStayInReach() {
        _ = client.window()
        let tool = LayerClient(server)
        let keyboard = tool.make(.overlay, anchor: [.bottom, .left, .right], height: 100)
        tool.map(keyboard, pixel: 0xff00_00bb)
        let manager = tool.wire.bind("zwp_virtual_keyboard_manager_v1")
        tool.wire.send(manager, 0, [.uint(tool.shell.seat), .uint(tool.wire.newID())])
        tool.wire.roundTrip()
        _ = LayerClient(server).bar()
        let lock = locker.lock()
        locker.show(locker.surface(lock))
        #expect(server.pixels == [0xff00_aa00, 0xff00_00bb], "the keyboard, and no other bar")
    }

    @Test func itFollowsTheScreen() {
        let lock = locker.lock()
        let made = locker.surface(lock)
        locker.show(made)
        var screen = TestServer.screen
        screen.size = Size(width: 1920, height: 1080)
        server.content.layOut(on: screen)
        locker.wire.roundTrip()
        #expect(locker.size(made.role) == Size(width: 1920, height: 1080))
        #expect(!server.content.isSettled)
        locker.show(made)
        #expect(server.content.isSettled)
        #expect(locker.wire.error == nil)
    }

    private func layOut(_ width: Int, _ height: Int) {
        var screen = TestServer.screen
        screen.size = Size(width: width, height: height)
        server.content.layOut(on: screen)
        locker.wire.roundTrip()
    }

    /// swaylock acknowledges a size as it comes and commits what it has whenever a frame was shown.
    @Test func aPictureOfTheFormerSizeIsShownUntilTheRightOneComes() {
        let made = locker.surface(locker.lock())
        locker.show(made)
        for (width, height) in [(1920, 1080), (1280, 720), (3840, 2160)] {
            layOut(width, height)
            locker.acknowledge(made.role)
            locker.shell.surfaces.commit(made.surface)
            #expect(locker.wire.error == nil)
            #expect(server.pixels == [0xff00_aa00], "the old picture on black")
            #expect(!server.content.isSettled)
            locker.shell.surfaces.show(locker.shell.surfaces.makeBuffer(width, height, 0xff00_aa00), on: made.surface)
            server.present()
            #expect(locker.wire.error == nil)
            #expect(locker.size(made.role) == Size(width: width, height: height))
            #expect(server.content.isSettled)
        }
    }

    @Test func theNextSizeWaitsUntilTheLastWasDrawn() {
        let made = locker.surface(locker.lock())
        locker.show(made)
        server.present()
        layOut(1920, 1080)
        layOut(1280, 720)
        layOut(3840, 2160)
        #expect(locker.size(made.role) == Size(width: 1920, height: 1080))
        locker.show(made)
        server.present()
        locker.wire.roundTrip()
        #expect(locker.size(made.role) == Size(width: 3840, height: 2160))
        #expect(locker.wire.events(of: made.role, 0).count == 3)
        locker.show(made)
        #expect(server.content.isSettled && locker.wire.error == nil)
    }

    /// swaylock 1.7 draws nothing while neither of its buffers is free.
    @Test func aSizeThatWasAcknowledgedAndNotDrawnIsAskedForAgain() {
        let made = locker.surface(locker.lock())
        locker.show(made)
        server.present()
        layOut(1920, 1080)
        locker.acknowledge(made.role)
        locker.shell.surfaces.commit(made.surface)
        let hasAnother = {
            self.locker.wire.roundTrip()
            return self.locker.wire.events(of: made.role, 0).count == 3
        }
        #expect(server.pump(until: hasAnother))
        #expect(locker.size(made.role) == Size(width: 1920, height: 1080))
        locker.show(made)
        #expect(server.content.isSettled && locker.wire.error == nil)
    }

    @Test func aSizeThatIsOverIsRefused() {
        let made = locker.surface(locker.lock())
        locker.show(made)
        layOut(1920, 1080)
        locker.show(made)
        locker.shell.surfaces.show(locker.shell.surfaces.makeBuffer(640, 480), on: made.surface)
        #expect(locker.wire.error?.code == 2)
        #expect(locker.wire.error?.message == "the picture is 640x480, not 1920x1080")
    }

    @Test func aLockerThatDiesLeavesItLocked() {
        _ = client.window()
        let lock = locker.lock()
        server.present()
        locker.show(locker.surface(lock))
        locker.wire.hangUp()
        server.pump()
        #expect(server.pixels.isEmpty)
        #expect(focus(client) == nil)
        #expect(server.observer.locks == [true])
        #expect(server.observer.lockers == ["lost"])

        let next = Locker(server)
        let second = next.lock()
        next.wire.roundTrip()
        #expect(next.isLocked(second), "it is locked already")
        #expect(server.observer.lockers == ["lost", "came"])
        next.show(next.surface(second), pixel: 0xff00_00cc)
        #expect(server.pixels == [0xff00_00cc])
        next.wire.send(second, 2)
        next.wire.roundTrip()
        #expect(server.pixels.count == 1)
        #expect(server.observer.locks == [true, false])
        next.wire.hangUp()
        server.pump()
        #expect(server.observer.lockers == ["lost", "came"], "one that has unlocked is not lost")
    }

    @Test func aSecondLockerIsTurnedAway() {
        let lock = locker.lock()
        server.present()
        let other = Locker(server)
        let second = other.lock()
        #expect(other.isFinished(second))
        let made = other.surface(second)
        #expect(other.size(made.role) == nil)
        other.wire.send(second, 0)
        other.wire.roundTrip()
        #expect(other.wire.error == nil)
        locker.wire.roundTrip()
        #expect(locker.isLocked(lock))
        other.wire.hangUp()
        server.pump()
        #expect(server.observer.locks == [true])
        #expect(server.observer.lockers.isEmpty)
    }

    @Test func applicationsCannotLock() {
        #expect(client.wire.globals["ext_session_lock_manager_v1"] == nil)
        #expect(locker.wire.globals["ext_session_lock_manager_v1"] != nil)
    }

    // MARK: Errors

    @Test func itIsNotDestroyedWhileLocked() {
        let lock = locker.lock()
        server.present()
        locker.wire.send(lock, 0)
        locker.wire.roundTrip()
        #expect(locker.wire.error?.code == 0)
        #expect(server.observer.locks == [true])
    }

    @Test func itIsNotUnlockedBeforeItIsLocked() {
        let lock = locker.lock()
        locker.wire.send(lock, 2)
        locker.wire.roundTrip()
        #expect(locker.wire.error?.code == 1)
        #expect(server.observer.locks == [true])
    }

    @Test func oneSurfaceForTheScreen() {
        let lock = locker.lock()
        _ = locker.surface(lock)
        _ = locker.surface(lock)
        #expect(locker.wire.error?.code == 3)
    }

    @Test func aWindowIsNoLockSurface() {
        let window = locker.shell.window()
        let lock = locker.lock()
        _ = locker.wire.create(lock, 1, [.uint(window.surface), .uint(locker.output)])
        locker.wire.roundTrip()
        #expect(locker.wire.error?.code == 2)
    }

    @Test func aSurfaceWithABufferIsNone() {
        let lock = locker.lock()
        let surface = locker.shell.surfaces.makeSurface()
        locker.shell.surfaces.show(locker.shell.surfaces.makeBuffer(8, 8), on: surface)
        _ = locker.wire.create(lock, 1, [.uint(surface), .uint(locker.output)])
        locker.wire.roundTrip()
        #expect(locker.wire.error?.code == 4)
    }

    @Test func theFirstCommitWaitsForTheSize() {
        let made = locker.surface(locker.lock())
        locker.shell.surfaces.commit(made.surface)
        #expect(locker.wire.error?.code == 0)
    }

    @Test func aBufferIsNeeded() {
        let made = locker.surface(locker.lock())
        locker.acknowledge(made.role)
        locker.shell.surfaces.commit(made.surface)
        #expect(locker.wire.error?.code == 1)
    }

    @Test func theBufferStays() {
        let made = locker.surface(locker.lock())
        locker.show(made)
        locker.shell.surfaces.attach(0, to: made.surface)
        locker.shell.surfaces.commit(made.surface)
        #expect(locker.wire.error?.code == 1)
    }

    @Test func anotherSizeIsRefused() {
        let made = locker.surface(locker.lock())
        locker.show(made, wider: 1)
        #expect(locker.wire.error?.code == 2)
        server.pump()
        #expect(server.pixels.isEmpty)
    }

    @Test func anInventedSerialIsRefused() {
        let made = locker.surface(locker.lock())
        locker.wire.send(made.role, 1, [.uint(4711)])
        locker.wire.roundTrip()
        #expect(locker.wire.error?.code == 3)
    }
}
