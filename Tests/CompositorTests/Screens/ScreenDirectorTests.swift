import Geometry
import Mirroring
import Testing

@testable import Compositor

/// Keeps what it is told of the screens, and may wish for more in the middle of it.
private final class FakeScreenObserver: ScreenObserver {
    enum Call: Hashable {
        case willChange
        case moved(Set<HostedApplication>)
        case reported(TopologyReport)
    }

    private(set) var calls: [Call] = []
    /// Run once within the next call of `screensChanged`.
    var inChange: (() -> Void)?

    func screensWillChange(sparing spared: HostedApplication?) { calls.append(.willChange) }

    func screensChanged(_ changes: ScreenChanges) {
        calls.append(.moved(changes.moved))
        let action = inChange
        inChange = nil
        action?()
    }

    func topologyReported(_ report: TopologyReport) { calls.append(.reported(report)) }

    func takeCalls() -> [Call] {
        defer { calls = [] }
        return calls
    }
}

@Suite struct ScreenDirectorTests {
    private let display = FakeDisplay()
    private let loop = FakeLoop()
    private let observer = FakeScreenObserver()
    private let director: ScreenDirector

    init() {
        var configuration = Configuration()
        configuration.external.holdMicroseconds = 0
        director = ScreenDirector(
            display: display, loop: loop, configuration: configuration, screens: ScreenSet())
        director.observer = observer
    }

    private func connect(_ outputs: [OutputDescription]) {
        display.outputs = outputs
        director.handle(.outputsChanged(outputs))
    }

    private var changes: [FakeScreenObserver.Call] {
        observer.takeCalls().filter { if case .reported = $0 { false } else { true } }
    }

    @Test("Whatever is held ends before the content moves")
    func order() {
        connect([Bench.panel()])
        #expect(changes.last == .moved([.content]))
        connect([Bench.panel(), Bench.external()])
        let calls = changes
        #expect(calls.last == .moved([.content]))
        #expect(calls.dropLast().last == .willChange)
        #expect(director.plan.contentScreen?.output.id.name == "HDMI-A-1")
    }

    @Test("Each planned output has a screen of its size, and a disabled one has none")
    func screens() throws {
        connect([Bench.panel(), Bench.external()])
        for (id, planned) in director.plan.screens { #expect(director.screens[id]?.size == planned.size) }
        let gone = try #require(director.screens[OutputID("HDMI-A-1")])
        connect([Bench.panel()])
        #expect(director.screens[OutputID("HDMI-A-1")] == nil)
        #expect(!director.screens.contains(gone))
    }

    @Test("What changes nothing is not reported")
    func nothing() {
        connect([Bench.panel()])
        _ = changes
        director.update { $0.use(Configuration()) }
        director.update { $0.blank = nil }
        #expect(changes.isEmpty)
    }

    @Test("A wish in the middle of a change is carried out after it")
    func wishWithinChange() {
        connect([Bench.panel()])
        director.update { $0.foreground.applicationStarted() }
        _ = changes
        observer.inChange = { [director] in
            director.update { _ = $0.foreground.show(.application) }
        }
        connect([Bench.panel(), Bench.external()])
        #expect(changes.suffix(4) == [.willChange, .moved([.content]), .willChange, .moved([.application])])
        #expect(director.plan.panelBase == .application)
    }

    @Test("Overlays wait for their role and follow it to another output")
    func overlays() throws {
        let stack = try #require(director.screens.overlays(of: .external))
        #expect(director.screens.showing(stack).isEmpty)
        let other = Bench.output("DP-1", .displayPort, 800, 600)
        for external in [Bench.external(), other] {
            connect([Bench.panel(), external])
            #expect(director.screens.showing(stack).map(\.output) == [external.id])
        }
    }

    @Test("Content in memory keeps its picture as long as that has the panel's size")
    func memory() throws {
        connect([Bench.panel()])
        director.update { $0.foreground.applicationStarted() }
        director.update { _ = $0.foreground.show(.application) }
        let screen = try #require(director.screens.screen(of: .content, in: director.plan))
        #expect(screen.output == nil)
        director.update { $0.blank = .all }
        #expect(director.screens.screen(of: .content, in: director.plan) === screen)
        director.update { _ = $0.foreground.show(.content) }
        #expect(!director.screens.contains(screen))
    }
}
