import Geometry
import Mirroring

/// Where the root content is shown, and on which screens.
enum Stage {
    /// On no screen: there is none, or they are not ours at the moment.
    case parked
    /// On the panel, at the panel's own size.
    case home(Screen)
    /// On the external, with the panel as its controller.
    case away(external: Screen, panel: Screen, PanelViewport)

    /// The screen that the content is composed for.
    var contentScreen: Screen? {
        switch self {
        case .parked: nil
        case .home(let screen): screen
        case .away(let external, _, _): external
        }
    }

    /// The screen that shows the controller, and how the external is mapped onto it.
    var controller: (screen: Screen, source: Screen, viewport: PanelViewport)? {
        guard case .away(let external, let panel, let viewport) = self else { return nil }
        return (panel, external, viewport)
    }

    /// Which of the two screens carries the content.
    var contentScreenName: ScreenName? {
        switch self {
        case .parked: nil
        case .home: .panel
        case .away: .external
        }
    }

    /// The screen in a role, where it is lit and shown on.
    func screen(named name: ScreenName) -> Screen? {
        switch (self, name) {
        case (.home(let panel), .panel), (.away(_, let panel, _), .panel): panel
        case (.away(let external, _, _), .external): external
        default: nil
        }
    }

    func shows(_ screen: Screen) -> Bool {
        self.screen(named: .panel) === screen || self.screen(named: .external) === screen
    }
}
