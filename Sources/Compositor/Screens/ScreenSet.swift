import Geometry
import Mirroring

/// The screens that can be drawn: one for each enabled output, and one for each application that is composed in memory.
final class ScreenSet {
    private var outputs: [OutputID: Screen] = [:]
    private var memory: [HostedApplication: Screen] = [:]
    /// Overlays belong to a role: they wait while no output has it, and follow it from output to output.
    private let overlays: [OutputRole: OverlayStack] = [.panel: OverlayStack(), .external: OverlayStack()]

    /// The screen of an enabled output.
    subscript(id: OutputID) -> Screen? {
        get { outputs[id] }
        set { outputs[id] = newValue }
    }

    /// Drops the screens of all outputs, which have been taken away.
    func removeOutputs() {
        outputs = [:]
    }

    /// Follows the plan: gives each screen the overlays of its role, and makes and drops pictures in memory.
    func follow(_ plan: ScreenPlan) {
        for (id, screen) in outputs {
            screen.overlays = plan.screens[id].flatMap { overlays[$0.role] } ?? OverlayStack()
        }
        for application in HostedApplication.allCases {
            guard case .memory(let size) = plan.places[application] else {
                memory[application] = nil
                continue
            }
            if memory[application]?.size == size { continue }
            memory[application] = MemoryBuffer(size: size.reinterpreted()).map {
                Screen(.memory, target: RenderTarget($0))
            }
        }
    }

    /// The screen that an application is composed for; nil while it has no place, or no memory for one in memory.
    func screen(of application: HostedApplication, in plan: ScreenPlan) -> Screen? {
        switch plan.places[application] {
        case .output(let id): outputs[id]
        case .memory: memory[application]
        case nil: nil
        }
    }

    /// Whether a screen is still in use: it may have been dropped while something for it was pending.
    func contains(_ screen: Screen) -> Bool {
        outputs.values.contains { $0 === screen } || memory.values.contains { $0 === screen }
    }

    /// The screens on outputs with a frame to be drawn, now or later.
    var waiting: some Sequence<Screen> { outputs.values.lazy.filter(\.wantsFrame) }

    /// The overlays of a role, whether or not an output has it.
    func overlays(of role: OutputRole) -> OverlayStack? { overlays[role] }

    /// The screens that show a stack of overlays.
    func showing(_ stack: OverlayStack) -> [Screen] {
        outputs.values.filter { $0.overlays === stack }
    }
}
