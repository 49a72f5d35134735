import Glibc
import Mirroring
import Runtime

/// Finds and reads configuration files.
package enum ConfigurationFile {
    /// `$XDG_CONFIG_HOME/kagami/config.toml`, else under `$HOME/.config`; nil where neither is set.
    package static func defaultPath(environment: [String: String]) -> String? {
        if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") {
            return directory + "/kagami/config.toml"
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.config/kagami/config.toml"
    }

    /// The machine's files: `config.toml` and then `config.toml.d/*.toml` by name, in `$KAGAMI_SYSTEM_CONFIG` or in
    /// `/etc/kagami`. Hidden files are ignored.
    package static func ofMachine(environment: [String: String]) -> [String] {
        let file = machineDirectory(environment) + "/config.toml"
        return [file].filter { !FilePath.isAbsent($0) } + fragments(in: file + ".d")
    }

    /// The machine's files that nothing overrides, `mandatory.toml.d/*.toml` by name.
    package static func mandatory(environment: [String: String]) -> [String] {
        fragments(in: machineDirectory(environment) + "/mandatory.toml.d")
    }

    private static func machineDirectory(_ environment: [String: String]) -> String {
        environment["KAGAMI_SYSTEM_CONFIG"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/etc/kagami"
    }

    /// The files of a folder, readable or not; the folder itself where it cannot be read.
    private static func fragments(in directory: String) -> [String] {
        if FilePath.isAbsent(directory) { return [] }
        // Reading this path later gives the error to report.
        guard let entries = try? DirectoryEntry.list(directory) else { return [directory + "/"] }
        return entries.map(\.name).filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.sorted()
            .map { "\(directory)/\($0)" }
    }

    /// A file's text, within bounds.
    static func text(of path: String) throws -> String {
        let bytes = try FilePath.read(path, limit: largest)
        return try text(bytes, of: path)
    }

    /// The text of a regular file: the running service must not block on a pipe or a device.
    package static func regularText(of path: String, limit: Int = 1 << 20) throws -> String {
        let bytes: [UInt8]
        do throws(RegularFile.Failure) {
            bytes = try RegularFile(path, limit: limit).read()
        } catch {
            throw UnreadableFile(path: path, reason: reason(error, path))
        }
        return try text(bytes, of: path)
    }

    /// Why a file cannot be read.
    private static func reason(_ failure: RegularFile.Failure, _ path: String) -> String {
        guard case .system(let error) = failure, error.errorNumber == ENOENT else { return "\(failure)" }
        if path.unicodeScalars.contains("\u{fffd}") { return "its name is not UTF-8" }
        return FilePath.isAbsent(path) ? "\(failure)" : "it is a link to a file that does not exist"
    }

    /// The most bytes of a configuration file.
    static let largest = 1 << 20

    private static func text(_ bytes: [UInt8], of path: String) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FileError("\(path):\(firstBadLine(bytes)):1: the line is not UTF-8")
        }
        return text
    }

    private static func firstBadLine(_ bytes: [UInt8]) -> Int {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
    }
}

/// The error for a file that exists and cannot be read; its description is one line.
package struct UnreadableFile: Error, Hashable, CustomStringConvertible {
    let path: String
    let reason: String

    package var description: String { "cannot read \(path.printable): \(reason)" }
}
