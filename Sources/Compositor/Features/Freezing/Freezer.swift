import Control
import Mirroring

/// Freezes the external: its viewers keep the last picture while the user works on.
///
/// The plan says what is frozen. This feature takes the still that a frozen external needs, and announces the changes.
package final class Freezer: Feature {
    private let director: ScreenDirector
    private let painter: FramePainter
    private let signs: SignBoard
    private let notices: NoticeBoard
    private let events: ServiceEvents
    private let changed: () -> Void
    /// The output that was last announced as frozen.
    private var announced: OutputID?

    /// Calls `changed` after the external has been frozen, or shows the content again.
    init(
        _ director: ScreenDirector, _ painter: FramePainter, _ signs: SignBoard, _ notices: NoticeBoard,
        _ events: ServiceEvents, changed: @escaping () -> Void
    ) {
        self.director = director
        self.painter = painter
        self.signs = signs
        self.notices = notices
        self.events = events
        self.changed = changed
    }

    /// Whether an output is frozen, or will be when the seat is back.
    package var isOn: Bool { director.wishes.frozen != nil }

    /// Keeps the external's picture, whatever the content does.
    package func freeze() -> FreezeOutcome {
        if isOn { return .done }
        guard let external = director.plan.panel?.view?.source else { return .noExternal }
        guard painter.takeStill(for: external) else { return .noMemory }
        director.update { $0.frozen = external }
        follow()
        changed()
        return .done
    }

    /// Shows the content on the external again.
    package func thaw() {
        director.update { $0.frozen = nil }
        follow()
        changed()
    }

    /// Freezes the external, or shows the content on it again.
    func toggle() {
        if isOn { return thaw() }
        switch freeze() {
        case .done: break
        case .noExternal: notices.show(.noExternal)
        case .noMemory: notices.show(.noMemory)
        }
    }

    func perform(_ action: BoundAction) -> Bool {
        guard action == .freeze else { return false }
        toggle()
        return true
    }

    var commands: [any CommandHandler] {
        [
            Handler<FreezeRequest>(wakes: true) { [unowned self] command, _ in
                guard command.enabled else {
                    thaw()
                    return .done
                }
                return switch freeze() {
                case .done: .done
                case .noExternal: .failure("no external to freeze: plug one in, or use it with kagami mirror on")
                case .noMemory: .failure("no memory for the picture to keep: close an application and try again")
                }
            }
        ]
    }

    func report(to status: inout ServiceStatus) {
        status.screens.isFrozen = isOn
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

/// The outcome of a request to freeze the external.
package enum FreezeOutcome: Hashable, Sendable {
    case done
    case noExternal
    /// There is no memory for the picture.
    case noMemory
}
