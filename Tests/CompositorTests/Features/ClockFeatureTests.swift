import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A feature as docs/adding-a-feature.md shows it: seconds in a corner of the panel, until a tap.
final class ClockFeature: Feature, OverlayInputSink {
    private let overlays: Overlays
    private let loop: any LoopPort
    private var isShown = true

    init(_ overlays: Overlays, _ loop: any LoopPort) {
        self.overlays = overlays
        self.loop = loop
    }

    func serviceStarts() { tick() }

    func follow() {
        let seconds = loop.now.microseconds / 1_000_000
        let room = Size<OutputSpace>(width: 200, height: 40)
        let picture = isShown ? overlays.texts?.picture(of: "\(seconds)", letterHeight: 20, in: room) : nil
        let place = picture.map { Rect<ContentSpace>(x: 8, y: 8, width: $0.size.width, height: $0.size.height) }
        let element = picture.map { SceneElement(whole: $0, at: place ?? .zero) }
        overlays.set(.notice, to: element.map { [$0] } ?? [])
        overlays.setInput(.notice, area: place.map { OverlayArea(own: Region($0.reinterpreted())) }, sink: self)
    }

    func take(_ input: OverlayInput) {
        guard case .up = input else { return }
        isShown = false
        follow()
    }

    private func tick() {
        follow()
        loop.schedule(afterMicroseconds: 1_000_000) { [weak self] in self?.tick() }
    }
}

@Suite struct ClockFeatureTests {
    @Test func aFeatureIsAClassAndALine() throws {
        let bench = Bench()
        let compositor = bench.compositor
        let clock = ClockFeature(compositor.overlays, bench.loop)
        compositor.features.all.append(clock)
        clock.serviceStarts()
        bench.connect([Bench.panel(), Bench.external()])
        bench.loop.settle()
        let first = try #require(shown(by: bench))
        bench.loop.advance(microseconds: 1_000_000)
        #expect(bench.drain())
        #expect(try #require(shown(by: bench)).source !== first.source, "it ticks")
        _ = bench.content.takeInputs()
        compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: Bench.glass, name: "glass", capabilities: [.touch])))
        _ = bench.content.takeInputs()
        bench.down(0, Double(first.destination.x + 1), Double(first.destination.y + 1))
        bench.up(0)
        bench.loop.settle()
        #expect(shown(by: bench) == nil, "a tap takes it away")
        #expect(bench.content.takeInputs().isEmpty, "and the content has none of it")
        #expect(bench.violations == [])
    }

    private func shown(by bench: Bench) -> SceneElement? {
        bench.compositor.painter.overlay(.notice, on: .panel).first
    }
}
