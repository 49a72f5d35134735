import Glibc
import Runtime

/// The facts that `kagami doctor` and `kagami report` look at; tests substitute their own machine.
protocol MachineProbe {
    var environment: [String: String] { get }
    var seat: SeatSurroundings { get }
    /// The names in a directory, sorted; empty if it cannot be read.
    func names(in directory: String) -> [String]
    /// The trimmed text of a small file; nil if it cannot be read.
    func text(of file: String) -> String?
    /// A file's bytes; nil if it cannot be read.
    func bytes(of file: String) -> [UInt8]?
    func exists(_ path: String) -> Bool
    func canReadAndWrite(_ path: String) -> Bool
    /// The checked directory for the sockets.
    func runtimeDirectory() throws(RuntimeDirectoryError) -> RuntimeDirectory
}

/// The machine that the command runs on.
struct ThisMachine: MachineProbe {
    var environment: [String: String] { Environment.current }

    var seat: SeatSurroundings { SeatSurroundings.current(environment: environment) }

    func names(in directory: String) -> [String] {
        DirectoryEntry.all(in: directory).map(\.name).sorted()
    }

    func text(of file: String) -> String? {
        bytes(of: file).map { bytes in
            // A device tree's texts end with a zero.
            String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    func bytes(of file: String) -> [UInt8]? { try? FilePath.read(file) }

    func exists(_ path: String) -> Bool { FilePath.exists(path) }

    func canReadAndWrite(_ path: String) -> Bool { access(path, R_OK | W_OK) == 0 }

    func runtimeDirectory() throws(RuntimeDirectoryError) -> RuntimeDirectory {
        let directory = try RuntimeDirectory(environment: environment)
        try directory.prepare()
        return directory
    }
}
