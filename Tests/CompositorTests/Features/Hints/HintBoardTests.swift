import Geometry
import Mirroring
import Testing

@testable import Compositor

/// Hints on a 1280x800 panel, each until it was followed or dismissed.
@Suite struct HintBoardTests {
    private let glass = DeviceID(1)
    private let memory = FakeHints()

    private func bench(_ configuration: Configuration = Configuration(), isMirrored: Bool = true) -> Bench {
        let bench = Bench(
            configuration: configuration, outputs: isMirrored ? [Bench.panel(), Bench.external()] : [Bench.panel()],
            menu: FakeMenu(), hints: memory)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: glass, name: "glass", capabilities: [.touch])))
        return bench
    }

    private func tap(_ bench: Bench, _ x: Double, _ y: Double) {
        let position = DevicePosition(x: x / 1280, y: y / 800)
        bench.compositor.input.inputReceived(.touchDown(glass, slot: 0, position, bench.loop.now))
        bench.compositor.input.inputReceived(.touchUp(glass, slot: 0, bench.loop.now))
    }

    @Test func aHintGoesWhenItIsFollowed() {
        let bench = bench()
        let hints = bench.compositor.hints
        #expect(hints.hint == .handle)
        tap(bench, 1275, 400)
        #expect(bench.compositor.menu.isOpen && hints.hint == nil)
        bench.compositor.menu.close()
        #expect(hints.hint == .twoFingers)
        #expect(bench.compositor.controller.zoom(to: 2, center: nil))
        #expect(hints.hint == nil)
        #expect(memory.learned == [.handle, .twoFingers])
        bench.compositor.hints.reset()
        #expect(bench.compositor.controller.zoom(to: 1, center: nil))
        #expect(memory.learned == [.twoFingers] && hints.hint == .handle)
    }

    /// Nobody has to dismiss it; what it says is not taken for known either.
    @Test func aHintGoesByItself() {
        let bench = bench()
        let hints = bench.compositor.hints
        #expect(hints.hint == .handle)
        bench.loop.advance(microseconds: 9_000_000)
        #expect(hints.hint == .handle)
        bench.loop.advance(microseconds: 2_000_000)
        #expect(hints.hint == .twoFingers)
        bench.loop.advance(microseconds: 11_000_000)
        #expect(hints.hint == nil && memory.learned.isEmpty)
        bench.connect([Bench.panel()])
        bench.connect([Bench.panel(), Bench.external()])
        #expect(hints.hint == nil, "not with each plug")
        hints.reset()
        #expect(hints.hint == .handle)
    }

    /// By a key or a command as well as by a finger.
    @Test func whatWasDoneByAnotherWayIsNotExplained() {
        let bench = bench()
        bench.compositor.perform(.panelMenu)
        #expect(bench.compositor.menu.isOpen && memory.learned == [.handle])
        bench.compositor.menu.close()
        #expect(bench.compositor.hints.hint == .twoFingers)
    }

    @Test func noneLiesOverNotes() {
        let notes = FakeContent()
        let bench = Bench(
            outputs: [Bench.panel(), Bench.external()], application: notes, menu: FakeMenu(), hints: memory)
        #expect(bench.compositor.hints.hint == .handle)
        bench.compositor.foreground.applicationStarted()
        #expect(bench.compositor.foreground.show(.application) == .changed)
        #expect(bench.compositor.plan.panelBase == .application && bench.compositor.hints.hint == nil)
    }

    @Test func aTapOnAHintDismissesIt() throws {
        memory.learned = [.handle]
        let bench = bench()
        #expect(bench.compositor.hints.hint == .twoFingers)
        let area = try #require(bench.compositor.hints.frame)
        tap(bench, Double(area.x) + 0.5, Double(area.y) + 0.5)
        #expect(bench.compositor.hints.hint == nil)
        #expect(memory.learned == [.handle, .twoFingers])
        #expect(bench.content.takeInputs().filter { if case .touchDown = $0 { true } else { false } }.isEmpty)
    }

    @Test func hintsComeWhereTheyMakeSense() {
        let bench = bench(isMirrored: false)
        let hints = bench.compositor.hints
        #expect(hints.hint == nil)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(hints.hint == .handle)
        bench.compositor.controller.use(.trackpad)
        tap(bench, 1275, 400)
        bench.compositor.menu.close()
        #expect(hints.hint == nil)
        bench.compositor.controller.use(.direct)
        #expect(hints.hint == .twoFingers)
        bench.connect([Bench.panel()])
        #expect(hints.hint == nil)
        var configuration = Configuration()
        configuration.interface.showsHints = false
        bench.compositor.use(configuration)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(hints.hint == nil)
    }

    /// Letters of any size, on small panels: the largest hint lies beside the handle and on the panel.
    @Test(arguments: MenuEdge.allCases)
    func theLargestHintLeavesTheHandleFree(edge: MenuEdge) {
        for panel in [Size<PanelSpace>(width: 800, height: 480), Size(width: 480, height: 800)] {
            var configuration = MenuConfiguration()
            configuration.edge = edge
            let handle = MenuHandle(configuration, in: panel.bounds, density: 7)
            let size = HintPlace.largest(.handle, in: panel.bounds, handle: handle, margin: 21)
            let frame = HintPlace(
                .handle, size: size.reinterpreted(), in: panel.bounds, handle: handle, margin: 21
            ).frame
            #expect(panel.bounds.contains(frame))
            #expect(frame.intersection(handle.area).isEmpty)
        }
    }

    @Test(arguments: MenuEdge.allCases)
    func aHintIsBesideTheHandleAndOnThePanel(edge: MenuEdge) {
        for place in [0, 0.5, 1] {
            var configuration = MenuConfiguration()
            (configuration.edge, configuration.place) = (edge, place)
            let panel = Size<PanelSpace>(width: 800, height: 480)
            let handle = MenuHandle(configuration, in: panel.bounds, density: 5)
            let frame = HintPlace(
                .handle, size: Size(width: 300, height: 40), in: panel.bounds, handle: handle, margin: 15
            ).frame
            #expect(panel.bounds.contains(frame))
            #expect(frame.intersection(handle.area).isEmpty)
        }
    }

    @Test func aHintKeepsClearOfAPictureInPicture() {
        let room = Rect<PanelSpace>(x: 0, y: 40, width: 800, height: 440)
        let picture = Rect<PanelSpace>(x: 460, y: 280, width: 320, height: 180)
        func frame(clearOf other: Rect<PanelSpace>?) -> Rect<PanelSpace> {
            HintPlace(
                .twoFingers, size: Size(width: 230, height: 36), in: room, handle: nil, clearOf: other, margin: 15
            ).frame
        }
        #expect(frame(clearOf: nil).maxY == room.maxY - 30)
        #expect(frame(clearOf: picture).y == room.y + 30)
        #expect(frame(clearOf: Rect(x: 620, y: 360, width: 160, height: 90)) == frame(clearOf: nil))
        #expect(frame(clearOf: room) == frame(clearOf: nil), "where there is no free place it stays below")
    }
}
