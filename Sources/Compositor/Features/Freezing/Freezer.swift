import Control
package import Mirroring

/// Freezes the external with its copies, or single displays: viewers keep the last picture while the user works on.
///
/// The plan says what is frozen. This feature takes the stills that frozen displays need, and announces the changes.
package final class Freezer: Feature {
    private let director: ScreenDirector
    private let painter: FramePainter
    private let signs: SignBoard
    private let notices: NoticeBoard
    private let events: ServiceEvents
    private let changed: () -> Void
    /// The outputs that were last announced as frozen.
    private var announced: Set<OutputID> = []

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

    /// Whether the external is frozen, or will be when the seat is back.
    package var isOn: Bool { director.topology.external.map(director.frozen.contains) ?? false }

    /// Keeps the picture of the external and of its copies, whatever the content does.
    package func freeze() -> FreezeOutcome {
        if director.wishes.frozen != nil { return .done }
        guard let external = director.plan.mirroredOutput else { return .noExternal }
        guard painter.takeStill(for: director.topology.displaysForViewers.union([external])) else { return .noMemory }
        director.update { $0.frozen = external }
        follow()
        changed()
        return .done
    }

    /// Keeps the picture of one display beside the panel; the others stay as they are.
    package func freeze(_ id: OutputID) -> FreezeOutcome {
        if director.frozen.contains(id) { return .done }
        guard director.plan.screens[id] != nil else { return .noExternal }
        guard painter.takeStill(for: [id]) else { return .noMemory }
        let all = director.topology.displaysForViewers
        director.update { $0.freeze(id, true, among: all) }
        follow()
        changed()
        return .done
    }

    /// Shows the content on all displays again.
    package func thaw() {
        director.update { $0.thaw() }
        follow()
        changed()
    }

    /// Shows the content on one display again; the others stay as they are.
    package func thaw(_ id: OutputID) {
        let all = director.topology.displaysForViewers
        if let external = director.wishes.frozen { painter.shareStill(of: external, with: all) }
        director.update { $0.freeze(id, false, among: all) }
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
                case .noMemory: .failure(Self.noMemory)
                }
            },
            Handler<FreezeOutputRequest>(wakes: true) { [unowned self] command, _ in
                let id = command.output
                if let obstacle = director.topology.obstacle(toHiding: id) {
                    return .failure("\(id): \(obstacle.rawValue)")
                }
                guard command.enabled else {
                    thaw(id)
                    return .done
                }
                return switch freeze(id) {
                case .done: .done
                case .noExternal: .failure("\(id): the display shows nothing to freeze: see kagami externals")
                case .noMemory: .failure(Self.noMemory)
                }
            },
        ]
    }

    private static let noMemory = "no memory for the picture to keep: close an application and try again"

    func report(to status: inout ServiceStatus) {
        status.screens.isFrozen = isOn
    }

    /// Follows the plan: a display is no longer frozen when it goes.
    func follow() {
        let (frozen, last) = (director.frozen, announced)
        guard frozen != last else { return }
        announced = frozen
        for id in last.subtracting(frozen).sorted(by: { $0.name < $1.name }) {
            painter.dropStill(of: id)
            events.emit(.outputUnfrozen(id))
        }
        for id in frozen.subtracting(last).sorted(by: { $0.name < $1.name }) { events.emit(.outputFrozen(id)) }
        signs.show(.frozen, isOn ? .frozen : frozen.isEmpty ? nil : .displayFrozen)
    }
}

/// The outcome of a request to freeze displays.
package enum FreezeOutcome: Hashable, Sendable {
    case done
    /// No external shows the content, or the named display shows nothing.
    case noExternal
    /// There is no memory for the picture.
    case noMemory
}
