import Geometry
import Mirroring

extension WaylandContent {
    /// Announces all that an application may use on the display; the keyboard has the layout of `keyboard`.
    ///
    /// Until the first `layOut` clients are told of an ordinary screen.
    package convenience init(display: WaylandDisplay, keyboard: KeyboardConfiguration) throws(WaylandError) {
        try self.init(
            display: display,
            screen: LogicalScreen(
                name: "kagami", size: Size(width: 1280, height: 800), refreshMilliHertz: 60_000))
    }
}
