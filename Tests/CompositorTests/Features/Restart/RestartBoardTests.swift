import Geometry
import Mirroring
import Testing

@testable import Compositor

/// The button that starts an ended application again, on a 1280x800 panel.
@Suite struct RestartBoardTests {
    private final class Presses: RestartPort {
        var count = 0
        func restartPressed() { count += 1 }
    }

    private let glass = DeviceID(1)
    private let keyboard = DeviceID(2)
    private let presses = Presses()
    private static let ended = EndedProgram(program: "/usr/bin/foot", end: .signaled(11), isDue: false)

    private func bench(outputs: [OutputDescription] = [Bench.panel()]) -> Bench {
        let bench = Bench(outputs: outputs)
        bench.compositor.restart.port = presses
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: glass, name: "glass", capabilities: [.touch])))
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: keyboard, name: "keys", capabilities: [.keyboard])))
        return bench
    }

    private func describe(_ description: ContentDescription?, _ bench: Bench) {
        bench.content.description = description
        bench.content.observer?.contentDescriptionChanged()
    }

    private func position(_ point: Point<PanelSpace>) -> DevicePosition {
        DevicePosition(x: Double(point.x) / 1280, y: Double(point.y) / 800)
    }

    private func middle(_ rectangle: Rect<PanelSpace>) -> Point<PanelSpace> {
        Point(
            x: Double(rectangle.x) + Double(rectangle.width) / 2, y: Double(rectangle.y) + Double(rectangle.height) / 2)
    }

    @Test func aFingerOnTheButtonStartsItAgain() throws {
        let bench = bench()
        #expect(bench.compositor.restart.button == nil)
        bench.compositor.restart.show(Self.ended)
        let spot = position(middle(try #require(bench.compositor.restart.button)))
        bench.compositor.input.inputReceived(.touchDown(glass, slot: 0, spot, bench.loop.now))
        #expect(presses.count == 0)
        bench.compositor.input.inputReceived(.touchUp(glass, slot: 0, bench.loop.now))
        #expect(presses.count == 1)
        bench.compositor.restart.starts("/usr/bin/foot")
        #expect(bench.compositor.restart.button == nil)
        bench.compositor.input.inputReceived(.touchDown(glass, slot: 0, spot, bench.loop.now))
        bench.compositor.input.inputReceived(.touchUp(glass, slot: 0, bench.loop.now))
        #expect(presses.count == 1)
    }

    @Test func aFingerThatSlidesOffDoesNot() throws {
        let bench = bench()
        bench.compositor.restart.show(Self.ended)
        let spot = position(middle(try #require(bench.compositor.restart.button)))
        bench.compositor.input.inputReceived(.touchDown(glass, slot: 0, spot, bench.loop.now))
        bench.compositor.input.inputReceived(
            .touchMotion(glass, slot: 0, DevicePosition(x: 0.01, y: 0.01), bench.loop.now))
        bench.compositor.input.inputReceived(.touchUp(glass, slot: 0, bench.loop.now))
        #expect(presses.count == 0)
    }

    /// KEY_ENTER; beside an external too, where keys are otherwise the content's.
    @Test(arguments: [false, true])
    func enterPressesIt(isMirrored: Bool) {
        let bench = bench(outputs: isMirrored ? [Bench.panel(), Bench.external()] : [Bench.panel()])
        bench.compositor.restart.show(Self.ended)
        for code: UInt32 in [30, 28] {
            bench.compositor.input.inputReceived(.key(keyboard, code: code, pressed: true, bench.loop.now))
            bench.compositor.input.inputReceived(.key(keyboard, code: code, pressed: false, bench.loop.now))
        }
        #expect(presses.count == 1)
    }

    @Test func windowsOfOthersAreNotCovered() {
        let bench = bench()
        describe(ContentDescription(appID: "wev", title: nil, size: Size(width: 10, height: 10)), bench)
        bench.compositor.restart.show(Self.ended)
        #expect(bench.compositor.restart.button == nil)
        describe(nil, bench)
        #expect(bench.compositor.restart.button != nil)
    }

    /// Who stands before the screens learns no signal's name; the log has it.
    @Test func itSaysWhatHappenedInPlainWords() {
        #expect(Self.ended.text(in: .english) == "foot has stopped unexpectedly")
        let failed = EndedProgram(program: "foot", end: .exited(3), isDue: true)
        #expect(failed.text(in: .english) == "foot has stopped unexpectedly")
        #expect(failed.text(in: .japanese) == "foot: 予期せず停止しました")
        #expect(EndedProgram(program: "foot", end: .exited(0), isDue: false).text(in: .english) == "foot has ended")
    }

    /// The audience is told too, and by a text of one's own where there is one.
    @Test func theExternalSaysSoAsWell() {
        let bench = bench(outputs: [Bench.panel(), Bench.external()])
        #expect(bench.compositor.painter.overlay(.restart, on: .external).isEmpty)
        bench.compositor.restart.show(Self.ended)
        let place = bench.compositor.painter.overlay(.restart, on: .external).first?.destination
        #expect(place.map { $0.y < 1080 && $0.maxX <= 3840 && $0.x >= 0 } == true)
        #expect(bench.notices.texts.contains("foot has stopped unexpectedly"))
        var configuration = Configuration()
        configuration.external.holdMicroseconds = 0
        configuration.failedText = "Please ask at the desk"
        bench.compositor.use(configuration)
        #expect(bench.notices.texts.last == "Please ask at the desk")
        bench.compositor.restart.starts("/usr/bin/foot")
        bench.loop.advance(microseconds: 1)
        #expect(bench.notices.texts.last == "Starting foot")
        describe(ContentDescription(appID: "foot", title: nil, size: Size(width: 10, height: 10)), bench)
        #expect(bench.compositor.painter.overlay(.restart, on: .external).isEmpty)
    }

    /// Black screens while an application starts say that it starts; one that is quick says nothing.
    @Test func whatTakesItsTimeSaysThatItStarts() {
        let bench = bench(outputs: [Bench.panel(), Bench.external()])
        func isSaid(on role: OutputRole) -> Bool { !bench.compositor.painter.overlay(.restart, on: role).isEmpty }
        bench.compositor.restart.starts("/usr/bin/foot")
        bench.loop.advance(microseconds: 900_000)
        #expect(!isSaid(on: .external))
        bench.loop.advance(microseconds: 200_000)
        #expect(isSaid(on: .external) && bench.notices.texts.last == "Starting foot")
        #expect(bench.compositor.restart.button == nil)
        describe(ContentDescription(appID: "foot", title: nil, size: Size(width: 10, height: 10)), bench)
        #expect(!isSaid(on: .external))
        // It has started: a window that closes does not make it start again.
        describe(nil, bench)
        bench.loop.advance(microseconds: 2_000_000)
        #expect(!isSaid(on: .external))
    }

    @Test func whatNeverHasAWindowSaysSoForAWhile() {
        let bench = bench()
        func isSaid() -> Bool { !bench.compositor.painter.overlay(.restart, on: .panel).isEmpty }
        bench.compositor.restart.starts("sleep")
        bench.loop.advance(microseconds: 2_000_000)
        #expect(isSaid())
        bench.loop.advance(microseconds: 30_000_000)
        #expect(!isSaid())
        bench.compositor.restart.starts("sleep")
        bench.loop.advance(microseconds: 2_000_000)
        bench.compositor.restart.show(Self.ended)
        bench.loop.advance(microseconds: 30_000_000)
        #expect(isSaid() && bench.compositor.restart.button != nil)
    }

    /// A boot splash that is still there says as much, and stays until there is a window.
    @Test func aSplashStaysWhileAnApplicationStarts() {
        let bench = Bench(outputs: [])
        bench.display.earlierPictures = [Bench.panel().id]
        bench.connect([Bench.panel()])
        bench.compositor.restart.starts("/usr/bin/foot")
        bench.loop.advance(microseconds: 5_000_000)
        #expect(bench.compositor.painter.overlay(.restart, on: .panel).isEmpty)
        // It goes in the end, and black says nothing.
        bench.loop.advance(microseconds: 17_000_000)
        bench.loop.advance(microseconds: 1_000_000)
        #expect(!bench.compositor.painter.overlay(.restart, on: .panel).isEmpty)
    }
}
