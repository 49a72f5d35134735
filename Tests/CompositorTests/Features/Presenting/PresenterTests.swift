import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct PresenterTests {
    private let bench = Bench(sketches: FakeSketches())

    init() {
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.drain())
    }

    /// Rows 40 to 760 of the panel show the external a third as large.
    private func down(_ x: Double, _ y: Double, slot: Int32 = 0) {
        bench.down(slot, x, y)
    }

    private func move(_ x: Double, _ y: Double, slot: Int32 = 0) {
        bench.move(slot, x, y)
    }

    private func up(slot: Int32 = 0) {
        bench.up(slot)
    }

    private var marks: [Rect<ContentSpace>] {
        bench.compositor.painter.overlay(.presenter, on: .external).map(\.destination)
    }

    private var touches: [ContentInput] {
        bench.content.inputs.filter { input in
            switch input {
            case .touchDown, .touchMotion, .touchUp: true
            default: false
            }
        }
    }

    private var strokes: Int? { bench.compositor.status(version: "t").overlays.presenter?.strokes }

    @Test func aLaserPointsAndTheContentIsNotTouched() {
        bench.compositor.presenter?.take(up: .laser, nil)
        down(640, 400)
        #expect(marks == [Rect(x: 1920 - 27, y: 1080 - 27, width: 54, height: 54)])
        move(320, 220)
        #expect(marks == [Rect(x: 960 - 27, y: 540 - 27, width: 54, height: 54)])
        up()
        #expect(marks.isEmpty && touches.isEmpty)
        bench.compositor.presenter?.take(up: nil, nil)
        down(640, 400)
        up()
        #expect(touches.count == 2)
    }

    @Test func aSpotlightStaysAndDimsAllElse() {
        bench.compositor.presenter?.take(up: .spotlight, nil)
        down(640, 400)
        up()
        #expect(Region(marks) == Region(Rect(x: 0, y: 0, width: 3840, height: 2160)))
        #expect(marks.first == Rect(x: 1920 - 360, y: 1080 - 360, width: 720, height: 720))
    }

    @Test func thePenDrawsWhereTheFingerGoes() {
        bench.compositor.presenter?.take(up: .pen, PenStyle(width: 6))
        down(100, 100)
        move(110, 100)
        up()
        // Three of the content's pixels to one of the panel's, and squares of 256.
        #expect(marks == [Rect(x: 256, y: 0, width: 256, height: 256)])
        #expect(strokes == 1)
        down(1000, 500)
        up()
        #expect(strokes == 2 && marks.count == 2)
        bench.compositor.perform(.presenterUndo)
        #expect(strokes == 1 && marks == [Rect(x: 256, y: 0, width: 256, height: 256)])
        bench.compositor.presenter?.take(up: nil, nil)
        #expect(strokes == 1, "strokes outlive the tool")
        bench.compositor.presenter?.clear()
        #expect(strokes == nil && marks.isEmpty)
        #expect(touches.isEmpty)
    }

    /// The audience sees the mark, not the arrow in it as well; with the pen the arrow is what points.
    @Test(arguments: PresenterTool.allCases)
    func theArrowIsNotInsideTheMark(tool: PresenterTool) {
        bench.display.cursorSides = [Bench.external().id: 64]
        bench.content.cursor = .named("default", at: Point(x: 900, y: 700))
        let mouse = DeviceID(2)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: mouse, name: "mouse", capabilities: [.pointer])))
        func isSeen() -> Bool {
            let motion = RelativeMotion(dx: 30, dy: 0, unacceleratedDX: 30, unacceleratedDY: 0)
            bench.compositor.input.inputReceived(.pointerMotion(mouse, motion, bench.loop.now))
            bench.loop.settle()
            #expect(bench.drain())
            return bench.compositor.status(version: "t").screens.external?.layers.contains { $0.kind == .cursor }
                ?? false
        }
        #expect(isSeen())
        bench.compositor.presenter?.take(up: tool, nil)
        #expect(isSeen() == (tool == .pen))
        bench.compositor.presenter?.take(up: nil, nil)
        #expect(isSeen())
    }

    /// Twelve pixels at 1080 rows: on four times as many pixels a stroke is twice as wide.
    @Test func thePenGrowsWithTheScreen() {
        #expect(PenStyle().width(on: Size(width: 1920, height: 1080)) == 12)
        #expect(PenStyle().width(on: Size(width: 3840, height: 2160)) == 24)
        #expect(PenStyle().width(on: Size(width: 2160, height: 3840)) == 24)
        #expect(PenStyle(width: 5).width(on: Size(width: 3840, height: 2160)) == 5)
    }

    @Test(arguments: [false, true]) func strokesGoWithTheirPageByChoice(isChosen: Bool) {
        var configuration = Configuration()
        configuration.external.holdMicroseconds = 0
        configuration.presenting.clearsOnPage = isChosen
        bench.compositor.use(configuration)
        bench.content.mapWindow(appID: "slides")
        bench.content.drawWindow()
        bench.loop.settle()
        bench.compositor.presenter?.take(up: .pen, nil)
        down(100, 100)
        move(110, 100)
        up()
        #expect(strokes == 1)
        #expect(bench.compositor.input.turnPage(forward: true))
        #expect(strokes == (isChosen ? 0 : 1))
    }

    @Test func aTabletsPenDrawsToo() {
        let tablet = DeviceID(7)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: tablet, name: "tablet", capabilities: [.tablet], output: "panel")))
        func step(_ event: ToolEvent) { bench.compositor.input.inputReceived(.tool(tablet, event, bench.loop.now)) }
        bench.compositor.presenter?.take(up: .pen, PenStyle(width: 6))
        step(.near(TabletTool(kind: .pen), DevicePosition(x: 0.5, y: 0.5), ToolAxes()))
        for _ in 0..<2 {
            step(.down(DevicePosition(x: 0.5, y: 0.5), ToolAxes(pressure: 1)))
            step(.motion(DevicePosition(x: 0.6, y: 0.5), ToolAxes(pressure: 1)))
            step(.up)
        }
        #expect(strokes == 2)
        let pressed = bench.content.inputs.filter { input in
            if case .tool(_, let step, _) = input { [.down, .up].contains(step) } else { false }
        }
        #expect(pressed.isEmpty)
    }

    @Test func aSecondFingerZoomsAndTakesTheStrokeBack() {
        bench.compositor.presenter?.take(up: .pen, nil)
        down(600, 400)
        move(620, 400)
        down(700, 400, slot: 1)
        #expect(strokes == 0 && marks.isEmpty)
        move(800, 400, slot: 1)
        #expect((bench.compositor.status(version: "t").view.controller?.zoom ?? 1) > 1)
        up()
        up(slot: 1)
        #expect(touches.isEmpty)
    }

    @Test func takingUpAToolEndsWhatIsHeldOnTheContent() {
        down(600, 400)
        bench.compositor.presenter?.take(up: .laser, nil)
        move(620, 400)
        up()
        #expect(bench.content.inputs.contains(.touchCancel))
        #expect(touches.count == 1)
        #expect(marks.isEmpty, "the finger must be lifted first")
    }

    @Test func theMousePointsAndDrawsToo() {
        let mouse = DeviceID(2)
        bench.compositor.presenter?.take(up: .highlight, nil)
        let motion = RelativeMotion(dx: 10, dy: 0, unacceleratedDX: 10, unacceleratedDY: 0)
        bench.compositor.input.inputReceived(.pointerMotion(mouse, motion, bench.loop.now))
        #expect(marks.count == 1)
        bench.compositor.presenter?.take(up: .pen, nil)
        bench.compositor.input.inputReceived(.pointerButton(mouse, button: 0x110, pressed: true, bench.loop.now))
        bench.compositor.input.inputReceived(.pointerMotion(mouse, motion, bench.loop.now))
        bench.compositor.input.inputReceived(.pointerButton(mouse, button: 0x110, pressed: false, bench.loop.now))
        #expect(strokes == 1)
        let presses = bench.content.inputs.filter { if case .pointerButton = $0 { true } else { false } }
        #expect(presses.isEmpty)
    }

    @Test func strokesStayWithADisplayOfTheSameSize() {
        bench.compositor.presenter?.take(up: .pen, nil)
        down(600, 400)
        up()
        bench.connect([Bench.panel()])
        down(600, 400)
        up()
        #expect(strokes == 1)
        #expect(touches.count == 2, "without an external fingers touch the content")
        bench.connect([Bench.panel(), Bench.external()])
        #expect(strokes == 1 && !marks.isEmpty)
        bench.connect([Bench.panel(), Bench.external(1920, 1080)])
        #expect(strokes == 0 && marks.isEmpty)
    }

    @Test func drawingDamagesNoMoreThanWhatIsDrawn() {
        bench.compositor.presenter?.take(up: .pen, nil)
        down(100, 100)
        bench.loop.settle()
        #expect(bench.drain())
        let before = bench.compositor.status(version: "t").counters.external.damagedPixels
        move(103, 100)
        bench.loop.settle()
        #expect(bench.drain())
        let after = bench.compositor.status(version: "t").counters.external.damagedPixels
        #expect(after - before <= 2 * 256 * 256 && after > before)
    }
}
