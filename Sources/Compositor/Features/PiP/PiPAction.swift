import Geometry
import Mirroring

/// One picture in picture, from the decision to start it to its end.
struct PiPRun: Hashable, Sendable {
    /// The number of the run since the start of the service.
    let number: Int
    var source: PiPSource
    /// The requested source; plugged displays may have changed the current one.
    var asked: PiPSource
    /// The rectangle that the picture comes from and goes back to; nil to derive it from the source.
    let origin: Rect<PanelSpace>?
    /// Whether the run replaces another one in place, without an animation.
    let isSwap: Bool

    init(number: Int, _ start: PiPStart) {
        self.number = number
        source = start.source
        asked = start.source
        origin = start.origin
        isSwap = start.isSwap
    }
}

/// An input of the picture in picture's state machine.
enum PiPInput: Hashable, Sendable {
    case possibilityChanged(PiPPossibility)
    /// A start; without a token nobody waits for the completion.
    case start(PiPStart, PiPToken?)
    case stop(PiPStopReason, PiPToken?)
    /// Stops the current picture, with a source only if the picture shows that source; otherwise starts a picture.
    case toggle(PiPSource?, PiPToken?)
    case restore(PiPToken?)
    /// Answers `.prepare`: the first picture is ready, or the source failed.
    case prepared(run: Int, PiPFailure?)
    /// Answers `.appear` and `.leave`.
    case animationFinished(run: Int)
    /// Answers `.askToRestore`: the client has acknowledged its full size and drawn itself.
    case restoreAcknowledged(run: Int)
    case timerFired(PiPTimer)
    /// A source has come to full view by any route.
    case cameToFullView(PiPSource)
    /// A source has left the panel's foreground.
    case leftForeground(PiPSource)
    /// A source has moved to another display.
    case sourceMoved(PiPSource)
}

/// A timer that the machine requested; a stale one is ignored when it fires.
struct PiPTimer: Hashable, Sendable {
    let number: Int
}

/// Where a picture in picture animates to when it ends.
enum PiPExit: Hashable, Sendable {
    /// Back to the origin rectangle.
    case origin
    /// Into its source's rectangle in full view.
    case fullView
}

/// An action for the executor, performed in the order given.
enum PiPAction: Hashable, Sendable {
    case publish(PiPEvent)
    /// Complete the request. Comes exactly once for each token.
    case complete(PiPToken, PiPOutcome)
    /// Get the source's first picture and answer with `.prepared`.
    case prepare(PiPRun)
    /// Animate the picture from its origin to its place and answer with `.animationFinished`.
    case appear(PiPRun)
    /// Continue with the run's new source.
    case exchange(PiPRun)
    /// Ask the source to take its full place and answer with `.restoreAcknowledged`.
    case askToRestore(PiPRun)
    /// Animate the picture out and answer with `.animationFinished`.
    case leave(PiPRun, to: PiPExit)
    /// Remove the picture from the screen and release its source; it may never have been shown.
    case release(PiPRun)
    /// Answer with `.timerFired` after this time.
    case schedule(PiPTimer, afterMicroseconds: Int64)
}

/// The sources that can be shown now, and the obstacles to the others.
struct PiPPossibility: Hashable, Sendable {
    var external: PiPObstacle?
    var content: PiPObstacle?
    var hud: PiPObstacle?
    /// The obstacle to any window at all.
    var windows: PiPObstacle?
    /// The application ids of the mapped toplevels.
    var windowIDs: Set<AppID>
    /// The windows that the panel shows in full, where they cannot be shown small as well.
    var windowsInFullView: Set<AppID> = []
    /// The obstacle to any camera at all.
    var cameras: PiPObstacle?
    /// The device of the camera whose player has just ended.
    var endedCamera: String?

    /// Makes nothing possible, for a single reason.
    init(nothingFor obstacle: PiPObstacle) {
        self.init(external: obstacle, content: obstacle, hud: obstacle, windows: obstacle, windowIDs: [])
        cameras = obstacle
    }

    init(
        external: PiPObstacle?, content: PiPObstacle?, hud: PiPObstacle?, windows: PiPObstacle?, windowIDs: Set<AppID>
    ) {
        self.external = external
        self.content = content
        self.hud = hud
        self.windows = windows
        self.windowIDs = windowIDs
    }

    /// The obstacle to `source`; nil if it is possible.
    func obstacle(to source: PiPSource) -> PiPObstacle? {
        switch source {
        case .external: external
        case .content: content
        case .hud: hud
        case .camera(let device): cameras ?? (device == endedCamera ? .cameraEnded : nil)
        case .window(let id):
            windows
                ?? (!windowIDs.contains(id) ? .noSuchWindow : windowsInFullView.contains(id) ? .windowInFullView : nil)
        }
    }

    /// The most windows that `sources` names, so that no application makes status, events and hooks' variables too long.
    static let mostWindows = 64

    /// The sources that are possible: the screens first, then up to `mostWindows` windows by id. Cameras are not included.
    var sources: [PiPSource] {
        let windows = windowIDs.sorted().prefix(Self.mostWindows).map(PiPSource.window)
        let all: [PiPSource] = [.external, .content, .hud] + windows
        return all.filter { obstacle(to: $0) == nil }
    }
}
