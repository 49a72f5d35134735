/// Which of the two applications the panel shows: the content, at home or through its controller, or the panel
/// application.
///
///     content -- show(application), while there is one --> application
///     content <-- show(content), or the panel application has ended -- application
///
/// Invariant: `.application` only while there is a panel application.
package struct PanelForeground: Hashable, Sendable {
    /// What can be in the foreground.
    package enum Choice: String, Hashable, Sendable, Codable, CaseIterable {
        case content
        case application
    }

    /// How an event ended.
    package enum Outcome: Hashable, Sendable {
        case changed
        /// It was as wished already.
        case unchanged
        /// Not possible; the text says why.
        case refused(String)
    }

    package private(set) var choice = Choice.content
    package private(set) var hasApplication = false

    package init() {}

    /// The user, or picture in picture, wants one of them on the panel.
    package mutating func show(_ wanted: Choice) -> Outcome {
        if wanted == .application, !hasApplication {
            return .refused("no panel application is running; start one with kagami run --panel-command")
        }
        guard wanted != choice else { return .unchanged }
        choice = wanted
        return .changed
    }

    /// The panel application has been started. It does not push itself to the front.
    package mutating func applicationStarted() {
        hasApplication = true
    }

    /// The panel application is no more: the panel is the content's.
    package mutating func applicationEnded() -> Outcome {
        hasApplication = false
        return show(.content)
    }

    /// What the panel shows under everything else while the content is at `placement`; nil while it is dark.
    package func base(under placement: ContentPlacement) -> PanelBase? {
        switch (choice, placement) {
        case (_, .parked): nil
        case (.application, _): .application
        case (.content, .onPanel): .content
        case (.content, .onExternal): .controller
        }
    }
}

/// The picture on the panel that overlays are drawn above.
package enum PanelBase: String, Hashable, Sendable, Codable, CaseIterable {
    /// The content itself, at home.
    case content
    /// The snapshot of the external.
    case controller
    /// The panel application.
    case application
}
