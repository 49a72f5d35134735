import Geometry
import Mirroring
import WaylandBinding

extension Surface {
    /// The scale that the rules give to the surface's window; nil for none.
    var ruledScale: Scale? {
        (root.role as? ShellSurface)?.toplevel?.ruling.effects.scale
    }
}

/// The effects of the user's rules on a window.
struct WindowRuling: Hashable {
    var effects = WindowEffects()
    /// The fullscreen state that the client wants while a rule overrides it; nil without such a rule.
    var ownFullscreen: Bool?
}

/// The effects of the user's rules. Most are decided when a window is mapped; after that the client's requests count.
extension Toplevel {
    var isKeptAbove: Bool { ruling.effects.isAbove ?? false }

    /// The screen's logical pixels per logical pixel of the window, by the rules, or because the window is laid out in pixels.
    var ruledFactor: Double {
        guard shell.desktop.policy == .filling, let scale = ruling.effects.scale ?? (wire.isInPixels ? .one : nil)
        else { return 1 }
        return scale.factor / screen.scale.factor
    }

    /// Whether the window's places are pixels of the content.
    var isPlacedInPixels: Bool { wire.isInPixels && ruling.effects.scale == nil }

    /// The rectangle in which the window is laid out to take up `area` on the screen. Only a window that is placed in pixels has
    /// another corner there.
    func laidOut(_ area: Rect<LogicalSpace>) -> Rect<LogicalSpace> {
        if isPlacedInPixels { return pixels(of: area) }
        let factor = ruledFactor
        if factor == 1 { return area }
        func laidOut(_ length: Int) -> Int { max(1, Int(clamping: (Double(length) / factor).rounded(.down))) }
        return Rect(x: area.x, y: area.y, width: laidOut(area.width), height: laidOut(area.height))
    }

    /// The pixels of an area of the screen. The screen's last pixels count, even if they are no whole logical pixel.
    private func pixels(of area: Rect<LogicalSpace>) -> Rect<LogicalSpace> {
        let (screen, bounds) = (screen, shell.desktop.bounds(onPanel: isOnPanel))
        var pixels = screen.scale.physical(area.offset(x: -bounds.x, y: -bounds.y))
        if area.maxX == bounds.maxX { pixels.width = screen.size.width.subtractingClamped(pixels.x) }
        if area.maxY == bounds.maxY { pixels.height = screen.size.height.subtractingClamped(pixels.y) }
        let left = isOnPanel ? shell.desktop.panelScreen?.layout.pixelX ?? 0 : 0
        return pixels.offset(x: left, y: 0).reinterpreted()
    }

    /// The window's rectangle on the logical screen.
    var shownFrame: Rect<LogicalSpace> {
        guard wire.isInPixels, let fit else { return shell.frame }
        let frame = shell.frame
        let first = fit.shown(Point(x: Double(frame.x), y: Double(frame.y)))
        let last = fit.shown(Point(x: Double(frame.maxX), y: Double(frame.maxY)))
        return Rect(
            left: Int(clamping: first.x.rounded()), top: Int(clamping: first.y.rounded()),
            right: Int(clamping: last.x.rounded()), bottom: Int(clamping: last.y.rounded()))
    }

    /// The least area of the screen that the window needs.
    var leastArea: Size<LogicalSpace> { shown(leastSize) }

    /// The size that the window takes up on the screen.
    var shownSize: Size<LogicalSpace> {
        let size = shell.frame.size
        return fills && size == laidOut(area).size ? area.size : shown(size)
    }

    private func shown(_ size: Size<LogicalSpace>) -> Size<LogicalSpace> {
        let factor = ruledFactor
        func shown(_ length: Int) -> Int { Int(clamping: (Double(length) * factor).rounded(.up)) }
        return Size(width: shown(size.width), height: shown(size.height))
    }

    /// Applies the rules to a window that is not mapped yet.
    func applyRules() {
        withdrawRules()
        guard let rules = shell.desktop.rules else { return }
        ruling.effects = rules.effects(appID: appID, title: title)
        tellScale()
        guard let isFullscreen = ruling.effects.isFullscreen else { return }
        ruling.ownFullscreen = wishes.isFullscreen
        wishes.isFullscreen = isFullscreen
    }

    private func withdrawRules() {
        if let own = ruling.ownFullscreen { wishes.isFullscreen = own }
        ruling = WindowRuling()
    }

    /// Applies the rules again, because the title or the application ID that they match has changed.
    func descriptionChanged() {
        guard !shell.isMapped, shell.isConfigured else { return }
        applyRules()
        reconfigure()
    }

    /// Changes the state that the client wants.
    func changeWishes(_ body: (inout ToplevelWishes) -> Void) {
        guard !shell.isMapped, shell.isConfigured else { return body(&wishes) }
        withdrawRules()
        body(&wishes)
        applyRules()
    }

    /// Follows changed rules. Only the lasting effects change a mapped window.
    func rulesChanged() {
        guard shell.isMapped else { return descriptionChanged() }
        let effects = (shell.desktop.rules ?? []).effects(appID: appID, title: title)
        (ruling.effects.fills, ruling.effects.isAbove) = (effects.fills, effects.isAbove)
        (ruling.effects.scale, ruling.effects.takesTouch) = (effects.scale, effects.takesTouch)
        let wasOnPanel = isOnPanel
        ruling.effects.isOnPanel = effects.isOnPanel
        if isOnPanel != wasOnPanel { shell.desktop.movesAcross(self) }
        tellScale()
        reconfigure()
    }

    /// Tells the client the scale at which the window is shown.
    func tellScale() {
        for part in shell.surface.extensions { part.windowScaleChanged() }
    }
}
