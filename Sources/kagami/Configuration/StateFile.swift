import Control
import Glibc
import Logging
import Mirroring
import Runtime

/// A small file in which the service keeps something beyond its end.
struct StateFile {
    let path: String
    private let limit: Int

    /// A file in the service's state folder; nil if the environment names none.
    ///
    /// The folder is the service manager's (`$STATE_DIRECTORY`), or else `$XDG_STATE_HOME/kagami`, or else `~/.local/state/kagami`.
    init?(_ name: String, limit: Int, environment: [String: String]) {
        func folder(_ variable: String, _ rest: String = "") -> String? {
            // The service manager separates several folders by colons.
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

    /// The last written bytes; nil if nothing was written.
    func read() throws(RegularFile.Failure) -> [UInt8]? {
        do throws(RegularFile.Failure) {
            return try RegularFile(path, limit: limit).read()
        } catch {
            if case .system(let cause) = error, cause.errorNumber == ENOENT { return nil }
            throw error
        }
    }

    /// Writes the file as a whole or not at all, and never through a link; returns the reason of a failure, or nil.
    func write(_ bytes: [UInt8]) -> String? {
        makeFolders()
        let next = "\(path).new"
        unlink(next)
        let file = open(next, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return Self.reason }
        let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        var failure: String? = count == bytes.count ? nil : count < 0 ? Self.reason : "the disk is full"
        // Without this, a loss of power soon afterwards might leave an empty file.
        if failure == nil, fsync(file) != 0 { failure = Self.reason }
        close(file)
        if let failure { return failure }
        return rename(next, path) == 0 ? nil : Self.reason
    }

    /// Moves what cannot be read out of the way of the next writing; returns where it is now, or nil if that fails.
    func setAside() -> String? {
        let aside = "\(path).damaged"
        return rename(path, aside) == 0 ? aside : nil
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private func makeFolders() {
        for (index, character) in path.enumerated() where character == "/" && index > 0 {
            mkdir(String(path.prefix(index)), 0o700)
        }
    }
}

/// The file that records which hints were followed, by their names, one a line.
final class HintFile: HintPort {
    /// Nil if the environment names no folder. No hints are then shown, instead of all at every start.
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

/// The file that keeps the settings made by hand for displays, `displays.json`.
final class DisplayMemoryFile: DisplayMemoryPort {
    /// Nil if the environment names no folder. Nothing is then kept beyond the service's end.
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
        // Saving other settings would lose what a user could still mend.
        let aside = file.setAside()
        logger.warning(
            "settings of displays not recalled",
            metadata: [
                "file": "\(aside ?? file.path)", "reason": "\(reason)",
                "advice": aside == nil
                    ? "mend or delete the file, or set them again"
                    : "mend it and name it displays.json, or set them again",
            ])
        return DisplayMemory()
    }

    func save(_ memory: DisplayMemory) {
        guard let file, let reason = file.write(json.encode(memory)) else { return }
        logger.warning(
            "settings of displays not saved", metadata: ["file": "\(file.path)", "reason": "\(reason)"])
    }
}
