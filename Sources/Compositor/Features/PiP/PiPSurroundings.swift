import Geometry
import Mirroring

/// The last state of the screens around the picture in picture, to detect their changes.
struct PiPSurroundings {
    /// Whether the displays are taken away (a VT switch): meanwhile no source counts as lost, whatever the displays do.
    private enum Suspension {
        case none
        case away
        /// The displays are back; the panel may not be enabled yet.
        case returning
    }

    /// A change of what the panel shows below the picture.
    struct BaseChange {
        let from: ScreenBase?
        let to: ScreenBase?

        /// The machine's input about the content; nil for none. `content` is the source of the content's screen.
        func input(about content: PiPSource) -> PiPInput? {
            switch (from, to) {
            case (.application, .content), (.application, .controller): .cameToFullView(content)
            case (.content, .application), (.controller, .application): .leftForeground(content)
            default: nil
            }
        }

        /// Whether the content's windows have come to full view.
        var showsWindows: Bool { from == .application && to == .content }
    }

    private var suspension = Suspension.none
    private var lastBase: ScreenBase?
    /// The last external that carried the content.
    private var lastExternal: OutputID?
    private var lastCovered: Set<AppID> = []

    /// The source, if it is a window that was covered and no longer is.
    mutating func uncovered(_ covered: Set<AppID>, _ source: PiPSource?) -> PiPSource? {
        defer { lastCovered = covered }
        guard case .window(let id)? = source, lastCovered.contains(id), !covered.contains(id) else { return nil }
        return source
    }

    /// False from `suspended` until the displays are back and the panel has its size again.
    mutating func arePresent(panel: Size<PanelSpace>?) -> Bool {
        if suspension == .returning, panel != nil { suspension = .none }
        return suspension == .none
    }

    mutating func suspended() {
        suspension = .away
    }

    mutating func resumed() {
        suspension = .returning
    }

    mutating func baseChanged(to base: ScreenBase?) -> BaseChange {
        defer { lastBase = base }
        return BaseChange(from: lastBase, to: base)
    }

    /// Whether the content has moved from one external to another.
    mutating func externalChanged(to external: OutputID?) -> Bool {
        defer { lastExternal = external }
        guard let external, let lastExternal else { return false }
        return external != lastExternal
    }
}
