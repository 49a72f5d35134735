import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Virtual

/// Random plugging, lighting, drawing and waiting against a model that only counts.
@Suite struct VirtualDisplaysRandomTests {
    @Test(arguments: Effort.seeds(sample: 40, torture: 2000))
    func everyQueuedFrameIsPresentedOnceUnlessItsOutputGoesDark(seed: UInt64) throws {
        var run = try RandomRun(seed: seed)
        for _ in 0..<300 {
            try run.step()
            run.verifyInvariants()
        }
        run.time.advance(microseconds: 2_000_000)
        run.verifyInvariants()
        #expect(run.waiting.isEmpty)
        #expect(run.time.armedAlarms == 0)
    }
}

private struct RandomRun {
    let time = ManualTime()
    private let log = DisplayLog()
    private let displays: VirtualDisplays
    private var random: SplitMix64
    private let names = ["DSI-1", "HDMI-A-1", "DP-1"]
    private var enabled: [OutputID: Mode] = [:]
    /// Outputs with a frame queued, and how many presentations each must have had by now.
    private var queued: Set<OutputID> = []
    private var seen = 0
    private var lastSequence: [OutputID: UInt64] = [:]

    init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        displays = try VirtualDisplays(time: time, panelSize: Size(width: 64, height: 40))
        displays.observer = log
    }

    /// Outputs whose queued frame has not been presented.
    var waiting: Set<OutputID> { queued }

    mutating func step() throws {
        let name = names[Int.random(in: 0..<names.count, using: &random)]
        let id = OutputID(name)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: plug(name)
        case 1: unplug(name)
        case 2: enable(id)
        case 3: disable(id)
        case 4, 5: try present(on: id)
        default: time.advance(microseconds: Int64.random(in: 0..<40_000, using: &random))
        }
        takePresentations()
    }

    private mutating func plug(_ name: String) {
        let wasConnected = isConnected(OutputID(name))
        let rate = [24_000, 60_000, 143_981].randomElement(using: &random) ?? 60_000
        let display = PluggedDisplay(name: name, size: Size(width: 64, height: 40), refreshMilliHertz: rate)
        let isPlugged: Bool
        do throws(VirtualDisplayError) {
            try displays.plug(display)
            isPlugged = true
        } catch {
            isPlugged = false
        }
        #expect(isPlugged != wasConnected)
    }

    private mutating func unplug(_ name: String) {
        let id = OutputID(name)
        let wasConnected = isConnected(id)
        let isUnplugged = (try? displays.unplug(name)) != nil
        #expect(isUnplugged == wasConnected)
        if isUnplugged { darken(id) }
    }

    private mutating func enable(_ id: OutputID) {
        let modes = displays.outputs.first { $0.id == id }?.modes ?? []
        guard let mode = modes.randomElement(using: &random) else { return }
        #expect(displays.enable(id, mode: mode, transform: .normal) == .done)
        darken(id)
        enabled[id] = mode
    }

    private mutating func disable(_ id: OutputID) {
        displays.disable(id)
        darken(id)
    }

    private mutating func darken(_ id: OutputID) {
        enabled[id] = nil
        queued.remove(id)
        lastSequence[id] = nil
    }

    private mutating func present(on id: OutputID) throws {
        _ = displays.acquire(on: id)
        let picture: FramePicture = random.chance(50) ? .drawn(damage: Region(), after: nil) : .unchanged
        let outcome = displays.commit(OutputFrame(), picture, on: id)
        #expect((outcome == .queued) == (enabled[id] != nil && !queued.contains(id)))
        if outcome == .queued { queued.insert(id) }
    }

    private func isConnected(_ id: OutputID) -> Bool {
        displays.outputs.contains { $0.id == id && $0.isConnected }
    }

    private mutating func takePresentations() {
        for (id, presentation) in log.presented[seen...] {
            #expect(queued.remove(id) != nil, "a frame that was never queued, or twice")
            #expect(presentation.time <= time.instant)
            #expect(presentation.sequence > lastSequence[id] ?? 0)
            lastSequence[id] = presentation.sequence
        }
        seen = log.presented.count
    }

    mutating func verifyInvariants() {
        takePresentations()
        let listed = displays.outputs.map(\.id)
        #expect(Set(listed).count == listed.count)
        #expect(time.armedAlarms == queued.count)
        time.settle()
        if let last = log.changes.last { #expect(last == displays.outputs) }
    }
}
