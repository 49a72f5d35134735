import Geometry
import Mirroring

/// The one screen that clients are laid out on, and who wants to know when it changes.
final class OutputLayout {
    private(set) var screen: LogicalScreen
    private var subscribers: [() -> Void] = []

    init(screen: LogicalScreen) {
        self.screen = screen
    }

    /// The screen in the coordinates that windows are placed in.
    var bounds: Rect<LogicalSpace> { screen.scale.logical(screen.size).bounds }

    /// Calls `handler` after each change, in the order of subscription.
    func subscribe(_ handler: @escaping () -> Void) {
        subscribers.append(handler)
    }

    func change(to screen: LogicalScreen) {
        if screen == self.screen { return }
        self.screen = screen
        for subscriber in subscribers { subscriber() }
    }
}
