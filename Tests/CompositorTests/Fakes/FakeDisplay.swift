import Geometry
import Mirroring

/// Displays that show nothing but remember what they were told; vertical blanks come when the test says so.
final class FakeDisplay: DisplayPort {
    weak var observer: (any DisplayObserver)?
    let backend = BackendKind.virtual
    var outputs: [OutputDescription] = []
    private(set) var enabled: [OutputID: Mode] = [:]
    private(set) var pending: Set<OutputID> = []
    private var buffers: [OutputID: PixelBuffer] = [:]
    private(set) var shownDamage: [OutputID: Region<OutputSpace>] = [:]
    var refusedModes: Set<Mode> = []
    /// There is no memory for any mode.
    var lacksMemory = false
    var failsPresents = false
    /// Calls that broke the port's contract.
    private(set) var violations: [String] = []

    func enable(_ id: OutputID, mode: Mode, transform: Transform) -> ModesetOutcome {
        guard let output = outputs.first(where: { $0.id == id }), output.isConnected else {
            enabled[id] = nil
            return .refused("not connected")
        }
        if !output.modes.contains(mode) { violations.append("\(id): a mode that it does not have") }
        pending.remove(id)
        if lacksMemory { return .shortage("no memory") }
        if refusedModes.contains(mode) { return .refused("refused by the test") }
        enabled[id] = mode
        buffers[id] = PixelBuffer(size: transform.apply(to: mode.size))
        return .done
    }

    func disable(_ id: OutputID) {
        enabled[id] = nil
        pending.remove(id)
    }

    func acquire(on id: OutputID) -> AcquireOutcome {
        guard enabled[id] != nil, let buffer = buffers[id] else {
            violations.append("\(id): drawn on while dark")
            return .failed("dark")
        }
        if pending.contains(id) { violations.append("\(id): drawn on with a flip pending") }
        return .acquired(.memory(buffer))
    }

    func present(damage: Region<OutputSpace>, on id: OutputID) -> PresentOutcome {
        guard enabled[id] != nil else {
            violations.append("\(id): presented on while dark")
            return .failed("dark")
        }
        if pending.contains(id) { violations.append("\(id): presented on with a flip pending") }
        if failsPresents { return .failed("by the test") }
        pending.insert(id)
        shownDamage[id, default: Region()].formUnion(damage)
        return .queued
    }

    /// The next vertical blank of an output, if a picture waits for it.
    func verticalBlank(_ id: OutputID, at time: Timestamp) {
        guard pending.remove(id) != nil else { return }
        observer?.framePresented(
            on: id,
            Presentation(time: time, refreshNanoseconds: 16_666_667, sequence: 0, isHardwareClock: false))
    }

    /// Another virtual terminal has the displays: all are dark and no blank comes.
    func pause() {
        enabled = [:]
        pending = []
        observer?.displaysPaused()
    }

    func takeDamage(of id: OutputID) -> Region<OutputSpace> {
        shownDamage.removeValue(forKey: id) ?? Region()
    }
}
