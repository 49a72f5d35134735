package import Geometry

/// The status bar.
package struct HUDConfiguration: Hashable, Sendable {
    /// The layout file's absolute path; nil for the built-in layouts.
    package var layoutPath: String?
    /// Where the bar is shown at the start; nil for nowhere.
    package var place: HUDPlace?
    /// The height of a docked bar in pixels; nil for the screen's default.
    package var height: Int?
    /// Whether a docked bar covers full-screen windows instead of reserving its edge from them.
    package var isOverFullscreen = false
    /// How many seconds a comment is shown; 0 for as long as there is room for it.
    package var commentSeconds = 60

    package init() {}
}

/// The status bar's default size.
package enum HUDSize {
    /// The height in pixels of a bar docked to an edge of a screen.
    ///
    /// A 27th of the screen's shorter side, with letters two thirds as high, can be read from where a screen of that
    /// size is viewed: 80 pixels on a television of 3840x2160. On a small screen, held in the hands, that would be too
    /// small for eyes and fingers: there the height is at least 6 mm, or 40 pixels where the physical size is unknown.
    package static func height(on screen: Size<OutputSpace>, pixelsPerMillimetre density: Double?) -> Int {
        let shorter = Double(min(screen.width, screen.height))
        let least = density.map { $0 * leastMillimetres } ?? leastPixels
        return max(8, Int(clamping: min(max(shorter * share, least), shorter * largestShare).rounded()))
    }

    /// The size of the bar as picture in picture on a panel where a docked bar would be `height` high.
    package static func picture(besideHeight height: Int) -> Size<OutputSpace> {
        Size(width: height * 8, height: height * 9 / 2)
    }

    private static let share = 1.0 / 27
    private static let largestShare = 1.0 / 6
    private static let leastMillimetres = 6.0
    private static let leastPixels = 40.0
}

/// Where the status bar is shown.
package enum HUDPlace: String, Hashable, Sendable, Codable, CaseIterable {
    case pip
    case panelTop = "panel-top"
    case panelBottom = "panel-bottom"
    case externalTop = "external-top"
    case externalBottom = "external-bottom"

    /// The screen and the edge of a docked bar; nil for a picture in picture.
    package var dock: HUDDock? {
        switch self {
        case .pip: nil
        case .panelTop: HUDDock(screen: .panel, isAtTop: true)
        case .panelBottom: HUDDock(screen: .panel, isAtTop: false)
        case .externalTop: HUDDock(screen: .external, isAtTop: true)
        case .externalBottom: HUDDock(screen: .external, isAtTop: false)
        }
    }
}

/// An edge of a screen.
package struct HUDDock: Hashable, Sendable {
    package var screen: ScreenName
    /// At the top edge; otherwise at the bottom.
    package var isAtTop: Bool
}
