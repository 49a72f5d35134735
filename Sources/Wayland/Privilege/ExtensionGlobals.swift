import Logging

/// The globals beyond surfaces, windows and input devices, each shown to those who may have it.
final class ExtensionGlobals {
    let capture: ScreenCapture
    let idle: IdleWatch
    let seat: Seat
    /// Offered where there is a device to draw with.
    var dmabufs: LinuxDMABuf?
    /// Held for their globals.
    private let others: [AnyObject]

    init(content: WaylandContent, desktop: Desktop, seat: Seat, logger: Logger) throws(WaylandError) {
        self.seat = seat
        let display = content.display
        capture = try ScreenCapture(content: content)
        idle = IdleWatch(LoopIdleClock(display.loop))
        let inhibitors = try IdleInhibitors(content: content)
        inhibitors.onRelease = { [weak idle] in idle?.inhibitionChanged() }
        idle.isInhibited = { [weak inhibitors] in inhibitors?.isActive == true }
        let exported = ExportedWindows()
        let text = TextRelay(panels: InputPanels(content: content, desktop: desktop))
        seat.follower = text
        others = [
            inhibitors,
            try IdleNotifier(display, watch: idle),
            try LayerShell(display, desktop: desktop),
            try ForeignToplevels(display, desktop: desktop, output: content.outputGlobal),
            try OutputManagement(display, layout: content.output),
            try VirtualPointers(content: content, seat: seat),
            try VirtualKeyboards(content: content, seat: seat),
            try Activation(display, desktop: desktop),
            try ForeignWindowsV1(display, windows: exported),
            try ForeignWindowsV2(display, windows: exported),
            try RelativePointers(display),
            try PointerConstraints(display),
            try PointerGestures(display, seat: seat),
            try ShortcutsInhibit(display, seat: seat),
            try TabletManager(display, seat: seat),
            try CursorShapes(display),
            try SecurityContexts(display, logger: logger),
            try PrimarySelection(display, selection: seat.primary),
            try TextInputs(display, relay: text),
            try InputMethods(display, relay: text, desktop: desktop, keyboard: seat.keyboard),
            try DataControl(display, clipboard: seat.clipboard, primary: seat.primary),
        ]
    }
}
