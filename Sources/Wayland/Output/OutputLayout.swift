import Geometry
import Mirroring

/// The one screen that clients are laid out on, and who wants to know when it changes.
final class OutputLayout {
    private(set) var screen: LogicalScreen
    private var subscribers: [() -> Void] = []
    /// Told when windows are to leave other edges free of a screen that stays as it is.
    var reservedChanged: () -> Void = {}

    init(screen: LogicalScreen) {
        self.screen = screen
    }

    /// The screen in the coordinates that windows are placed in.
    var bounds: Rect<LogicalSpace> { screen.scale.logical(screen.size).bounds }

    /// Calls `handler` after each change, in the order of subscription.
    func subscribe(_ handler: @escaping () -> Void) {
        subscribers.append(handler)
    }

    /// The edges that windows leave free for what is not theirs.
    var reserved: EdgeInsets {
        let margins = screen.reservedLogical
        return EdgeInsets(top: margins.top, right: margins.right, bottom: margins.bottom, left: margins.left)
    }

    /// What windows take that are full screen: all of the screen, or what is not reserved.
    var fullscreenArea: Rect<LogicalSpace> {
        screen.reservesFromFullscreen ? LayerArrangement.usable(of: bounds, without: reserved) : bounds
    }

    func change(to screen: LogicalScreen) {
        if screen == self.screen { return }
        var sameButReserved = self.screen
        sameButReserved.reserved = screen.reserved
        sameButReserved.reservesFromFullscreen = screen.reservesFromFullscreen
        self.screen = screen
        if screen == sameButReserved { return reservedChanged() }
        for subscriber in subscribers { subscriber() }
    }
}
