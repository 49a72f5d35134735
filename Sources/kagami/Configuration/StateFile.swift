import Control
import Glibc
import Logging
import Mirroring
import Runtime

/// A small file in which the service keeps a value beyond its end.
///
/// The file is replaced as a whole, and keeps its contents if that fails. Whatever is at its path when the service starts, the service goes
/// on with what it can use of it.
final class StateFile<Value> {
    /// What a file's bytes say.
    struct Reading {
        var value: Value
        /// What is not in `value`, in words; nil for a file that is good as a whole.
        var fault: String?
    }

    private let path: String
    /// The most bytes that are read.
    private let limit: Int
    private let encode: (Value) -> [UInt8]
    private let decode: ([UInt8]) throws -> Reading
    /// Whether the last writing failed.
    private var hasFailed = false
    private let logger = Logger(label: "kagami.state")

    /// The file `name` in the service's state folder; nil if the environment names none.
    ///
    /// The folder is the service manager's (`$STATE_DIRECTORY`), or else `$XDG_STATE_HOME/kagami`, or else `~/.local/state/kagami`.
    init?(
        _ name: String, limit: Int, environment: [String: String], encode: @escaping (Value) -> [UInt8],
        decode: @escaping ([UInt8]) throws -> Reading
    ) {
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
        self.encode = encode
        self.decode = decode
    }

    /// The last saved value, or as much of it as can be used; nil if nothing can be used, or nothing was saved.
    ///
    /// A file that is not good as a whole is kept beside the path, which is logged: saving would lose what its user could still mend.
    func load() -> Value? {
        // A service that was killed while it wrote may have left this.
        unlink("\(path).new")
        let reading: Reading?
        let fault: String
        do {
            let file = try RegularFile(path, limit: limit)
            reading = try decode(try file.read())
            guard let partial = reading?.fault else { return reading?.value }
            fault = partial
        } catch RegularFile.Failure.system(let error) where error.errorNumber == ENOENT {
            return nil
        } catch {
            reading = nil
            fault = "\(error)"
        }
        let aside = setAside()
        logger.warning(
            reading == nil ? "saved state not used" : "part of the saved state not used",
            metadata: [
                "file": "\(aside ?? path)", "reason": "\(fault)",
                "advice": aside == nil
                    ? "mend or delete the file"
                    : "mend it and name it \(path), or go on without it",
            ])
        if let value = reading?.value { save(value) }
        return reading?.value
    }

    /// Replaces the file as a whole. The first failure is logged, and others only after a success.
    func save(_ value: Value) {
        do throws(RuntimeError) {
            try write(encode(value))
            hasFailed = false
        } catch {
            if hasFailed { return }
            hasFailed = true
            logger.warning(
                "state not saved",
                metadata: [
                    "file": "\(path)", "reason": "\(error.reason)",
                    "advice": "make room or give access there; until then changes last until the service ends",
                ])
        }
    }

    /// Writes a new file beside the old one, never through a link, and puts it in place.
    private func write(_ bytes: [UInt8]) throws(RuntimeError) {
        makeFolders()
        let next = "\(path).new"
        unlink(next)
        let file = try OwnedDescriptor(opening: next, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        do throws(RuntimeError) {
            var position = 0
            guard case .done = file.write(bytes, from: &position) else { throw RuntimeError("write", next) }
            try FilePath.putInPlace(file.number, at: next, as: path)
        } catch {
            unlink(next)
            throw error
        }
    }

    /// Moves what is at the path out of the way of the next writing; returns where it is now, or nil if that fails.
    ///
    /// Another damaged file that is there already stays.
    private func setAside() -> String? {
        let names = ["\(path).damaged"] + (2...9).map { "\(path).damaged-\($0)" }
        let aside = names.first(where: FilePath.isAbsent) ?? names[0]
        return rename(path, aside) == 0 ? aside : nil
    }

    private func makeFolders() {
        for (index, character) in path.enumerated() where character == "/" && index > 0 {
            mkdir(String(path.prefix(index)), 0o700)
        }
    }
}

/// The file that records which hints were followed, by their names, one a line.
final class HintFile: HintPort {
    /// Nil if the environment names no folder. No hints are then shown, instead of all at every start.
    private let file: StateFile<Set<Hint>>?

    init(environment: [String: String]) {
        file = StateFile("hints", limit: 4096, environment: environment) { learned in
            Array(learned.map { "\($0.rawValue)\n" }.sorted().joined().utf8)
        } decode: { bytes in
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            let unknown = lines.first { Hint(rawValue: $0) == nil }
            return StateFile.Reading(
                value: Set(lines.compactMap { Hint(rawValue: $0) }),
                fault: unknown.map { "'\($0.prefix(40).printable)' is no hint of this version" })
        }
    }

    func load() -> Set<Hint> {
        guard let file else { return Set(Hint.allCases) }
        return file.load() ?? []
    }

    func save(_ learned: Set<Hint>) { file?.save(learned) }
}

/// The file that keeps the settings made by hand for displays, `displays.json`.
final class DisplayMemoryFile: DisplayMemoryPort {
    /// Nil if the environment names no folder. Nothing is then kept beyond the service's end.
    private let file: StateFile<DisplayMemory>?

    init(environment: [String: String]) {
        let json = JSONLine()
        file = StateFile("displays.json", limit: 65_536, environment: environment) {
            json.encode($0)
        } decode: { bytes in
            let (memory, lost) = try json.decodeWhole(DisplayMemory.self, from: bytes)
            return StateFile.Reading(
                value: memory, fault: lost.map { "\($0) means nothing to this version, or has a wrong value" })
        }
    }

    func load() -> DisplayMemory { file?.load() ?? DisplayMemory() }

    func save(_ memory: DisplayMemory) { file?.save(memory) }
}
