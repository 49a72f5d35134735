import Geometry
import Mirroring

/// Reports moves of the content, and measures how long each takes.
///
/// A measurement runs from the plug or unplug that caused the move to the first full frame on screen: the first frame
/// in which the newest toplevel has the size of its new screen.
final class FirstFrameWatch: Feature {
    private let painter: FramePainter
    private let content: any ContentPort
    private let loop: any LoopPort
    private let events: ServiceEvents
    /// Nil while no first frame is to come.
    private var move: Move?
    private var cause: Timestamp?

    private struct Move {
        let screen: ScreenName
        let output: OutputID
        let size: Size<ContentSpace>
        let start: Timestamp
        var frames = 0
    }

    init(_ painter: FramePainter, _ ports: CompositorPorts, _ events: ServiceEvents) {
        self.painter = painter
        content = ports.content
        loop = ports.loop
        self.events = events
    }

    /// Starts the measurement: displays came or went, or the user chose.
    func caused() {
        cause = loop.now
    }

    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges) {
        guard changes.moved.contains(.content) else { return }
        let size = plan.places[.content] == nil ? .zero : plan.layouts[.content]?.size ?? .zero
        let screen = plan.contentScreen
        move = nil
        if let screen, let layout = plan.layouts[.content] {
            move = Move(
                screen: ScreenName(screen.role), output: screen.output.id, size: layout.windowSize,
                start: cause ?? loop.now)
        }
        cause = nil
        events.emit(
            .contentMoved(
                on: plan.contentPlace(isRead: painter.content.isRead), output: screen?.output.id, width: size.width,
                height: size.height))
    }

    /// Reports a presented frame of the content.
    func framePresented(at time: Timestamp) {
        guard var current = move else { return }
        current.frames += 1
        guard content.description?.size == current.size else { return move = current }
        move = nil
        events.emit(
            .firstFrame(
                on: current.screen, output: current.output,
                milliseconds: Double(time.since(current.start)) / 1000, frames: current.frames))
    }
}

extension ScreenPlan {
    /// Where the root content is visible; nil while it is parked. In memory, a picture in picture may read it.
    func contentPlace(isRead: Bool) -> ContentPlace? {
        switch places[.content] {
        case .output, .behind, .spread: contentScreen.map { ContentPlace(ScreenName($0.role)) }
        case .memory: isRead ? .pip : .background
        case nil: nil
        }
    }
}
