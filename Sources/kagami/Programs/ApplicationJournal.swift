import CSystemd
import Glibc
import Mirroring
import Runtime

/// A stream to systemd's journal for one application, under its name, if the journal also takes the service's output.
struct ApplicationJournal {
    /// The descriptor for the application.
    let stream: OwnedDescriptor
    /// The stream's name for the application's environment (JOURNAL_STREAM, systemd.exec(5)).
    ///
    /// With it, the application may write to the journal directly.
    let name: String

    /// The variable that names a stream.
    static let variable = "JOURNAL_STREAM"

    /// Opens a stream for a program; nil if this process prints elsewhere, or if the journal accepts no stream.
    init?(for program: String, environment: [String: String]) {
        guard Self.isUsed(environment) else { return nil }
        // A line that begins with a level, such as <3>, is logged at that level.
        let descriptor = sd_journal_stream_fd(Self.identifier(of: program), LOG_INFO, 1)
        guard descriptor >= 0 else { return nil }
        stream = OwnedDescriptor(owning: descriptor)
        guard let name = Self.name(of: descriptor) else { return nil }
        self.name = name
    }

    /// Whether this process's output goes to the journal.
    static func isUsed(_ environment: [String: String]) -> Bool {
        [STDERR_FILENO, STDOUT_FILENO].contains { isStream($0, environment[variable]) }
    }

    /// The journal's name of a program: the last part of its path.
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
