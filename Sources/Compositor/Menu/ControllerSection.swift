import Mirroring

/// The menu's entries about the controller and the presenter's tools.
final class ControllerSection: MenuSection {
    private let overlays: Overlays
    private let director: ScreenDirector
    private let fingers: ControllerFingers
    private let zoomer: ControllerZoomer
    private let presenter: Presenter?
    private let timer: TimerShow
    weak var delegate: (any MenuDelegate)?
    /// How long the timer runs; nil to count up.
    var timerMinutes: Double?

    init(
        _ overlays: Overlays, _ director: ScreenDirector, _ fingers: ControllerFingers, _ zoomer: ControllerZoomer,
        _ presenter: Presenter?, _ timer: TimerShow
    ) {
        self.overlays = overlays
        self.director = director
        self.fingers = fingers
        self.zoomer = zoomer
        self.presenter = presenter
        self.timer = timer
    }

    var entries: [MenuEntry] {
        let view = overlays.controller
        let canPresent = view != nil && presenter != nil && director.plan.screen(in: .external) != nil
        var entries = [
            MenuEntry(.mode, view == nil ? .unavailable : .mode(fingers.mode)),
            MenuEntry(.zoom, view.map { .zoom($0.settledZoom.factor) } ?? .unavailable),
            MenuEntry(.presenter, canPresent ? .tool(presenter?.tool) : .unavailable),
            MenuEntry(.timer, .timer(timer.status)),
        ]
        if view != nil || director.wishes.foreground.hasApplication {
            entries += [MenuEntry(.previousPage), MenuEntry(.nextPage)]
        }
        return entries
    }

    func choose(_ item: MenuItem) -> Bool {
        switch item {
        case .mode: delegate?.switchControllerMode()
        case .zoom: zoomer.toggle()
        case .presenter: delegate?.switchTool()
        case .timer: timer.goOn(minutes: timerMinutes)
        case .previousPage: _ = delegate?.turnPage(forward: false)
        case .nextPage: _ = delegate?.turnPage(forward: true)
        default: return false
        }
        return true
    }
}
