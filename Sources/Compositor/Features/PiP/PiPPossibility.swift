import Mirroring

/// The sources that can be shown now, and the obstacles to the others.
struct PiPPossibility: Hashable, Sendable {
    var external: PiPObstacle?
    var content: PiPObstacle?
    var hud: PiPObstacle?
    /// The obstacle to any window at all.
    var windows: PiPObstacle?
    /// The application ids of the mapped toplevels.
    var windowIDs: Set<AppID>
    /// The obstacle to any camera at all.
    var cameras: PiPObstacle?
    /// The device of the camera whose player has just ended.
    var endedCamera: String?

    /// Nothing is possible, for a single reason.
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
        case .window(let id): windows ?? (windowIDs.contains(id) ? nil : .noSuchWindow)
        }
    }

    /// The most windows that `sources` names, so that no application makes status, events and hooks' variables too long.
    static let mostWindows = 64

    /// The sources that are possible: the screens first, then the windows by their id, of many the first. Cameras are not
    /// looked for.
    var sources: [PiPSource] {
        let windows = windowIDs.sorted().prefix(Self.mostWindows).map(PiPSource.window)
        let all: [PiPSource] = [.external, .content, .hud] + windows
        return all.filter { obstacle(to: $0) == nil }
    }
}
