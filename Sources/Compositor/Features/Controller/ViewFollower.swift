import Geometry
import Mirroring

/// Moves a zoomed controller's view after the text cursor, the latest change, or a window.
final class ViewFollower {
    private let overlays: Overlays
    private let input: InputDispatcher
    private let zoomer: ControllerZoomer
    private let keyboard: PanelKeyboard?
    private let loop: any LoopPort
    /// What the view follows, besides the text cursor while a keyboard is on the panel.
    var configuration: ViewFollow
    /// The point to show when the fingers on the content are lifted.
    private var awaited: Point<ContentSpace>?
    /// Where the text cursor was reported last.
    private var textCursor: Rect<ContentSpace>?
    /// Where a finger came down last, until the application reports its text cursor. Chromium does not report the text
    /// cursor when a field is tapped.
    private var touched: Rect<ContentSpace>?
    /// The text cursor for which the application was last asked to scroll.
    private var scrolledFor: Rect<ContentSpace>?
    /// The window that the view follows; nil for none.
    private var window: ShownWindow?

    /// A window of the content that the controller shows, and the zoom that shows it at its place.
    private struct ShownWindow {
        let appID: AppID
        let place: Rect<ContentSpace>
        let zoom: ControllerZoom
    }

    init(
        _ overlays: Overlays, _ input: InputDispatcher, _ zoomer: ControllerZoomer, _ keyboard: PanelKeyboard?,
        _ ports: CompositorPorts, _ configuration: ViewFollow
    ) {
        self.overlays = overlays
        self.input = input
        self.zoomer = zoomer
        self.keyboard = keyboard
        self.configuration = configuration
        loop = ports.loop
    }

    // MARK: Places

    /// Pans a zoomed controller to a place that it follows, after the present frame is drawn.
    func follow(_ place: Rect<ContentSpace>, as reason: ViewFollow) {
        if reason == .text {
            (textCursor, touched) = (place, nil)
            keepTextInSight()
        }
        guard follows(reason), let view = overlays.controller, view.zoom != .fit, !place.isEmpty else { return }
        let seen = view.viewport.seen
        guard reason != .change || place.width <= seen.width && place.height <= seen.height else { return }
        awaited = Point(
            x: Double(place.x) + Double(place.width) / 2, y: Double(place.y) + Double(place.height) / 2)
        if input.hasFingersOnController { return }
        loop.deferAction { [weak self] in self?.showAwaited() }
    }

    /// Shows the awaited point, unless fingers are on the content.
    func showAwaited() {
        guard let point = awaited, !input.hasFingersOnController else { return }
        awaited = nil
        zoomer.reveal(point)
    }

    /// Pans to the text cursor after a keyboard has taken a part of the panel.
    func keyboardMoved() {
        guard let textCursor, keyboard?.isTextFieldFocused ?? false else { return }
        follow(textCursor, as: .text)
    }

    /// Notes a finger on the content's screen; fingers on a keyboard there tap no field.
    func touched(at point: Point<PanelSpace>) {
        guard let panel = overlays.panel, panel.base == .content, panel.room.contains(point.reinterpreted()) else {
            return
        }
        let height = Int(clamping: (Self.lineMillimetres * overlays.density).rounded())
        touched = Rect(x: Int(point.x), y: Int(point.y) - height / 2, width: 1, height: height)
    }

    private static let lineMillimetres = 5.0

    /// Scrolls the text cursor out from under a keyboard while the content is on the panel alone.
    ///
    /// Few applications scroll by themselves when their window shrinks. Each place of the text cursor causes one scroll
    /// only, so that an application that cannot scroll further is left alone.
    func keepTextInSight() {
        guard let panel = overlays.panel, panel.base == .content, keyboard?.isTextFieldFocused ?? false,
            let place = touched ?? textCursor, place != scrolledFor, place.maxY > panel.room.maxY
        else { return }
        scrolledFor = place
        let hidden = place.maxY - panel.room.maxY + place.height
        let x = min(max(place.x, panel.room.x), panel.room.maxX - 1)
        let point = Point<ContentSpace>(x: Double(x), y: Double(panel.room.y + panel.room.height / 2))
        input.scrollContent(at: point, down: Double(hidden) / panel.scale.factor)
    }

    /// Whether the view follows places of this kind. While a keyboard is on the panel, the view always follows the text cursor.
    private func follows(_ reason: ViewFollow) -> Bool {
        configuration == reason
            || reason == .text && keyboard?.isOnPanel ?? false
    }

    // MARK: A window

    /// Shows a window of the content as large as the panel allows.
    ///
    /// Of several windows with this application id, shows the one used last. Follows the window's place until something
    /// else moves the view.
    func show(window appID: AppID) -> RegionOutcome {
        guard overlays.controller != nil else { return .noController }
        guard let place = place(ofWindow: appID), zoomer.zoom({ $0.fit.zoom(showing: place) }) else { return .noWindow }
        window = overlays.controller.map { ShownWindow(appID: appID, place: place, zoom: $0.settledZoom) }
        return .done
    }

    /// Follows the window, which the new frame may show at another place.
    func frameComposed() {
        guard window != nil else { return }
        loop.deferAction { [weak self] in self?.followWindow() }
    }

    private func followWindow() {
        guard let shown = window else { return }
        guard overlays.controller?.settledZoom == shown.zoom else { return window = nil }
        if let place = place(ofWindow: shown.appID), place != shown.place { _ = show(window: shown.appID) }
    }

    private func place(ofWindow appID: AppID) -> Rect<ContentSpace>? {
        input.controlledPort.switchableWindows.first { $0.appID == appID && !$0.isMinimized }?.place
    }
}

/// The outcome of a request to show a window.
package enum RegionOutcome: Hashable, Sendable {
    case done
    case noController
    /// The content shows no such window.
    case noWindow
}
