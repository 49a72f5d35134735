import Geometry
import Mirroring

/// An animation of the controller's view: a glide after the fingers release it, or a change between two zooms.
struct ViewMotion: Hashable, Sendable {
    private enum Path: Hashable, Sendable {
        /// Slows down to a stop; the speed is the picture's, in panel pixels per second.
        case glide(PanelVelocity)
        case ease(to: ControllerZoom)
    }

    private let start: ControllerZoom
    private let startTime: Timestamp
    private let fit: PanelViewport
    private let path: Path

    /// The deceleration of a gliding picture, in panel pixels per second squared.
    private static let friction = 3000.0
    /// The least speed of a released picture that glides, in panel pixels per second.
    private static let slowest = 60.0
    private static let easeMicroseconds: Int64 = 250_000

    /// The motion of a picture that fingers have released; nil where the picture stays.
    init?(released zoom: ControllerZoom, _ velocity: PanelVelocity, in fit: PanelViewport, at time: Timestamp) {
        let settled = fit.settled(zoom)
        let isStretched = fit.zoomed(zoom).frame != fit.zoomed(settled).frame
        if isStretched {
            self.init(from: zoom, to: settled, in: fit, at: time)
        } else if velocity.speed > Self.slowest, settled.factor > 1 {
            self.init(start: settled, startTime: time, fit: fit, path: .glide(velocity))
        } else {
            return nil
        }
    }

    /// The motion from one zoom to another; nil between equal ones.
    init?(from: ControllerZoom, to: ControllerZoom, in fit: PanelViewport, at time: Timestamp) {
        guard from != to else { return nil }
        self.init(start: from, startTime: time, fit: fit, path: .ease(to: to))
    }

    private init(start: ControllerZoom, startTime: Timestamp, fit: PanelViewport, path: Path) {
        self.start = start
        self.startTime = startTime
        self.fit = fit
        self.path = path
    }

    /// Where the motion ends.
    var end: ControllerZoom {
        switch path {
        case .glide: fit.settled(glided(for: duration))
        case .ease(let end): end
        }
    }

    func isFinished(at time: Timestamp) -> Bool { Double(time.since(startTime)) / 1_000_000 >= duration }

    /// The zoom at an instant; exactly `end` once the motion is finished.
    func zoom(at time: Timestamp) -> ControllerZoom {
        guard !isFinished(at: time) else { return end }
        let seconds = max(0, Double(time.since(startTime)) / 1_000_000)
        switch path {
        case .glide: return fit.settled(glided(for: seconds))
        case .ease(let end): return eased(to: end, seconds / duration)
        }
    }

    private var duration: Double {
        switch path {
        case .glide(let velocity): velocity.speed / Self.friction
        case .ease: Double(Self.easeMicroseconds) / 1_000_000
        }
    }

    private func glided(for seconds: Double) -> ControllerZoom {
        guard case .glide(let velocity) = path, let center = start.center else { return start }
        // The mean speed so far times the time, converted from panel to content pixels.
        let share = (1 - seconds / duration / 2) * seconds / (fit.scale * start.factor)
        return ControllerZoom(
            factor: start.factor, center: center.offset(x: -velocity.x * share, y: -velocity.y * share))
    }

    /// The picture grows or shrinks about the point that both ends show at the same place, or moves straight.
    private func eased(to end: ControllerZoom, _ passed: Double) -> ControllerZoom {
        let progress = Easing.out(passed)
        let (first, last) = (fit.zoomed(start), fit.zoomed(end))
        func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * progress }
        let width = between(Double(first.frame.width), Double(last.frame.width))
        let factor = width / Double(max(1, fit.frame.width))
        // The corner moves as the width does, so all points move straight.
        let corner = Point<PanelSpace>(
            x: between(Double(first.frame.x), Double(last.frame.x)),
            y: between(Double(first.frame.y), Double(last.frame.y)))
        return fit.zoom(factor, showing: Point(x: 0, y: 0), at: corner, edges: .open)
    }
}
