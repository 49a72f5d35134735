import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Compositor

@Suite struct RandomOperationTests {
    private static let displays = [
        Bench.panel(), Bench.external(640, 480), Bench.output("DP-1", .displayPort, 800, 600),
        Bench.output("DP-2", .displayPort, 320, 200),
    ]

    @Test(arguments: 0..<60)
    func invariantsHoldAfterEveryStep(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let bench = Bench(outputs: [Bench.panel(160, 100)], leavingOut: { _ in false })
        bench.display.countsBlanks = seed.isMultiple(of: 2)
        bench.content.mapWindow(appID: "random")
        var touches = TouchLedger()
        for step in 0..<200 {
            perform(Int.random(in: 0..<15, using: &random), on: bench, using: &random)
            touches.record(bench.content.takeInputs())
            let broken = bench.violations + touches.violations
            guard broken.isEmpty else {
                Issue.record("seed \(seed), step \(step): \(broken)")
                return
            }
        }
        comeToRest(bench)
        touches.record(bench.content.takeInputs())
        #expect(touches.violations.isEmpty)
        #expect(touches.live.isEmpty, "each down has had its up or cancel")
        #expect(touches.downs == touches.ends)
        let content = bench.compositor.status(version: "t").applications.content
        #expect(content?.appID == "random")
        #expect(content?.on == .panel)
        #expect(content?.width == 160)
        #expect(content?.height == 100)
    }

    /// The panel alone, all fingers lifted, everything drawn.
    private func comeToRest(_ bench: Bench) {
        bench.display.failsPresents = false
        bench.display.refusedModes = []
        bench.display.lacksMemory = false
        bench.compositor.displaysResumed()
        bench.connect([Bench.panel(160, 100)])
        for slot: Int32 in 0..<3 {
            bench.compositor.input.inputReceived(.touchUp(DeviceID(1), slot: slot, bench.loop.now))
        }
        bench.content.drawWindow()
        bench.loop.advance(microseconds: 100_000)
        #expect(bench.drain())
    }

    private func perform(_ operation: Int, on bench: Bench, using random: inout SplitMix64) {
        switch operation {
        case 0: bench.connect(Self.displays.filter { _ in Bool.random(using: &random) })
        case 1: bench.refresh()
        case 2: bench.compositor.displays.setMirroring(Bool.random(using: &random))
        case 3:
            bench.display.pause()
            bench.loop.settle()
        case 4:
            bench.compositor.displaysResumed()
            bench.loop.settle()
        case 5:
            bench.display.failsPresents = Bool.random(using: &random)
            bench.loop.advance(microseconds: 20_000)
        case 6:
            bench.display.refusedModes = Set(Self.displays.filter { _ in Bool.random(using: &random) }.flatMap(\.modes))
        case 7:
            let corner = (x: Int.random(in: -50..<700, using: &random), y: Int.random(in: -50..<500, using: &random))
            bench.content.observer?.contentDamaged(Region(Rect(x: corner.x, y: corner.y, width: 40, height: 30)))
            bench.loop.settle()
        case 8:
            _ = bench.compositor.displays.useExternal(Self.displays.randomElement(using: &random)?.id)
            bench.loop.settle()
        case 12:
            let id = Self.displays.randomElement(using: &random)?.id ?? OutputID("DP-1")
            let displays = bench.compositor.displays
            _ = Bool.random(using: &random) ? displays.useAsCopy(id) : displays.leaveSpare(id)
            bench.loop.settle()
        case 13:
            bench.compositor.displays.arrange(ExternalArrangement.allCases.randomElement(using: &random) ?? .copy)
            bench.loop.settle()
        case 10:
            bench.display.lacksMemory = random.chance(50)
            bench.loop.advance(microseconds: .random(in: 0...2_000_000, using: &random))
        case 11:
            bench.compositor.freezer.toggle()
            bench.loop.advance(microseconds: 8_000)
        case 9:
            bench.content.drawWindow()
            bench.loop.settle()
        default: touch(bench, using: &random)
        }
    }

    private func touch(_ bench: Bench, using random: inout SplitMix64) {
        let device = DeviceID(1)
        let slot = Int32.random(in: 0..<3, using: &random)
        let place = DevicePosition(x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
        let event: InputEvent =
            switch Int.random(in: 0..<3, using: &random) {
            case 0: .touchDown(device, slot: slot, place, bench.loop.now)
            case 1: .touchMotion(device, slot: slot, place, bench.loop.now)
            default: .touchUp(device, slot: slot, bench.loop.now)
            }
        bench.compositor.input.inputReceived(event)
        bench.loop.settle()
    }
}

/// Follows the touches that a client is sent: each down gets exactly one up or cancel.
private struct TouchLedger {
    /// The contacts that have not ended yet.
    private(set) var live: Set<ContactID> = []
    private(set) var downs = 0
    private(set) var ends = 0
    private(set) var violations: [String] = []

    mutating func record(_ inputs: [ContentInput]) {
        for input in inputs { record(input) }
    }

    private mutating func record(_ input: ContentInput) {
        switch input {
        case .touchDown(let contact, _, _):
            downs += 1
            if !live.insert(contact).inserted { violations.append("a second down for \(contact)") }
        case .touchMotion(let contact, _, _):
            if !live.contains(contact) { violations.append("motion of a dead contact") }
        case .touchUp(let contact, _):
            ends += 1
            if live.remove(contact) == nil { violations.append("an up without a down") }
        case .touchCancel:
            ends += live.count
            if live.isEmpty { violations.append("a cancel without a down") }
            live = []
        default: break
        }
    }
}
