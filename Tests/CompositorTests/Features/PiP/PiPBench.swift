import Geometry
import Mirroring

@testable import Compositor

/// A compositor with a panel application and a picture in picture.
final class PiPBench {
    let bench: Bench
    private(set) var outcomes: [PiPOutcome] = []
    private(set) var changes: [PiPChange] = []

    init(
        external: Bool = false, hud: FakeBar? = nil, application: Bool = true,
        renderer: (any RendererPort)? = nil, cameras: FakeCameras? = nil,
        _ adjust: (inout PiPConfiguration) -> Void = { _ in }
    ) {
        var configuration = Configuration()
        configuration.pip.share = 0.25
        adjust(&configuration.pip)
        bench = Bench(
            configuration: configuration, outputs: [Bench.panel()] + (external ? [Bench.external()] : []),
            renderer: renderer, application: FakeContent(), hud: hud, cameras: cameras)
        bench.content.description = ContentDescription(
            appID: "foot", title: nil, size: Size(width: 1280, height: 800))
        bench.content.observer?.contentDescriptionChanged()
        if application { bench.compositor.foreground.applicationStarted() }
        _ = bench.drain()
        _ = bench.takeEvents()
    }

    var pip: PiPExecutor { bench.compositor.pip }
    var status: PiPStatus? { pip.status }
    /// What the picture in picture draws, back to front.
    var overlay: [SceneElement] { bench.compositor.painter.overlay(.pictureInPicture, on: .panel) }
    /// The source's picture; nil while there is none, and while a sign takes its place.
    var picture: (any Buffer)? { overlay.first.flatMap { $0.source.format.hasAlpha ? nil : $0.source } }
    /// The edge and the shadow.
    var border: ArraySlice<SceneElement> { overlay.dropFirst().prefix(overlay.first?.cornerRadius == 0 ? 0 : 8) }
    /// Buttons and the tab, or the sign.
    var controls: ArraySlice<SceneElement> { picture == nil ? overlay[...] : overlay.dropFirst(1 + border.count) }
    var base: ScreenBase? { bench.compositor.plan.panelBase }

    func start(_ source: PiPSource, origin: Rect<PanelSpace>? = nil, isSwap: Bool = false) {
        let start = PiPStart(source, origin: origin, timeoutMicroseconds: 0, isSwap: isSwap)
        pip.start(start) { [unowned self] in outcomes.append($0) }
        bench.loop.settle()
    }

    /// Starts and waits until it is shown.
    func show(_ source: PiPSource) {
        start(source)
        run(milliseconds: 400)
    }

    /// Asks for a change; `changes` tells how it ended.
    func change(_ ask: (PiPExecutor, @escaping (PiPChange) -> Void) -> Void) {
        ask(pip) { [unowned self] in changes.append($0) }
    }

    func stop() { pip.stop { [unowned self] in outcomes.append($0) } }

    func restore() { pip.restore { [unowned self] in outcomes.append($0) } }

    /// Time passes, with vertical blanks; `each` is called before every blank.
    func run(milliseconds: Int64, each: () -> Void = {}) {
        for _ in 0..<(milliseconds / 8) {
            each()
            bench.loop.advance(microseconds: 8_000)
            bench.refresh()
        }
    }

    func damageContent() {
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 50, height: 50)))
        bench.loop.settle()
    }

    func touch(_ event: (DeviceID, Int64) -> InputEvent) {
        bench.compositor.input.inputReceived(event(DeviceID(1), bench.loop.now.microseconds))
        bench.loop.settle()
    }

    /// A finger goes down on a panel of 1280x800, follows the points and is lifted.
    func swipe(_ points: [(x: Double, y: Double)], slot: Int32 = 0, stepMilliseconds: Int64 = 8) {
        for (index, point) in points.enumerated() {
            let position = DevicePosition(x: point.x / 1280, y: point.y / 800)
            touch { device, time in
                let time = Timestamp(microseconds: time)
                return index == 0
                    ? .touchDown(device, slot: slot, position, time)
                    : .touchMotion(device, slot: slot, position, time)
            }
            run(milliseconds: stepMilliseconds)
        }
        touch { .touchUp($0, slot: slot, Timestamp(microseconds: $1)) }
    }

    func addTouchscreen() {
        touch { device, _ in
            .deviceAdded(DeviceDescription(id: device, name: "touch", capabilities: [.touch]))
        }
    }

    func takePiPEvents() -> [PiPEvent] {
        bench.takeEvents().compactMap { occurrence in
            if case .pip(let event) = occurrence { event } else { nil }
        }
    }
}
