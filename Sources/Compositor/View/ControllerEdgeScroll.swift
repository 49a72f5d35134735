import Geometry
import Mirroring

/// What panning at the edges needs of the service.
protocol EdgeScrollHost: ViewHost {
    /// The one finger that acts on the content through the controller; nil for none, and for several.
    var draggedFinger: DraggedFinger? { get }

    /// Pans the view below a finger, which goes on with the content that comes under it.
    func panUnderFinger(to zoom: ControllerZoom)
}

/// Pans a zoomed controller as long as a finger that drags something is near an edge.
final class ControllerEdgeScroll {
    private unowned let host: any EdgeScrollHost
    private let loop: any LoopPort
    /// The time of the last step; nil while nothing is panned.
    private var lastStep: Timestamp?

    /// A slow view takes this long for a pixel at most.
    private static let patience: Int64 = 200_000

    init(_ host: any EdgeScrollHost, loop: any LoopPort) {
        self.host = host
        self.loop = loop
    }

    /// Reports that fingers on the content have moved, come or gone.
    func fingersMoved() {
        guard lastStep == nil, velocity != .zero else { return }
        lastStep = loop.now
        tick()
    }

    private var velocity: PanelVelocity {
        guard let view = host.shownController, view.zoom != .fit, let finger = host.draggedFinger else { return .zero }
        return EdgeScroll(density: host.panelDensity).velocity(of: finger, within: view.viewport.visible)
    }

    private func tick() {
        loop.schedule(afterMicroseconds: host.panelRefreshMicroseconds) { [weak self] in self?.step() }
    }

    private func step() {
        let velocity = velocity
        guard let last = lastStep, velocity != .zero, let view = host.shownController else { return lastStep = nil }
        let elapsed = loop.now.since(last)
        let next = EdgeScroll(density: host.panelDensity)
            .zoom(after: elapsed, at: velocity, from: view.zoom, in: view.fit)
        if next != view.settledZoom {
            lastStep = loop.now
            host.panUnderFinger(to: next)
        } else if elapsed > Self.patience {
            // At the content's edge there is nothing more to see, until the finger moves on.
            return lastStep = nil
        }
        tick()
    }
}
