import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A window that the display shows in front of the drawn picture.
@Suite struct ContentWindowTests {
    private let external = OutputID("HDMI-A-1")
    private let panel = OutputID("DSI-1")
    private let bounds = Rect<ContentSpace>(x: 0, y: 0, width: 3840, height: 2160)
    private let place = Rect<ContentSpace>(x: 400, y: 300, width: 1920, height: 1080)
    private let surface = Surface()

    private final class Surface {}

    private func mirroring(windows: Int = 1) -> Bench {
        let bench = Bench()
        bench.display.scanoutOutputs = [external]
        bench.display.snapshotOutputs = [panel]
        bench.display.cursorSides = [external: 64, panel: 64]
        bench.display.windowLimit = windows
        bench.connect([Bench.panel(), Bench.external()])
        bench.content.scene = [terminal, film]
        frame(of: bench, bounds)
        return bench
    }

    private var terminal: SceneElement {
        SceneElement(
            whole: MemoryImage(size: Size(width: 3840, height: 2160), format: .xrgb8888, pixels: []), at: bounds)
    }

    private var film: SceneElement {
        let size = Size<BufferSpace>(width: 1920, height: 1080)
        return SceneElement(
            source: SharedBuffer(size: size), crop: SourceBox(whole: size), transform: .normal, destination: place,
            opaque: Region(place), owner: surface)
    }

    private func frame(of bench: Bench, _ damage: Rect<ContentSpace>, after microseconds: Int64 = 40_000) {
        bench.loop.advance(microseconds: microseconds)
        bench.content.observer?.contentDamaged(Region(damage))
        bench.loop.settle()
        #expect(bench.drain())
    }

    private func play(_ bench: Bench, frames: Int) {
        for _ in 0..<frames {
            bench.content.scene[1] = film
            frame(of: bench, place)
        }
    }

    private func layers(_ bench: Bench, _ screen: ScreenName = .external) -> [LayerStatus] {
        let status = bench.compositor.status(version: "test")
        return (screen == .panel ? status.screens.panel : status.screens.external)?.layers ?? []
    }

    private func shown(_ bench: Bench) -> [SharedBuffer] {
        (bench.display.windows[external] ?? []).compactMap { $0.picture as? SharedBuffer }
    }

    @Test func nothingIsComposedWhileOnlyTheFilmChanges() {
        let bench = mirroring()
        #expect(shown(bench).isEmpty, "a few frames are drawn")
        play(bench, frames: 5)
        #expect(shown(bench).first === bench.content.scene[1].source)
        bench.renderer.reset()
        _ = bench.display.takeDamage(of: external)
        let before = bench.compositor.status(version: "test").counters
        play(bench, frames: 5)
        let after = bench.compositor.status(version: "test").counters
        let film = bench.content.scene[1].source as? SharedBuffer
        #expect(shown(bench).first === film && film?.holds == 1)
        #expect(bench.renderer.composed.isEmpty && bench.display.takeDamage(of: external).isEmpty)
        #expect(!bench.renderer.mirrored.isEmpty, "the panel follows")
        #expect(after.framesComposed == before.framesComposed)
        #expect(after.external.clientBuffers - before.external.clientBuffers == 5)
        #expect(layers(bench).map(\.kind) == [.content, .window] && layers(bench).map(\.path) == [.composed, .plane])
        #expect(layers(bench, .panel).contains { $0.reason == "its picture is on several planes" })
        #expect(bench.violations.isEmpty)
    }

    @Test func whatIsBesideTheFilmIsDrawnAndWhatIsBehindItIsNot() {
        let bench = mirroring()
        play(bench, frames: 6)
        bench.renderer.reset()
        bench.content.scene[0] = terminal
        frame(of: bench, bounds)
        #expect(bench.renderer.composed == Region(bounds).subtracting(Region(place)))
        #expect(shown(bench).count == 1)
        bench.renderer.reset()
        frame(of: bench, Rect(x: 500, y: 500, width: 10, height: 10))
        #expect(bench.renderer.composed.isEmpty)
        #expect(bench.violations.isEmpty)
    }

    /// What lay behind a plane is drawn again as soon as it is seen.
    @Test func aFilmAtRestIsDrawnWithTheNextFrame() {
        let bench = mirroring()
        play(bench, frames: 6)
        _ = bench.display.takeDamage(of: external)
        frame(of: bench, Rect(x: 0, y: 0, width: 10, height: 10), after: 2 * LivelyWindows.rest)
        #expect(shown(bench).isEmpty)
        #expect(Region(place.reinterpreted()).subtracting(bench.display.takeDamage(of: external)).isEmpty)
        #expect((bench.content.scene[1].source as? SharedBuffer)?.holds == 0)
        #expect(bench.violations.isEmpty)
    }

    @Test func aMovedFilmUncoversWhatIsBehindIt() {
        let bench = mirroring()
        play(bench, frames: 6)
        bench.renderer.reset()
        let next = place.offset(x: 500, y: 0)
        var moved = film
        (moved.destination, moved.opaque) = (next, Region(next))
        bench.content.scene[1] = moved
        bench.loop.advance(microseconds: 40_000)
        bench.content.observer?.contentDamaged(Region([place, next]))
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.windows[external]?.first?.element.destination == next.reinterpreted())
        #expect(bench.renderer.composed == Region(place).subtracting(Region(next)))
        #expect(bench.violations.isEmpty)
    }

    @Test func aDisplayWithoutPlanesForItDrawsItAndSaysWhy() {
        let bench = mirroring(windows: 0)
        play(bench, frames: 6)
        #expect(shown(bench).isEmpty)
        #expect(layers(bench).contains(LayerStatus(kind: .window, path: .composed, reason: "no plane for it")))
    }

    /// Behind the drawn picture, which is drawn again only where what lies in front of the film changes.
    @Test func aFilmBehindTheDrawnPictureIsACommitForEachFrame() {
        let bench = mirroring(windows: 0)
        bench.display.showsBehind = true
        let text = Rect<ContentSpace>(x: 500, y: 1200, width: 640, height: 64)
        func show(_ pixel: UInt32) {
            let picture = MemoryImage(size: Size(width: 1, height: 1), format: .argb8888, pixels: [pixel])
            bench.content.scene = [terminal, film, SceneElement(whole: picture, at: text)]
            frame(of: bench, text)
        }
        show(0x8040_4040)
        play(bench, frames: 6)
        #expect(bench.display.areBehind[external] == true)
        #expect(shown(bench).first === bench.content.scene[1].source)
        let first = bench.display.windows[external]?.first?.front?.picture
        #expect(first != nil, "what lies in front is in the hole")
        _ = bench.display.takeDamage(of: external)
        let before = bench.compositor.status(version: "test").counters
        play(bench, frames: 5)
        let after = bench.compositor.status(version: "test").counters
        #expect(bench.display.takeDamage(of: external).isEmpty && after.framesComposed == before.framesComposed)
        #expect(after.external.clientBuffers - before.external.clientBuffers == 5)
        #expect(bench.display.windows[external]?.first?.front?.picture === first)
        #expect(layers(bench).map(\.kind) == [.window, .content] && layers(bench).map(\.path) == [.plane, .composed])
        show(0x8060_6060)
        play(bench, frames: 1)
        #expect(bench.display.windows[external]?.first?.front?.picture !== first)
        bench.content.scene.remove(at: 2)
        frame(of: bench, text)
        play(bench, frames: 1)
        #expect(bench.display.areBehind[external] == true)
        #expect(bench.display.windows[external]?.first?.front == nil)
        bench.display.windowLimit = 1
        play(bench, frames: 1)
        #expect(bench.display.areBehind[external] == false, "in front where it can be")
        #expect(bench.violations.isEmpty)
    }

    @Test func aRefusedCommitIsDrawnInstead() {
        let bench = mirroring()
        play(bench, frames: 6)
        bench.display.failsContents = true
        _ = bench.display.takeDamage(of: external)
        bench.content.scene[1] = film
        frame(of: bench, place)
        bench.loop.advance(microseconds: 40_000)
        #expect(bench.drain())
        let drawn = bench.display.takeDamage(of: external)
        #expect(shown(bench).isEmpty && Region(place.reinterpreted()).subtracting(drawn).isEmpty)
        #expect(layers(bench).contains { $0.kind == .window && $0.reason == LayerRefusal.hardware.description })
        #expect(bench.violations.isEmpty)
    }

    @Test func aFrozenScreenGivesTheBufferBack() {
        let bench = mirroring()
        play(bench, frames: 6)
        let buffer = shown(bench).first
        #expect(buffer?.holds == 1)
        #expect(bench.compositor.freezer.freeze() == .done)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(buffer?.holds == 0 && shown(bench).isEmpty)
    }

    @Test func twoFilmsHaveAPlaneEachAndTheBackmostIsDrawnWhereThereIsOne() {
        for count in [1, 2] {
            let bench = mirroring(windows: count)
            let other = SceneElement(
                source: SharedBuffer(size: Size(width: 1280, height: 720)),
                crop: SourceBox(x: 0, y: 0, width: 1280, height: 720), transform: .normal,
                destination: Rect(x: 2000, y: 1000, width: 1280, height: 720),
                opaque: Region(Rect(x: 2000, y: 1000, width: 1280, height: 720)), owner: Surface())
            bench.content.scene.append(other)
            frame(of: bench, bounds)
            for _ in 0..<6 {
                bench.content.scene[2].changes.addAll()
                play(bench, frames: 1)
            }
            let both = [other.source, bench.content.scene[1].source].map(ObjectIdentifier.init)
            #expect(shown(bench).map(ObjectIdentifier.init) == Array(both.prefix(count)), "the frontmost first")
            let windows = layers(bench).filter { $0.kind == .window }.map(\.path)
            #expect(windows == (count == 1 ? [.composed, .plane] : [.plane, .plane]))
            #expect(bench.violations.isEmpty)
        }
    }
}
