import Mirroring

/// Freezes the external: its viewers keep the last picture while the user works on.
///
/// The plan says what is frozen; here is what it takes to begin, and what others are told of the change.
final class Freezer {
    private unowned let compositor: Compositor
    /// The output that was last announced as frozen.
    private var announced: OutputID?

    init(_ compositor: Compositor) {
        self.compositor = compositor
    }

    /// Whether an output is frozen, or will be when the seat is back.
    var isOn: Bool { compositor.director.wishes.frozen != nil }

    func freeze() -> FreezeOutcome {
        if isOn { return .done }
        guard let external = compositor.externalOutput else { return .noExternal }
        guard compositor.painter.takeStill(for: external) else { return .noMemory }
        compositor.director.update { $0.frozen = external }
        follow()
        return .done
    }

    func thaw() {
        compositor.director.update { $0.frozen = nil }
        follow()
    }

    /// Follows the plan: freezing ends with the external.
    func follow() {
        let frozen = compositor.director.wishes.frozen
        guard frozen != announced else { return }
        let last = announced
        announced = frozen
        if let last {
            compositor.painter.dropStill(of: last)
            compositor.emit(.outputUnfrozen(last))
        }
        if let frozen { compositor.emit(.outputFrozen(frozen)) }
        compositor.signs.show(.frozen, frozen.map { _ in .frozen })
        compositor.menu.refresh()
    }
}

/// What has come of the wish to freeze the external.
package enum FreezeOutcome: Hashable, Sendable {
    case done
    case noExternal
    /// There is no memory for the picture.
    case noMemory
}

/// Freezing the external.
extension Compositor {
    /// Whether the external keeps the picture that it showed when it was frozen.
    package var isFrozen: Bool { freezer.isOn }

    /// Has the external keep its picture, whatever the content does.
    package func freeze() -> FreezeOutcome { freezer.freeze() }

    /// Has the external show the content again.
    package func thaw() {
        freezer.thaw()
    }

    /// Freezes the external, or has it show the content again.
    func toggleFreeze() {
        if isFrozen { return thaw() }
        switch freeze() {
        case .done: break
        case .noExternal: notify(.noExternal)
        case .noMemory: notify(.noMemory)
        }
    }
}
