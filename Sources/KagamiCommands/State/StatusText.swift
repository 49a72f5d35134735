import Control
import Geometry
import Mirroring

/// Formats the service's status as text.
enum StatusText {
    /// A line for each part that is present. What keeps screens from showing the applications comes before the screens.
    static func describe(_ status: ServiceStatus) -> String { TextTable.lay(rows(status)) }

    static func rows(_ status: ServiceStatus) -> [[String]] {
        let rows: [(String, String?)] = [
            ("kagami", status.about.version),
            ("backend", status.about.backend.rawValue),
            ("state", status.screens.state.rawValue),
            ("locked", lock(of: status)),
            ("blanked", blanked(status.screens)),
            ("frozen", frozen(status.screens)),
            (
                "idle",
                status.session.idle.isEmpty ? nil : status.session.idle.map(\.rawValue).joined(separator: ", ")
            ),
            ("kept lit", status.session.idleInhibitors.flatMap(describe)),
            ("panel", status.screens.panel.map(describe)),
            ("external", status.screens.external.map(describe)),
            ("controls", status.applications.displays.isEmpty ? nil : status.screens.controlled?.name),
            ("content", status.applications.content.map(describe)),
            ("viewport", status.view.viewport.map(describe)),
            ("controller", status.view.controller.map(describe)),
            ("snapshot", "\(status.view.snapshot.path.rawValue), \(status.view.snapshot.frames) frames"),
            ("renderer", renderer(of: status)),
            ("program", status.applications.program.map(describe)),
            ("panel app", status.applications.panelApplication.map(describe)),
            ("own apps", own(status.applications.displays)),
            ("pip", status.overlays.pip.map(PiPText.describe)),
            ("hud", status.overlays.hud.map(describe)),
            (
                "keyboard",
                status.overlays.screenKeyboard.map { "\($0.isShown ? "shown" : "hidden"), \($0.show.rawValue)" }
            ),
            (
                "presenter",
                status.overlays.presenter.map { "\($0.tool?.rawValue ?? "no tool"), \($0.strokes) strokes" }
            ),
            ("timer", status.overlays.timer.map(describe)),
            ("brightness", status.screens.brightness.map { "\($0) %" }),
            ("sound", status.screens.sound.map(\.description.printable)),
            ("sockets", status.about.sockets.map(describe)),
            ("presented", presented(status.counters)),
            ("repainted", repainted(status.counters)),
            ("displays", displays(status.counters)),
        ]
        // The columns stay where they are as lines come and go.
        let width = rows.map(\.0.count).max() ?? 0
        return rows.compactMap { name, text in
            text.map { [name + String(repeating: " ", count: width - name.count), $0] }
        }
    }

    /// The renderer, with the device or the reason.
    static func renderer(of status: ServiceStatus) -> String {
        status.about.renderer + (status.about.rendererRemark.map { ": \($0)" } ?? "")
    }

    private static func lock(of status: ServiceStatus) -> String? {
        guard status.session.isLocked else { return nil }
        let isLost = status.session.locker == .lost
        return "all screens, "
            + (isLost ? "and the locker has ended: start one to unlock" : "until the locker unlocks them")
    }

    private static func blanked(_ screens: ScreensStatus) -> String? {
        if let extent = screens.blank { return describe(extent) }
        // A panel that nobody uses is black by itself.
        let outputs = screens.blankOutputs.filter { $0 != screens.panel?.name }
        return outputs.isEmpty ? nil : "\(list(outputs)), until kagami blank off"
    }

    private static func frozen(_ screens: ScreensStatus) -> String? {
        let outputs = screens.frozenOutputs
        guard !outputs.isEmpty else {
            return screens.isFrozen ? "the external keeps its picture until kagami freeze off" : nil
        }
        return "\(list(outputs)) \(outputs.count == 1 ? "keeps its" : "keep their") picture until kagami freeze off"
    }

    private static func list(_ outputs: [OutputID]) -> String {
        outputs.map(\.name.printable).joined(separator: ", ")
    }

    private static func describe(_ blank: BlankExtent) -> String {
        switch blank {
        case .all: "all screens, until any input or kagami blank off"
        case .external: "the external, until kagami blank off"
        }
    }

    /// Who keeps the user from counting as idle, and why; nil for nobody.
    private static func describe(_ inhibitors: [IdlenessInhibitor]) -> String? {
        let words = inhibitors.map { inhibitor in
            let unnamed = inhibitor.source == .window ? "a window" : "a program"
            let name = inhibitor.program?.printable ?? unnamed
            return inhibitor.reason.map { "\(name): \($0.printable)" } ?? name
        }
        return words.isEmpty ? nil : "by " + words.joined(separator: "; ")
    }

    /// The sockets' names, which are the values for WAYLAND_DISPLAY.
    private static func describe(_ sockets: SocketNames) -> String {
        let names = [
            ("content", sockets.content), ("panel app", sockets.panelApplication), ("tools", sockets.tools),
        ]
        return names.compactMap { who, name in name.map { "\(who) \($0.printable)" } }.joined(separator: ", ")
    }

    /// The displays' own applications.
    private static func own(_ displays: [DisplayApplicationStatus]) -> String? {
        let words = displays.map { display in
            let output = display.output?.name.printable ?? "no display"
            let application = display.content.map { $0.title ?? $0.appID?.text ?? "untitled" } ?? "no window"
            return "\(output): \(application.printable)"
        }
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    private static func describe(_ bar: HUDStatus) -> String {
        let size = "\(bar.place.rawValue) \(bar.width)x\(bar.height), \(bar.comments) comments"
        return bar.layoutError.map { "\(size), layout: \($0.printable)" } ?? size
    }

    private static func describe(_ screen: ScreenStatus) -> String {
        var words = [
            screen.name.name, "\(screen.width)x\(screen.height)", RefreshText.hertz(screen.refreshMilliHertz),
        ]
        if screen.scale != 1 { words.append("scale \(screen.scale)") }
        if screen.transform != TransformName(.normal) { words.append("transform \(screen.transform)") }
        return words.joined(separator: " ")
    }

    private static func describe(_ content: ContentStatus) -> String {
        let name = content.title ?? content.appID?.text ?? "untitled"
        let place =
            switch content.on {
            case nil: "parked"
            case .panel?: "on the panel"
            case .external?: "on the external"
            case .pip?: "in picture in picture"
            case .background?: "in the background"
            }
        return "\(name.printable) \(content.width)x\(content.height) \(place)"
    }

    private static func describe(_ application: SupervisionStatus) -> String {
        let state =
            switch application.state {
            case .running: application.pid.map { "running as \($0)" } ?? "running"
            case .waiting: "waits to be started again"
            case .gaveUp: "gave up: kagami restart starts it again"
            }
        var words = ["\(application.program.printable) \(state)"]
        if application.restarts > 0 { words.append("\(application.restarts) restarts") }
        if let end = application.lastEnd { words.append("the last run " + end.notice.text(in: .english).printable) }
        return words.joined(separator: ", ")
    }

    private static func describe(_ viewport: ViewportStatus) -> String {
        let scale = (viewport.scale * 10000).rounded() / 10000
        return "\(viewport.width)x\(viewport.height) at \(viewport.x),\(viewport.y) scale \(scale)"
    }

    private static func describe(_ controller: ControllerStatus) -> String {
        let zoom = (controller.zoom * 100).rounded() / 100
        let seen = "\(controller.width)x\(controller.height) at \(controller.x),\(controller.y)"
        return "\(controller.mode.rawValue), zoom \(zoom), shows \(seen)"
    }

    private static func describe(_ timer: TimerStatus) -> String {
        PresentationTimer.text(ofSeconds: timer.seconds) + (timer.isRunning ? "" : ", stopped")
    }

    private static func presented(_ counters: ServiceCounters) -> String {
        "panel \(counters.panel.framesPresented), external \(counters.external.framesPresented) frames"
    }

    private static func repainted(_ counters: ServiceCounters) -> String {
        "panel \(counters.panel.lastDamagedPixels), external \(counters.external.lastDamagedPixels) pixels last"
    }

    private static func displays(_ counters: ServiceCounters) -> String {
        "plugged \(counters.plugs), unplugged \(counters.unplugs), modes refused \(counters.modeRefusals)"
    }
}

/// Formats refresh rates.
enum RefreshText {
    /// For example `59.94 Hz`, without trailing zeros.
    static func hertz(_ milliHertz: Int) -> String {
        let (whole, rest) = milliHertz.quotientAndRemainder(dividingBy: 1000)
        if rest == 0 { return "\(whole) Hz" }
        let digits = String(1000 + abs(rest)).dropFirst()
        return "\(whole).\(String(digits.reversed().drop { $0 == "0" }.reversed())) Hz"
    }
}

/// Formats a connector as text: one line, and one for each mode.
enum OutputText {
    static func describe(_ reply: OutputsRequest.Reply) -> String {
        (reply.outputs.map(describe) + reply.unplacedTouchscreens.map { describe($0).printable }).joined(
            separator: "\n")
    }

    static func describe(_ output: OutputStatus) -> String {
        let glass = output.touchscreens.map { "    \(describe($0))" }
        let modes = output.modes.map { mode in "    \(describe(mode, of: output))" }
        let remembered = output.remembered.map { ["    \(describe($0))"] } ?? []
        return ([heading(output)] + glass + remembered + modes).map(\.printable).joined(separator: "\n")
    }

    private static func describe(_ touchscreen: TouchscreenStatus) -> String {
        "touch  \(touchscreen.name)  \(TouchscreenText.reason(touchscreen))"
    }

    private static func describe(_ settings: DisplaySettings) -> String {
        var words = ["remembered"]
        if let role = settings.role { words.append(role.rawValue) }
        if let mode = settings.mode {
            words.append("\(mode.size.width)x\(mode.size.height)")
            if let rate = mode.refreshMilliHertz { words.append(RefreshText.hertz(rate)) }
        }
        if let scale = settings.scale { words.append("scale \(scale.factor)") }
        if let transform = settings.transform { words.append("transform \(TransformName(transform))") }
        if let refresh = settings.variableRefresh { words.append("vrr \(refresh.rawValue)") }
        if let mode = settings.controllerMode { words.append("controller \(mode.rawValue)") }
        if let percent = settings.overscanPercent { words.append("overscan \(percent)%") }
        if let percent = settings.volumePercent { words.append("volume \(percent)%") }
        if let zoom = settings.zoom?.zoom { words.append("zoom \((zoom.factor * 100).rounded() / 100)") }
        return words.joined(separator: "  ")
    }

    private static func heading(_ output: OutputStatus) -> String {
        guard output.isConnected else { return "\(output.name)  disconnected" }
        var words = [output.name.name, output.role?.rawValue ?? "connected"]
        let known = [output.make, output.model, output.serial].compactMap { $0 }
        if !known.isEmpty { words.append(known.joined(separator: " ")) }
        if let size = output.physicalSize { words.append("\(size.width)x\(size.height) mm") }
        if output.isOff == true { words.append("turned off") }
        if let refresh = variableRefresh(of: output) { words.append(refresh) }
        if let depth = depth(of: output) { words.append(depth) }
        return words.joined(separator: "  ")
    }

    /// Nil for a display of a fixed rate where no variable rate is wanted.
    private static func variableRefresh(of output: OutputStatus) -> String? {
        switch output.variableRefresh {
        case .on: "vrr on"
        case .refused(let reason): "vrr off: \(reason.rawValue)"
        case .off: output.canVaryRefresh ? "vrr off" : nil
        case nil: output.canVaryRefresh ? "vrr capable" : nil
        }
    }

    /// Nil for the usual depth where no other depth is wanted.
    private static func depth(of output: OutputStatus) -> String? {
        guard let depth = output.depth else { return nil }
        if let refusal = depth.refusal { return "\(depth.bits.rawValue) bits a colour: \(refusal.rawValue)" }
        return depth.bits == .eight ? nil : "\(depth.bits.rawValue) bits a colour"
    }

    private static func describe(_ mode: ModeStatus, of output: OutputStatus) -> String {
        var words = ["\(mode.width)x\(mode.height)", RefreshText.hertz(mode.refreshMilliHertz)]
        if mode.isPreferred { words.append("preferred") }
        if mode == output.currentMode { words.append("current") }
        return words.joined(separator: "  ")
    }
}
