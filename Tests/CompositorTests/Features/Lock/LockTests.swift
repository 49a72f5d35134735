import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A 3840x2160 external and the 1280x800 panel, and a locker in the content.
@Suite struct LockTests {
    private let bench = Bench.mirroring()
    private let external = Bench.external().id
    private let panel = Bench.panel().id
    private let starter = Starter()

    init() {
        #expect(bench.drain())
    }

    private func lock(_ isLocked: Bool = true) {
        bench.content.observer?.contentLocked(isLocked)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.violations.isEmpty)
    }

    private func status() -> ServiceStatus { bench.compositor.status(version: "t") }

    @Test func everyScreenIsDrawnAnew() {
        for id in [external, panel] { _ = bench.display.takeDamage(of: id) }
        lock()
        for (id, size) in [
            (external, Size<OutputSpace>(width: 3840, height: 2160)), (panel, Size(width: 1280, height: 800)),
        ] {
            #expect(bench.display.takeDamage(of: id).extents.size == size)
        }
        #expect(status().session.isLocked)
        lock(false)
        #expect(!status().session.isLocked)
    }

    @Test func itIsToldOnce() {
        _ = bench.takeEvents()
        lock()
        bench.content.observer?.contentLocked(true)
        lock(false)
        let wanted: [ServiceEvent.Occurrence] = [.sessionLocked, .sessionUnlocked]
        #expect(bench.takeEvents().filter { wanted.contains($0) } == wanted)
    }

    @Test func nobodyGetsAPicture() {
        #expect(bench.compositor.hasContentFrame)
        lock()
        #expect(!bench.compositor.hasContentFrame)
        #expect(bench.compositor.withPicture(of: .external) { _ in } == nil)
        #expect(bench.compositor.withPicture(of: .panel) { _ in } == nil)
        lock(false)
        #expect(bench.compositor.hasContentFrame)
    }

    @Test func aFrozenExternalShowsTheLockerToo() {
        #expect(bench.compositor.freezer.freeze() == .done)
        bench.loop.settle()
        #expect(bench.drain())
        lock()
        #expect(bench.compositor.plan.screens[external]?.base == .content)
        lock(false)
        #expect(bench.compositor.plan.screens[external]?.base == .still)
    }

    private final class Starter: LockerPort {
        var events: [String] = []

        func lockerLost() -> LockerNotice {
            events.append("lost")
            return .ended(socket: "tools")
        }

        func lockerCame() { events.append("came") }
    }

    /// The overlays of the screens that show any.
    private func lines() -> [OutputID] {
        [external, panel].filter { bench.compositor.painter.screens[$0]?.overlays.isEmpty == false }
    }

    @Test func aLostLockerIsToldAndShownUntilAnotherComes() {
        bench.compositor.lock.port = starter
        lock()
        #expect(status().session.locker == .running)
        #expect(lines().isEmpty)
        _ = bench.takeEvents()
        bench.content.observer?.contentLostLocker(processID: 42)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(status().session.isLocked && status().session.locker == .lost)
        #expect(bench.takeEvents().contains(.lockerLost(pid: 42)))
        #expect(starter.events == ["lost"])
        #expect(bench.notices.texts == [LockerNotice.ended(socket: "tools").text(in: .english)])
        #expect(lines() == [external], "the panel shows it in its snapshot")

        bench.compositor.lock.show(.gaveUp(socket: "tools"))
        #expect(bench.notices.texts.last == LockerNotice.gaveUp(socket: "tools").text(in: .english))
        bench.content.observer?.contentGotLocker()
        #expect(status().session.isLocked && status().session.locker == .running)
        #expect(starter.events == ["lost", "came"])
        #expect(lines().isEmpty)
        lock(false)
        #expect(status().session.locker == nil)
    }

    @Test func theLineFollowsTheContent() {
        bench.compositor.lock.port = starter
        lock()
        bench.content.observer?.contentLostLocker(processID: 42)
        bench.connect([Bench.panel()])
        bench.loop.settle()
        #expect(bench.drain())
        #expect(lines() == [panel])
        lock(false)
        #expect(bench.violations.isEmpty)
    }
}
