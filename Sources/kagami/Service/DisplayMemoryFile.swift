import Control
import Logging
import Mirroring
import Runtime

/// The file that remembers what was set by hand for displays, `displays.json`.
final class DisplayMemoryFile: DisplayMemoryPort {
    /// Nil where the environment names no folder; then nothing is remembered beyond the service's end.
    private let file: StateFile?
    private let json = JSONLine()
    private let logger = Logger(label: "kagami.displays")

    init(environment: [String: String]) {
        file = StateFile("displays.json", limit: 65_536, environment: environment)
    }

    func load() -> DisplayMemory {
        guard let file else { return DisplayMemory() }
        let reason: String
        do {
            guard let bytes = try file.read() else { return DisplayMemory() }
            return try json.decode(from: bytes)
        } catch {
            reason = "\(error)"
        }
        logger.warning(
            "settings of displays not recalled",
            metadata: [
                "file": "\(file.path)", "reason": "\(reason)", "advice": "mend or delete the file, or set them again",
            ])
        return DisplayMemory()
    }

    func save(_ memory: DisplayMemory) {
        guard let file, let reason = file.write(json.encode(memory)) else { return }
        logger.warning(
            "settings of displays not saved", metadata: ["file": "\(file.path)", "reason": "\(reason)"])
    }
}
