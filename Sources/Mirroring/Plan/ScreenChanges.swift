import Geometry

/// The work to do when one plan follows another.
package struct ScreenChanges: Hashable, Sendable {
    /// The applications to lay out again, and their screens.
    package internal(set) var layouts: [HostedApplication: LogicalScreen] = [:]
    /// The applications that are now composed in another place or in none.
    package internal(set) var moved: Set<HostedApplication> = []
    /// The applications that have stayed in their place but are drawn at another scale.
    package internal(set) var rescaled: Set<HostedApplication> = []
    /// The applications that stay on their screen, where a still of them or the lock begins or ends.
    package internal(set) var reshown: Set<HostedApplication> = []
    /// The outputs on which a still begins, ends, becomes black or becomes visible again.
    package internal(set) var stills: Set<OutputID> = []
    /// The outputs on which a controller begins, ends or shows something else.
    package internal(set) var controllers: Set<OutputID> = []
    /// The outputs that have appeared, disappeared or changed their mode, transform or role.
    package internal(set) var resized: Set<OutputID> = []
    /// Whether the bar has appeared, disappeared or moved.
    package internal(set) var isBarMoved = false
    /// Whether a bar, a keyboard or the like takes other edges of a screen than before.
    package internal(set) var isRoomChanged = false
    /// Whether black covers other outputs than before.
    package internal(set) var isBlankingChanged = false
    /// Whether other displays than before are turned off.
    package internal(set) var isPowerChanged = false
    /// Whether tools see other displays than before, or see them otherwise.
    package internal(set) var areDisplaysChanged = false
    /// Whether positions map to something else, apart from zooming; everything held must end before the change.
    package internal(set) var isInputDisturbed = false
    /// The application whose positions nevertheless map as before, or nil for none.
    package internal(set) var undisturbed: HostedApplication?

    /// Whether there is nothing to do.
    package var isEmpty: Bool { self == ScreenChanges() }

    /// The applications that have moved or been rescaled, so that their whole picture changes.
    package var redrawn: Set<HostedApplication> { moved.union(rescaled) }

    /// The applications to draw anew as a whole.
    package var repainted: Set<HostedApplication> { redrawn.union(reshown) }

    /// Whether the screens show other pictures, and not only other overlays.
    package var isAnotherScene: Bool { !(redrawn.isEmpty && controllers.isEmpty && resized.isEmpty) }
}

extension ScreenPlan {
    /// The work to do when this plan follows `old`.
    package func changes(from old: ScreenPlan) -> ScreenChanges {
        var changes = ScreenChanges()
        let all = Set(screens.keys).union(old.screens.keys)
        changes.resized = all.filter { screens[$0]?.shape != old.screens[$0]?.shape }
        for application in applications.union(old.applications) {
            if let layout = layouts[application], layout != old.layouts[application] {
                changes.layouts[application] = layout
            }
            let (place, last) = (places[application], old.places[application])
            let isSameOutput = place?.output != nil && place?.output == last?.output
            let isAtHome = place == last || isSameOutput && place?.spread == last?.spread
            let isResized = place?.output.map { changes.resized.contains($0) } ?? false
            if !isAtHome || isResized {
                changes.moved.insert(application)
                continue
            }
            if place != nil, layouts[application]?.scale != old.layouts[application]?.scale {
                changes.rescaled.insert(application)
            }
            if place != last || place != nil && isLocked != old.isLocked { changes.reshown.insert(application) }
        }
        changes.stills = all.filter { id in
            let (next, last) = (screens[id]?.blankStill, old.screens[id]?.blankStill)
            return next != last || next != nil && changes.resized.contains(id)
        }
        changes.controllers = all.filter { id in
            guard let view = controller(on: id) else { return old.controller(on: id) != nil }
            return view != old.controller(on: id) || !changes.resized.isDisjoint(with: [id, view.source])
                || screens[view.source]?.base != old.screens[view.source]?.base || isLocked != old.isLocked
        }
        changes.isBarMoved = all.contains { id in
            let (next, last) = (screens[id]?.bar, old.screens[id]?.bar)
            return next != last || next != nil && changes.resized.contains(id)
        }
        changes.isRoomChanged = all.contains { screens[$0]?.taken != old.screens[$0]?.taken }
        let isAnyCoverChanged = all.contains { id in
            let (next, last) = (screens[id]?.isCovered ?? false, old.screens[id]?.isCovered ?? false)
            return next != last || next && changes.resized.contains(id)
        }
        changes.isBlankingChanged = isAnyCoverChanged || isContentBlank != old.isContentBlank
        changes.isPowerChanged = off != old.off
        changes.areDisplaysChanged = displays != old.displays
        changes.isInputDisturbed =
            fittedGeometry != old.fittedGeometry || panelBase != old.panelBase || controlled != old.controlled
            || changes.redrawn.contains { $0.isFelt(by: self) || $0.isFelt(by: old) }
            || panel?.scale != old.panel?.scale || isLocked != old.isLocked
        if changes.isInputDisturbed, leavesPanelApplication(old, changes) { changes.undisturbed = .application }
        return changes
    }

    /// Whether the panel shows its own application as before, regardless of the content.
    private func leavesPanelApplication(_ old: ScreenPlan, _ changes: ScreenChanges) -> Bool {
        panelBase == .application && old.panelBase == .application && !changes.redrawn.contains(.application)
            && changes.layouts[.application] == nil && panel.map(\.output) == old.panel.map(\.output)
            && panel?.scale == old.panel?.scale
    }
}

extension HostedApplication {
    /// Whether input may be on the application: a display's own application gets input only while it is controlled.
    fileprivate func isFelt(by plan: ScreenPlan) -> Bool {
        if case .display = self { self == plan.controlled } else { true }
    }
}

extension PlannedScreen {
    /// The properties that an output's picture is made for.
    fileprivate struct Shape: Hashable {
        let role: OutputRole
        let mode: Mode
        let transform: Transform
    }

    fileprivate var shape: Shape { Shape(role: role, mode: output.mode, transform: output.transform) }
}
