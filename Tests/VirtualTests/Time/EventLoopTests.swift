import Geometry
import Mirroring
import Runtime
import Testing

@testable import Virtual

/// The one test on the real loop: it waits for descriptors, never for a length of time.
@Suite struct EventLoopTests {
    @Test func theServicesLoopPresentsFramesAndTellsOfChanges() throws {
        let loop = try EventLoop()
        let panel = PluggedDisplay(
            name: "DSI-1", size: Size(width: 64, height: 40), refreshMilliHertz: 1_000_000)
        let displays = try VirtualDisplays(time: loop, panel: panel)
        let log = DisplayLog()
        displays.observer = log
        try displays.plug(PluggedDisplay(name: "DP-1", size: Size(width: 64, height: 40)))
        loop.turn(timeoutMilliseconds: 0)
        #expect(log.changes == [displays.outputs])

        let mode = try #require(displays.outputs.first?.modes.first)
        #expect(displays.enable(OutputID("DSI-1"), mode: mode, transform: .normal) == .done)
        _ = displays.acquire(on: OutputID("DSI-1"))
        let queuedAt = loop.instant
        #expect(displays.commit(OutputFrame(), .drawn(damage: Region(), after: nil), on: OutputID("DSI-1")) == .queued)
        loop.turn(timeoutMilliseconds: 5000)
        let presentation = try #require(log.presented.first?.presentation)
        #expect(presentation.time > queuedAt && presentation.time <= loop.instant)
    }
}
