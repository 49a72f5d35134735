import Logging
import Mirroring
import Runtime

/// The file that remembers which hints were followed: their names, one a line.
final class HintFile: HintPort {
    /// Nil where the environment names no folder; then no hints are shown, rather than at every start.
    private let file: StateFile?
    private let logger = Logger(label: "kagami.hints")

    init(environment: [String: String]) {
        file = StateFile("hints", limit: 4096, environment: environment)
    }

    func load() -> Set<Hint> {
        guard let file else { return Set(Hint.allCases) }
        do throws(RegularFile.Failure) {
            let text = String(decoding: try file.read() ?? [], as: UTF8.self)
            return Set(text.split(separator: "\n").compactMap { Hint(rawValue: String($0)) })
        } catch {
            logger.warning("hints not read", metadata: ["file": "\(file.path)", "reason": "\(error)"])
            return []
        }
    }

    func save(_ learned: Set<Hint>) {
        let text = learned.map { "\($0.rawValue)\n" }.sorted().joined()
        guard let file, let reason = file.write(Array(text.utf8)) else { return }
        logger.warning("hints not saved", metadata: ["file": "\(file.path)", "reason": "\(reason)"])
    }
}
