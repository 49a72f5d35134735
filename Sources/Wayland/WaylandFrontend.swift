import Geometry
import Logging
import Mirroring

extension WaylandContent {
    /// Announces all that an application may use on the display; the keyboard has the layout of `keyboard`.
    ///
    /// Until the first `layOut` clients are told of an ordinary screen.
    package convenience init(
        display: WaylandDisplay, keyboard: KeyboardConfiguration, layout: LayoutPolicy = .filling
    ) throws(WaylandError) {
        try self.init(
            display: display,
            screen: LogicalScreen(
                name: "kagami", size: Size(width: 1280, height: 800), refreshMilliHertz: 60_000),
            keyboard: keyboard, layout: layout)
    }

    /// The same with a first description of the screen.
    convenience init(
        display: WaylandDisplay, screen: LogicalScreen, keyboard: KeyboardConfiguration, layout: LayoutPolicy
    ) throws(WaylandError) {
        try self.init(display: display, screen: screen)
        let logger = Logger(label: "kagami.wayland")
        let shell = try Shell(content: self, policy: layout, logger: logger)
        let seat = try Seat(content: self, desktop: shell.desktop, keyboard: keyboard, logger: logger)
        windowChoice = shell.desktop
        attach(windows: shell, seat: seat)
        extensions = try ExtensionGlobals(content: self, desktop: shell.desktop, seat: seat, logger: logger)
    }
}
