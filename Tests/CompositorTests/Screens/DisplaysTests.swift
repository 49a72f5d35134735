import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A card's panel and displays of another adapter, as one port.
@Suite struct DisplaysTests {
    private let card = FakeDisplay()
    private let others = FakeDisplay()
    private let displays: Displays
    private let log = ObserverLog()

    private final class ObserverLog: DisplayObserver {
        var outputs: [OutputID] = []
        var presented: [OutputID] = []
        var isPaused = false

        func outputsChanged(_ outputs: [OutputDescription]) { self.outputs = outputs.map(\.id) }
        func framePresented(on id: OutputID, _: Presentation) { presented.append(id) }
        func pictureLost(on _: OutputID) {}
        func outputFailed(on _: OutputID, _: String) {}
        func displaysPaused() { isPaused = true }
        func displaysResumed() { isPaused = false }
    }

    init() {
        card.outputs = [Bench.panel()]
        others.outputs = [Bench.external()]
        displays = Displays([card, others])
        displays.observer = log
    }

    private func enable(_ output: OutputDescription) -> ModesetOutcome {
        displays.enable(output.id, mode: output.modes[0], transform: .normal)
    }

    @Test func eachOutputIsItsAdapters() {
        #expect(displays.outputs.map(\.id.name) == ["DSI-1", "HDMI-A-1"])
        #expect(enable(Bench.panel()) == .done && enable(Bench.external()) == .done)
        #expect(card.enabled.keys.map(\.name) == ["DSI-1"])
        #expect(others.enabled.keys.map(\.name) == ["HDMI-A-1"])
        displays.disable(Bench.external().id)
        #expect(others.enabled.isEmpty && !card.enabled.isEmpty)
    }

    @Test func aNameIsTheFirstAdaptersThatListsIt() {
        others.outputs.append(Bench.panel(800, 480))
        #expect(displays.outputs.map(\.id.name) == ["DSI-1", "HDMI-A-1"])
        #expect(displays.outputs[0].modes == Bench.panel().modes)
        card.outputs = []
        #expect(displays.outputs.map(\.id.name) == ["HDMI-A-1", "DSI-1"])
    }

    /// Connectors of a hub vanish while they are enabled: what is told of them still goes to their card.
    @Test func anEnabledOutputStaysItsAdaptersWhenItIsNoLongerListed() {
        #expect(enable(Bench.external()) == .done)
        others.outputs = []
        displays.disable(Bench.external().id)
        #expect(others.enabled.isEmpty)
    }

    @Test func changesOfOneAreTheOutputsOfAll() {
        others.observer?.outputsChanged(others.outputs)
        #expect(log.outputs.map(\.name) == ["DSI-1", "HDMI-A-1"])
        card.observer?.framePresented(
            on: Bench.panel().id,
            Presentation(
                time: Timestamp(microseconds: 1), refreshNanoseconds: 1, sequence: 1, isHardwareClock: false))
        #expect(log.presented == [Bench.panel().id])
    }

    /// Where a card's displays are taken away the core counts all as disabled, and so they are.
    @Test func allAreOffWhenOneAdapterIsTakenAway() {
        #expect(enable(Bench.panel()) == .done && enable(Bench.external()) == .done)
        card.observer?.displaysPaused()
        #expect(log.isPaused && others.enabled.isEmpty)
        card.observer?.displaysResumed()
        #expect(!log.isPaused && enable(Bench.external()) == .done)
    }
}
