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

    package init() {}
}
