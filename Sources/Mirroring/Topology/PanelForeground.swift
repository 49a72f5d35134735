/// The application that the panel shows: the content, directly or through its controller, or the panel application.
///
///     content -- show(application), while there is one --> application
///     content <-- show(content), or the panel application has ended -- application
///
/// Invariant: the choice is `.application` only while there is a panel application.
package struct PanelForeground: Hashable, Sendable {
    /// The result of a change.
    package enum Outcome: Hashable, Sendable {
        case changed
        /// The foreground was already as requested.
        case unchanged
        /// The change is not possible; the text says why.
        case refused(String)
    }

    package typealias Choice = ForegroundChoice

    package private(set) var choice = Choice.content
    package private(set) var hasApplication = false

    package init() {}

    /// Brings one of the applications to the panel, for the user or the picture in picture.
    package mutating func show(_ wanted: Choice) -> Outcome {
        if wanted == .application, !hasApplication {
            return .refused("no panel application is running; start one with kagami run --panel-command")
        }
        guard wanted != choice else { return .unchanged }
        choice = wanted
        return .changed
    }

    /// Reports that the panel application has started; it does not come to the foreground by itself.
    package mutating func applicationStarted() {
        hasApplication = true
    }

    /// Reports that the panel application has ended, so that the panel returns to the content.
    package mutating func applicationEnded() -> Outcome {
        hasApplication = false
        return show(.content)
    }

    /// The panel's base picture while the content is at `placement`, or nil while the panel is disabled.
    ///
    /// `controlsOther` tells that the controller controls a display's own application instead of the content.
    package func base(under placement: ContentPlacement, controlsOther: Bool = false) -> ScreenBase? {
        switch (choice, placement) {
        case (_, .parked): nil
        case (.application, _): .application
        case (.content, _) where controlsOther: .controller
        case (.content, .onPanel): .content
        case (.content, .onExternal), (.content, .held): .controller
        }
    }
}
