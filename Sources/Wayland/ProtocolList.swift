import Logging
import Runtime
import WaylandBinding

/// Every protocol beyond the core, the shells and the seat, each announced to its audience.
///
/// A new protocol has a folder of its own and a line here.
enum ProtocolList {
    /// The protocols that need only surfaces.
    static func surfaces(_ content: WaylandContent) throws(RuntimeError) -> [AnyObject] {
        [
            try XDGOutputManager.announce(content),
            try FractionalScaleManager.announce(content),
            try Viewporter.announce(content),
            try PresentationTime.announce(content),
            try SinglePixelBufferManager.announce(content),
            try TearingControlManager.announce(content),
            try ColorRepresentationManager.announce(content),
        ]
    }

    /// The protocols of windows and input. The seat asks its extensions in this order.
    static func all(
        _ content: WaylandContent, _ desktop: Desktop, _ seat: Seat, logger: Logger
    ) throws(RuntimeError) -> [AnyObject] {
        let (display, tools) = (content.display, content.tools)
        return try surfaces(content) + [
            try DecorationShell.announce(content),
            try ServerDecorationManager.announce(content),
            try ScreenCapture(content),
            try SessionLock(content, desktop: desktop),
            try IdleInhibitors(content),
            try IdleNotifier(content),
            try LayerShell(display, place: tools),
            try ForeignToplevels(display, desktop: desktop, output: tools.output),
            try OutputManagement(content),
            try OutputPowers(content),
            try GammaControls(content),
            try VirtualPointers.announce(display, place: tools),
            try VirtualKeyboards.announce(display, place: tools),
            try Activation(display, desktop: desktop),
            try ForeignWindows(display),
            try RelativePointers.announce(display),
            try PointerConstraints.announce(display),
            try PointerGestures.announce(display, seat: seat),
            try ShortcutsInhibit.announce(display, seat: seat),
            try XKeyboardGrabs.announce(display, seat: seat),
            try TabletManager.announce(display, seat: seat),
            try CursorShapes.announce(display),
            try SecurityContexts(display, logger: logger),
            try PrimarySelection(display, selection: seat.primary),
            try TextInputs(content, desktop: desktop, seat: seat),
            try InputMethods.announce(display, place: tools),
            try ContextInputMethod.announce(display, place: tools),
            try PanelSurfaces.announce(display, place: tools),
            try DataControl(display, clipboard: seat.clipboard, primary: seat.primary),
        ]
    }
}
