package import Geometry

/// The configuration of the status bar.
package struct HUDConfiguration: Hashable, Sendable {
    /// The layout file's absolute path; nil for the built-in layouts.
    package var layoutPath: String?
    /// Where the bar is shown at the start, or nil for nowhere.
    package var place: HUDPlace?
    /// The height of a docked bar in pixels, or nil for the screen's default.
    package var height: Int?
    /// Whether a docked bar covers full-screen windows instead of reserving an edge of the screen.
    package var isOverFullscreen = false
    /// How many seconds a comment is shown; 0 for as long as there is room.
    package var commentSeconds = 60

    package init() {}
}

/// The status bar's default size.
package enum HUDSize {
    /// The height in pixels of a bar docked to an edge of a screen.
    ///
    /// The height is a 27th of the screen's shorter side, with letters two thirds as high. People can read the bar from
    /// where they view a screen of that size: a television of 3840x2160 has a bar of 80 pixels. On a small screen in
    /// the hands, this height would be too small for eyes and fingers. There the height is at least 6 mm, or 40 pixels
    /// where the physical size is unknown.
    package static func height(on screen: Size<OutputSpace>, pixelsPerMillimetre density: Double?) -> Int {
        let shorter = Double(min(screen.width, screen.height))
        let least = density.map { $0 * leastMillimetres } ?? leastPixels
        return max(8, Int(clamping: min(max(shorter * share, least), shorter * largestShare).rounded()))
    }

    /// The size of the bar as picture in picture, on a panel where a docked bar has `height`.
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

    /// The screen and the edge of a docked bar, or nil for a picture in picture.
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
    /// Whether the edge is the top edge rather than the bottom edge.
    package var isAtTop: Bool
}
