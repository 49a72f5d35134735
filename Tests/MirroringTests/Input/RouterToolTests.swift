import Geometry
import Mirroring
import Testing

@Suite struct RouterToolTests {
    private let tablet = DeviceID(1)
    private let now = Timestamp(microseconds: 5)
    private let tool = TabletTool(kind: .pen, capabilities: [.pressure])
    private let axes = ToolAxes(pressure: 0.25)
    private let onContent = DevicePosition(x: 0.25, y: 0.5)
    private let inBars = DevicePosition(x: 0.25, y: 0)
    private let spot = Point<ContentSpace>(x: 960, y: 1080)
    private let edge = Point<ContentSpace>(x: 960, y: 0)

    private func near(_ position: DevicePosition? = nil) -> ToolEvent { .near(tool, position ?? onContent, axes) }
    private func motion(_ position: DevicePosition? = nil) -> ToolEvent { .motion(position ?? onContent, axes) }
    private func down(_ position: DevicePosition? = nil) -> ToolEvent { .down(position ?? onContent, axes) }

    private func take(_ rig: inout RouterRig, _ event: ToolEvent) -> [ToolInput] {
        strip(rig.content(.tool(tablet, event, now)))
    }

    private func strip(_ inputs: [ContentInput]) -> [ToolInput] {
        inputs.compactMap { if case .tool(tablet, let input, now) = $0 { input } else { nil } }
    }

    private func drawing() -> RouterRig {
        var rig = RouterRig()
        for step in [near(), down(), .button(331, pressed: true)] { _ = take(&rig, step) }
        return rig
    }

    @Test func aStrokeComesThrough() {
        var rig = RouterRig()
        #expect(take(&rig, near()) == [.enter(tool, spot, axes)])
        #expect(take(&rig, down()) == [.motion(spot, axes), .down])
        #expect(take(&rig, motion()) == [.motion(spot, axes)])
        #expect(take(&rig, .up) == [.up])
        #expect(take(&rig, .away) == [.leave])
        #expect(take(&rig, .away).isEmpty)
    }

    @Test func overTheBarsThereIsNoTool() {
        var rig = RouterRig()
        #expect(take(&rig, near(inBars)).isEmpty)
        #expect(take(&rig, motion()) == [.enter(tool, spot, axes)])
        #expect(take(&rig, motion(inBars)) == [.leave])
        #expect(take(&rig, .button(331, pressed: true)).isEmpty)
    }

    @Test func aStrokeGoesOnAlongTheEdge() {
        var rig = drawing()
        #expect(take(&rig, motion(inBars)) == [.motion(edge, axes)])
        #expect(take(&rig, .up) == [.up])
        #expect(take(&rig, .button(331, pressed: false)) == [.button(331, pressed: false)])
        #expect(take(&rig, motion(inBars)) == [.leave])
    }

    @Test func aTipThatComesDownInTheBarsMeansNothing() {
        var rig = RouterRig()
        _ = take(&rig, near(inBars))
        #expect(take(&rig, down(inBars)).isEmpty)
        #expect(take(&rig, motion()).isEmpty)
        #expect(take(&rig, .up).isEmpty)
        #expect(take(&rig, motion()) == [.enter(tool, spot, axes)])
    }

    @Test func anotherScreenEndsTheStrokeForGood() {
        var rig = drawing()
        #expect(
            strip(rig.router.cancelAll(at: now).to(.content)) == [.up, .button(331, pressed: false), .leave])
        #expect(take(&rig, motion()).isEmpty)
        #expect(take(&rig, .up).isEmpty)
        #expect(take(&rig, motion()) == [.enter(tool, spot, axes)])
    }

    @Test func aGoneTabletEndsTheStrokeOnce() {
        var rig = drawing()
        let gone = rig.content(.deviceRemoved(tablet))
        #expect(strip(gone) == [.up, .button(331, pressed: false), .leave])
        #expect(gone.last == .tabletRemoved(tablet))
        #expect(strip(rig.content(.deviceRemoved(tablet))).isEmpty)
        #expect(take(&rig, motion()).isEmpty)
    }

    @Test func aToolThatNeverLeftMakesWayForTheNext() {
        var rig = drawing()
        #expect(
            take(&rig, near()) == [.up, .button(331, pressed: false), .leave, .enter(tool, spot, axes)])
    }

    @Test func numbersStayWithinTheirRange() {
        var rig = RouterRig()
        let wild = ToolAxes(pressure: .infinity, distance: 7, tiltX: -1e9, slider: .nan, wheelClicks: .max)
        let tame = ToolAxes(distance: 1, tiltX: -90, wheelClicks: 1000)
        #expect(take(&rig, .near(tool, onContent, wild)) == [.enter(tool, spot, tame)])
    }

    @Test func aTabletMustHaveBeenAdded() {
        var rig = RouterRig(devices: [])
        #expect(take(&rig, near()).isEmpty)
        let added = rig.add(tablet, [.tablet])
        #expect(added.to(.content).count == 1 && added.to(.application).count == 1)
        #expect(take(&rig, near()) == [.enter(tool, spot, axes)])
    }
}
