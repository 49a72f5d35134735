/// The status bar.
package struct HUDConfiguration: Hashable, Sendable {
    /// The layout's file, as an absolute path; nil for the layouts that are built in.
    package var layoutPath: String?
    /// Where it is seen from the start; nil for nowhere.
    package var place: BarPlace?
    /// The height of a docked bar in pixels; nil for what the screen asks for.
    package var height: Int?
    /// A docked bar lies over windows that are full screen, in place of leaving them the rest of the screen.
    package var isOverFullscreen = false

    package init() {}
}
