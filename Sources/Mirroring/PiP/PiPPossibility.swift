/// The sources that can be shown now, and the obstacles to the others.
package struct PiPPossibility: Hashable, Sendable {
    package var external: PiPObstacle?
    package var content: PiPObstacle?
    package var hud: PiPObstacle?
    /// The obstacle to any window at all.
    package var windows: PiPObstacle?
    /// The application ids of the mapped toplevels.
    package var windowIDs: Set<AppID>
    /// The obstacle to any camera at all.
    package var cameras: PiPObstacle?
    /// The device of the camera whose player has just ended.
    package var endedCamera: String?

    /// Nothing is possible, for a single reason.
    package init(nothingFor obstacle: PiPObstacle) {
        self.init(external: obstacle, content: obstacle, hud: obstacle, windows: obstacle, windowIDs: [])
        cameras = obstacle
    }

    package init(
        external: PiPObstacle?, content: PiPObstacle?, hud: PiPObstacle?, windows: PiPObstacle?, windowIDs: Set<AppID>
    ) {
        self.external = external
        self.content = content
        self.hud = hud
        self.windows = windows
        self.windowIDs = windowIDs
    }

    /// The obstacle to `source`; nil if it is possible.
    package func obstacle(to source: PiPSource) -> PiPObstacle? {
        switch source {
        case .external: external
        case .content: content
        case .hud: hud
        case .camera(let device): cameras ?? (device == endedCamera ? .cameraEnded : nil)
        case .window(let id): windows ?? (windowIDs.contains(id) ? nil : .noSuchWindow)
        }
    }

    /// The most windows that `sources` names, so that no application makes status, events and hooks' variables too long.
    package static let mostWindows = 64

    /// The sources that are possible: the screens first, then the windows by their id, of many the first. Cameras are not
    /// looked for.
    package var sources: [PiPSource] {
        let windows = windowIDs.sorted().prefix(Self.mostWindows).map(PiPSource.window)
        let all: [PiPSource] = [.external, .content, .hud] + windows
        return all.filter { obstacle(to: $0) == nil }
    }
}

/// Why a source cannot be shown; the raw value is the message for the user.
package enum PiPObstacle: String, Hashable, Sendable, CaseIterable {
    case noPanel = "the panel is off"
    case noPanelApplication = "there is no panel application to show in its place"
    case noExternal = "no external shows the content"
    case onExternal = "the content is on the external: use the source external"
    case noContent = "the hosted application shows nothing"
    case noSuchWindow = "the hosted application has no window with that application id"
    case cameraEnded = "the camera's player has ended"
    case noCameraPlayer = "cameras cannot be shown here"
    case windowInFullView = "the window is in full view on the panel"
    case noHUD = "the status bar has not been set up"
}
