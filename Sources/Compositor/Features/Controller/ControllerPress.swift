import Geometry
import Mirroring

/// Shows what a resting finger on the controller aims at, and taps or clicks the content there.
final class ControllerPress {
    private let overlays: Overlays
    private let input: InputDispatcher
    private let loop: any LoopPort
    private var use: Use?
    private var gestures: PressGestures?
    private var picture: PressPicture?
    private var isTicking = false
    /// The spot that a finger aims at, and since when.
    private(set) var aim: PressAim?
    private var since = Timestamp(microseconds: 0)

    /// What a resting finger does, on a panel of this density.
    struct Use: Equatable {
        let kind: LongPress
        /// In panel pixels per millimetre.
        let density: Double
        /// Whether two fingers zoom the controller.
        let zooms: Bool
    }

    init(_ overlays: Overlays, _ input: InputDispatcher, loop: any LoopPort) {
        self.overlays = overlays
        self.input = input
        self.loop = loop
    }

    /// Sets what resting fingers do from now on; nil for nothing.
    func use(_ next: Use?) {
        guard next != use else { return }
        let isOther = (next == nil) != (use == nil)
        hide()
        use = next
        gestures = next.map { PressGestures($0.kind, density: $0.density, zooms: $0.zooms) }
        picture = next.map { PressPicture(density: $0.density) }
        if isOther { overlays.setFingers(on: .press, sink: next == nil ? nil : self) }
    }

    /// The content's point that a finger aims at; nil for none.
    var spot: Point<ContentSpace>? {
        guard let aim, let view = overlays.controller?.viewport else { return nil }
        return view.clamped(view.externalPoint(at: aim.spot))
    }

    private func perform(_ step: PressStep, _ view: PanelViewport) {
        switch step {
        case .aim(let next): show(next, view)
        case .end: hide()
        case .tap(let point): input.tap(at: view.clamped(view.externalPoint(at: point)))
        case .rightClick(let point): input.rightClick(at: view.clamped(view.externalPoint(at: point)))
        case .giveBack(let start, let point): input.giveBack(from: start, to: point)
        case .zoom(let fingers): input.zoom(with: fingers)
        }
    }

    private func show(_ next: PressAim, _ view: PanelViewport) {
        if aim == nil { since = loop.now }
        aim = next
        draw(view)
    }

    private func hide() {
        guard aim != nil else { return }
        aim = nil
        picture?.forget()
        overlays.set(.press, to: [])
    }

    private func draw(_ view: PanelViewport) {
        guard let aim, let use else { return }
        switch use.kind {
        case .loupe: overlays.set(.press, to: picture?.loupe(aim, through: view) ?? [])
        case .rightClick:
            let age = loop.now.since(since)
            let grown = Double(age) / Double(Self.growthMicroseconds)
            overlays.set(.press, to: picture?.ring(at: aim.spot, grown: grown) ?? [])
            if age < Self.growthMicroseconds { tick() }
        case .application: break
        }
    }

    private func tick() {
        guard !isTicking else { return }
        isTicking = true
        loop.schedule(afterMicroseconds: overlays.refreshMicroseconds) { [weak self] in
            guard let self else { return }
            isTicking = false
            if let view = overlays.controller?.viewport { draw(view) }
        }
    }

    private static let growthMicroseconds: Int64 = 150_000
}

extension ControllerPress: OverlayInputSink {
    func take(_ input: OverlayInput) {
        guard let view = overlays.controller?.viewport else { return }
        for step in gestures?.take(input, visible: view.visible) ?? [] { perform(step, view) }
    }
}
