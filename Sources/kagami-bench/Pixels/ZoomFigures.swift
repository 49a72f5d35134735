import Geometry
import Mirroring
import Rendering

/// Measures frames of a panel whose view is zoomed and panned, each frame from another place of a 4K external.
enum ZoomFigures {
    private static let rounds = 31

    static func measure(into figures: inout Figures) {
        guard let screens = Screens(client: TestScreen.picture(), panel: Size(width: 1280, height: 800)) else { return }
        let work: [(name: String, factor: Double, note: String)] = [
            ("zoom_frame_to_memcpy", 2, "panning at twice the size of fit, each frame in copies of the external"),
            ("zoom_exact_to_memcpy", 3, "the same at the content's own size"),
            ("zoom_close_to_memcpy", 6, "the same at two panel pixels for one of the content"),
        ]
        for (name, factor, note) in work {
            figures.add(name, ratio(factor, on: screens), decimals: 2, "\(note) (target: at most 1.0)")
        }
        figures.add(
            "zoom_panel_pixels", panelPixels(3, on: screens), decimals: 2,
            "of the panel that a change of the whole external redraws while zoomed (target: at most 1.0)")
    }

    private static func ratio(_ factor: Double, on screens: Screens) -> Double {
        (-2..<rounds).compactMap { round in
            let copied = Stopwatch.milliseconds { screens.copy(round) }
            let pass = screens.mirror(round + 1, through: view(factor, round, of: screens.viewport))
            let drawn = Stopwatch.milliseconds { screens.renderer.submit([pass]) }
            return round < 0 ? nil : drawn / copied
        }.median
    }

    private static func panelPixels(_ factor: Double, on screens: Screens) -> Double {
        let view = view(factor, 0, of: screens.viewport)
        let damage = view.panelDamage(of: Region(view.external.bounds))
        return Double(damage.area) / Double(view.panel.area)
    }

    /// The view at one point of its path across the content.
    private static func view(_ factor: Double, _ round: Int, of fit: PanelViewport) -> PanelViewport {
        let share = Double((round + rounds) % rounds) / Double(rounds)
        let center = Point<ContentSpace>(
            x: share * Double(fit.external.width), y: share * Double(fit.external.height))
        return fit.zoomed(ControllerZoom(factor: factor, center: center))
    }
}
