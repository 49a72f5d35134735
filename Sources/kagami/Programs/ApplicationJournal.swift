import CSystemd
import Glibc
import Mirroring
import Runtime

/// systemd's journal, where it takes what the service prints: each application has a stream of its own there, with its name.
struct ApplicationJournal {
    /// For the application.
    let stream: OwnedDescriptor
    /// What the stream is known by in the application's environment (JOURNAL_STREAM, systemd.exec(5)), so that it may write
    /// to the journal directly.
    let name: String

    /// The variable that names a stream.
    static let variable = "JOURNAL_STREAM"

    /// Opens a stream for a program; nil where this process prints to something else, or the journal takes none.
    init?(for program: String, environment: [String: String]) {
        guard Self.isUsed(environment) else { return nil }
        // What begins with a level, such as <3>, is logged at that.
        let descriptor = sd_journal_stream_fd(Self.identifier(of: program), LOG_INFO, 1)
        guard descriptor >= 0 else { return nil }
        stream = OwnedDescriptor(owning: descriptor)
        guard let name = Self.name(of: descriptor) else { return nil }
        self.name = name
    }

    /// Whether what this process prints goes to the journal.
    static func isUsed(_ environment: [String: String]) -> Bool {
        [STDERR_FILENO, STDOUT_FILENO].contains { isStream($0, environment[variable]) }
    }

    /// What the journal calls a program: the last part of its path.
    static func identifier(of program: String) -> String {
        program.split(separator: "/").last.map { String($0).printable } ?? "?"
    }

    /// Whether a descriptor is the journal's stream of that name.
    static func isStream(_ descriptor: CInt, _ name: String?) -> Bool {
        name.map { $0 == self.name(of: descriptor) } ?? false
    }

    private static func name(of descriptor: CInt) -> String? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : nil
    }
}
