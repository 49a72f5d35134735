import Control
import Glibc
import Logging
import Mirroring
import Runtime

/// A small file in which the service remembers something beyond its end.
struct StateFile {
    let path: String
    private let limit: Int

    /// A file in the service manager's folder for it (`$STATE_DIRECTORY`), else in `$XDG_STATE_HOME/kagami`, else in
    /// `~/.local/state/kagami`; nil where the environment names none of them.
    init?(_ name: String, limit: Int, environment: [String: String]) {
        func folder(_ variable: String, _ rest: String = "") -> String? {
            // The service manager separates several by colons.
            let value = environment[variable]?.prefix { variable != "STATE_DIRECTORY" || $0 != ":" }
            return value.flatMap { $0.hasPrefix("/") ? "\($0)\(rest)" : nil }
        }
        let folders = [
            folder("STATE_DIRECTORY"), folder("XDG_STATE_HOME", "/kagami"), folder("HOME", "/.local/state/kagami"),
        ]
        guard let folder = folders.compactMap(\.self).first else { return nil }
        path = "\(folder)/\(name)"
        self.limit = limit
    }

    /// What was written last; nil where nothing was.
    func read() throws(RegularFile.Failure) -> [UInt8]? {
        do throws(RegularFile.Failure) {
            return try RegularFile(path, limit: limit).read()
        } catch {
            if case .system(let cause) = error, cause.errorNumber == ENOENT { return nil }
            throw error
        }
    }

    /// Writes the file as a whole or not at all, and never through a link; returns why that failed, or nil.
    func write(_ bytes: [UInt8]) -> String? {
        makeFolders()
        let next = "\(path).new"
        unlink(next)
        let file = open(next, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return Self.reason }
        let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        var failure: String? = count == bytes.count ? nil : count < 0 ? Self.reason : "the disk is full"
        // Else a loss of power soon after might leave an empty file.
        if failure == nil, fsync(file) != 0 { failure = Self.reason }
        close(file)
        if let failure { return failure }
        return rename(next, path) == 0 ? nil : Self.reason
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private func makeFolders() {
        for (index, character) in path.enumerated() where character == "/" && index > 0 {
            mkdir(String(path.prefix(index)), 0o700)
        }
    }
}

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
