import Control
import Geometry
package import Mirroring

/// Blanks screens above everything that they show, and turns displays off and on; applications keep running.
///
/// While all screens are black, the user's next input only shows them again. A touch reaches no application, and a key
/// types nothing; modifiers still reach applications, so that chords stay complete. On a panel that alone is dark, a
/// press only lights the panel, and so does a key for the application that the panel hides. An external that was
/// blanked on its own stays black until a command unblanks it, and so does a single display.
package final class Blanking: Feature, OverlayInputSink {
    private let overlays: Overlays
    private let director: ScreenDirector
    private let darkPanel: DarkPanel
    private let tools: (any DisplayToolPort)?
    private let backlight: (any BacklightPort)?
    private let black = MemoryImage(pixel: 0, format: .xrgb8888)
    /// A press on the dark panel that has not been answered yet.
    private var isPressed = false

    init(_ overlays: Overlays, _ director: ScreenDirector, _ darkPanel: DarkPanel, _ ports: CompositorPorts) {
        self.overlays = overlays
        self.director = director
        self.darkPanel = darkPanel
        tools = ports.displayTools
        backlight = ports.backlight
    }

    func serviceStarts() {
        tools?.powerObserver = self
        // An earlier program may have left the backlight off.
        backlight?.setPower(isOn: true)
    }

    /// Which screens are blanked; nil for none.
    package var extent: BlankExtent? { director.wishes.blank }

    /// Blanks screens, or with nil unblanks all of them.
    package func blank(_ extent: BlankExtent?) {
        director.update { wishes in
            if let extent { wishes.blank = extent } else { wishes.unblank() }
        }
    }

    /// Blanks one display beside the panel, or shows the content on it; returns why not, or nil.
    package func blank(_ id: OutputID, _ isBlank: Bool) -> ExternalObstacle? {
        if let obstacle = director.topology.obstacle(toHiding: id) { return obstacle }
        let all = director.topology.displaysForViewers
        director.update { $0.blank(id, isBlank, among: all) }
        return nil
    }

    /// Whether all screens are dark, so that the user's next input only wakes them.
    var isEverythingDark: Bool { extent == .all || director.plan.isDark }

    /// Covers the screens that the plan blanks, and uncovers the others.
    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges) {
        if changes.isBlankingChanged { cover(plan) }
        if changes.isPowerChanged {
            tools?.displaysTurnedOff(plan.off)
            backlight?.setPower(isOn: plan.panel?.isOff != true)
        }
    }

    private func cover(_ plan: ScreenPlan) {
        for role in [OutputRole.panel, .external] {
            let isCovered = role == .panel ? plan.panel?.isCovered == true : plan.isContentBlank
            let covered = isCovered ? plan.canvas(of: role)?.bounds : nil
            overlays.set(.blank, to: covered.map { [SceneElement(black, at: $0)] } ?? [], on: role)
        }
        // All of them are black, or none is.
        let own = plan.own.contains(where: \.isCovered) ? plan.own.map(\.size) : []
        let bounds = Size<OutputSpace>(
            width: own.map(\.width).max() ?? 0, height: own.map(\.height).max() ?? 0
        ).bounds
        overlays.set(.blank, to: own.isEmpty ? [] : [SceneElement(black, at: bounds)], on: .own)
        let panel = plan.panel.flatMap { $0.isBlank ? $0.size.reinterpreted(as: PanelSpace.self).bounds : nil }
        overlays.setInput(.blank, area: panel.map { OverlayArea(own: Region($0)) }, sink: self)
    }

    /// Swallows the input, so that nothing below the black picture receives it.
    package func take(_ input: OverlayInput) {
        switch input {
        case .down, .key: isPressed = true
        case .motion, .up, .cancel, .hover, .hoverEnded, .scroll: break
        }
    }

    /// Whether the panel has been pressed since the last call.
    func takePress() -> Bool {
        defer { isPressed = false }
        return isPressed
    }

    var commands: [any CommandHandler] {
        [
            Handler<BlankRequest> { [unowned self] command, _ in
                blank(command.extent)
                guard command.extent == .external, director.plan.screen(in: .external) == nil else { return .done }
                return .note("the external is off: it will be black when it is on")
            },
            Handler<BlankOutputRequest> { [unowned self] command, _ in
                blank(command.output, command.enabled).map { .failure("\(command.output): \($0.rawValue)") } ?? .done
            },
        ]
    }

    func report(to status: inout ServiceStatus) {
        status.screens.blank = extent
    }
}

extension Blanking: PowerObserver {
    package func setPower(of id: OutputID, isOn: Bool) -> Bool {
        guard director.plan.screens[id] != nil else { return false }
        director.update { wishes in
            guard isOn else { return _ = wishes.off.insert(id) }
            wishes.off.remove(id)
            // A display that was turned on by hand must show something.
            if wishes.blank == .all { wishes.blank = nil }
            if id == director.plan.panel?.output.id { wishes.isPanelLeft = false }
        }
        if isOn { darkPanel.used() }
        return true
    }
}
