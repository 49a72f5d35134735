import Logging
import WaylandBinding

/// The globals other than surfaces, windows and input devices, each with its audience.
final class ExtensionGlobals {
    let capture: ScreenCapture
    let idle: IdleWatch
    let inhibitors: IdleInhibitors
    let desktop: Desktop
    let seat: Seat
    let text: TextRelay
    /// Offered where there is a DRM device.
    var dmabufs: LinuxDMABuf?
    /// Keeps the globals alive.
    private let others: [AnyObject]

    init(content: WaylandContent, desktop: Desktop, seat: Seat, logger: Logger) throws(WaylandError) {
        self.seat = seat
        self.desktop = desktop
        let tools = content.tools
        let display = content.display
        capture = try ScreenCapture(content: content)
        idle = IdleWatch(LoopIdleClock(display.loop))
        inhibitors = try IdleInhibitors(content: content)
        inhibitors.onRelease = { [weak tools] in tools?.inhibitionChanged() }
        idle.isInhibited = { [weak tools] in tools?.isIdleInhibited == true }
        text = TextRelay(panels: InputPanels(content: content, desktop: desktop))
        seat.add(text)
        others = [
            try IdleNotifier(display, watch: idle),
            try LayerShell(display, place: tools),
            try ForeignToplevels(display, desktop: desktop, output: tools.screen.output),
            try OutputManagement(display, layout: tools.layout),
            try VirtualPointers(display, place: tools),
            try VirtualKeyboards(display, place: tools),
            try Activation(display, desktop: desktop),
            try ForeignWindows(display),
            try RelativePointers(display),
            try PointerConstraints(display),
            try PointerGestures(display, seat: seat),
            try ShortcutsInhibit(display, seat: seat),
            try TabletManager(display, seat: seat),
            try CursorShapes(display),
            try SecurityContexts(display, logger: logger),
            try PrimarySelection(display, selection: seat.primary),
            try TextInputs(display, relay: text),
            try InputMethods(display, place: tools),
            try DataControl(display, clipboard: seat.clipboard, primary: seat.primary),
        ]
    }
}
