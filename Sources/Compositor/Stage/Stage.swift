import Geometry
import Mirroring

/// Where the root content and the panel application are shown, and on which screens.
enum Stage {
    /// On no screen: none is enabled, or the displays are not the service's at the moment.
    case parked
    /// The content is on the panel, at the panel's own size.
    case home(Screen)
    /// The content is on the external, with the panel as its controller.
    case away(external: Screen, panel: Screen, PanelViewport)
    /// The panel application is on the panel, the content only in memory, at the panel's size.
    case behind(panel: Screen, content: Screen)
    /// The panel application is on the panel, the content on the external.
    case beside(panel: Screen, external: Screen)

    /// The screen that the content is composed for.
    var contentScreen: Screen? {
        switch self {
        case .parked: nil
        case .home(let screen), .behind(_, let screen): screen
        case .away(let external, _, _), .beside(_, let external): external
        }
    }

    /// The screen that the panel application is composed for.
    var applicationScreen: Screen? {
        switch self {
        case .behind(let panel, _), .beside(let panel, _): panel
        case .parked, .home, .away: nil
        }
    }

    /// The screen that shows the controller, and how the external is mapped onto it.
    var controller: (screen: Screen, source: Screen, viewport: PanelViewport)? {
        guard case .away(let external, let panel, let viewport) = self else { return nil }
        return (panel, external, viewport)
    }

    /// The role of the screen that carries the content.
    var contentScreenName: ScreenName? {
        switch self {
        case .parked, .behind: nil
        case .home: .panel
        case .away, .beside: .external
        }
    }

    /// The content's picture while it is composed in memory only.
    var background: Screen? {
        guard case .behind(_, let content) = self else { return nil }
        return content
    }

    /// The screen in a role; nil while its output is disabled or not in use.
    func screen(named name: ScreenName) -> Screen? {
        switch (self, name) {
        case (.home(let panel), .panel), (.away(_, let panel, _), .panel), (.behind(let panel, _), .panel),
            (.beside(let panel, _), .panel):
            panel
        case (.away(let external, _, _), .external), (.beside(_, let external), .external): external
        default: nil
        }
    }

    /// The role in which an output is in use.
    func name(of output: OutputID) -> ScreenName? {
        ScreenName.allCases.first { screen(named: $0)?.output == output }
    }

    func shows(_ screen: Screen) -> Bool {
        contentScreen === screen || self.screen(named: .panel) === screen
    }
}
