import Mirroring

/// Freezes the external: its viewers keep the last picture while the user works on.
///
/// The plan says what is frozen; here is what it takes to begin, and what others are told of the change.
final class Freezer {
    private let director: ScreenDirector
    private let painter: FramePainter
    private let signs: SignBoard
    private let events: ServiceEvents
    /// The output that was last announced as frozen.
    private var announced: OutputID?

    init(_ director: ScreenDirector, _ painter: FramePainter, _ signs: SignBoard, _ events: ServiceEvents) {
        self.director = director
        self.painter = painter
        self.signs = signs
        self.events = events
    }

    /// Whether an output is frozen, or will be when the seat is back.
    var isOn: Bool { director.wishes.frozen != nil }

    func freeze() -> FreezeOutcome {
        if isOn { return .done }
        guard let external = director.plan.panel?.view?.source else { return .noExternal }
        guard painter.takeStill(for: external) else { return .noMemory }
        director.update { $0.frozen = external }
        follow()
        return .done
    }

    func thaw() {
        director.update { $0.frozen = nil }
        follow()
    }

    /// Follows the plan: freezing ends with the external.
    func follow() {
        let frozen = director.wishes.frozen
        guard frozen != announced else { return }
        let last = announced
        announced = frozen
        if let last {
            painter.dropStill(of: last)
            events.emit(.outputUnfrozen(last))
        }
        if let frozen { events.emit(.outputFrozen(frozen)) }
        signs.show(.frozen, frozen.map { _ in .frozen })
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
    package func freeze() -> FreezeOutcome {
        defer { menu.refresh() }
        return freezer.freeze()
    }

    /// Has the external show the content again.
    package func thaw() {
        freezer.thaw()
        menu.refresh()
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
