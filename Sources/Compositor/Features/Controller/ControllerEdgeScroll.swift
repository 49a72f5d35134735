import Geometry
import Mirroring

/// Pans a zoomed controller as long as a finger that drags something is near an edge.
final class ControllerEdgeScroll {
    private let overlays: Overlays
    private let input: InputDispatcher
    private let director: ScreenDirector
    private let loop: any LoopPort
    /// The time of the last step; nil while nothing is panned.
    private var lastStep: Timestamp?

    /// A slow view takes this long for a pixel at most.
    private static let patience: Int64 = 200_000

    init(_ overlays: Overlays, _ input: InputDispatcher, _ director: ScreenDirector, loop: any LoopPort) {
        self.overlays = overlays
        self.input = input
        self.director = director
        self.loop = loop
    }

    /// Reports that fingers on the content have moved, come or gone.
    func fingersMoved() {
        guard lastStep == nil, velocity != .zero else { return }
        lastStep = loop.now
        tick()
    }

    private var velocity: PanelVelocity {
        guard let view = overlays.controller, view.zoom != .fit, let finger = input.draggedFinger else { return .zero }
        return EdgeScroll(density: overlays.density).velocity(of: finger, within: view.viewport.visible)
    }

    private func tick() {
        loop.schedule(afterMicroseconds: overlays.refreshMicroseconds) { [weak self] in self?.step() }
    }

    private func step() {
        let velocity = velocity
        guard let last = lastStep, velocity != .zero, let view = overlays.controller else { return lastStep = nil }
        let elapsed = loop.now.since(last)
        let next = EdgeScroll(density: overlays.density)
            .zoom(after: elapsed, at: velocity, from: view.zoom, in: view.fit)
        if next != view.settledZoom {
            lastStep = loop.now
            director.update { $0.zoom = next }
            // The finger goes on with the content that comes under it.
            input.followView()
        } else if elapsed > Self.patience {
            // At the content's edge there is nothing more to see, until the finger moves on.
            return lastStep = nil
        }
        tick()
    }
}
