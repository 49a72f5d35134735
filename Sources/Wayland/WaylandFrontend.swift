import Geometry
import Logging
import Mirroring

extension WaylandContent {
    /// Announces all that an application may use on the display; the keyboard has the layout of `keyboard`.
    ///
    /// Until the first `layOut` clients are told of an ordinary screen. The tools of `other`, on another display of
    /// the same loop, serve this application too, while it has the keyboard.
    package convenience init(
        display: WaylandDisplay, keyboard: KeyboardConfiguration, layout: LayoutPolicy = .filling,
        sharingTools other: WaylandContent? = nil
    ) throws(WaylandError) {
        try self.init(
            display: display,
            screen: LogicalScreen(
                name: "kagami", size: Size(width: 1280, height: 800), refreshMilliHertz: 60_000),
            keyboard: keyboard, layout: layout, sharingTools: other)
    }

    /// Has the keyboard use another layout from now on; false for one that does not compile, which changes nothing.
    package func use(_ keyboard: KeyboardConfiguration) throws(WaylandError) -> Bool {
        try chosenSeat?.keyboard.use(keyboard) ?? true
    }

    /// The same with a first description of the screen.
    convenience init(
        display: WaylandDisplay, screen: LogicalScreen, keyboard: KeyboardConfiguration, layout: LayoutPolicy,
        sharingTools other: WaylandContent? = nil
    ) throws(WaylandError) {
        try self.init(display: display, screen: screen, sharingTools: other)
        let logger = Logger(label: "kagami.wayland")
        let shell = try Shell(content: self, policy: layout, logger: logger)
        let seat = try Seat(content: self, desktop: shell.desktop, keyboard: keyboard, logger: logger)
        windowChoice = shell.desktop
        attach(windows: shell, seat: seat)
        chosenSeat = seat
        extensions = try ExtensionGlobals(content: self, desktop: shell.desktop, seat: seat, logger: logger)
        other?.extensions?.seat.toolSeats.append(WeakSeat(seat: seat))
    }
}
