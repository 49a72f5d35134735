import Glibc
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
