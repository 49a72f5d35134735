import Geometry
import Mirroring

/// Slides the panel's last picture away when the panel shows something else: when the content leaves for an external or comes home, when
/// the panel application and the content change places, and when the controller shows another application.
///
/// Only a still of the last picture moves. The new scene is drawn below the still from its first frame, and takes all input.
final class SceneMotion: Feature {
    private let overlays: Overlays
    private let painter: FramePainter
    private let loop: any LoopPort
    /// The panel's scene; nil while nobody can see it.
    private var scene: PanelScene?
    private var leaving: Leaving?
    /// Counts the pictures, so that the timer of an earlier picture is ignored.
    private var number = 0

    private struct Leaving {
        let picture: any Buffer
        let frame: Rect<PanelSpace>
        let end: Rect<PanelSpace>
        /// The start of the movement; nil while the new scene waits for its application.
        var start: Timestamp?
    }

    private static let microseconds: Int64 = 200_000

    init(_ overlays: Overlays, _ painter: FramePainter, _ loop: any LoopPort) {
        self.overlays = overlays
        self.painter = painter
        self.loop = loop
    }

    func lookBack(_ plan: ScreenPlan) {
        let last = scene
        scene = overlays.showsEarlierPicture ? nil : PanelScene(plan)
        guard let last, let scene, last.output == scene.output, last.size == scene.size else { return end() }
        guard last.kind != scene.kind else { return }
        end()
        let frame = scene.size.bounds
        guard overlays.interface.showsMotion, let picture = painter.still(of: scene.output) else { return }
        let way = scene.kind.way(from: last.kind)
        let end = frame.offset(x: way.x * frame.width, y: way.y * frame.height)
        leaving = Leaving(picture: picture, frame: frame, end: end)
        number += 1
        put(at: frame)
        tick()
    }

    func use(_ next: Configuration, after old: Configuration) {
        if !next.interface.showsMotion { end() }
    }

    func pause() {
        end()
    }

    private func tick() {
        loop.schedule(afterMicroseconds: overlays.refreshMicroseconds) { [weak self, number] in
            guard let self, self.number == number else { return }
            move()
        }
    }

    private func move() {
        guard let leaving, let scene else { return }
        guard let start = leaving.start else {
            // The new scene is drawn once its application has laid itself out.
            if !painter.awaitsLayout(of: scene.kind.application) { self.leaving?.start = loop.now }
            return tick()
        }
        let way = FrameAnimation(
            from: leaving.frame, to: leaving.end, start: start, durationMicroseconds: Self.microseconds)
        guard !way.isFinished(at: loop.now) else { return end() }
        put(at: way.rect(at: loop.now))
        tick()
    }

    private func put(at frame: Rect<PanelSpace>) {
        guard let picture = leaving?.picture else { return }
        overlays.set(.formerScene, to: [SceneElement(picture, at: frame.reinterpreted())])
    }

    private func end() {
        guard leaving != nil else { return }
        leaving = nil
        number += 1
        overlays.set(.formerScene, to: [])
    }
}

/// What the panel shows to its users.
private struct PanelScene: Hashable {
    enum Kind: Hashable {
        /// The content itself.
        case content
        /// The content that an external shows.
        case controller
        case application
        /// The controller of a display's own application.
        case display(HostedApplication)

        /// The application that the scene waits for.
        var application: HostedApplication {
            switch self {
            case .content, .controller: .content
            case .application: .application
            case .display(let application): application
            }
        }

        /// The movement of the picture of `last` in widths and heights of the panel: up when the content goes to the external, down when it
        /// comes home, to the left for the panel application, and back to the right.
        func way(from last: Kind) -> (x: Int, y: Int) {
            if self == .application { return (-1, 0) }
            if last == .application { return (1, 0) }
            if case .display = self { return (-1, 0) }
            if case .display = last { return (1, 0) }
            return (0, self == .controller ? -1 : 1)
        }
    }

    let output: OutputID
    let size: Size<PanelSpace>
    let kind: Kind

    /// Nil without a panel, while the panel is black, and while the session is locked.
    init?(_ plan: ScreenPlan) {
        guard let panel = plan.panel, !panel.isBlank, !panel.isOff, !plan.isLocked else { return nil }
        output = panel.output.id
        size = panel.size.reinterpreted()
        if panel.base == .application {
            kind = .application
        } else if panel.base == .controller, plan.controlled != .content {
            kind = .display(plan.controlled)
        } else {
            // Content that is spread beyond the panel is at home, too.
            kind = panel.view.map { $0.source != panel.output.id } ?? false ? .controller : .content
        }
    }
}
