import Glibc
import Logging
import Mirroring
import Runtime

/// The file that remembers which hints were followed: their names, one a line.
final class HintFile: HintPort {
    /// Nil where the environment names no folder; then no hints are shown, rather than at every start.
    private let path: String?
    private let logger = Logger(label: "kagami.hints")

    private static let limit = 4096

    /// `$XDG_STATE_HOME/kagami/hints`, or in `~/.local/state` if that variable is not set.
    init(environment: [String: String]) {
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        path = (state ?? home.map { "\($0)/.local/state" }).map { "\($0)/kagami/hints" }
    }

    func load() -> Set<Hint> {
        guard let path else { return Set(Hint.allCases) }
        do throws(RegularFile.Failure) {
            let text = String(decoding: try RegularFile(path, limit: Self.limit).read(), as: UTF8.self)
            return Set(text.split(separator: "\n").compactMap { Hint(rawValue: String($0)) })
        } catch {
            if case .system(let cause) = error, cause.errorNumber == ENOENT { return [] }
            logger.warning("hints not read", metadata: ["file": "\(path)", "reason": "\(error)"])
            return []
        }
    }

    func save(_ learned: Set<Hint>) {
        guard let path else { return }
        let text = learned.map { "\($0.rawValue)\n" }.sorted().joined()
        makeFolders(of: path)
        // Whole or not at all, and never through a link.
        let next = "\(path).new"
        unlink(next)
        let file = open(next, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        var isWritten = false
        if file >= 0 {
            isWritten = Array(text.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) == $0.count }
            close(file)
        }
        guard isWritten, rename(next, path) == 0 else {
            return logger.warning(
                "hints not saved", metadata: ["file": "\(path)", "reason": "\(String(cString: strerror(errno)))"])
        }
    }

    private func makeFolders(of path: String) {
        for (index, character) in path.enumerated() where character == "/" && index > 0 {
            mkdir(String(path.prefix(index)), 0o700)
        }
    }
}
