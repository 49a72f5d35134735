import Geometry
import TestSupport
import Testing

@testable import Mirroring

/// Content over a row of displays: each display shows its part, and no pixel is shown twice or not at all.
@Suite struct DisplayRowTests {
    private func display(_ name: String, _ width: Int, _ height: Int) -> EnabledOutput {
        let mode = Displays.mode(width, height, preferred: true)
        return EnabledOutput(
            description: Displays.connected(name, .displayPort, modes: [mode]), mode: mode, transform: .normal)
    }

    @Test func equalDisplaysShowTheirOwnPixels() throws {
        let displays = [display("DP-1", 1920, 1080), display("DP-2", 1280, 1080), display("DP-3", 1920, 1080)]
        let row = try #require(DisplayRow(displays, height: 1080))
        #expect(row.size == Size(width: 5120, height: 1080))
        for (display, start) in zip(displays, [0, 1920, 3200]) {
            let view = try #require(row[display.id])
            #expect(view.frame == Rect(x: -start, y: 0, width: 5120, height: 1080))
            #expect(view.seen == Rect(x: start, y: 0, width: display.size.width, height: 1080))
            #expect(view.externalPoint(at: Point(x: 5, y: 7)) == Point(x: Double(start) + 5, y: 7))
        }
    }

    @Test func aDisplayOfAnotherHeightShowsItsPartAtItsOwn() throws {
        let row = try #require(DisplayRow([display("DP-1", 3840, 2160), display("DP-2", 1920, 1080)], height: 2160))
        #expect(row.size == Size(width: 7680, height: 2160))
        #expect(row[OutputID("DP-2")]?.frame == Rect(x: -1920, y: 0, width: 3840, height: 1080))
        #expect(row[OutputID("DP-2")]?.seen == Rect(x: 3840, y: 0, width: 3840, height: 2160))
    }

    @Test func oneDisplayIsNoRowAndNoneIsTooLong() {
        #expect(DisplayRow([display("DP-1", 1920, 1080)], height: 1080) == nil)
        let long = (1...8).map { display("DP-\($0)", 7680, 1080) }
        #expect(DisplayRow(long, height: 1080) == nil)
        #expect(DisplayRow(Array(long.prefix(4)), height: 1080) != nil)
    }

    /// The parts lie beside each other: what a display shows begins where its neighbour's ends, but for rounding.
    @Test(arguments: UInt64(0)..<100)
    func thePartsMeet(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let displays = (0..<Int.random(in: 2...5, using: &random)).map {
            display("DP-\($0)", .random(in: 1...4000, using: &random), .random(in: 300...2500, using: &random))
        }
        let row = try #require(DisplayRow(displays, height: displays[0].size.height))
        var end = 0.0
        for display in displays {
            let view = try #require(row[display.id])
            #expect(view.visible.size == display.size.reinterpreted())
            let start = view.externalPoint(at: Point(x: 0, y: 0)).x
            let pixel = max(view.ratioX, 1)
            #expect(abs(start - end) <= 2 + 2 * pixel, "\(display.id)")
            end = view.externalPoint(at: Point(x: Double(display.size.width), y: 0)).x
        }
        #expect(abs(end - Double(row.size.width)) <= 4)
    }
}
