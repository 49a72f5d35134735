import Geometry
import Mirroring

/// The screens that can be drawn: one for each enabled output, and one for each application that is composed in memory.
final class ScreenSet {
    private var outputs = OutputTable<Screen>()
    private var memory: [HostedApplication: Screen] = [:]
    /// Overlays belong to a role: they wait while no output has the role, and follow the role from output to output.
    private let overlays: [OutputRole: OverlayStack] = [
        .panel: OverlayStack(), .external: OverlayStack(), .own: OverlayStack(),
    ]

    /// The overlays above a locker: nothing but a line about the locker itself.
    let lockedOverlays: [OutputRole: OverlayStack] = [.panel: OverlayStack(), .external: OverlayStack()]

    /// The screen of an enabled output.
    subscript(id: OutputID) -> Screen? {
        get { outputs[id] }
        set { outputs[id] = newValue }
    }

    /// The outputs that are enabled.
    var enabled: [OutputID] { outputs.map(\.id) }

    /// Drops the screens of all outputs, which have been taken away.
    func removeOutputs() {
        outputs = OutputTable()
    }

    /// Follows the plan: gives each screen the overlays of its role, and makes and drops pictures in memory. A still
    /// has no overlays: they are above the content behind it.
    func follow(_ plan: ScreenPlan) {
        let overlays = plan.isLocked ? lockedOverlays : overlays
        for (id, screen) in outputs {
            let planned = plan.screens[id].flatMap { $0.base == .still || plan.isPart(id) ? nil : $0 }
            screen.overlays = planned.flatMap { overlays[$0.role] } ?? OverlayStack()
        }
        for application in plan.applications.union(memory.keys) {
            switch plan.places[application] {
            case .memory(let size): keep(application, .memory, size)
            case .behind(let id):
                guard let screen = plan.screens[id] else { continue }
                keep(application, .pacedMemory(microseconds: screen.output.refreshMicroseconds), screen.size)
                if let stack = overlays[screen.role] { memory[application]?.overlays = stack }
            case .spread(let id, let size):
                guard let screen = plan.screens[id] else { continue }
                keep(application, .pacedMemory(microseconds: screen.output.refreshMicroseconds), size)
                // The overlays of a panel are above its controller, those of a row of displays above the whole picture.
                memory[application]?.overlays = (plan.isPart(id) ? overlays[screen.role] : nil) ?? OverlayStack()
            case .output, nil: memory[application] = nil
            }
        }
    }

    /// Keeps an application's picture in memory, or makes one where its size or destination differs.
    private func keep(_ application: HostedApplication, _ destination: Screen.Destination, _ size: Size<OutputSpace>) {
        if let screen = memory[application], screen.size == size, screen.destination == destination { return }
        memory[application] = MemoryBuffer(size: size.reinterpreted()).map {
            Screen(destination, target: RenderTarget($0))
        }
    }

    /// The screen that an application is composed for; nil while the application has no place, or no memory for a picture in memory.
    func screen(of application: HostedApplication, in plan: ScreenPlan) -> Screen? {
        switch plan.places[application] {
        case .output(let id): outputs[id]
        case .memory, .behind, .spread: memory[application]
        case nil: nil
        }
    }

    /// Whether a screen is still in use: it may have been dropped while something for it was pending.
    func contains(_ screen: Screen) -> Bool {
        all.contains { $0 === screen }
    }

    /// Calls `body` with each screen that has a frame to draw, now or later.
    func forEachWaiting(_ body: (Screen) -> Void) {
        for (_, screen) in outputs where screen.wantsFrame { body(screen) }
        for screen in memory.values where screen.wantsFrame { body(screen) }
    }

    private var all: [Screen] { outputs.map(\.value) + Array(memory.values) }

    /// The overlays of a role, whether or not an output has it.
    func overlays(of role: OutputRole) -> OverlayStack? { overlays[role] }

    /// The screens that show a stack of overlays.
    func showing(_ stack: OverlayStack) -> [Screen] {
        all.filter { $0.overlays === stack }
    }
}

extension EnabledOutput {
    /// The time from one vertical blank to the next; as at 60 Hz where the display reports no rate.
    var refreshMicroseconds: Int64 {
        1_000_000_000 / Int64(mode.refreshMilliHertz > 0 ? mode.refreshMilliHertz : 60_000)
    }
}

/// Values by output. Outputs are few and looked up for each frame: a search takes less than a hash of a name.
struct OutputTable<Value> {
    private var entries: [(id: OutputID, value: Value)] = []

    init() {}

    /// The value of an output; setting it to nil removes it.
    subscript(id: OutputID) -> Value? {
        get {
            for entry in entries where entry.id == id { return entry.value }
            return nil
        }
        set {
            let index = entries.firstIndex { $0.id == id }
            switch (index, newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append((id, value))
            case (nil, nil): break
            }
        }
    }
}

extension OutputTable: Sequence {
    /// All values with their outputs, in the order in which they came.
    func makeIterator() -> IndexingIterator<[(id: OutputID, value: Value)]> {
        entries.makeIterator()
    }
}

// Requests and status name screens; the plan knows outputs by their roles.
extension ScreenName {
    /// The role of the screen in the plan.
    var role: OutputRole {
        switch self {
        case .panel: .panel
        case .external: .external
        }
    }

    /// The name of a screen that shows something.
    init(_ role: OutputRole) {
        self = role == .panel ? .panel : .external
    }
}
